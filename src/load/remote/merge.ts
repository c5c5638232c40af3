/**
 * What several generators saw as one outcome. Counts, histograms, series and concurrency are sums: merged, they are what one
 * recorder would have that had seen every request.
 */
import type { GeneratorShare, LoadOutcome, RequestTrace } from '../../model/sample.ts';
import { type HistogramData, Histogram } from '../../stats/histogram.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import { total } from '../../stats/mean-and-spread.ts';
import { lateTime } from '../../stats/late-time.ts';

/** One generator's outcome. */
export interface GeneratorPart extends Pick<GeneratorShare, 'name' | 'isHere' | 'roundTrip' | 'path'> {
  readonly outcome: LoadOutcome;
  /** When its window began, by the controller's clock. */
  readonly start: Milliseconds;
}

export interface MergeOptions {
  /** Whether the load ends by its number of requests: then windows end at different times. */
  readonly endsByCount: boolean;
  /** Raw requests to keep. */
  readonly traces: number;
  /** Converts an instant of the controller's clock to the wall clock. */
  readonly epoch: (at: Milliseconds) => number;
}

/** @param parts at least one */
export function mergeOutcomes(
  parts: readonly GeneratorPart[],
  { endsByCount, traces, epoch }: MergeOptions,
): LoadOutcome {
  const outcomes = parts.map(({ outcome }) => outcome);
  const [first] = outcomes;
  if (!first) throw new RangeError('no outcome to merge');
  const sum = (of: (outcome: LoadOutcome) => number) => total(outcomes.map(of));
  const begin = Math.min(...parts.map(({ start }) => start));
  const end = Math.max(...parts.map(({ start, outcome }) => start + outcome.window.duration));
  // Windows that end by the clock are equally long, and a rate is a sum of rates; others end with the last answer of all.
  const duration = endsByCount ? end - begin : Math.max(...outcomes.map(({ window }) => window.duration));
  const weight = (one: LoadOutcome) => (endsByCount && duration > 0 ? one.window.duration / duration : 1);
  /** Iterations that began, or requests that were sent: of these the lateness is known. */
  const begunOf = ({ iterations, counts }: LoadOutcome) => iterations?.begun ?? counts.sent;
  const begun = sum(begunOf);
  const iterations = outcomes.flatMap((one) => one.iterations ?? []);
  const serverTimes = outcomes.flatMap(({ serverTime }) => serverTime ?? []);
  return {
    engine: first.engine,
    window: { start: epoch(begin), duration },
    counts: added(outcomes.map(({ counts }) => counts)),
    errors: added(outcomes.map(({ errors }) => errors)),
    ...timeoutsOf(outcomes),
    ...(iterations.length > 0 && { iterations: added(iterations) }),
    errorExamples: outcomes.flatMap(({ errorExamples }) => errorExamples).slice(0, 3),
    throughput: sum((one) => one.throughput * weight(one)),
    response: mergedHistogram(outcomes.map(({ response }) => response)),
    service: mergedHistogram(outcomes.map(({ service }) => service)),
    ...(serverTimes.length > 0 && { serverTime: mergedHistogram(serverTimes) }),
    lateness: mergedHistogram(outcomes.map(({ lateness }) => lateness)),
    concurrency: sum((one) => one.concurrency * weight(one)),
    bytesReceived: sum(({ bytesReceived }) => bytesReceived),
    generator: {
      utilization: Math.max(...outcomes.map(({ generator }) => generator.utilization)),
      // CPU time that is used elsewhere is not taken from the server's machine.
      cpu: total(parts.map(({ isHere, outcome }) => (isHere ? outcome.generator.cpu : 0))),
      peakRss: Math.max(...outcomes.map(({ generator }) => generator.peakRss)),
      lateShare: begun > 0 ? sum((one) => one.generator.lateShare * begunOf(one)) / begun : 0,
      pid: parts.find(({ isHere }) => isHere)?.outcome.generator.pid ?? 0,
    },
    generators: sharesOf(parts, begin, end, endsByCount),
    traces: tracesOf(parts, begin).slice(0, traces),
    series: seriesOf(outcomes),
    warmup: { duration: first.warmup.duration, requests: sum(({ warmup }) => warmup.requests) },
  };
}

/**
 * Windows of one generator, one after the other, as one: counts add up, rates are those of their mean, and each window is a bin.
 * @param outcomes at least one, of equal length
 */
export function windowsInOne(outcomes: readonly LoadOutcome[]): LoadOutcome {
  const began = outcomes[0]?.window.start ?? 0;
  const parts = outcomes.map((outcome) => {
    const start: Milliseconds = outcome.window.start - began;
    return { outcome, start, name: '', isHere: true, roundTrip: 0, path: null };
  });
  const options = { endsByCount: false, traces: Infinity, epoch: (at: Milliseconds) => began + at };
  const { generators: _same, ...sum } = mergeOutcomes(parts, options);
  const [count, each] = [outcomes.length, sum.window.duration];
  const bins = (of: 'done' | 'errors' | 'responseSum') => outcomes.map(({ series }) => total(series[of]));
  return {
    ...sum,
    window: { ...sum.window, duration: count * each },
    throughput: sum.throughput / count,
    concurrency: sum.concurrency / count,
    generator: {
      ...sum.generator,
      utilization: total(outcomes.map((one) => one.generator.utilization)) / count,
    },
    series: { binWidth: each, done: bins('done'), errors: bins('errors'), responseSum: bins('responseSum') },
    warmup: { ...sum.warmup, duration: total(outcomes.map(({ warmup }) => warmup.duration)) },
  };
}

