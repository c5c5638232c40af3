/**
 * What the article on event loop and worker threads and Node's documents say of threads and waiting. Faster means: by
 * more than a quarter (`same`): the gains that were published are larger by far.
 */
import { short } from '../../../format/words.ts';
import { message, type Message } from '../../../messages/message.ts';
import { describeLoad, type Load } from '../../../model/plan.ts';
import { metrics, type Interval, type Measured, type Metric } from '../../../model/verdict.ts';
import { delays, floorOf } from '../../workloads/loop-or-threads.ts';
import {
  countedShare,
  cpusOf,
  equality,
  isAbove,
  isBelow,
  levelOfCells,
  notRun,
  plain,
  metricsOf,
  ratioOf,
  ruled,
  same,
  type Claims,
  type Judgement,
  type Ratio,
  type Rule,
} from '../judgement.ts';
import {
  above,
  allLie,
  allAbove,
  anyLies,
  below,
  either,
  need,
  together,
  type Estimated,
} from '../outcome.ts';
import {
  batch,
  cellId,
  closed,
  computedBy,
  openLoad,
  published,
  type RequestWork,
  type ThreadTopology,
} from './grid.ts';
import { publishedRuns, totalsOf } from './published.ts';

const steady = closed(published.clients);

/** The pool that stands for worker threads: piscina where it was measured, else our own. */
export function poolOf({ plan }: Measured): ThreadTopology {
  const hasPiscina = plan.cells.some(({ setting }) => setting['topology'] === 'worker-pool');
  return hasPiscina ? 'worker-pool' : 'own-pool';
}

/** The pools that were measured with this work and load. */
const poolsOf = ({ plan }: Measured, work: RequestWork, load: Load) =>
  (['worker-pool', 'own-pool'] as const).filter((topology) =>
    plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
  );

export const poolNames: Readonly<Record<string, string>> = {
  node: 'single thread',
  'worker-pool': 'piscina',
  'worker-pool-one': 'piscina, one task a worker',
  'own-pool': 'own pool',
  'once-pool': "pool with worker.once('message')",
  cluster: 'node:cluster × 2',
};

/** A pool against the single thread, under the same work and load: `throughput: network-io, closed:10, piscina ÷ single thread`. */
export const gain =
  (metric: Metric, work: RequestWork, load: Load, of?: ThreadTopology) =>
  (measured: Measured): Estimated | null => {
    const topology = of ?? poolOf(measured);
    const text = `${metrics[metric].label}: ${work}, ${describeLoad(load)}, ${poolNames[topology]} ÷ single thread`;
    const base = cellId({ work, topology: 'node', load });
    return ratioOf(measured, text, cellId({ work, topology, load }), base, metric);
  };

/** The gain of each pool that was measured, in throughput under the steady load. */
const gainOfPools = (work: RequestWork) => (measured: Measured) =>
  poolsOf(measured, work, steady).map((topology) => gain('throughput', work, steady, topology)(measured));

/** One load of the crossover. */
interface WaitLoad {
  readonly work: RequestWork;
  /** Milliseconds of JavaScript behind each wait. */
  readonly computed: number;
  readonly clients: number;
  readonly load: Load;
}

/** Loads of the crossover, ascending in JavaScript, then in clients. */
export function waitLoads({ plan }: Measured): WaitLoad[] {
  return plan.cells
    .flatMap(({ setting, load }) => {
      const computed = computedBy(String(setting['work']));
      if (computed === null || setting['topology'] !== 'node' || load.kind !== 'closed') return [];
      return [{ work: setting['work'] as RequestWork, computed, clients: load.clients, load }];
    })
    .toSorted((a, b) => a.computed - b.computed || a.clients - b.clients);
}

export const utilizationAt = (measured: Measured, { work, load }: Pick<WaitLoad, 'work' | 'load'>) =>
  measured.estimate('loopUtilization', cellId({ work, topology: 'node', load }));

const tables = 'the article on event loop and worker threads: tables';

/** Remark that the pool of the figures that a claim cites mixed up its replies here as well; null where it was not measured. */
function publishedPool(measured: Measured): Message | null {
  const runs = (['prime', 'file'] as const).flatMap((work) => publishedRuns(measured, work, 'once-pool'));
  if (runs.length === 0) return null;
  const { answered, wrong } = totalsOf(runs);
  return message('claim.published-pool-mixes-up', { answered, wrong });
}

/**
 * Remark on medians under an open load. They are told and not judged: one request in a hundred that leaves late, which a generator on
 * shared CPUs cannot always help, would take the verdict away.
 */
