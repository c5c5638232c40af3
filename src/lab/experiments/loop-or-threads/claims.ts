/**
 * What the article on event loop and worker threads and Node's documents say of threads and waiting. Faster means: by
 * more than a quarter (`same`): the gains that were published are larger by far.
 */
import { message, type Message } from '../../../messages/message.ts';
import type { Interval, Measured } from '../../../model/verdict.ts';
import { short } from '../../../format/words.ts';
import { delays, floorOf } from '../../../workloads/loop-or-threads.ts';
import type { Claim, Judgement } from '../experiment.ts';
import {
  countedShare,
  cpusOf,
  equality,
  same,
  isAbove,
  isBelow,
  levelOfCells,
  notRun,
  plain,
  ratioOf,
  rule,
} from '../judgement.ts';
import { above, allAbove, below, need, type Estimated } from '../outcome.ts';
import { gain, poolOf, poolsOf, steady, utilizationAt, waitLoads, type WaitLoad } from './evidence.ts';
import { batch, cellId, openLoad, published, type ThreadTopology } from './grid.ts';
import { publishedRuns, together } from './runs.ts';

const tables = 'tables of the article on event loop and worker threads';

/** The figures that the claim cites are those of a pool that mixed up its replies here as well. */
function publishedPool(measured: Measured): Message | null {
  const runs = (['prime', 'file'] as const).flatMap((work) => publishedRuns(measured, work, 'once-pool'));
  if (runs.length === 0) return null;
  const { answered, wrong } = together(runs);
  return message('claim.published-pool-mixes-up', { answered, wrong });
}

/**
 * What an open load finds is told and not judged: a single request in a hundred that leaves late, which a generator on
 * shared CPUs cannot always help, would take the verdict away.
 */
function openMedians(measured: Measured): Message | null {
  const median = (topology: ThreadTopology) =>
    measured.summaries.find(({ cell }) => cell === cellId({ work: 'io-test', topology, load: openLoad }))
      ?.metrics.p50?.value;
  const [single, pool] = [median('node'), median(poolOf(measured))];
  return single !== undefined && pool !== undefined
    ? message('claim.open-load-medians', { single, pool })
    : null;
}

const oneTaskAWorker = (measured: Measured) =>
  gain(measured, 'throughput', 'network-io', steady, 'worker-pool-one');

/** How many answers have to be wrong for the figure to be one of wrong answers. */
const mostlyWrong = 0.9;

/** Counted, not estimated: an answer has the results of its own request, or of another. */
function belowTheDelay(measured: Measured): Judgement {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return notRun(message('claim.no-published-pool'));
  const { answered, wrong, fastest, mean } = together(runs);
  const wrongShare = countedShare('wrong answers ÷ answers', wrong, answered);
  // From the summaries, which are not noted as what this rests on: a count needs no quiet machine.
  const honestly = cellId({ work: 'network-io', topology: 'own-pool', load: batch });
  const honest = measured.summaries.find((one) => one.cell === honestly)?.metrics.mean;
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
      plain('average of all answers, right or wrong', 'ms', mean, runs.length),
      plain('fastest answer', 'ms', fastest, runs.length),
      ...(honest
        ? [plain('average with a number for each task', 'ms', honest.value, honest.trials.length)]
        : []),
    ],
  };
}

const delaysInBatches = cellId({ work: 'network-io', topology: 'node', load: batch });

/** By Little's law X·R is what is in flight; behind a barrier each batch waits for its slowest request. */
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

const lostToBarrier = (measured: Measured) =>
  ratioOf(
    measured,
    'throughput',
    'throughput: in batches ÷ ten clients that do not pause',
    delaysInBatches,
    cellId({ work: 'network-io', topology: 'node', load: steady }),
  );

/** Utilisation of a loop that mostly waits, and of one that hardly does. Between them a queue begins to build. */
const idle = 0.5;
const busy = 0.9;

const clientsText = ({ clients }: WaitLoad) => (clients === 1 ? '1 client' : `${clients} clients`);

interface CrossoverPoint {
  readonly load: WaitLoad;
  readonly utilization: Interval;
  readonly gain: Estimated;
}

