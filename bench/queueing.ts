/**
 * What the model of a Node process costs: how long the simulation of 100,000 pool jobs takes on this machine. How far the model is
 * from published tables is in `test/queueing/published.test.ts`.
 *
 *     npm run bench -- queueing
 */
import { hinge } from '../src/queueing/capacity.ts';
import { simulate } from '../src/queueing/simulate.ts';
import { median } from '../src/stats/mean-and-spread.ts';

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
  console.log(
    `${String(processes).padStart(2)} × ${String(pool).padStart(4)} threads  ${median(times.slice(1)).toFixed(0).padStart(5)} ms`,
  );
}
