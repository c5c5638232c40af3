import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { normal, seeded } from '../../src/stats/random.ts';
import { ranking } from '../../src/stats/ranking.ts';
import { sameWithin } from '../../src/stats/sameness.ts';

test('The share is what the furthest one may differ, and grows with the errors and with the settings', () => {
  const exact = { value: 0, error: 1e-9 };
  const off = { value: Math.log(1.0951), error: 1e-9 };
  assert.equal(sameWithin([exact, exact], 2, 10, 0.95), 0.01);
  assert.equal(sameWithin([exact, off], 2, 10, 0.95), 0.1);
  const noisy = { value: 0, error: 0.03 };
  const one = sameWithin([noisy], 1, 10, 0.95) ?? 0;
  const several = sameWithin([noisy, noisy, noisy], 6, 10, 0.95) ?? 0;
  assert.ok(one > 0.05 && several > one, `${one} ${several}`);
  assert.equal(sameWithin([{ value: 0.6, error: 0.01 }], 1, 10, 0.95), null);
});

suite('In 2,000 seeded runs the sentence is false in at most 5%', () => {
  const settings = 7;
  /** Of each run: blocks of all settings, of which the first is the reference and the others lie `far` beside it. */
  function falseShare(far: number, blocks: number, chosen: 'all' | 'nearest'): number {
    let wrong = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const random = seeded(seed);
      const table = Array.from({ length: blocks }, () => {
        const block = 0.05 * normal(random);
        return Array.from(
          { length: settings },
          (_, i) => (i === 0 ? 0 : Math.log(far)) + block + 0.05 * normal(random),
        );
      });
      const fitted = ranking(table);
      assert.ok(fitted);
      const all = Array.from({ length: settings - 1 }, (_, i) => ({
        value: fitted.value(i + 1) - fitted.value(0),
        error: fitted.error(i + 1, 0),
      })).toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value));
      const said = chosen === 'all' ? all : all.slice(0, 1);
      const share = sameWithin(said, settings - 1, fitted.degrees, 0.95);
      if (share !== null && Math.log1p(share) < Math.abs(Math.log(far))) wrong++;
    }
    return wrong / 2000;
  }
  for (const chosen of ['all', 'nearest'] as const)
    for (const blocks of [2, 5])
      test(`of ${blocks} blocks, said of ${chosen === 'all' ? 'all' : 'the one that luck brought nearest'}`, () => {
        for (const far of [0.9, 1.3]) {
          const share = falseShare(far, blocks, chosen);
          assert.ok(share <= 0.05, `${far}: ${share}`);
        }
      });
});
