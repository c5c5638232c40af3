import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateCritical, certificateLooks, ranking } from '../../src/stats/ranking.ts';
import { normal, seeded, shuffled } from '../../src/stats/random.ts';
import { near } from '../kit/near.ts';

test('differences and their errors are those of textbook block means', () => {
  const table = [
    [0.1, 0.3, 0.2],
    [0.2, 0.5, 0.3],
    [0.0, 0.1, 0.2],
    [0.1, 0.2, 0.2],
  ];
  const fitted = ranking(table);
  assert.ok(fitted);
  assert.deepEqual(fitted.columns, [0, 1, 2]);
  near(fitted.value(1) - fitted.value(0), 0.175, 1e-9);
  near(fitted.value(2) - fitted.value(1), -0.05);
  assert.equal(fitted.degrees, 6);
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const)
    near(fitted.error(a, b), fitted.deviation * Math.sqrt(2 / 4), 1e-9);
});

test('a setting that was measured less is known less well, and one that was never measured is not in the ranking', () => {
  const table = [
    [0.1, 0.3, null, 0.2],
    [0.2, 0.5, null, null],
    [0.0, 0.1, null, null],
  ];
  const fitted = ranking(table);
  assert.deepEqual(fitted?.columns, [0, 1, 3]);
  assert.ok((fitted?.error(0, 3) ?? 0) > (fitted?.error(0, 1) ?? 0));
  assert.equal(ranking([[1, 2]]), null);
  assert.equal(ranking([]), null);
});

/**
 * Everything that a certificate promises fails with one event: at some look the best seems worse than another by more than
 * the halfwidth. All settings equal, one of them the best by a hair: the worst case for the promise.
 */
test('the best looks worse than another by more than the halfwidth in at most 5% of searches', () => {
  const random = seeded(20_260_418);
  for (const settings of [2, 4, 8]) {
    const sessions = 1000;
    let failed = 0;
    for (let session = 0; session < sessions; session++) {
      const table: number[][] = [];
      let drift = 0;
      const isFailed = certificateLooks.slice(0, 5).some((look) => {
        while (table.length < look) {
          const row = Array.from({ length: settings }, () => 0);
          for (const column of shuffled([...row.keys()], random)) {
            drift = 0.9 * drift + 0.02 * normal(random);
            const hiccup = random() < 0.03 ? 0.15 + 0.05 * normal(random) : 0;
            row[column] = drift + 0.03 * normal(random) - hiccup;
          }
          table.push(row);
        }
        const fitted = ranking(table);
        assert.ok(fitted);
        const critical = certificateCritical(0.95, settings - 1, fitted.degrees);
        return fitted.columns.some(
          (other) => other > 0 && fitted.value(other) - fitted.value(0) > critical * fitted.error(0, other),
        );
      });
      if (isFailed) failed++;
    }
    // Bonferroni over looks and settings is cautious: 2 to 4% are what is reached. Standard error: 0.6%.
    assert.ok(failed / sessions <= 0.05, `${settings} settings: ${failed} of ${sessions}`);
    assert.ok(failed > 0, 'and it is not zero: the event exists');
  }
});
