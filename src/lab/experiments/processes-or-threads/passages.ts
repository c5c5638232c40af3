/** The experiment's own page: every split side by side. */
import { short, withInterval } from '../../../format/words.ts';
import type { Measured, Section, Summary, Table } from '../../../model/verdict.ts';
import { left, right, section } from '../experiment.ts';
import { ratioOf } from '../judgement.ts';
import { cellId, split, usualSize, type JobKind } from './grid.ts';
import { total } from './claims.ts';

const titles: Readonly<Record<JobKind, string>> = {
  pbkdf2: 'Jobs that compute: pbkdf2',
  held: 'Jobs that wait: a pipe that is full for 20 ms',
};

function name({ setting }: Summary): string {
  const { topology, processes, workers, pool } = setting;
  return topology === 'threads' ? `1 process, ${workers} workers, pool ${pool}` : `${processes} × ${pool}`;
}

/** Threads of all pools together. */
const threadsOf = ({ setting }: Summary) => Number(setting['processes']) * Number(setting['pool']);

function table(measured: Measured, kind: JobKind): Table {
  const rows = measured.summaries
    .filter(({ setting, metrics }) => setting['kind'] === kind && metrics.throughput)
    .toSorted((a, b) => threadsOf(a) - threadsOf(b));
  const whole = cellId(split(kind, 1, total));
  return {
    title: titles[kind],
    note: `Milliseconds from the request to its proved answer; 64 clients. The ratio is to one process with ${total} threads.`,
    columns: [
      left('processes × pool'),
      ...['pool threads', 'jobs/s', 'ratio', 'p50', 'p90', 'server CPU ms/job'].map(right),
    ],
    rows: rows.map((row) => {
      const { throughput, p50, p90, cpuPerRequest } = row.metrics;
      const compared = row.cell === whole ? null : ratioOf(measured, 'throughput', '', row.cell, whole);
      return [
        name(row),
        String(threadsOf(row)),
        throughput ? short(throughput.value) : '–',
        row.cell === whole ? '1' : compared ? withInterval(compared) : '–',
        ...[p50, p90, cpuPerRequest].map((one) => (one ? short(one.value) : '–')),
      ];
    }),
  };
}

export function passages(measured: Measured): Section[] {
  const tables = (['pbkdf2', 'held'] as const).map((kind) => table(measured, kind));
  return section(
    'One total, split over processes and threads',
    [
      `A pool belongs to a process. Splitting ${total} threads over processes moves the queue, not the work: with enough requests for each process the same number of jobs is in flight. What a split can cost is evenness, since round robin goes by connection and a queue of one process is not helped out by another’s idle thread; the p90 shows it.`,
      `Worker threads are loops, not pools: a server with more of them has still the ${usualSize} threads that UV_THREADPOOL_SIZE gives its process.`,
    ],
    tables,
  );
}
