import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictedAgain, readGroups } from '../../bench/ranges-pairs.ts';
import type { MeasuredSetting, ModelFigures, ModelSetting } from '../../src/model/prediction.ts';
import { type RangeBase, rangesOf, reachOf } from '../../src/predict/range.ts';
import { normal, seeded } from '../../src/stats/random.ts';
import { servers } from '../tune/seen-servers.ts';

const setting: ModelSetting = { processes: 1, pool: 4, cpus: 4, load: { kind: 'closed', clients: 32 } };
const figure = (throughput: number): ModelFigures => ({
  throughput,
  mean: 32_000 / throughput,
  p50: null,
  p99: null,
});
const base: RangeBase = {
  setting,
  demands: servers['computes in the pool'] as RangeBase['demands'],
  measured: figure(100),
  band: { throughput: 0.03, mean: 0.03 },
  others: [],
};

const other = (
  pool: number,
  reach: number,
  { spread = 0.001, ...more }: Partial<MeasuredSetting> = {},
): MeasuredSetting => ({
  ...figure(100),
  cell: `pool=${pool}`,
  setting: { ...setting, pool },
  trials: 3,
  spread,
  reach: { throughput: reach, mean: reach },
  ...more,
});

/** In logarithms, to one side. */
function widthOf(
  others: readonly MeasuredSetting[],
  asked: Partial<ModelSetting> = { pool: 16 },
  band = base.band,
) {
  const { throughput } = rangesOf({ ...base, band, others }, { ...setting, ...asked }, [figure(100)], false);
  return Math.log(throughput[1] / 100);
}

test('the more settings the model fits, the narrower; one changes little', () => {
  const widths = [[], [8], [1, 8], [1, 2, 8, 32], [1, 2, 3, 6, 8, 12, 32, 64]].map((pools) =>
    widthOf(pools.map((pool) => other(pool, 0.2))),
  );
  assert.ok(
    widths.every((width, i) => i === 0 || width < (widths[i - 1] ?? 0)),
    widths.join(),
  );
  const [none = NaN, one = NaN] = widths;
  assert.ok(one > 0.85 * none, `${one} of ${none}`);
});

test('a setting that the model misses makes ranges wider by about as much', () => {
  const [none, missed] = [widthOf([]), widthOf([other(8, 3)])];
  assert.ok(missed > 1.8 * none && missed < 3 * none, `${missed} of ${none}`);
});

test('a measured setting does not speak for its own range, nor one of a single trial for any', () => {
  assert.equal(widthOf([other(16, 3)]), widthOf([]));
  const { reach: _, ...unheld } = other(8, 3);
  assert.equal(widthOf([unheld]), widthOf([]));
});

test('settings of other pool sizes say nothing good of more processes, but may say something bad', () => {
  const asked = { processes: 4 };
  assert.equal(widthOf([other(8, 0), other(2, 0)], asked), widthOf([], asked));
  assert.ok(widthOf([other(8, 2), other(2, 2)], asked) > widthOf([], asked));
});

test('no range is narrower than the luck of what was measured', () => {
  const pools = [1, 2, 3, 6, 8, 12, 32, 64];
  const widths = [0.001, 0.06, 0.08, 0.5].map((spread) =>
    widthOf(pools.map((pool) => other(pool, 0, { spread }))),
  );
  const [quiet = NaN, low = NaN, high = NaN, noisy = NaN] = widths;
  assert.ok(quiet < low);
  // Two means of three trials each, by Student's t of the 16 degrees of freedom of eight settings.
  assert.ok(Math.abs(low - 1.7459 * 0.06 * Math.sqrt(2 / 3)) < 1e-4, String(low));
  assert.ok(Math.abs(high / low - 4 / 3) < 1e-9);
  assert.equal(noisy, widthOf([]), 'noise alone makes no range wider');
});

for (const shared of [0, 0.5]) {
  test(`of simulated servers 9 of 10 values lie in their ranges, ${shared} of the variance in common`, () => {
    const random = seeded(5);
    const gauss = () => normal(random);
    const sessions = 4000;
    for (const pools of [[8], [2, 8], [1, 2, 8, 64], [1, 2, 3, 6, 8, 12, 32, 64]]) {
      let within = 0;
      for (let i = 0; i < sessions; i++) {
        // The error of all servers is Student's with 4 degrees of freedom, whose 90% end is the end of the range.
        const chi = Array.from({ length: 4 }, gauss).reduce((sum, one) => sum + one ** 2, 0) / 4;
        const common = gauss();
        const error = () =>
          (Math.sqrt(shared) * common + Math.sqrt(1 - shared) * gauss()) / Math.sqrt(chi) / 2.1318;
        const others = pools.map((pool) => other(pool, Math.abs(error())));
        if (Math.abs(error()) * widthOf([]) <= widthOf(others)) within++;
      }
      assert.ok(within >= 0.9 * sessions, `${pools.length} settings: ${within / sessions}`);
    }
  });
}

test('what lies at either end of a range reaches as far', () => {
  assert.ok(Math.abs(reachOf(50, 100, [50, 400]) - 1) < 1e-12);
  assert.ok(Math.abs(reachOf(200, 100, [50, 400]) - 0.5) < 1e-12);
  assert.equal(reachOf(100, 100, [50, 400]), 0);
});

test('the stored predictions are those of the model of today', () => {
  // Of each server one setting with one other: all of them take a minute.
  for (const { server, settings } of new Map(readGroups().map((group) => [group.server, group])).values()) {
    const few = settings
      .slice(0, 1)
      .map(({ calibration, pairs }) => ({ calibration, pairs: pairs.slice(-1) }));
    const again = predictedAgain({ server, settings: few });
    const [stored, now] = [few, again.settings].map((one) => one[0]?.pairs[0]?.predicted[0]);
    for (const key of ['throughput', 'mean'] as const) {
      const [was = NaN, is = NaN] = [stored?.[key], now?.[key]];
      // Figures are stored rounded, and another processor rounds otherwise: the simulation then has other luck.
      assert.ok(Math.abs(is / was - 1) < 0.03, `${server}: ${key} ${was}, now ${is}; ranges --again`);
    }
  }
});
