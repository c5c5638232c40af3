/** The tables of the doctor's reports: the processes, where their pool threads were, and what trace events said of jobs. */
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { PoolWait, Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import { message, say } from '../../messages/message.ts';
import { briefCommand, spoken } from './words.ts';
import { columnName } from '../outline/names.ts';
import type { Table, TableCell, TableColumn } from '../page.ts';
import { brief, bytes, duration, percent } from '../../format/number.ts';
import { oneLine } from '../../format/printable.ts';
import { shorten } from '../../format/width.ts';
import { waitFloor } from '../../format/words.ts';

const unknown = '–';
/** Of a command line; where there are several processes their roles say more. */
const longestCommand = { one: 36, several: 20 };
/** With fewer jobs its last hundredth is one of them. */
const enoughForP99 = 100;

const left = (label: string, rank = 0): TableColumn => ({ label, align: 'left', rank });
const right = (label: string, rank = 0): TableColumn => ({ label, align: 'right', rank });
const cells = (texts: readonly string[]): TableCell[] => texts.map((text) => ({ text }));

/** A column of the table of processes: what it has of each, and of all of them. */
interface ProcessColumn extends TableColumn {
  readonly of: (process: Vitals) => string;
  readonly all: string;
}

/** Rows of the processes that were seen, and a total where there are several. Unknown figures are a dash. */
export function processTable({ processes, service }: Diagnosis): Table {
  const isMany = processes.length > 1;
  const serving = processes.filter(({ role }) => role !== 'launcher');
  const total = (pick: (pool: Vitals['pool']) => number | null) => sum(serving.map(({ pool }) => pick(pool)));
  const room = isMany ? longestCommand.several : longestCommand.one;
  const isAlone = !isMany && processes[0]?.role === 'single';
  const columns: readonly ProcessColumn[] = [
    { ...right('pid'), of: ({ pid }) => String(pid), all: say(message('word.all')) },
    // Where there is one process, its role says nothing.
    ...(isAlone ? [] : [{ ...left(columnName('role'), 1), of: ({ role }: Vitals) => role, all: '' }]),
    {
      ...left(columnName('command'), 1),
      of: ({ command }) => shorten(briefCommand(command), room),
      all: say(message('doctor.serving', { processes: service.serving })),
    },
    {
      ...right('CPU'),
      of: ({ cpu }) => `${cpu.used.toFixed(2)}/${number(cpu.available)}`,
      all: `${service.used.toFixed(2)}/${number(service.cpus)}`,
    },
    {
      ...right(columnName('loop')),
      of: ({ loop }) => (loop.utilization === null ? unknown : percent(loop.utilization)),
      all: unknown,
    },
    {
      ...right(columnName('pool-busy')),
      of: ({ pool }) => busyText(pool.busy, pool.size),
      all: busyText(
        total(({ busy }) => busy),
        total(({ size }) => size),
      ),
    },
    {
      ...right(columnName('queue')),
      of: ({ pool }) => number(pool.queue?.mean ?? null),
      all: number(total(({ queue }) => queue?.mean ?? null)),
    },
    { ...right(columnName('wait-p50')), of: ({ pool }) => waitText(pool.wait, 'p50'), all: unknown },
    { ...right('p95', 4), of: ({ pool }) => waitText(pool.wait, 'p95'), all: unknown },
    {
      ...right('RSS', 1),
      of: ({ memory }) => bytes(memory.rss),
      all: bytes(processes.reduce((all, { memory }) => all + memory.rss, 0)),
    },
  ];
  return {
    title: say(message('word.Processes')),
    note: say(message('doctor.processes-note')),
    columns,
    rows: [
      ...processes.map((one) => cells(columns.map(({ of }) => of(one)))),
      ...(isMany ? [cells(columns.map(({ all }) => all))] : []),
    ],
  };
}

/** `3.9/4`; `unused` before the pool's first job. */
function busyText(busy: number | null, size: number | null): string {
  if (size === 0) return say(message('word.unused'));
  if (busy === null && size === null) return unknown;
  return `${number(busy)}/${size ?? '?'}`;
}

function waitText(wait: PoolWait | null, which: 'p50' | 'p95'): string {
  if (wait === null) return unknown;
  // Nothing came back: what is known is that they wait since.
  if (wait.jobs === 0 && wait.oldest !== null)
    return say(message('doctor.waits-over', { oldest: wait.oldest }));
  return wait[which] < waitFloor ? say(message('word.none')) : duration(wait[which]);
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

/** @returns where the pool's threads were found, a row for each place */
export function placesTable(processes: readonly Vitals[]): Table {
  const many = processes.length > 1;
  return {
    title: say(message('doctor.places')),
    note: '',
    columns: [
      ...(many ? [right('pid')] : []),
      left(columnName('place')),
      right(columnName('share-of-time')),
      right(columnName('threads'), 1),
    ],
    rows: processes.flatMap(({ pid, pool }) =>
      pool.whereabouts.map(({ doing, share, threads }) =>
        cells([
          ...(many ? [String(pid)] : []),
          spoken(message('doctor.state', doing)),
          percent(share),
          String(threads),
        ]),
      ),
    ),
  };
}

/** @returns a row for each kind of job; none where no process was asked for trace events, or none came */
export function captureTable({ processes }: Pick<Watch, 'processes'>): Table {
  const taken = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  const many = processes.length > 1;
  const rows = taken.flatMap(({ pid, duration: length, isAborted, kinds }) => {
    const lasted = isAborted
      ? say(message('doctor.capture-ended-early', { taken: length }))
      : duration(length);
    const rowOf = (texts: readonly string[]) => cells([...(many ? [String(pid)] : []), ...texts, lasted]);
    if (kinds.length === 0) return [rowOf([say(message('doctor.no-job')), '0', unknown, unknown, unknown])];
    return kinds
      .toSorted((one, other) => other.jobs * other.mean - one.jobs * one.mean)
      .map(({ kind, jobs, mean, p50, p99 }) =>
        rowOf([
          oneLine(kind),
          jobs.toLocaleString('en-US'),
          duration(mean),
          duration(p50),
          jobs < enoughForP99 ? unknown : duration(p99),
        ]),
      );
  });
  const notes = [
    message('doctor.capture-note'),
    ...taken
      .filter(({ isAborted }) => isAborted)
      .map(({ pid, rate, duration: length }) =>
        message('doctor.capture-cut', { pid: many ? pid : null, taken: length, rate }),
      ),
  ];
  return {
    title: say(message('doctor.capture')),
    note: notes.map(say).join(' '),
    columns: [
      ...(many ? [right('pid')] : []),
      left(columnName('kind')),
      right(columnName('jobs')),
      right(columnName('mean')),
      right('p50'),
      right('p99'),
      right(columnName('taken-for'), 1),
    ],
    rows,
  };
}
