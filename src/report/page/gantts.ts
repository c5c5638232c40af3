/** Which requests and jobs are shown bar by bar: one middling trial of up to three settings. */
import { message, say } from '../../messages/message.ts';

import type { RequestTrace, Trial } from '../../model/sample.ts';
import type { Metric } from '../../model/verdict.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import type { Span } from '../chart/gantt.ts';
import { column, textCells, type Figure } from '../page.ts';
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

/** What is shown of a trial: its setting, that with the trial's number, and a part of its requests or jobs. */
interface ShownTrial<Trace> {
  readonly setting: string;
  readonly title: string;
  readonly traces: readonly Trace[];
}

function shownOf<Trace>(
  { layout }: ShownRun,
  chosen: readonly Trial[],
  most: number,
  of: (trial: Trial) => readonly Trace[],
): ShownTrial<Trace>[] {
  const ids = chosen.map(({ cell }) => cell);
  return chosen.flatMap((trial) => {
    const traces = of(trial);
    const setting = layout.labelAmong(trial.cell, ids);
    const title = say(message('report.setting-trial', { trial: trial.ordinal + 1, setting }));
    return traces.length === 0 ? [] : [{ setting, title, traces: spread(traces, most) }];
  });
}

function requests(result: ShownRun, chosen: readonly Trial[]): Figure | null {
  const shown = shownOf(result, chosen, mostRows, ({ sample }) => sample?.outcome.traces ?? []);
  if (shown.length === 0) return null;
  // Where whole trials were kept, the bars can stand at their own time.
  const whole = chosen.every(({ sample }) => {
    const kept = sample?.outcome.traces?.length ?? 0;
    return kept === 0 || (kept <= mostRows && kept >= (sample?.outcome.counts.sent ?? 0));
  });
  const slowest = shown.map(({ title: setting, traces }) => {
    const longest = Math.max(...traces.map(({ due, done }) => done - due));
    return { time: duration(longest), setting, shown: traces.length };
  });
  const common = result.layout.common(chosen.map(({ cell }) => cell));
  const title = say(message(whole ? 'figure.requests' : 'figure.requests-sample', { common }));
  return {
    id: 'requests',
    title,
    sentence: say(message('figure.slowest', { slowest })),
    chart: {
      kind: 'gantt',
      axis: say(message(whole ? 'figure.since-window' : 'figure.since-due')),
      panels: shown.map((one) => ({
        title: one.title,
        rows: one.traces.map((trace) => spans(trace, whole ? 0 : trace.due)),
      })),
    },
    table: {
      title,
      note: say(message('figure.window-note')),
      columns: [
        column('setting'),
        ...(['client', 'due', 'sent', 'first-byte', 'done', 'status'] as const).map((name) =>
          column(name, 'right'),
        ),
      ],
      rows: shown.flatMap(({ title: setting, traces }) =>
        traces.map(({ client, due, sent, firstByte, done, status, error }) => {
          const times = [due, sent, firstByte, done].map((at) => (at === null ? '–' : at.toFixed(1)));
          return textCells(setting, `${client}`, ...times, error ?? `${status}`);
        }),
      ),
    },
  };
}

/** @param origin what the times count from */
function spans({ due, sent, firstByte, done, error }: RequestTrace, origin: number): Span[] {
  const span = (kind: Span['kind'], from: number, to: number): Span => ({
    kind,
    from: from - origin,
    to: to - origin,
  });
  const answer = firstByte ?? done;
  return error === null
    ? [span('wait', due, sent), span('server', sent, answer), span('receive', answer, done)]
    : [span('wait', due, sent), span('failed', sent, done)];
}

function jobs(result: ShownRun, chosen: readonly Trial[]): Figure | null {
  const shown = shownOf(result, chosen, mostJobs, ({ sample }) =>
    (sample?.jobs?.traces ?? []).toSorted((a, b) => a.start - b.start || a.end - b.end),
  );
  if (shown.length === 0) return null;
  const ends = shown.map(({ setting, traces }) => ({
    setting,
    times: traces.map(({ end }) => end).toSorted((a, b) => a - b),
  }));
  const common = result.layout.common(chosen.map(({ cell }) => cell));
  const title = say(message('figure.jobs-over-time', { common }));
  const settings = ends.map(({ setting, times }) => ({
    low: duration(times[0] ?? 0),
    high: duration(times.at(-1) ?? 0),
    setting,
  }));
  return {
    id: 'jobs',
    title,
    sentence: say(message('figure.first-last', { settings })),
    chart: {
      kind: 'gantt',
      axis: say(message('figure.since-window')),
      panels: shown.map((one) => ({
        title: one.title,
        rows: one.traces.map(({ start, end }): Span[] => [{ kind: 'job', from: start, to: end }]),
      })),
    },
    table: {
      title,
      note: say(message('figure.jobs-note')),
      columns: [column('setting'), column('jobs-done', 'right'), column('after-ms', 'right')],
      rows: ends.flatMap(({ setting, times }) =>
        Array.from({ length: 10 }, (_, i) => {
          const done = Math.max(1, Math.round(((i + 1) * times.length) / 10));
          return textCells(setting, `${done}`, brief(times[done - 1] ?? 0));
        }),
      ),
    },
  };
}

/** At most `most` items, evenly spread over the list. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  return items.length <= most
    ? items
    : Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T);
}
