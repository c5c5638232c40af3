import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { earlierTables } from '../../bench/pages/published/pool-size.ts';
import { publishedTables, type PublishedTable } from '../../src/lab/experiments/pool-size/published.ts';
import { fitBurst, fitProcesses, predictBurst } from '../../bench/burst-model.ts';
import { mean } from '../../src/stats/mean-and-spread.ts';
import { near } from '../kit/near.ts';

/**
 * The model against somebody else's measurements: 180 published numbers, four of which it is told. Not told: how many processes
 * the second three tables come from.
 */
const server = { cores: 6, cpus: 12, jobsPerRequest: 10, loop: 0.001, gap: 0.015 };
/** Clients, and requests of each. */
const cases = { 1: [1, 15], 2: [15, 1], 3: [15, 5] } as const;

const cellOf = (table: PublishedTable, pool: number) => {
  const [clients, requestsEach] = cases[table.case];
  return { pool, clients, requestsEach };
};
const [first] = publishedTables as [PublishedTable];
const told = (pool: number) => {
  const row = first.rows.find(([size]) => size === pool);
  assert.ok(row);
  const [, min, max] = row;
  return { cell: { ...cellOf(first, pool), processes: 1 }, min, max };
};
/** One repetition less for the large tables: five times the jobs say as much. */
const replications = (table: PublishedTable) => (table.case === 3 ? 4 : 12);

suite('Four numbers of the first published table', () => {
  const model = fitBurst(server, { work: told(4), slope: told(12), cv: told(8), unfairness: told(128) }, 12);
  const isTold = (table: PublishedTable, pool: number, figure: string) =>
    table === first &&
    (figure === 'max' ? pool === 4 || pool === 12 : figure === 'min' && (pool === 8 || pool === 128));
  const processes = publishedTables.map((table) => {
    const rows = table.rows.map(([pool, min, max, average]) => ({
      cell: cellOf(table, pool),
      min,
      max,
      average,
    }));
    return fitProcesses(server, model, rows, [1, 2, 3, 4], 2).processes;
  });
  const errors: Record<'min' | 'max' | 'average', number[]> = { min: [], max: [], average: [] };
  for (const [i, table] of publishedTables.entries()) {
    for (const [pool, min, max, average] of table.rows) {
      const cell = { ...cellOf(table, pool), processes: processes[i] ?? NaN };
      const figures = predictBurst(server, model, cell, replications(table));
      for (const [figure, published] of Object.entries({ min, max, average })) {
        const name = figure as keyof typeof errors;
        if (!isTold(table, pool, name)) errors[name].push(Math.abs(figures[name] / published - 1));
      }
    }
  }

  test('give the work of a job, the worth of a second hyper-thread, and two kinds of luck', () => {
    near(model.work, 0.5, 0.01);
    near(model.slope, 0.19, 0.02);
    assert.ok(model.cv > 0.02 && model.cv < 0.07, String(model.cv));
    assert.ok(model.unfairness > 0.1 && model.unfairness < 0.16, String(model.unfairness));
  });

  test('find the hidden number of processes of each of the six tables', () => {
    assert.deepEqual(processes, [1, 1, 1, 2, 2, 2]);
  });

  test('predict the other 176: maximum and average to 3% on average, the minimum to 16%', () => {
    assert.equal(errors.min.length + errors.max.length + errors.average.length, 176);
    assert.ok(mean(errors.max) <= 0.03, `maximum ${mean(errors.max)}`);
    assert.ok(mean(errors.average) <= 0.03, `average ${mean(errors.average)}`);
    // The minimum is one job of hundreds: its author's own second day differs from his first by up to 48%.
    assert.ok(mean(errors.min) <= 0.16, `minimum ${mean(errors.min)}`);
    assert.ok(Math.max(...errors.max, ...errors.average) <= 0.12);
  });

  test('predict another day as well as its author repeats it', () => {
    const found: number[] = [];
    const repeated: number[] = [];
    for (const [i, table] of earlierTables.slice(0, 2).entries()) {
      for (const [row, [pool, , max, average]] of table.rows.entries()) {
        const figures = predictBurst(server, model, { ...cellOf(table, pool), processes: 1 }, 12);
        const [, , later = NaN, laterAverage = NaN] = publishedTables[i]?.rows[row] ?? [];
        found.push(Math.abs(figures.max / max - 1), Math.abs(figures.average / average - 1));
        repeated.push(Math.abs(later / max - 1), Math.abs(laterAverage / average - 1));
      }
    }
    assert.ok(mean(found) < mean(repeated) + 0.01, `${mean(found)}, repeated ${mean(repeated)}`);
  });
});
