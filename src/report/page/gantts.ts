/** Which requests and jobs are shown bar by bar: one middling trial of up to three settings. */
import { message, say } from '../../messages/message.ts';
import { columnName } from '../outline/names.ts';
import type { RequestTrace, Trial } from '../../model/sample.ts';
import type { Metric } from '../../model/verdict.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import type { GanttChart, Span } from '../chart/gantt.ts';
import type { Table, Figure } from '../page.ts';
import { brief, duration } from '../../format/number.ts';

const mostRows = 60;
const mostJobs = 200;

export function requestGantts(result: ShownRun): Figure[] {
  return [
    requests(result, chooseTrials(result, 'throughput')),
    jobs(result, chooseTrials(result, 'jobRate')),
  ].filter((figure) => figure !== null);
}

/**
 * Up to three settings that differ in the axis alone: the baseline, the best, and the end of the axis; of each the trial
 * nearest to its mean. Where the baseline lacks the metric (its answers came too early), a setting of the same level that has it.
 */
function chooseTrials(
  { plan, layout: grid, summaries, measurements, trials }: ShownRun,
  metric: Metric,
): Trial[] {
  const measured = summaries.filter(({ metrics }) => metrics[metric] !== undefined);
  const anchor =
    measured.find(({ cell }) => cell === plan.baseline) ??
    measured.find(({ cell }) => grid.levelOf(cell, grid.axis) === grid.levelOf(plan.baseline, grid.axis)) ??
    measured[0];
  if (anchor === undefined) return [];
  const alike = measured.filter(({ cell }) =>
    grid.factors.every(
      (factor) => factor === grid.axis || grid.levelOf(cell, factor) === grid.levelOf(anchor.cell, factor),
    ),
  );
  const place = (cell: string) => grid.axis.levels.indexOf(grid.levelOf(cell, grid.axis));
  const sorted = alike.toSorted((a, b) => place(a.cell) - place(b.cell));
  const best = sorted.toSorted(
    (a, b) => (b.metrics[metric]?.value ?? 0) - (a.metrics[metric]?.value ?? 0),
  )[0];
  const ids = new Set([anchor.cell, best?.cell, sorted.at(-1)?.cell, sorted[0]?.cell]);
  const cells = sorted.filter(({ cell }) => ids.has(cell));
  const three = cells.length <= 3 ? cells : cells.filter(({ cell }) => cell !== sorted[0]?.cell);
  return three.slice(0, 3).flatMap(({ cell, metrics }) => {
    const mean = metrics[metric]?.value ?? 0;
    const distance = (ordinal: number) => {
      const value = measurements.find((one) => one.ordinal === ordinal)?.metrics[metric];
      return Math.abs((value ?? Number.POSITIVE_INFINITY) - mean);
    };
    const mine = trials.filter((one) => one.cell === cell && one.sample !== null && one.problem === null);
    return mine.toSorted((a, b) => distance(a.ordinal) - distance(b.ordinal))[0] ?? [];
  });
}

interface Shown {
  readonly title: string;
  readonly traces: readonly RequestTrace[];
  /** The whole trial was kept, so that the bars can stand at their own time. */
  readonly whole: boolean;
}

function requests({ layout: grid }: ShownRun, chosen: readonly Trial[]): Figure | null {
  const cells = chosen.map(({ cell }) => cell);
  const shown = chosen.flatMap(({ cell, ordinal, sample }): Shown[] => {
    const traces = sample?.outcome.traces ?? [];
    if (traces.length === 0) return [];
    const whole = traces.length <= mostRows && traces.length >= (sample?.outcome.counts.sent ?? 0);
    const title = say(
      message('report.setting-trial', { trial: ordinal + 1, setting: grid.labelAmong(cell, cells) }),
    );
    return [{ title, traces: spread(traces, mostRows), whole }];
  });
  if (shown.length === 0) return null;
  const whole = shown.every((one) => one.whole);
  const chart: GanttChart = {
    kind: 'gantt',
    axis: say(message(whole ? 'figure.since-window' : 'figure.since-due')),
    panels: shown.map(({ title, traces }) => ({ title, rows: traces.map((trace) => spans(trace, whole)) })),
  };
  const slowest = shown.map(({ title: setting, traces }) => {
    const longest = Math.max(...traces.map(({ due, done }) => done - due));
    return { time: duration(longest), setting, shown: traces.length };
  });
  const title = say(
    message(whole ? 'figure.requests' : 'figure.requests-sample', { common: grid.common(cells) }),
  );
  return {
    id: 'requests',
    title,
    sentence: say(message('figure.slowest', { slowest })),
    chart,
    table: requestTable(title, shown),
  };
}

