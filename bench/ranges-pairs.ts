/**
 * Pairs of measured settings, each predicted from the other: what prediction ranges are held to. Kept are calibrations with the
 * figures of the other settings of their run (`bench/data/pairs.json`), so that predictions and ranges are always those of the
 * code as it is; only what the counters were read as is of the day of the measurement.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { summarize } from '../src/judge/summarize.ts';
import type { Calibration, CapacityData } from '../src/model/prediction.ts';
import { readCalibration } from '../src/model/prediction.ts';
import { calibrate } from '../src/predict/calibrate.ts';
import { equivalentFits } from '../src/predict/equivalent-fits.ts';
import { drawn } from '../src/predict/model.ts';
import { measuredOthers } from '../src/predict/predict-run.ts';
import { ownBottleneck, predictAt } from '../src/predict/what-if.ts';
import type { StoredRun } from '../src/store/store.ts';
import { figures, type Figure, type Pair } from './ranges-coverage.ts';

/** One run of one server. */
export interface Group {
  readonly server: string;
  readonly calibrations: readonly Calibration[];
}

const file = join(import.meta.dirname, 'data/pairs.json');

/** @throws Error for a calibration that this version cannot read */
export function readGroups(): Group[] {
  if (!existsSync(file)) return [];
  const { groups } = JSON.parse(readFileSync(file, 'utf8')) as { groups: Group[] };
  return groups.map(({ server, calibrations }) => ({
    server,
    calibrations: calibrations.map((one) => {
      const found = readCalibration(one);
      if ('refused' in found) throw new Error(`${server}: ${found.refused.code}`);
      return found;
    }),
  }));
}

export function writeGroups(groups: readonly Group[]): void {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  // A calibration on each line, so that a further one is one more line in a difference.
  const lines = groups.map(
    ({ server, calibrations }) =>
      `{"server":${JSON.stringify(server)},"calibrations":[\n${calibrations.map((one) => JSON.stringify(one, short)).join(',\n')}\n]}`,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{"schema":1,"groups":[\n${lines.join(',\n')}\n]}\n`);
}

/** Every setting of a run that can be calibrated, with what the run measured at the others. */
export function groupOf(server: string, run: StoredRun, capacity: CapacityData): Group {
  const summaries = summarize(run.plan, run.trials);
  const calibrations = run.plan.cells.flatMap((cell) => {
    const found = calibrate(run, cell, capacity);
    if ('refused' in found) return [];
    const variants = equivalentFits(run, cell, found, capacity);
    const others = measuredOthers(run, cell, found, summaries);
    return [{ ...found, from: { ...found.from, server }, variants, others }];
  });
  return { server, calibrations };
}

/** What the range says of each other setting, told nothing of it. */
export function pairsOf({ server, calibrations }: Group): Pair[] {
  return calibrations.flatMap(({ others, ...alone }) => {
    const own = ownBottleneck(alone);
    return others.flatMap((other) => {
      const found = predictAt({ ...alone, others: [] }, other.setting, false, own, drawn);
      if ('refused' in found) return [];
      return figures.flatMap((figure) =>
        pairOf(server, figure, other[figure], found[figure], found.range[figure]),
      );
    });
  });
}

function pairOf(
  server: string,
  figure: Figure,
  measured: number | null,
  predicted: number | null,
  range: readonly [number, number] | null,
): Pair[] {
  if (measured === null || predicted === null || range === null) return [];
  const [low, high] = range;
  return [
    {
      server,
      figure,
      off: Math.log(measured / predicted),
      below: Math.log(predicted / low),
      above: Math.log(high / predicted),
    },
  ];
}
