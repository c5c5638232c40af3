/** The processes of a diagnosis as a table: a row for each, and what they use together. */
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { PoolWait, Vitals } from '../../model/vitals.ts';
import { briefCommand } from './words.ts';
import type { Grid, GridCell, GridColumn } from '../outline/grid.ts';
import { brief, bytes, duration, percent } from '../../format/number.ts';
import { shorten } from '../../format/width.ts';

/** An idle pool takes up to 0.08 ms of a probe's job; what is below this cannot be told from none. */
const leastWait = 0.2;
const unknown = '–';
/** Of a command line; where there are several processes their roles say more. */
const longestCommand = { one: 36, several: 20 };

const columns: readonly GridColumn[] = [
  { label: 'pid', align: 'right', rank: 0 },
  { label: 'role', align: 'left', rank: 1 },
  { label: 'command', align: 'left', rank: 1 },
  { label: 'CPU', align: 'right', rank: 0 },
  { label: 'loop', align: 'right', rank: 0 },
  { label: 'pool busy', align: 'right', rank: 0 },
  { label: 'queue', align: 'right', rank: 0 },
  { label: 'wait p50', align: 'right', rank: 0 },
  { label: 'p95', align: 'right', rank: 4 },
  { label: 'RSS', align: 'right', rank: 1 },
];

/** Rows of the processes that were seen, and a total where there are several. Unknown figures are a dash. */
export function processGrid({ processes, fleet }: Diagnosis): Grid {
  const room = processes.length > 1 ? longestCommand.several : longestCommand.one;
  const rows = processes.map((one) => row(one, room));
  const serving = processes.filter(({ role }) => role !== 'launcher');
  if (processes.length > 1) {
    rows.push(
      [
        'all',
        '',
        `${fleet.serving} serving`,
        `${cpu(fleet.used)}/${number(fleet.cpus)}`,
        unknown,
        busyText(sum(serving.map(({ pool }) => pool.busy)), sum(serving.map(({ pool }) => pool.size))),
        number(sum(serving.map(({ pool }) => pool.queue?.mean ?? null))),
        unknown,
        unknown,
        bytes(processes.reduce((all, { memory }) => all + memory.rss, 0)),
      ].map((text) => ({ text })),
    );
  }
  const table = {
    title: 'Processes',
    note: 'CPU: CPUs kept busy, of those that it may use. Loop: share of the time in which the event loop had something to do. Wait: how long a job that comes now would wait for a pool thread. A dash: not seen.',
    columns,
    rows,
  };
  const [only] = processes;
  return processes.length === 1 && only?.role === 'single' ? withoutRole(table) : table;
}

/** Where there is one process, its role says nothing. */
function withoutRole({ columns: all, rows, ...table }: Grid): Grid {
  const at = all.findIndex(({ label }) => label === 'role');
  return { ...table, columns: all.toSpliced(at, 1), rows: rows.map((cells) => cells.toSpliced(at, 1)) };
}

function row({ pid, role, command, cpu: used, loop, pool, memory }: Vitals, room: number): GridCell[] {
  return [
    String(pid),
    role,
    shorten(briefCommand(command), room),
    `${cpu(used.used)}/${number(used.available)}`,
    loop.utilization === null ? unknown : percent(loop.utilization),
    busyText(pool.busy, pool.size),
    number(pool.queue?.mean ?? null),
    waitText(pool.wait, 'p50'),
    waitText(pool.wait, 'p95'),
    bytes(memory.rss),
  ].map((text) => ({ text }));
}

/** `3.9/4`; `unused` before the pool's first job. */
function busyText(busy: number | null, size: number | null): string {
  if (size === 0) return 'unused';
  if (busy === null && size === null) return unknown;
  return `${number(busy)}/${size ?? '?'}`;
}

function waitText(wait: PoolWait | null, which: 'p50' | 'p95'): string {
  if (wait === null) return unknown;
  // Nothing came back: what is known is that they wait since.
  if (wait.jobs === 0 && wait.oldest !== null) return `over ${duration(wait.oldest)}`;
  return wait[which] < leastWait ? 'none' : duration(wait[which]);
}

function cpu(value: number): string {
  return value.toFixed(2);
}

/** One decimal is all that an average over a few seconds is good for. */
function number(value: number | null): string {
  if (value === null) return unknown;
  return value >= 100 ? brief(value) : value.toFixed(1).replace(/\.0$/, '');
}

/** Null if one of them is not known: a part is no sum. */
function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (all, value) => (all === null || value === null ? null : all + value),
    0,
  );
}
