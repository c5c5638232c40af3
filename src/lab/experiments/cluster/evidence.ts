/** Figures on which the claims of this experiment rest, made from its trials. */
import { message } from '../../../messages/message.ts';
import type { RequestTrace, Trial } from '../../../model/sample.ts';
import type { Interval, Measured, Reading } from '../../../model/verdict.ts';
import { mean, total } from '../../../stats/mean-and-spread.ts';
import { cpusOf, levelOfCells, measuredLevels } from '../judgement.ts';
import type { Estimated } from '../outcome.ts';
import { countedTrials } from '../tables.ts';
import { cellId, publishedLoad, type ClusterSetting, type ClusterTopology, type Variant } from './grid.ts';

export const policyLabels: Readonly<Record<ClusterTopology, string>> = {
  node: 'plain',
  cluster: 'round robin',
  'cluster-none': 'SCHED_NONE',
  'reuse-port': 'reusePort',
  'handed-sockets': 'threads, handed sockets',
  threads: 'threads, reusePort',
};

/** Id of a corrected cell; unless told, each request has a connection of its own. */
export function at(topology: ClusterTopology, clients: number, other: Partial<ClusterSetting> = {}): string {
  const base = { variant: 'proved', connections: 'each' } as const;
  return cellId({ ...base, topology, clients, ...other });
}

/** Id of a cell of the article's run. */
export function asPublished(topology: 'node' | 'cluster', variant: Variant = 'published'): string {
  return at(topology, publishedLoad.clients, { variant });
}

/** The most that a cluster with a worker for each CPU can gain over one process: min(concurrent requests, workers, CPUs). */
export const limitOf = (measured: Measured, clients: number) => Math.min(clients, cpusOf(measured));

export const oneWorker = (measured: Measured) => (cpusOf(measured) < 2 ? message('claim.one-worker') : null);

/** Concurrent requests for which a plain process and this topology were both measured. */
export function measuredClients(measured: Measured, topology: ClusterTopology): number[] {
  const ofPlain = measuredLevels(measured, 'clients', (clients) => at('node', clients));
  const own = measuredLevels(measured, 'clients', (clients) => at(topology, clients));
  return own.filter((clients) => ofPlain.includes(clients));
}

/** Requests in flight on average, as the client counted them. */
export const inFlight = (measured: Measured, text: string, cell: string): Estimated | null =>
  levelOfCells(measured, ({ sample }) => sample?.outcome.concurrency ?? null, text, 'requests', [cell]);

/**
 * Arithmetic mean of a figure that may be 0 or below. It has no logarithm, but its exponential has, whose mean is taken.
 * @param of read from the trials of the cell
 */
function arithmeticMean(measured: Measured, of: Reading, text: string, cell: string): Estimated | null {
  const exponent: Reading = (trial) => {
    const value = of(trial);
    return value === null ? null : Math.exp(value);
  };
  const found = levelOfCells(measured, exponent, text, 'ms', [cell]);
  if (!found) return null;
  const back = ({ value, low, high }: Interval): Interval => ({
    value: Math.log(value),
    low: Math.log(low),
    high: Math.log(high),
  });
  return {
    ...found,
    ...back(found),
    at: (confidence) => back(found.at(confidence)),
    blocksFor: (bound, confidence) => found.blocksFor(Math.exp(bound), confidence),
  };
}

/** Answers in the order in which they came. */
export function answersOf(trial: Trial): RequestTrace[] {
  const traces = trial.sample?.outcome.traces ?? [];
  return traces.filter(({ error }) => error === null).toSorted((a, b) => a.done - b.done);
}

/**
 * Milliseconds by which a time grows for each millisecond that the test goes on (least squares): 1 for a clock on
 * the wall, 0 for requests that all take the same.
 */
function growth(trial: Trial, time: (trace: RequestTrace) => number | undefined): number | null {
  const points = answersOf(trial).flatMap((trace) => {
    const y = time(trace);
    return y === undefined ? [] : { x: trace.done, y };
  });
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = total(points.map((point) => (point.x - x) ** 2));
  if (points.length < 3 || spread === 0) return null;
  return total(points.map((point) => (point.x - x) * (point.y - y))) / spread;
}

export const clientTime = ({ done, sent }: RequestTrace) => done - sent;

/**
 * Returns the trial under the document's clock in the same block as one with the clock in the handler. Check T1 fails for the former,
 * since its clock lies outside the requests, which is just what the claim is about. So the claim is noted to rest on the latter, whose
 * checks must all pass.
 */
export const beside = (measured: Measured) => (trial: Trial) =>
  countedTrials(measured, asPublished('cluster', 'worker-clock')).find(({ block }) => block === trial.block);

/** How a time grows over the trials of the cluster with its clock in the handler, or over those that are read beside them. */
export const growing =
  (
    text: string,
    time: (trace: RequestTrace) => number | undefined,
    read: (measured: Measured) => (trial: Trial) => Trial | undefined = () => (trial) => trial,
  ) =>
  (measured: Measured) => {
    const slope: Reading = (trial) => {
      const found = read(measured)(trial);
      return found ? growth(found, time) : null;
    };
    return arithmeticMean(measured, slope, text, asPublished('cluster'));
  };

export const serverTime = (trace: RequestTrace) => trace.serverTime;

/** Mean response time of the client that waited longest, in milliseconds. */
export function slowestClient(trial: Trial): number | null {
  const means = [...Map.groupBy(answersOf(trial), ({ client }) => client).values()].map((own) =>
    mean(own.map(clientTime)),
  );
  return means.length > 1 ? Math.max(...means) : null;
}

/** Requests of the busiest worker as a share of all, from the pids and threads in the log of jobs. */
export function busiestShare({ sample }: Trial): number | null {
  const jobs = sample?.jobs?.traces ?? [];
  const byLoop = Map.groupBy(jobs, ({ pid, thread }) => `${pid}-${thread}`);
  return jobs.length > 0 ? Math.max(...[...byLoop.values()].map((own) => own.length)) / jobs.length : null;
}
