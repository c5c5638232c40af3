/** Where threads begin to help: a wait with JavaScript behind it, against how busy the single loop was. */
import type { Claim } from '../experiment.ts';
import type { Comparison, Interval, Measured } from '../../../model/verdict.ts';
import {
  equality,
  figure,
  isAbove,
  isBelow,
  notRun,
  ratio,
  short,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { gain, gainEvidence, places, poolOf, steady, utilizationAt, type Place } from './evidence.ts';
import { cellId, wait } from './grid.ts';

/** Utilisation of a loop that mostly waits, and of one that hardly does. Between them a queue begins to build. */
const idle = 0.5;
const busy = 0.9;

const clients = ({ clients: count }: Place) => (count === 1 ? '1 client' : `${count} clients`);

interface Point {
  readonly place: Place;
  readonly utilization: Interval;
  readonly gain: Comparison;
}

function points(measured: Measured, which: readonly Place[]): Point[] {
  return which.flatMap((place) => {
    const utilization = utilizationAt(measured, place);
    const gained = gain(measured, 'throughput', place.work, place.load);
    if (!utilization || utilization.low === null || utilization.high === null || !gained) return [];
    const { value, low, high } = utilization;
    return [{ place, utilization: { value, low, high }, gain: gained }];
  });
}

/** Waits without JavaScript behind them, with more and more clients. */
function singleRequestOnly(measured: Measured): Judgement {
  const which = places(measured).filter(({ computed }) => computed === 0);
  const found = points(measured, which);
  const most = found.at(-1);
  if (!most || found.length < 2) return notRun(tooFewBlocks);
  const because = `With requests that wait ${wait} ms, worker threads have ${found.map(({ place, gain: one, utilization }) => `${figure(one.ratio)} times the throughput of the single thread at ${clients(place)} (its loop ${short(utilization.value * 100)} % busy)`).join(', ')}. The waits run at the same time on one thread as well.`;
  const evidence = found.map(({ gain: one, place }) =>
    ratio(`throughput at ${clients(place)}: worker threads ÷ single thread`, one),
  );
  if (isAbove(most.gain.ratio, equality)) return { verdict: 'holds', because, evidence };
  const isRefuted = found.every((one) => isBelow(one.gain.ratio, equality));
  return { verdict: isRefuted ? 'refuted' : 'undecided', because, evidence };
}

/** Not faster, and dearer: "do not help much", "more efficient". */
function nodesDocuments(measured: Measured): Judgement {
  const load = steady;
  const [rate, cost] = [
    gain(measured, 'throughput', 'network-io', load),
    gain(measured, 'cpuPerRequest', 'network-io', load),
  ];
  if (!rate || !cost) return notRun(tooFewBlocks);
  const evidence = [rate, cost].map((one) => gainEvidence(measured, one));
  const because = `For requests that wait for five timers, worker threads have ${figure(rate.ratio)} times the throughput of the single thread, and use ${figure(cost.ratio)} times its CPU for each request: every task crosses to another thread and back.`;
  if (isBelow(rate.ratio, equality) && isAbove(cost.ratio)) return { verdict: 'holds', because, evidence };
  const isRefuted = isAbove(rate.ratio, equality) || isBelow(cost.ratio);
  return { verdict: isRefuted ? 'refuted' : 'undecided', because, evidence };
}

/** The same requests, with JavaScript behind the wait: nothing to gain while the loop idles, much when it is full. */
export function judgeCrossover(measured: Measured): Judgement {
  const all = places(measured);
  const computed = Math.max(0, ...all.map((place) => place.computed));
  const found = points(
    measured,
    all.filter((place) => place.computed === computed && computed > 0),
  );
  const idling = found.filter(({ utilization }) => isBelow(utilization, idle));
  const full = found.filter(({ utilization }) => isAbove(utilization, busy));
  const [low, high] = [idling.at(-1), full.at(-1)];
  if (!low || !high)
    return notRun(
      'This needs a load with the loop below 50 % busy, and one above 90 %, in two blocks at least.',
    );
  const words = ({ place, utilization, gain: one }: Point) =>
    `${figure(one.ratio)} at ${clients(place)}, where the single loop is ${short(utilization.value * 100)} % busy`;
  const saturated = saturatedByItself(measured);
  const because = `With ${computed} ms of JavaScript behind each wait, worker threads have ${words(low)}, and ${words(high)}.${saturated}`;
  const evidence = found.map(({ gain: one, place, utilization }) =>
    ratio(
      `throughput at ${clients(place)} (loop ${short(utilization.value * 100)} % busy): worker threads ÷ single thread`,
      one,
    ),
  );
  const isHelp = full.every((one) => isAbove(one.gain.ratio, equality));
  const isVain = idling.every((one) => isBelow(one.gain.ratio, equality));
  if (isHelp && isVain) return { verdict: 'holds', because, evidence };
  const isRefuted =
    full.every((one) => isBelow(one.gain.ratio, equality)) ||
    idling.every((one) => isAbove(one.gain.ratio, equality));
  return { verdict: isRefuted ? 'refuted' : 'undecided', because, evidence };
}

/**
 * A loop that is full of taking requests and sending answers cannot give that away. Told, and not judged: at such rates
 * the generator takes its part of the CPUs, so the figure comes from the summaries, which no verdict rests on.
 */
function saturatedByItself(measured: Measured): string {
  const at = (place: Place, topology: 'node' | 'pool') =>
    measured.summaries.find(
      ({ cell }) =>
        cell === cellId({ ...place, topology: topology === 'pool' ? poolOf(measured) : topology }),
    )?.metrics;
  const full = places(measured).findLast(
    (place) => place.computed === 0 && (at(place, 'node')?.loopUtilization?.value ?? 0) > busy,
  );
  const [one, other] = full ? [at(full, 'node')?.throughput, at(full, 'pool')?.throughput] : [];
  if (!full || !one || !other) return '';
  return ` Without JavaScript of its own a loop can be full as well, of HTTP alone (${clients(full)}): that cannot be given away, and the pool has ${short(other.value / one.value)} times its throughput.`;
}

export const crossoverClaims: readonly Claim[] = [
  {
    id: 'loop-or-threads/single-request-only',
    text: 'That a single thread is good at I/O is true of one request at a time; with many at once, worker threads win.',
    source: 'conclusion of the document on event loop and worker threads',
    judge: singleRequestOnly,
  },
  {
    id: 'loop-or-threads/nodes-documents',
    text: 'Workers do not help much with I/O-intensive work: the built-in asynchronous operations are more efficient.',
    source: "Node's documentation of worker_threads",
    judge: nodesDocuments,
  },
  {
    id: 'loop-or-threads/crossover',
    text: 'Worker threads are for JavaScript that keeps the CPU busy: they help where the event loop is nearly full, and not where it waits.',
    source: "Node's documentation of worker_threads and of performance.eventLoopUtilization",
    judge: judgeCrossover,
  },
];