export function mergedHistogram(all: readonly HistogramData[]): HistogramData {
  return all.reduce((sum, one) => sum.merge(Histogram.fromData(one)), new Histogram()).toData();
}

function timeoutsOf(outcomes: readonly LoadOutcome[]): Pick<LoadOutcome, 'timeouts'> {
  const all = outcomes.flatMap(({ timeouts }) => timeouts ?? []);
  if (all.length === 0) return {};
  const { status = 0, isEventStream = false } = all.find((one) => one.begun > 0) ?? {};
  const { count, begun } = added(all.map((one) => ({ count: one.count, begun: one.begun })));
  return { timeouts: { count, begun, status, isEventStream } };
}

/** Numbers of the same name are added, also those of an object within. @param all at least one, of one shape */
function added<Counts extends object>(all: readonly Counts[]): Counts {
  const names = Object.keys(all[0] ?? {}) as (keyof Counts)[];
  const sum = (values: readonly unknown[]) =>
    typeof values[0] === 'number' ? total(values as number[]) : added(values as object[]);
  return Object.fromEntries(names.map((name) => [name, sum(all.map((one) => one[name]))])) as Counts;
}

function sharesOf(
  parts: readonly GeneratorPart[],
  begin: Milliseconds,
  end: Milliseconds,
  endsByCount: boolean,
): GeneratorShare[] {
  const common = Math.min(...parts.map(({ start, outcome }) => start + outcome.window.duration));
  // How far the two clocks that are known worst may be apart; one window alone is shared with nobody.
  const [worst = 0, next = 0] = parts.map((one) => one.roundTrip / 2).toSorted((a, b) => b - a);
  const unknown = parts.length > 1 ? worst + next : 0;
  return parts.map(({ name, isHere, roundTrip, path, start, outcome }) => {
    const { counts, generator, window, lateness, response } = outcome;
    return {
      name,
      isHere,
      sent: counts.sent,
      verified: counts.verified,
      utilization: generator.utilization,
      cpu: generator.cpu,
      lateShare: generator.lateShare,
      lateTime: lateTime(lateness, response),
      roundTrip,
      path,
      skew: start - begin,
      overlap: overlapOf(start, window.duration),
    };
  });

  /**
   * The part of one window that all windows share, at worst: a clock is known to half of its round trip. Where windows end by count,
   * all the time since the latest one began counts as shared.
   */
  function overlapOf(start: Milliseconds, duration: Milliseconds): Ratio {
    const latest = Math.max(...parts.map((one) => one.start));
    const own = endsByCount ? end - start : duration;
    const shared = (endsByCount ? end : common) - latest - unknown;
    return own > 0 ? Math.max(0, Math.min(1, shared / own)) : 1;
  }
}

/** Traces of all generators: no two clients have one number, and times are since the first window began. */
function tracesOf(parts: readonly GeneratorPart[], begin: Milliseconds): RequestTrace[] {
  let clients = 0;
  const all = parts.flatMap(({ outcome, start }) => {
    const [before, later] = [clients, start - begin];
    clients += 1 + Math.max(-1, ...outcome.traces.map(({ client }) => client));
    return outcome.traces.map((one) => ({
      ...one,
      client: one.client < 0 ? one.client : one.client + before,
      due: one.due + later,
      sent: one.sent + later,
      firstByte: one.firstByte === null ? null : one.firstByte + later,
      done: one.done + later,
    }));
  });
  return all.toSorted((a, b) => a.due - b.due);
}

/** The sum of all series. A window that outgrows its bins makes them twice as wide: so the widest fit all. */
function seriesOf(outcomes: readonly LoadOutcome[]): LoadOutcome['series'] {
  const binWidth = Math.max(...outcomes.map(({ series }) => series.binWidth));
  const bins = (of: 'done' | 'errors' | 'responseSum') => {
    const all = outcomes.map(({ series }) => widened(series[of], binWidth / series.binWidth));
    const length = Math.max(...all.map((one) => one.length));
    return Array.from({ length }, (_, bin) => total(all.map((one) => one[bin] ?? 0)));
  };
  return { binWidth, done: bins('done'), errors: bins('errors'), responseSum: bins('responseSum') };
}

function widened(bins: readonly number[], times: number): readonly number[] {
  if (times === 1) return bins;
  const length = Math.ceil(bins.length / times);
  return Array.from({ length }, (_, bin) => total(bins.slice(bin * times, (bin + 1) * times)));
}
