/** From the trials of this experiment to the figures that its claims rest on. */
import type { RequestTrace, Trial } from '../../../model/sample.ts';
import type { Interval, Measured } from '../../../model/verdict.ts';
import { cpusOf } from '../evidence.ts';
import { cellId, publishedLoad, type ClusterSetting, type Topology, type Variant } from './grid.ts';

type Known = Interval & { readonly n: number };

/** A corrected cell, with a connection for each request unless told. */
export function at(topology: Topology, clients: number, other: Partial<ClusterSetting> = {}): string {
  const base = { variant: 'proved', connections: 'each' } as const;
  return cellId({ ...base, topology, clients, ...other });
}

/** The article's run. */
export function asPublished(topology: 'node' | 'cluster', variant: Variant = 'published'): string {
  return at(topology, publishedLoad.clients, { variant });
}

/** min(requests at once, workers, CPUs): what a cluster of as many workers as CPUs can gain over one process. */
export const limitOf = (measured: Measured, clients: number) => Math.min(clients, cpusOf(measured));

/** Requests at once for which a plain process and this topology were both measured. */
export function measuredClients({ plan, summaries }: Measured, topology: Topology): number[] {
  const counted = new Set(summaries.filter(({ trials }) => trials > 0).map(({ cell }) => cell));
  const all = new Set(plan.cells.map(({ setting }) => Number(setting['clients'])));
  return [...all]
    .filter((clients) => counted.has(at('node', clients)) && counted.has(at(topology, clients)))
    .toSorted((a, b) => a - b);
}

/**
 * A figure of several cells' trials, block by block. That a cell is asked for is noted where its metrics are looked at,
 * so that a check that fails for it weighs on the claim.
 */
export function perBlock(
  measured: Measured,
  cells: readonly string[],
  figure: (trials: readonly Trial[]) => number | null,
): Known | null {
  return measured.perBlock((block) => {
    const found = cells.flatMap((cell) => {
      const one = block.find((each) => each.cell === cell && each.metrics.throughput !== undefined);
      return measured.trials.find(({ ordinal }) => ordinal === one?.ordinal) ?? [];
    });
    return found.length === cells.length ? figure(found) : null;
  });
}

/** A figure that may be 0 or below has no logarithm; its exponential has. The mean over the blocks is then arithmetic. */
export function meanPerBlock(
  measured: Measured,
  trialsOf: (block: number) => Trial | null,
  figure: (trial: Trial) => number | null,
): Known | null {
  const found = measured.perBlock(([first]) => {
    const trial = first && trialsOf(first.block);
    const value = trial && figure(trial);
    return value === null || value === undefined ? null : Math.exp(value);
  });
  return (
    found && {
      value: Math.log(found.value),
      low: Math.log(found.low),
      high: Math.log(found.high),
      n: found.n,
    }
  );
}

/** Answers in the order in which they came. */
export function answersOf(trial: Trial): RequestTrace[] {
  const traces = trial.sample?.outcome.traces ?? [];
  return traces.filter(({ error }) => error === null).toSorted((a, b) => a.done - b.done);
}

/**
 * By how many milliseconds a time grows for each millisecond that the test goes on (least squares): 1 for a clock on
 * the wall, 0 for requests that all take the same.
 */
export function growth(trial: Trial, time: (trace: RequestTrace) => number | undefined): number | null {
  const points = answersOf(trial).flatMap((trace) => {
    const y = time(trace);
    return y === undefined ? [] : { x: trace.done, y };
  });
  const middle = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [middle((point) => point.x), middle((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (points.length < 3 || spread === 0) return null;
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

export const clientTime = ({ done, sent }: RequestTrace) => done - sent;

/** Mean response time of the client that waited longest, in milliseconds. */
export function slowestClient(trial: Trial): number | null {
  const means = [...Map.groupBy(answersOf(trial), ({ client }) => client).values()].map(
    (own) => own.reduce((sum, trace) => sum + clientTime(trace), 0) / own.length,
  );
  return means.length > 1 ? Math.max(...means) : null;
}

/** Requests of the busiest worker as a share of all, from the pids in the log of jobs. */
export function busiestShare({ sample }: Trial): number | null {
  const jobs = sample?.jobs?.traces ?? [];
  if (jobs.length === 0) return null;
  const counts = [...Map.groupBy(jobs, ({ pid }) => pid).values()].map((each) => each.length);
  return Math.max(...counts) / jobs.length;
}
