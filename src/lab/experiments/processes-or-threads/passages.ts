/** The experiment's own page: every split side by side. */
import type { Measured, Passage, Summary, Table } from '../../../model/verdict.ts';
import { figure, short } from '../evidence.ts';
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

function table(measured: Measured, kind: JobKind): Table | null {
  const rows = measured.summaries
    .filter(({ setting, metrics }) => setting['kind'] === kind && metrics.throughput)
    .toSorted((a, b) => threadsOf(a) - threadsOf(b));
  if (rows.length === 0) return null;
  const whole = cellId(split(kind, 1, total));
  return {
    title: titles[kind],
    note: `Milliseconds from the request to its proved answer; 64 clients. The ratio is to one process with ${total} threads.`,
    columns: [
      { label: 'processes × pool', align: 'left' },
      ...['pool threads', 'jobs/s', 'ratio', 'p50', 'p90', 'server CPU ms/job'].map((label) => ({
        label,
        align: 'right' as const,
      })),
    ],
    rows: rows.map((row) => {
      const { throughput, p50, p90, cpuPerRequest } = row.metrics;
      const compared = row.cell === whole ? null : measured.compare('throughput', row.cell, whole);
      return [
        name(row),
        String(threadsOf(row)),
        throughput ? short(throughput.value) : '–',
        row.cell === whole ? '1' : compared ? figure(compared.ratio) : '–',
        ...[p50, p90, cpuPerRequest].map((one) => (one ? short(one.value) : '–')),
      ];
    }),
  };
}

export function passages(measured: Measured): Passage[] {
  const tables = (['pbkdf2', 'held'] as const).flatMap((kind) => table(measured, kind) ?? []);
  if (tables.length === 0) return [];
  return [
    {
      title: 'One total, split over processes and threads',
      paragraphs: [
        `A pool belongs to a process. Splitting ${total} threads over processes moves the queue, not the work: with enough requests for each process the same number of jobs is under way. What a split can cost is evenness, since round robin goes by connection and a queue of one process is not helped out by another’s idle thread; the p90 shows it.`,
        `Worker threads are loops, not pools: a server with more of them has still the ${usualSize} threads that UV_THREADPOOL_SIZE gives its process.`,
      ],
      tables,
    },
  ];
}