function spans({ due, sent, firstByte, done, error }: RequestTrace, whole: boolean): Span[] {
  const origin = whole ? 0 : due;
  const wait: Span = { kind: 'wait', from: due - origin, to: sent - origin };
  if (error !== null) return [wait, { kind: 'failed', from: sent - origin, to: done - origin }];
  const answer = firstByte ?? done;
  return [
    wait,
    { kind: 'server', from: sent - origin, to: answer - origin },
    { kind: 'receive', from: answer - origin, to: done - origin },
  ];
}

function requestTable(title: string, shown: readonly Shown[]): Table {
  return {
    title,
    note: say(message('figure.window-note')),
    columns: [
      { label: columnName('setting'), align: 'left', rank: 0 },
      ...(['client', 'due', 'sent', 'first-byte', 'done', 'status'] as const).map((name) => ({
        label: columnName(name),
        align: 'right' as const,
        rank: 0,
      })),
    ],
    rows: shown.flatMap(({ title: setting, traces }) =>
      traces.map(({ client, due, sent, firstByte, done, status, error }) => [
        { text: setting },
        { text: `${client}` },
        ...[due, sent, firstByte, done].map((at) => ({ text: at === null ? '–' : at.toFixed(1) })),
        { text: error ?? `${status}` },
      ]),
    ),
  };
}

function jobs({ layout: grid }: ShownRun, chosen: readonly Trial[]): Figure | null {
  const cells = chosen.map(({ cell }) => cell);
  const label = (cell: string) => grid.labelAmong(cell, cells);
  const shown = chosen.flatMap(({ cell, ordinal, sample }) => {
    const traces = sample?.jobs?.traces ?? [];
    const sorted = traces.toSorted((a, b) => a.start - b.start || a.end - b.end);
    return sorted.length === 0
      ? []
      : [
          {
            title: say(message('report.setting-trial', { trial: ordinal + 1, setting: label(cell) })),
            cell,
            traces: spread(sorted, mostJobs),
          },
        ];
  });
  if (shown.length === 0) return null;
  const firstAndLast = shown.map(({ cell, traces }) => {
    const times = traces.map(({ end }) => end);
    return {
      low: duration(Math.min(...times)),
      high: duration(Math.max(...times)),
      setting: label(cell),
    };
  });
  const title = say(message('figure.jobs-over-time', { common: grid.common(cells) }));
  return {
    id: 'jobs',
    title,
    sentence: say(message('figure.first-last', { settings: firstAndLast })),
    chart: {
      kind: 'gantt',
      axis: say(message('figure.since-window')),
      panels: shown.map(({ title: panel, traces }) => ({
        title: panel,
        rows: traces.map(({ start, end }): Span[] => [{ kind: 'job', from: start, to: end }]),
      })),
    },
    table: {
      title,
      note: say(message('figure.jobs-note')),
      columns: [
        { label: columnName('setting'), align: 'left', rank: 0 },
        { label: columnName('jobs-done'), align: 'right', rank: 0 },
        { label: columnName('after-ms'), align: 'right', rank: 0 },
      ],
      rows: shown.flatMap(({ cell, traces }) => {
        const ends = traces.map(({ end }) => end).toSorted((a, b) => a - b);
        return Array.from({ length: 10 }, (_, i) => {
          const done = Math.max(1, Math.round(((i + 1) * ends.length) / 10));
          return [{ text: label(cell) }, { text: `${done}` }, { text: brief(ends[done - 1] ?? 0) }];
        });
      }),
    },
  };
}

/** At most `most` items, evenly spread over the list. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]).filter(
    (item) => item !== undefined,
  );
}
