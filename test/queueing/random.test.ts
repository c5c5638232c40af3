import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampler, simulate, stream } from '../../src/queueing/simulate.ts';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { meanOf, type Demand } from '../../src/queueing/system.ts';
import { near } from '../kit/near.ts';
import { setting } from './setting.ts';

test('demands have the mean and the spread that they are said to have', () => {
  const cases: readonly [Demand, cv: number][] = [
    [3, 0],
    [{ exponential: 3 }, 1],
    [{ mean: 3, cv: 0 }, 0],
    [{ mean: 3, cv: 0.04 }, 0.04],
    [{ mean: 3, cv: 1.5 }, 1.5],
  ];
  for (const [demand, cv] of cases) {
    const draw = sampler(demand, stream(1, 1));
    const seen = Array.from({ length: 200_000 }, draw);
    assert.equal(meanOf(demand), 3);
    near(mean(seen), 3, 0.02 + 0.02 * cv);
    near(deviation(seen) / mean(seen), cv, 0.04 * cv);
  }
});

test('streams of near seeds and near purposes have nothing to do with each other', () => {
  const count = 20_000;
  const draw = (seed: number, purpose: number) =>
    Array.from({ length: count }, stream(seed, purpose)).map((value) => value - 0.5);
  const streams = [draw(1, 0), draw(1, 1), draw(2, 0), draw(2, 1), draw(0, 0)];
  for (const [i, a] of streams.entries()) {
    for (const [j, b] of streams.entries()) {
      const product = a.reduce((sum, value, at) => sum + value * (b[at] as number), 0) / count;
      // The variance of a uniform number is 1/12; the product of two has a standard deviation of 1/12 too.
      const expected = i === j ? 1 / 12 : 0;
      near(product, expected, 4.5 / 12 / Math.sqrt(count));
    }
  }
});

test('the standard error of a simulation is one: twice it holds the truth in 93 to 97% of 2,000 seeded runs', () => {
  const runs = 2000;
  let holds = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const { response } = simulate(
      {
        ...setting({ load: { kind: 'poisson', rate: 0.3 } }),
        steps: [{ kind: 'loop', cpu: { exponential: 1 } }],
      },
      { seed, requests: 1500, warmup: 50 },
    );
    // Student's t for 20 batches, 19 degrees of freedom, 95%.
    if (Math.abs(response.mean - 1 / 0.7) < 2.093 * response.standardError) holds++;
  }
  assert.ok(holds >= 0.93 * runs && holds <= 0.97 * runs, `${holds} of ${runs}`);
});