function openMedians(measured: Measured): Message | null {
  const median = (topology: ThreadTopology) =>
    metricsOf(measured, cellId({ work: 'io-test', topology, load: openLoad })).p50?.value;
  const [single, pool] = [median('node'), median(poolOf(measured))];
  return single !== undefined && pool !== undefined
    ? message('claim.open-load-medians', { single, pool })
    : null;
}

const oneTaskAWorker = gain('throughput', 'network-io', steady, 'worker-pool-one');

/** Share of wrong answers from which the article's figure is one of wrong answers. */
const mostlyWrong = 0.9;

/** Judges by counts, not by estimates: an answer has the results of its own request, or of another. */
function belowTheDelay(measured: Measured): Judgement {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return notRun(message('claim.no-published-pool'));
  const { answered, wrong, fastest, mean } = totalsOf(runs);
  const wrongShare = countedShare('wrong answers ÷ answers', wrong, answered);
  // The figure comes from the summaries, on which the claim is not noted to rest: a count needs no quiet machine.
  const honestly = cellId({ work: 'network-io', topology: 'own-pool', load: batch });
  const honest = metricsOf(measured, honestly).mean;
  // Right answers below the delay would be news: then the figure is what it says.
  const isReal = honest?.high != null && honest.high < delays.from && wrongShare.high < 1 - mostlyWrong;
  const isArtefact = wrongShare.low >= mostlyWrong && fastest < floorOf(delays.from);
  return {
    verdict: isArtefact ? 'misread' : isReal ? 'holds' : 'undecided',
    because: message('claim.answers-of-others', {
      answered,
      wrong,
      fastest,
      mean,
      shortestDelay: delays.from,
      honest: honest?.value ?? null,
      warnings: [...new Set(runs.flatMap((run) => run.warnings))],
    }),
    evidence: [
      wrongShare,
      plain('mean, all answers', 'ms', mean, runs.length),
      plain('fastest answer', 'ms', fastest, runs.length),
      ...(honest ? [plain('mean, by number', 'ms', honest.value, honest.trials.length)] : []),
    ],
  };
}

const delaysInBatches = cellId({ work: 'network-io', topology: 'node', load: batch });

/** Requests in flight, X·R by Little's law; behind a barrier each batch waits for its slowest request. */
const inFlightInBatches = (measured: Measured) =>
  levelOfCells(
    measured,
    ({ sample }) => {
      const { throughput = 0, response } = sample?.outcome ?? {};
      return response && response.count > 0 ? (throughput * response.sum) / response.count / 1e6 : null;
    },
    'X·R in batches of ten',
    'requests',
    [delaysInBatches],
  );

const lostToBarrier: Ratio = [
  'throughput: in batches ÷ without pauses',
  delaysInBatches,
  cellId({ work: 'network-io', topology: 'node', load: steady }),
];

/** Utilisation of a loop that mostly waits, and of one that hardly does. Between them a queue begins to build. */
const idle = 0.5;
const busy = 0.9;

/** What the pool gained under a load of the crossover, and how busy the single thread's loop was. */
interface CrossoverPoint {
  readonly loop: Interval;
  readonly gain: Estimated;
}

/** @param wanted chooses loads by their milliseconds of JavaScript behind each wait, and by the most that there are */
function points(measured: Measured, wanted: (computed: number, most: number) => boolean): CrossoverPoint[] {
  const all = waitLoads(measured);
  const most = all.at(-1)?.computed ?? 0;
  // Only these loads are asked: a check that fails for another would take the verdict away.
  const meant = all.filter(({ computed }) => wanted(computed, most));
  return meant.flatMap(({ work, clients, load }) => {
    const found = utilizationAt(measured, { work, load });
    const gained = gain('throughput', work, load)(measured);
    if (!found || found.low === null || found.high === null || !gained) return [];
    const { value, low, high } = found;
    const text = `throughput, clients ${clients}, loop ${short(value * 100)}%: worker threads ÷ single thread`;
    return [{ loop: { value, low, high }, gain: { ...gained, text } }];
  });
}

/** Waits without JavaScript behind them, with more and more clients. */
const waiting = (measured: Measured) => points(measured, (computed) => computed === 0);

/** Waits with the most JavaScript behind them, with more and more clients. */
const computing = (measured: Measured) => points(measured, (computed, most) => computed === most && most > 0);

const isIdle = ({ loop }: CrossoverPoint) => isBelow(loop, idle);
const isSaturated = ({ loop }: CrossoverPoint) => isAbove(loop, busy);

/**
 * Remark on a loop that is saturated by taking requests and sending answers, which it cannot give away. Told, and not judged: at such
 * rates the generator takes its part of the CPUs, so the figure comes from the summaries, which no verdict rests on.
 */
