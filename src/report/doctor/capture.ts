/** What trace events said of the pool's jobs, as a table: a row for each kind. */
import type { Watch } from '../../model/watch.ts';
import type { Grid, GridColumn } from '../outline/grid.ts';
import { counted, duration } from '../../format/number.ts';

const figures: readonly GridColumn[] = [
  { label: 'jobs', align: 'right', rank: 0 },
  { label: 'mean', align: 'right', rank: 0 },
  { label: 'p50', align: 'right', rank: 0 },
  { label: 'p99', align: 'right', rank: 0 },
  { label: 'taken for', align: 'right', rank: 1 },
];
/** With fewer jobs its last hundredth is one of them. */
const enoughForP99 = 100;

/** No rows where no process was asked for trace events, or none came. */
export function captureGrid({ processes }: Pick<Watch, 'processes'>): Grid {
  const taken = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  const many = processes.length > 1;
  const rows = taken.flatMap(({ pid, duration: length, isAborted, kinds }) => {
    const span = `${duration(length)}${isAborted ? ', ended early' : ''}`;
    const row = (cells: readonly string[]) =>
      [...(many ? [String(pid)] : []), ...cells, span].map((text) => ({ text }));
    if (kinds.length === 0) return [row(['no job was seen', '0', '–', '–', '–'])];
    return kinds
      .toSorted((one, other) => other.jobs * other.mean - one.jobs * one.mean)
      .map(({ kind, jobs, mean, p50, p99 }) =>
        row([
          kind,
          jobs.toLocaleString('en-US'),
          duration(mean),
          duration(p50),
          jobs < enoughForP99 ? '–' : duration(p99),
        ]),
      );
  });
  const early = taken.filter(({ isAborted }) => isAborted);
  const notes = early.map(
    ({ pid, rate, duration: length }) =>
      `${many ? `Of process ${pid} it` : 'It'} was ended after ${duration(length)}: ${counted(Math.round(rate), 'event')} a second are more than a process at work should be asked for.`,
  );
  return {
    title: 'Jobs of the pool, by trace events',
    note: [
      'Of each job the whole time, from its sending to its end, its wait for a thread included.',
      ...notes,
    ].join(' '),
    columns: [
      ...(many ? [{ label: 'pid', align: 'right', rank: 0 } as const] : []),
      { label: 'kind', align: 'left', rank: 0 },
      ...figures,
    ],
    rows,
  };
}
