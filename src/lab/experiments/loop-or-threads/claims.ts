/**
 * What the article on event loop and worker threads and Node's documents say of threads and waiting, and when it holds. Faster means: by more than a tenth,
 * with the whole interval (`equality`); between "faster" and "not faster" lies what stays undecided.
 */
import type { Claim } from '../experiment.ts';
import type { Comparison, Evidence, Measured } from '../../../model/verdict.ts';
import { delays, floorOf } from '../../../workloads/loop-or-threads.ts';
import {
  countedShare,
  cpusOf,
  equality,
  evidence,
  figure,
  isAbove,
  isBelow,
  notRun,
  short,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { crossoverClaims } from './claims-crossover.ts';
import { gain, gainEvidence, gains, poolNames, poolOf, steady } from './evidence.ts';
import { batch, cellId, openLoad, published, type Topology } from './grid.ts';
import { publishedRuns, together } from './runs.ts';

const tables = 'tables of the document on event loop and worker threads';

/** Computing: the more CPUs there are for the threads, the more; so the gain is told against min(workers, CPUs). */
function cpuGains(measured: Measured): Judgement {
  const found = (['prime', 'file'] as const).flatMap((work) => {
    const compared = gain(measured, 'throughput', work, steady);
    return compared ? [compared] : [];
  });
  const [primes, words] = found;
  if (!primes || !words) return notRun(tooFewBlocks);
  const cpus = cpusOf(measured);
  const most = Math.min(published.workers, cpus);
  const small = gain(measured, 'throughput', 'prime', batch, 'own-pool');
  const limit = small
    ? ` The published primes are so little work that there a pool that numbers its tasks has ${figure(small.ratio)} times the throughput of the single thread: handing a task over costs about what it saves.`
    : '';
  const because = `For requests of some milliseconds of CPU ${poolNames[poolOf(measured)]} with ${published.workers} threads has ${figure(primes.ratio)} times the throughput of the single thread in counting primes and ${figure(words.ratio)} times in counting words; min(${published.workers} threads, ${cpus} CPUs) = ${most} is the most that there can be.${limit}${publishedPool(measured)}`;
  const figures = [...found, ...(small ? [small] : [])].map((one) => gainEvidence(measured, one));
  if (cpus < 2)
    return {
      verdict: 'undecided',
      because: `${because} With one CPU there is nothing to gain.`,
      evidence: figures,
    };
  if (found.every((one) => isAbove(one.ratio, equality)))
    return { verdict: 'holds', because, evidence: figures };
  const isRefuted = found.some((one) => isBelow(one.ratio, equality));
  return { verdict: isRefuted ? 'refuted' : 'undecided', because, evidence: figures };
}

/** The figures that the claim cites are those of a pool that mixed up its replies here as well. */
function publishedPool(measured: Measured): string {
  const runs = (['prime', 'file'] as const).flatMap((work) => publishedRuns(measured, work, 'once-pool'));
  if (runs.length === 0) return '';
  const { answered, wrong } = together(runs);
  return ` Of the published pool's answers to these two, ${wrong} of ${answered} were those of other requests${wrong > answered / 2 ? ': what its +199 % and +295 % timed were mostly those' : ''}.`;
}

/** Ratios of which more than 1 means faster: all must stay below a tenth to refute, all must be above to hold. */
function fasterWord(ratios: readonly Pick<Comparison, 'ratio'>[]): 'holds' | 'refuted' | 'undecided' {
  if (ratios.every((one) => isAbove(one.ratio, equality))) return 'holds';
  return ratios.every((one) => isBelow(one.ratio, equality)) ? 'refuted' : 'undecided';
}

/**
 * The same ten clients without pauses. What an open load finds is told and not judged: a single request in a hundred that
 * leaves late, which a generator on shared CPUs cannot always help, would take the verdict away.
 */
function filesGain(measured: Measured): Judgement {
  const { alone, isWhole } = gains(measured, 'throughput', 'io-test', steady);
  if (!isWhole) return notRun(tooFewBlocks);
  const median = (topology: Topology) =>
    measured.summaries.find(({ cell }) => cell === cellId({ work: 'io-test', topology, load: openLoad }))
      ?.metrics.p50?.value;
  const [one, pool] = [median('node'), median(poolOf(measured))];
  const open =
    one !== undefined && pool !== undefined
      ? ` At 300 requests a second, which both serve with ease, half of them are answered within ${short(pool)} ms instead of ${short(one)} ms.`
      : '';
  const because = `With ten clients, ${ratiosInWords(measured, alone)} times the throughput of the single thread.${open}`;
  return { verdict: fasterWord(alone), because, evidence: alone.map((each) => gainEvidence(measured, each)) };
}

const ratiosInWords = ({ plan }: Measured, compared: readonly Comparison[]) =>
  compared
    .map((one) => {
      const topology = plan.cells.find(({ id }) => id === one.cell)?.setting['topology'];
      return `${poolNames[String(topology)] ?? ''} ${figure(one.ratio)}`;
    })
    .join(' and ');

/** The same ten clients without pauses, and pools that give every request its own results. */
function delaysGain(measured: Measured): Judgement {
  const { alone, together: simultaneous, isWhole } = gains(measured, 'throughput', 'network-io', steady);
  if (!isWhole) return notRun(tooFewBlocks);
  const one = gain(measured, 'throughput', 'network-io', steady, 'worker-pool-one');
  const trap = one
    ? ` piscina as it comes, one task a worker at a time, has ${figure(one.ratio)}: its ${published.workers} threads then hold ${published.workers} waits, and a loop holds any number.`
    : '';
  const asPublished = gain(measured, 'throughput', 'network-io', batch, 'own-pool');
  const batches = asPublished
    ? ` In the published batches of ten a pool that numbers its tasks has ${figure(asPublished.ratio)}.`
    : '';
  const because = `With ten clients, ${ratiosInWords(measured, alone)} times the throughput of the single thread.${batches}${trap}`;
  const figures = [...alone, ...(asPublished ? [asPublished] : []), ...(one ? [one] : [])].map((each) =>
    gainEvidence(measured, each),
  );
  if (simultaneous.some((each) => isAbove(each.ratio, equality)))
    return { verdict: 'holds', because, evidence: figures };
  return { verdict: fasterWord(alone) === 'refuted' ? 'refuted' : 'undecided', because, evidence: figures };
}

/** How many answers have to be wrong for the figure to be one of wrong answers. */
const mostlyWrong = 0.9;

/** Counted, not estimated: an answer has the results of its own request, or of another. */
function belowTheDelay(measured: Measured): Judgement {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return notRun('The published pool was not measured.');
  const { answered, wrong, fastest, mean } = together(runs);
  const wrongShare = countedShare(wrong, answered);
  const floor = floorOf(delays.from);
  // From the summaries, which are not noted as what this rests on: a count needs no quiet machine.
  const honestly = cellId({ work: 'network-io', topology: 'own-pool', load: batch });
  const honest = measured.summaries.find((one) => one.cell === honestly)?.metrics.mean;
  const figures: Evidence[] = [
    evidence('wrong answers ÷ answers', 'share', wrongShare, answered),
    plain('average of all answers, right or wrong', mean, runs.length),
    plain('fastest answer', fastest, runs.length),
    ...(honest ? [plain('average with a number for each task', honest.value, honest.trials.length)] : []),
  ];
  const warnings = [...new Set(runs.flatMap((run) => run.warnings))];
  const because = [
    `Rebuilt with worker.once('message'), the pool answers after ${short(mean)} ms on average, the fastest after ${short(fastest)} ms, where the shortest delay is ${delays.from} ms: ${wrong} of ${answered} answers carry the results of other requests.`,
    ...(honest
      ? [`With a number for each task every answer is right, and the average is ${short(honest.value)} ms.`]
      : []),
    ...(warnings.length > 0 ? [`Node warned of it: ${warnings.join(', ')}.`] : []),
  ].join(' ');
  if (wrongShare.low >= mostlyWrong && fastest < floor)
    return { verdict: 'artefact', because, evidence: figures };
  // Right answers below the delay would be news: then the figure is what it says.
  const isReal = honest?.high != null && honest.high < delays.from && wrongShare.high < 1 - mostlyWrong;
  return { verdict: isReal ? 'holds' : 'undecided', because, evidence: figures };
}

const plain = (text: string, value: number, n: number): Evidence => ({
  text,
  unit: 'ms',
  value,
  low: null,
  high: null,
  n,
});

/** By Little's law X·R is what is under way; behind a barrier each batch waits for its slowest request. */
function tenAtOnce(measured: Measured): Judgement {
  const cell = cellId({ work: 'network-io', topology: 'node', load: batch });
  const underWay = measured.perBlock((block) => {
    const { throughput, mean } = block.find((one) => one.cell === cell)?.metrics ?? {};
    return throughput !== undefined && mean !== undefined ? (throughput * mean) / 1000 : null;
  });
  if (!underWay) return notRun(tooFewBlocks);
  const lost = measured.perBlock((block) => {
    const of = (id: string) => block.find((one) => one.cell === id)?.metrics.throughput;
    const [behind, free] = [of(cell), of(cellId({ work: 'network-io', topology: 'node', load: steady }))];
    return behind !== undefined && free !== undefined ? behind / free : null;
  });
  const figures = [
    evidence('X·R in batches of ten', 'requests', underWay, underWay.n),
    ...(lost ? [evidence('throughput: in batches ÷ ten clients that do not pause', '×', lost, lost.n)] : []),
  ];
  const because = `On the single thread X·R = ${figure(underWay)} requests were under way: each batch waits for its slowest before the next begins.${lost ? ` The same server had ${figure(lost)} times the throughput that ten clients without that barrier find.` : ''}`;
  const least = published.clients * 0.95;
  const verdict = isAbove(underWay, least) ? 'holds' : isBelow(underWay, least) ? 'refuted' : 'undecided';
  return { verdict, because, evidence: figures };
}

export const claims: readonly Claim[] = [
  {
    id: 'loop-or-threads/cpu-gains',
    text: 'An app that computes performs better on worker threads than on a single event loop (+199 % for primes, +295 % for the words of a file).',
    source: tables,
    judge: cpuGains,
  },
  {
    id: 'loop-or-threads/files-gain',
    text: 'Asking for several small files is faster on worker threads too (+22 %).',
    source: tables,
    judge: filesGain,
  },
  {
    id: 'loop-or-threads/delays-gain',
    text: 'Requests that wait for the network are far faster on worker threads (+257 %).',
    source: tables,
    judge: delaysGain,
  },
  {
    id: 'loop-or-threads/below-the-delay',
    text: 'On four worker threads a request with five delays of 10 to 30 ms takes 5.10 ms on average.',
    source: tables,
    judge: belowTheDelay,
  },
  {
    id: 'loop-or-threads/ten-at-once',
    text: 'The benchmark has ten requests under way at once.',
    source: tables,
    judge: tenAtOnce,
  },
  ...crossoverClaims,
];
