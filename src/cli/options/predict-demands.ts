/** Demands from a file: perhaps of another version, or none at all. */
import { readFileSync } from 'node:fs';
import type { Calibration } from '../../model/prediction.ts';
import { loadSchema } from '../../model/plan.ts';
import { problem, reasonOf } from '../../model/problem.ts';
import { isRecord } from './is-record.ts';

/** @throws Problem DEMANDS_FILE_INVALID */
export function readDemands(file: string): Calibration {
  const refuse = (why: string, cause?: unknown) => problem('DEMANDS_FILE_INVALID', { file, why }, { cause });
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refuse(reasonOf(error), error);
  }
  if (!isRecord(data)) throw refuse('It is no JSON object.');
  if (data['schema'] !== 1)
    throw refuse(`Its schema is ${String(data['schema'])}, and this version reads 1.`);
  const missing = lack(data);
  if (missing !== null) throw refuse(`Its "${missing}" is missing, or of another kind.`);
  return data as unknown as Calibration;
}

const counts = ['loopCpu', 'poolCpu', 'poolWait', 'otherCpu', 'generatorCpu', 'delay', 'variation', 'jobs'];

function lack(data: Readonly<Record<string, unknown>>): string | null {
  const { from, setting, capacity, demands, measured, reproduced, band, notes } = data;
  if (
    !isRecord(from) ||
    ['run', 'cell', 'date', 'machine', 'server'].some((key) => typeof from[key] !== 'string')
  ) {
    return 'from';
  }
  if (!isDemands(demands)) return 'demands';
  if (['loopCpu', 'poolCpu', 'poolWait', 'delay'].every((key) => demands[key] === 0)) return 'demands';
  if (!isSetting(setting)) return 'setting';
  if (!isCapacity(capacity)) return 'capacity';
  for (const [name, figures] of Object.entries({ measured, reproduced })) {
    if (!isRecord(figures) || !isCount(figures['throughput'], 0) || !isCount(figures['mean'], 0)) return name;
    if (['p50', 'p99'].some((key) => figures[key] !== null && !isCount(figures[key], 0))) return name;
  }
  if (!isRecord(band) || !isCount(band['throughput'], 0) || !isCount(band['mean'], 0)) return 'band';
  const { variants = [], others = [], foreign = 0 } = data;
  if (!Array.isArray(variants) || !variants.every(isVariant)) return 'variants';
  if (!Array.isArray(others) || !others.every((one) => isRecord(one) && isSetting(one['setting'])))
    return 'others';
  if (!isCount(foreign, 0)) return 'foreign';
  return Array.isArray(notes) ? null : 'notes';
}

function isDemands(demands: unknown): demands is Record<string, number> {
  return isRecord(demands) && counts.every((key) => isCount(demands[key], key === 'jobs' ? 1 : 0));
}

function isVariant(variant: unknown): boolean {
  if (!isRecord(variant) || !isDemands(variant['demands'])) return false;
  const { capacity } = variant;
  return capacity === undefined || isCapacity(capacity);
}

function isCapacity(capacity: unknown): boolean {
  return isRecord(capacity) && isCount(capacity['cpus'], 1) && isCurve(capacity['points']);
}

function isSetting(setting: unknown): boolean {
  return (
    isRecord(setting) &&
    ['processes', 'pool', 'cpus'].every((key) => isCount(setting[key], 1)) &&
    loadSchema.safeParse(setting['load']).success
  );
}

function isCurve(points: unknown): boolean {
  if (!Array.isArray(points) || points.length === 0) return false;
  let last = 0;
  for (const point of points) {
    if (!Array.isArray(point) || !isCount(point[0], 0) || !isCount(point[1], 0) || point[1] === 0)
      return false;
    if (point[0] <= last) return false;
    last = point[0];
  }
  return true;
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least;
}
