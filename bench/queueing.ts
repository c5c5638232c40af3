/**
 * What the model of a Node process costs and is worth: how long the simulation of 100,000 pool jobs takes on this machine, and
 * how far the model is from six published tables when it is fitted to three of their numbers.
 *
 *     npm run bench -- queueing
 */
import { publishedTables, type PublishedTable } from '../src/lab/experiments/pool-size/published.ts';
import { earlierTables } from './pages/published/pool-size.ts';
import { cellOf, fittedToFirst, predictBurst } from './burst-model.ts';
import { hinge } from '../src/queueing/capacity.ts';
import { simulate } from '../src/queueing/simulate.ts';

const settings = [
  { pool: 4, processes: 1 },
  { pool: 13, processes: 1 },
  { pool: 128, processes: 1 },
  { pool: 1024, processes: 2 },
];

console.log(
  '100,000 pool jobs, 10 for each request, 12 logical CPUs; the median of five runs, after one to warm up\n',
);
for (const { pool, processes } of settings) {
  const times = Array.from({ length: 6 }, (_, seed) => {
    const start = performance.now();
    simulate(
      {
        processes,
        pool,
        capacity: hinge(6, 12, 0.188),
        load: { kind: 'closed', clients: 500, each: 20 },
        steps: [
          { kind: 'loop', cpu: 0.001 },
          { kind: 'jobs', count: 10, cpu: { mean: 0.5, cv: 0.04 }, wait: 0.05 },
        ],
      },
      { seed },
    );
    return performance.now() - start;
  });
  const [, , median = NaN] = times.slice(1).toSorted((a, b) => a - b);
  console.log(
    `${String(processes).padStart(2)} × ${String(pool).padStart(4)} threads  ${median.toFixed(0).padStart(5)} ms`,
  );
}

const start = performance.now();
const model = fittedToFirst();
console.log(`\nfitted in ${(performance.now() - start).toFixed(0)} ms: ${JSON.stringify(model)}\n`);
console.log(
  'mean absolute error in %: min, max, average (the first table includes the three numbers that it was fitted to)',
);

function errors(table: PublishedTable): string {
  const sums = [0, 0, 0];
  const processes = table.topology === 'pm2-fork' ? 1 : 2;
  for (const [pool, ...published] of table.rows) {
    const { min, max, average } = predictBurst(model, cellOf(table, pool, processes));
    for (const [i, value] of [min, max, average].entries())
      sums[i] = (sums[i] ?? 0) + Math.abs(value / (published[i] ?? NaN) - 1) / table.rows.length;
  }
  return sums.map((sum) => (100 * sum).toFixed(1).padStart(6)).join('');
}
for (const [i, table] of publishedTables.entries()) console.log(`table ${i + 1}    ${errors(table)}`);
for (const [i, table] of earlierTables.slice(0, 2).entries())
  console.log(`earlier ${i + 1}  ${errors(table)}`);
