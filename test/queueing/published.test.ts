/**
 * The model against somebody else's measurements: 180 published numbers, three of which it is told. Not told: how many processes
 * the second three tables come from.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { earlierTables } from '../../bench/pages/published/pool-size.ts';
import { publishedTables, type PublishedTable } from '../../src/lab/experiments/pool-size/published.ts';
import { cellOf, fittedToFirst, predictBurst, processesOf } from './burst-model.ts';
import { mean } from '../../src/stats/mean-and-spread.ts';
import { near } from '../kit/near.ts';

/** One repetition less for the large tables: five times the jobs say as much. */
const replications = (table: PublishedTable) => (table.case === 3 ? 4 : 12);

suite('Three numbers of the first published table', () => {
  const model = fittedToFirst(12);
  const isTold = (table: number, pool: number) => table === 0 && (pool === 4 || pool === 12);
  const processes = publishedTables.map((table) => processesOf(model, table, [1, 2, 3, 4], 2));
  const errors: Record<'max' | 'average', number[]> = { max: [], average: [] };
  for (const [i, table] of publishedTables.entries()) {
    for (const [pool, , max, average] of table.rows) {
      const cell = cellOf(table, pool, processes[i] ?? NaN);
      const figures = predictBurst(model, cell, replications(table));
      if (!isTold(i, pool)) errors.max.push(Math.abs(figures.max / max - 1));
      errors.average.push(Math.abs(figures.average / average - 1));
    }
  }

  test('give the work of a job, the worth of a second hyper-thread, and how much jobs vary', () => {
    near(model.work, 0.5, 0.01);
    near(model.slope, 0.19, 0.02);
    assert.ok(model.cv > 0.02 && model.cv < 0.07, String(model.cv));
  });

  test('find the hidden number of processes of each of the six tables', () => {
    assert.deepEqual(processes, [1, 1, 1, 2, 2, 2]);
  });

  // The minimum is one job of hundreds: its author's own second day differs from his first by up to 48%.
  test('predict the other 118 maxima and averages to 3% on average', () => {
    assert.equal(errors.max.length + errors.average.length, 118);
    assert.ok(mean(errors.max) <= 0.03, `maximum ${mean(errors.max)}`);
    assert.ok(mean(errors.average) <= 0.03, `average ${mean(errors.average)}`);
    assert.ok(Math.max(...errors.max, ...errors.average) <= 0.12);
  });

  test('predict another day as well as its author repeats it', () => {
    const found: number[] = [];
    const repeated: number[] = [];
    for (const [i, table] of earlierTables.slice(0, 2).entries()) {
      for (const [row, [pool, , max, average]] of table.rows.entries()) {
        const figures = predictBurst(model, cellOf(table, pool, 1), 12);
        const [, , later = NaN, laterAverage = NaN] = publishedTables[i]?.rows[row] ?? [];
        found.push(Math.abs(figures.max / max - 1), Math.abs(figures.average / average - 1));
        repeated.push(Math.abs(later / max - 1), Math.abs(laterAverage / average - 1));
      }
    }
    assert.ok(mean(found) < mean(repeated) + 0.01, `${mean(found)}, repeated ${mean(repeated)}`);
  });
});
