/** The tables of the doctor's reports: the processes, where their pool threads were, and what trace events said of jobs. */
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import { message, say } from '../../messages/message.ts';
import { signals } from './signals.ts';
import { briefCommand } from './words.ts';
import { columnName } from '../outline/names.ts';
import { column, columnOf, lineOf, textCells, type Table, type TableCell } from '../page.ts';
import { bytes, duration } from '../../format/number.ts';
import { amount } from '../../format/words.ts';
import { shorten } from '../../format/width.ts';

const unknown = '–';
/** Characters of a command line that are shown; where there are several processes, their roles say more. */
const longestCommand = { one: 36, several: 20 };
/** Fewest jobs with a p99: with fewer, the last hundredth would be one job alone. */
const enoughForP99 = 100;

const right = (label: string, rank?: number) => columnOf(label, 'right', rank);

/** Signals of each process in the table, with the heads of their columns. */
const told = {
  cpu: 'CPU',
  loop: 'loop',
  pool: 'pool-busy',
  queue: 'queue',
  wait: 'wait-p50',
  memory: 'RSS',
} as const;

/** Rows of the processes that were seen, and where there are several the CPUs and the memory of all. A dash: not seen. */
export function processTable({ processes, service }: Diagnosis): Table {
  const isMany = processes.length > 1;
  const room = isMany ? longestCommand.several : longestCommand.one;
  // Where there is one process, its role says nothing.
  const isAlone = !isMany && processes[0]?.role === 'single';
  const signal = (one: Vitals, id: keyof typeof told): TableCell => {
    const found = signals[id].of(one, service);
    const detail = found ? found.notes.map(lineOf).join(' · ') : '';
    return { text: found ? lineOf(found.value) : unknown, ...(detail !== '' && { detail }) };
  };
  const all = {
    cpu: say(message('page.tile.of', { n: service.used.toFixed(2), of: amount(service.cpus) })),
    memory: bytes(processes.reduce((sum, { memory }) => sum + memory.rss, 0)),
  };
  const ids = Object.keys(told) as (keyof typeof told)[];
  const row = (pid: string, role: string, command: string, rest: readonly TableCell[]) => [
    ...textCells(pid, ...(isAlone ? [] : [role]), command),
    ...rest,
  ];
  return {
    title: say(message('word.Processes')),
    note: say(message('doctor.processes-note')),
    columns: [
      right('pid'),
      ...(isAlone ? [] : [column('role', 'left', 1)]),
      column('command', 'left', 1),
      ...Object.values(told).map((name) => right(name === 'CPU' || name === 'RSS' ? name : columnName(name))),
    ],
    rows: [
      ...processes.map((one) =>
        row(
          String(one.pid),
          one.role,
          shorten(briefCommand(one.command), room),
          ids.map((id) => signal(one, id)),
        ),
      ),
      ...(isMany
        ? [
            row(
              say(message('word.all')),
              '',
              say(message('doctor.serving', { processes: service.serving })),
              textCells(...ids.map((id) => (id === 'cpu' || id === 'memory' ? all[id] : unknown))),
            ),
          ]
        : []),
    ],
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
    const rowOf = (texts: readonly string[]) => textCells(...(many ? [String(pid)] : []), ...texts, lasted);
    if (kinds.length === 0) return [rowOf([say(message('doctor.no-job')), '0', unknown, unknown, unknown])];
    return kinds
      .toSorted((one, other) => other.jobs * other.mean - one.jobs * one.mean)
      .map(({ kind, jobs, mean, p50, p99 }) =>
        rowOf([
          lineOf(kind),
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
      column('kind'),
      column('jobs', 'right'),
      column('mean', 'right'),
      right('p50'),
      right('p99'),
      column('taken-for', 'right', 1),
    ],
    rows,
  };
}
