/**
 * Pairs of measured settings, each predicted from the other: what prediction ranges are held to. `bench/data/pairs.json` has each
 * calibration with what its run measured elsewhere and what was predicted there, by it and by whatever else explains its cell. The
 * ranges are always those of the code as it is; the predictions are made again by `npm run bench -- ranges --again`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summarize } from '../src/judge/summarize.ts';
import {
  type Calibration,
  type CapacityData,
  type MeasuredSetting,
  type ModelFigures,
  readCalibration,
} from '../src/model/prediction.ts';
import { calibrate } from '../src/predict/calibrate.ts';
import { equivalentFits } from '../src/predict/predict.ts';
import { drawn } from '../src/predict/model.ts';
import { measuredOthers } from '../src/predict/predict-run.ts';
import { rangesOf, reachOf } from '../src/predict/range.ts';
import { explainedAt, ownBottleneck } from '../src/predict/what-if.ts';
import type { StoredRun } from '../src/store/store.ts';
import { figures, type Figure, type Pair } from './ranges-coverage.ts';

/** A setting of the same run, and what was predicted of it. */
interface Predicted {
  readonly measured: MeasuredSetting;
  /** By the calibration, and by what explains its cell as well. */
  readonly predicted: readonly [ModelFigures, ...ModelFigures[]];
  readonly isOtherBottleneck: boolean;
}

/** One run of one server: each of its settings, with the others as predicted from it. */
export interface Group {
  readonly server: string;
  readonly settings: readonly { readonly calibration: Calibration; readonly pairs: readonly Predicted[] }[];
}

const file = join(import.meta.dirname, 'data/pairs.json');

/** @throws Error for a calibration that this version cannot read */
export function readGroups(): Group[] {
  const { groups } = JSON.parse(readFileSync(file, 'utf8')) as { groups: Group[] };
  return groups.map(({ server, settings }) => ({
    server,
    settings: settings.map(({ calibration, pairs }) => {
      const found = readCalibration(calibration);
      if ('refused' in found) throw new Error(`${server}: ${found.refused.code}`);
      return { calibration: found, pairs };
    }),
  }));
}

export function writeGroups(groups: readonly Group[]): void {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  // A pair on each line, so that a difference shows which.
  const lines = groups.map(({ server, settings }) => {
    const each = settings.map(
      ({ calibration, pairs }) =>
        `{"calibration":${JSON.stringify(calibration, short)},\n"pairs":[\n${pairs.map((pair) => JSON.stringify(pair, short)).join(',\n')}]}`,
    );
    return `{"server":${JSON.stringify(server)},"settings":[\n${each.join(',\n')}]}`;
  });
  writeFileSync(file, `{"schema":1,"groups":[\n${lines.join(',\n')}]}\n`);
}

/** Every setting of a run that can be calibrated, with what the run measured at the others. */
export function groupOf(server: string, run: StoredRun, capacity: CapacityData): Group {
  const summaries = summarize(run.plan, run.trials);
  const settings = run.plan.cells.flatMap((cell) => {
    const found = calibrate(run, cell, capacity);
    if ('refused' in found) return [];
    const variants = equivalentFits(run, cell, found, capacity);
    // Where it lay is nobody's business.
    const { command: _, ...from } = found.from;
    const calibration = { ...found, from: { ...from, server }, variants };
    return [{ calibration, pairs: predictedBy(calibration, measuredOthers(run, cell, found, summaries)) }];
  });
  return { server, settings };
}

/** What the model says of each other setting, told nothing of it. */
function predictedBy(calibration: Calibration, others: readonly MeasuredSetting[]): Predicted[] {
  const own = ownBottleneck(calibration);
  return others.flatMap((measured) => {
    const found = explainedAt({ ...calibration, others: [] }, measured.setting, false, own, drawn);
    if ('refused' in found) return [];
    return [{ measured, predicted: found.all, isOtherBottleneck: found.isOtherBottleneck }];
  });
}

/** The same of a group that is stored, by the model of today. */
export const predictedAgain = ({ server, settings }: Group): Group => ({
  server,
  settings: settings.map(({ calibration, pairs }) => ({
    calibration,
    pairs: predictedBy(
      calibration,
      pairs.map(({ measured }) => measured),
    ),
  })),
});

/** @param isTold whether a range knows what the run measured at the settings that it is not of */
export function pairsOf({ server, settings }: Group, isTold: boolean): Pair[] {
  return settings.flatMap(({ calibration, pairs }) => {
    const rangesBy = (others: readonly MeasuredSetting[]) =>
      pairs.map(({ measured, predicted, isOtherBottleneck }) =>
        rangesOf({ ...calibration, others }, measured.setting, predicted, isOtherBottleneck),
      );
    const alone = rangesBy([]);
    const others = pairs.map(({ measured, predicted: [first] }, i): MeasuredSetting => {
      const reach = (of: 'throughput' | 'mean') =>
        reachOf(measured[of], first[of], alone[i]?.[of] ?? [0, Infinity]);
      return { ...measured, reach: { throughput: reach('throughput'), mean: reach('mean') } };
    });
    const ranges = isTold ? rangesBy(others) : alone;
    return pairs.flatMap(({ measured, predicted: [first] }, i) =>
      figures.flatMap((figure) =>
        pairOf(server, figure, measured[figure], first[figure], ranges[i]?.[figure] ?? null),
      ),
    );
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
