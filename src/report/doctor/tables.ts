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

const processColumns = (): readonly TableColumn[] => [
  right('pid'),
  left(columnName('role'), 1),
  left(columnName('command'), 1),
  right('CPU'),
  right(columnName('loop')),
  right(columnName('pool-busy')),
  right(columnName('queue')),
  right(columnName('wait')),
  right('p95', 4),
  right('RSS', 1),
];
/** Where the role stands among them. */
const roleAt = 1;

/** Rows of the processes that were seen, and a total where there are several. Unknown figures are a dash. */
export function processTable({ processes, service }: Diagnosis): Table {
  const room = processes.length > 1 ? longestCommand.several : longestCommand.one;
  const rows = processes.map((one) => row(one, room));
  const serving = processes.filter(({ role }) => role !== 'launcher');
  if (processes.length > 1) {
    rows.push(
      cells([
        say(message('report.all')),
        '',
        say(message('doctor.serving', { processes: service.serving })),
        `${cpu(service.used)}/${number(service.cpus)}`,
        unknown,
        busyText(sum(serving.map(({ pool }) => pool.busy)), sum(serving.map(({ pool }) => pool.size))),
        number(sum(serving.map(({ pool }) => pool.queue?.mean ?? null))),
        unknown,
        unknown,
        bytes(processes.reduce((all, { memory }) => all + memory.rss, 0)),
      ]),
    );
  }
  const table = {
    title: say(message('doctor.processes')),
    note: say(message('doctor.processes-note')),
    columns: processColumns(),
    rows,
  };
  const [only] = processes;
  return processes.length === 1 && only?.role === 'single' ? withoutRole(table) : table;
}

/** Where there is one process, its role says nothing. */
function withoutRole({ columns, rows, ...table }: Table): Table {
  return {
    ...table,
    columns: columns.toSpliced(roleAt, 1),
    rows: rows.map((each) => each.toSpliced(roleAt, 1)),
  };
}

function row({ pid, role, command, cpu: used, loop, pool, memory }: Vitals, room: number): TableCell[] {
  return cells([
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
  ]);
}

/** `3.9/4`; `unused` before the pool's first job. */
function busyText(busy: number | null, size: number | null): string {
  if (size === 0) return say(message('gauge.unused'));
  if (busy === null && size === null) return unknown;
  return `${number(busy)}/${size ?? '?'}`;
}

function waitText(wait: PoolWait | null, which: 'p50' | 'p95'): string {
  if (wait === null) return unknown;
  // Nothing came back: what is known is that they wait since.
  if (wait.jobs === 0 && wait.oldest !== null)
    return say(message('doctor.waits-over', { oldest: wait.oldest }));
  return wait[which] < waitFloor ? say(message('doctor.no-wait')) : duration(wait[which]);
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

/** @returns where the pool's threads were found, a row for each place */
export function placesTable(processes: readonly Vitals[]): Table {
  const many = processes.length > 1;
  return {
    title: say(message('doctor.places')),
    note: '',
    columns: [
      ...(many ? [right('pid')] : []),
      left(columnName('place')),
      right(columnName('share')),
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
      right(columnName('taken'), 1),
    ],
    rows,
  };
}