function saturatedByItself(measured: Measured): Message | null {
  const at = (load: WaitLoad, topology: ThreadTopology) => metricsOf(measured, cellId({ ...load, topology }));
  const full = waitLoads(measured).findLast(
    (load) => load.computed === 0 && (at(load, 'node').loopUtilization?.value ?? 0) > busy,
  );
  const [one, other] = full ? [at(full, 'node').throughput, at(full, poolOf(measured)).throughput] : [];
  if (!full || !one || !other) return null;
  return message('claim.loop-saturated-by-http', { clients: full.clients, ratio: other.value / one.value });
}

const threadsLimit = (measured: Measured) =>
  message('claim.threads-limit', { threads: published.workers, cpus: cpusOf(measured) });

const crossover: Rule = {
  text: 'Worker threads are for JavaScript that keeps the CPU busy: they help where the event loop is nearly full, and not where it waits.',
  source: "Node's documents: worker_threads, performance.eventLoopUtilization",
  unless: (measured) =>
    computing(measured).some(isIdle) && computing(measured).some(isSaturated)
      ? null
      : message('claim.needs-idle-and-busy'),
  figures: (measured) => computing(measured).map((one) => one.gain),
  outcomes: (measured) => {
    const gains = (isMeant: (one: CrossoverPoint) => boolean) =>
      computing(measured).flatMap((one) => (isMeant(one) ? one.gain : []));
    const [idling, saturated] = [gains(isIdle), gains(isSaturated)];
    const [helps, isVain] = [need(above(same)), need(below(same))];
    return {
      holds: () => [[...saturated.map(helps), ...idling.map(isVain)]],
      refuted: () => [saturated.map(isVain), idling.map(helps)],
    };
  },
  remarks: (measured) => [saturatedByItself(measured)],
};

export const crossoverHolds = (measured: Measured) => ruled(crossover).judge(measured).verdict === 'holds';

export const claims: Claims = {
  'cpu-gains': {
    text: 'An app that computes is faster on worker threads than on one loop (primes +199%, words of a file +295%).',
    source: tables,
    figures: [gain('throughput', 'prime', steady), gain('throughput', 'file', steady)],
    beside: [gain('throughput', 'prime', batch, 'own-pool')],
    // The more CPUs there are for the threads, the more there is to gain; with one there is nothing.
    unless: (measured) => (cpusOf(measured) < 2 ? threadsLimit(measured) : null),
    outcomes: { holds: allLie(above(same)), refuted: anyLies(below(same)) },
    remarks: (measured) => [threadsLimit(measured), publishedPool(measured)],
  },
  'files-gain': {
    text: 'Asking for several small files is faster on worker threads too (+22%).',
    source: tables,
    figures: gainOfPools('io-test'),
    outcomes: allAbove(equality),
    remarks: (measured) => [openMedians(measured)],
  },
  'delays-gain': {
    text: 'Requests that wait for the network are far faster on worker threads (+257%).',
    source: tables,
    // The same ten clients without pauses, and pools that give every request its own results.
    figures: gainOfPools('network-io'),
    beside: [gain('throughput', 'network-io', batch, 'own-pool'), oneTaskAWorker],
    outcomes: { holds: anyLies(above(same)), refuted: allLie(below(same)) },
    remarks: (measured) => [
      oneTaskAWorker(measured) && message('claim.one-task-a-worker', { workers: published.workers }),
    ],
  },
  'below-the-delay': {
    text: 'On four worker threads a request with five delays of 10 to 30 ms takes 5.10 ms on average.',
    source: tables,
    judge: belowTheDelay,
  },
  'ten-at-once': {
    text: 'The benchmark has ten requests in flight.',
    source: tables,
    figures: [inFlightInBatches],
    beside: [lostToBarrier],
    outcomes: allAbove(published.clients * 0.95),
    remarks: () => [message('claim.batches-wait')],
  },
  'single-request-only': {
    text: 'A single thread is good at I/O only with one request at a time: with many, worker threads win.',
    source: 'the article on event loop and worker threads: conclusion',
    figures: (measured) => {
      const found = waiting(measured).map((one) => one.gain);
      return found.length < 2 ? [] : found;
    },
    outcomes: {
      holds: (gains) => allLie(above(same))(gains.slice(-1)),
      refuted: allLie(below(same)),
    },
  },
  'nodes-documents': {
    text: 'Workers do not help much with I/O-intensive work: the built-in asynchronous operations are more efficient.',
    source: "Node's documents: worker_threads",
    // Not faster, and dearer: "do not help much", "more efficient".
    figures: [gain('throughput', 'network-io', steady), gain('cpuPerRequest', 'network-io', steady)],
    outcomes: {
      holds: together(need(below(same)), need(above(1))),
      refuted: either(need(above(same)), need(below(1))),
    },
  },
  crossover,
};