/** @param isNamed the text of a gain names the utilisation of the loop */
function points(measured: Measured, which: readonly WaitLoad[], isNamed: boolean): CrossoverPoint[] {
  return which.flatMap((load) => {
    const utilization = utilizationAt(measured, load);
    const gained = gain(measured, 'throughput', load.work, load.load);
    if (!utilization || utilization.low === null || utilization.high === null || !gained) return [];
    const { value, low, high } = utilization;
    const loop = isNamed ? ` (loop ${short(value * 100)}% busy)` : '';
    const text = `throughput at ${clientsText(load)}${loop}: worker threads ÷ single thread`;
    return [{ load, utilization: { value, low, high }, gain: { ...gained, text } }];
  });
}

/** Waits without JavaScript behind them, with more and more clients. */
const waiting = (measured: Measured) =>
  points(
    measured,
    waitLoads(measured).filter(({ computed }) => computed === 0),
    false,
  );

/** The same requests, with JavaScript behind the wait. */
function computing(measured: Measured): CrossoverPoint[] {
  const all = waitLoads(measured);
  const computed = Math.max(0, ...all.map((load) => load.computed));
  return points(
    measured,
    all.filter((load) => load.computed === computed && computed > 0),
    true,
  );
}

/** Gains where the single loop idles, and where it is saturated. */
function aroundCrossover(measured: Measured) {
  const found = computing(measured);
  return {
    idling: found.filter(({ utilization }) => isBelow(utilization, idle)).map((one) => one.gain),
    saturated: found.filter(({ utilization }) => isAbove(utilization, busy)).map((one) => one.gain),
  };
}

/**
 * A loop that is saturated by taking requests and sending answers cannot give that away. Told, and not judged: at such
 * rates the generator takes its part of the CPUs, so the figure comes from the summaries, which no verdict rests on.
 */
function saturatedByItself(measured: Measured): Message | null {
  const at = (load: WaitLoad, topology: ThreadTopology) =>
    measured.summaries.find(({ cell }) => cell === cellId({ ...load, topology }))?.metrics;
  const full = waitLoads(measured).findLast(
    (load) => load.computed === 0 && (at(load, 'node')?.loopUtilization?.value ?? 0) > busy,
  );
  const [one, other] = full ? [at(full, 'node')?.throughput, at(full, poolOf(measured))?.throughput] : [];
  if (!full || !one || !other) return null;
  return message('claim.loop-saturated-by-http', { clients: full.clients, ratio: other.value / one.value });
}

const threadsLimit = (measured: Measured) =>
  message('claim.threads-limit', { threads: published.workers, cpus: cpusOf(measured) });

const crossover = rule({
  id: 'loop-or-threads/crossover',
  text: 'Worker threads are for JavaScript that keeps the CPU busy: they help where the event loop is nearly full, and not where it waits.',
  source: "Node's documentation of worker_threads and of performance.eventLoopUtilization",
  unless: (measured) => {
    const { idling, saturated } = aroundCrossover(measured);
    const hasBoth = idling.length > 0 && saturated.length > 0;
    return hasBoth ? null : message('claim.needs-idle-and-busy');
  },
  figures: (measured) => computing(measured).map((one) => one.gain),
  outcomes: (_, measured) => {
    const { idling, saturated } = aroundCrossover(measured);
    const [helps, isVain] = [need(above(same)), need(below(same))];
    return [
      { word: 'holds', when: [[...saturated.map(helps), ...idling.map(isVain)]] },
      { word: 'refuted', when: [saturated.map(isVain), idling.map(helps)] },
    ];
  },
  remarks: (measured) => [saturatedByItself(measured)],
});

export const crossoverHolds = (measured: Measured) => crossover.judge(measured).verdict === 'holds';

