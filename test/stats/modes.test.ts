import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalShares } from '../../src/stats/distributions.ts';
import { fewestForModes, heaps, modes } from '../../src/stats/modes.ts';
import { normal, seeded, type Random } from '../../src/stats/random.ts';

const runs = 2000;

/** Share of simulated runs of `series` settings with `trials` each in which any is said to have two modes. */
function alarms(trials: number, series: number, draw: (random: Random) => number): number {
  const random = seeded(11);
  let called = 0;
  for (let run = 0; run < runs; run++) {
    const settings = Array.from({ length: series }, () => Array.from({ length: trials }, () => draw(random)));
    if (settings.some((values) => modes(values, series)?.isTwo)) called++;
  }
  return called / runs;
}

const steady = (random: Random) => 0.03 * normal(random);
/** 4% of the trials lose 5 to 30%. */
const withHiccups = (random: Random) =>
  steady(random) + (random() < 0.04 ? Math.log(0.95 - 0.25 * random()) : 0);

for (const trials of [8, 9, 13, 19, 28]) {
  test(`two modes are called in at most 2 of 100 runs of ${trials} trials that have one`, () => {
    for (const draw of [steady, withHiccups]) {
      for (const series of [1, 20]) {
        const share = alarms(trials, series, draw);
        assert.ok(share <= 0.02, `${share} of runs with ${series} settings`);
      }
    }
  });

  test(`two modes of ${trials} trials that lie 40% apart are found in nine of ten runs`, () => {
    const random = seeded(12);
    const found = Array.from({ length: 500 }, () =>
      modes(Array.from({ length: trials }, (_, i) => steady(random) / 1.5 + (i % 2) * 0.4)),
    ).filter((each) => each?.isTwo);
    assert.ok(found.length >= 450, `${found.length} of 500`);
    assert.ok(found.every((each) => Math.abs(each?.low.length ?? 0) >= 2));
  });
}

test('one outlier is no mode, nor are equal values; fewer than eight are not looked at', () => {
  assert.equal(modes([1, 1.01, 0.99, 1, 1.02, 0.98, 1.01, 5])?.isTwo, false);
  assert.equal(modes(Array.from({ length: 9 }, () => 3))?.isTwo, false);
  assert.equal(modes(Array.from({ length: fewestForModes - 1 }, (_, i) => i % 2)), null);
  assert.equal(modes([0, 0, 0, 0, 1, 1, 1, 1])?.isTwo, true);
});

test('equal shares are called unequal as often as the level says', () => {
  const random = seeded(13);
  let called = 0;
  for (let run = 0; run < runs; run++) {
    const counts = [0, 0, 0, 0];
    for (let request = 0; request < 200; request++) {
      const worker = Math.floor(4 * random());
      counts[worker] = (counts[worker] ?? 0) + 1;
    }
    if (equalShares(counts).p < 0.05) called++;
  }
  assert.ok(called / runs > 0.035 && called / runs < 0.065, `${called / runs}`);
  assert.deepEqual(equalShares([5]), { statistic: 0, p: 1 });
});

test('many values make two heaps where they come from two states, and one where they have a tail', () => {
  const random = seeded(13);
  const draw = (one: () => number) => Array.from({ length: 2000 }, one);
  const two = heaps(draw(() => 0.08 * normal(random) + (random() < 0.3 ? 0.63 : 0)));
  assert.ok(two && Math.abs(two.upper - 0.3) < 0.04 && Math.abs(two.apart - 0.63) < 0.03);
  assert.equal(heaps(draw(() => normal(random))), null);
  assert.equal(heaps(draw(() => random())), null);
  assert.equal(heaps(draw(() => Math.min(0.9, -0.15 * Math.log(1 - random())))), null);
  assert.equal(heaps(draw(() => 0.08 * normal(random) + (random() < 0.03 ? 0.63 : 0))), null);
  assert.equal(heaps([]), null);
  assert.equal(heaps([1, 1, 1]), null);
});