export const claims: readonly Claim[] = [
  rule({
    id: 'loop-or-threads/cpu-gains',
    text: 'An app that computes performs better on worker threads than on a single event loop (+199% for primes, +295% for the words of a file).',
    source: tables,
    figures: (measured) =>
      (['prime', 'file'] as const).map((work) => gain(measured, 'throughput', work, steady)),
    beside: (measured) => [gain(measured, 'throughput', 'prime', batch, 'own-pool')],
    // The more CPUs there are for the threads, the more there is to gain; with one there is nothing.
    unless: (measured) => (cpusOf(measured) < 2 ? threadsLimit(measured) : null),
    outcomes: (found) => [
      { word: 'holds', when: [found.map(need(above(same)))] },
      { word: 'refuted', when: found.map((one) => [need(below(same))(one)]) },
    ],
    remarks: (measured) => [threadsLimit(measured), publishedPool(measured)],
  }),
  rule({
    id: 'loop-or-threads/files-gain',
    text: 'Asking for several small files is faster on worker threads too (+22%).',
    source: tables,
    figures: (measured) =>
      poolsOf(measured, 'io-test', steady).map((topology) =>
        gain(measured, 'throughput', 'io-test', steady, topology),
      ),
    outcomes: allAbove(equality),
    remarks: (measured) => [openMedians(measured)],
  }),
  rule({
    id: 'loop-or-threads/delays-gain',
    text: 'Requests that wait for the network are far faster on worker threads (+257%).',
    source: tables,
    // The same ten clients without pauses, and pools that give every request its own results.
    figures: (measured) =>
      poolsOf(measured, 'network-io', steady).map((topology) =>
        gain(measured, 'throughput', 'network-io', steady, topology),
      ),
    beside: (measured) => [
      gain(measured, 'throughput', 'network-io', batch, 'own-pool'),
      oneTaskAWorker(measured),
    ],
    outcomes: (found) => [
      { word: 'holds', when: found.map((one) => [need(above(same))(one)]) },
      { word: 'refuted', when: [found.map(need(below(same)))] },
    ],
    remarks: (measured) => [
      oneTaskAWorker(measured) && message('claim.one-task-a-worker', { workers: published.workers }),
    ],
  }),
  {
    id: 'loop-or-threads/below-the-delay',
    text: 'On four worker threads a request with five delays of 10 to 30 ms takes 5.10 ms on average.',
    source: tables,
    judge: belowTheDelay,
  },
  rule({
    id: 'loop-or-threads/ten-at-once',
    text: 'The benchmark has ten requests in flight.',
    source: tables,
    figures: (measured) => [inFlightInBatches(measured)],
    beside: (measured) => [lostToBarrier(measured)],
    outcomes: allAbove(published.clients * 0.95),
    remarks: () => [message('claim.batches-wait')],
  }),
  rule({
    id: 'loop-or-threads/single-request-only',
    text: 'That a single thread is good at I/O is true of one request at a time; with many concurrent ones, worker threads win.',
    source: 'conclusion of the article on event loop and worker threads',
    figures: (measured) => {
      const found = waiting(measured).map((one) => one.gain);
      return found.length < 2 ? [] : found;
    },
    outcomes: (gains) => [
      { word: 'holds', when: [gains.slice(-1).map(need(above(same)))] },
      { word: 'refuted', when: [gains.map(need(below(same)))] },
    ],
    remarks: (measured) => [
      message('claim.loops-busy', {
        loops: waiting(measured).map(({ load: { clients }, utilization }) => ({
          clients,
          share: utilization.value,
        })),
      }),
    ],
  }),
  rule({
    id: 'loop-or-threads/nodes-documents',
    text: 'Workers do not help much with I/O-intensive work: the built-in asynchronous operations are more efficient.',
    source: "Node's documentation of worker_threads",
    // Not faster, and dearer: "do not help much", "more efficient".
    figures: (measured) =>
      (['throughput', 'cpuPerRequest'] as const).map((metric) =>
        gain(measured, metric, 'network-io', steady),
      ),
    outcomes: ([rate, cost]) =>
      rate && cost
        ? [
            { word: 'holds', when: [[need(below(same))(rate), need(above(1))(cost)]] },
            { word: 'refuted', when: [[need(above(same))(rate)], [need(below(1))(cost)]] },
          ]
        : [],
  }),
  crossover,
];
