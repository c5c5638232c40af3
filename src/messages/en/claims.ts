/** Why a claim of the lab got its word: the shapes that most claims share, then what single claims say. */
import { counted, percent } from '../../format/number.ts';
import { exactTime, short, withInterval } from '../../format/words.ts';
import type { Nested } from '../nested.ts';

type Figure = {
  readonly text: string;
  /** `×` of a ratio, `share` of 1, or a unit as it is printed. */
  readonly unit: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

function figureText({ text, unit, value, low, high }: Figure): string {
  if (unit === 'share') return `${text} = ${percent(value)} (${percent(low)} to ${percent(high)})`;
  const interval = withInterval({ value, low, high });
  return `${text} = ${unit === '×' ? interval : interval.replace(' ', ` ${unit} `)}`;
}

/** Names, at most so many of them: the rest are in the tables. */
const shown = 6;
function listed(names: readonly string[]): string {
  const first = names.slice(0, shown).join(', ');
  return names.length > shown ? `${first} and ${names.length - shown} more` : first;
}

/** An API, and the versions of Node of which it is said where that are not all. */
type NamedApi = {
  readonly name: string;
  readonly nodes: readonly string[];
};

const apis = (found: readonly NamedApi[]) =>
  listed(found.map(({ name, nodes }) => (nodes.length > 0 ? `${name} (Node ${nodes.join(', ')})` : name)));

/** Jobs that an API has one after the other, and the versions of Node in which it has so many. */
type JobsOfApi = {
  readonly name: string;
  readonly counts: readonly { readonly count: number; readonly nodes: readonly string[] }[];
};

const several = (values: readonly (string | number)[]) => values.join(', ');

export const claims = {
  // Shapes.
  'claim.figures': ({ figures }: { figures: readonly Figure[] }) =>
    `Measured: ${figures.map(figureText).join('; ')}.`,
  'claim.sentences': ({ sentences }: { sentences: readonly Nested[] }) => sentences.join(' '),
  'claim.counts-agree': ({ counts }: { counts: readonly { text: string; count: number }[] }) =>
    `The same in every trial: ${counts.map(({ text, count }) => `${text} = ${count}`).join('; ')}.`,
  'claim.count-differs': ({
    text,
    values,
    nodes,
    expected,
  }: {
    text: string;
    values: readonly string[];
    nodes: readonly string[];
    expected: number;
  }) =>
    `Counted: ${text} = ${several(values)}${nodes.length > 0 ? ` on Node ${several(nodes)}` : ''}, not ${expected}.`,

  // Why a claim is undecided.
  'claim.noise': ({ blocks, seconds }: { blocks: number; seconds: number }) =>
    `Undecided because of noise: about ${counted(blocks, 'more block')} (${seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}) would decide it.`,
  'claim.on-the-line':
    'Undecided because a figure is too close to its bound: more blocks will hardly decide it.',

  // Why a claim is not run.
  'claim.too-few-blocks': 'Intervals need at least two blocks in which both settings were measured.',
  'claim.settings-left-out':
    'This run does not have all the settings that the claim needs: it was narrowed with --vary, or measured as published.',
  'claim.not-installed': ({ program, install }: { program: string; install: string }) =>
    `${program} was not found. Install it and run this again: ${install}`,
  'claim.no-trial': 'No valid trial measures this.',
  'claim.no-such-kind': 'This kind of job was not measured.',
  'claim.kinds-left-out': ({ reasons }: { reasons: readonly string[] }) => `Not run: ${reasons.join('; ')}.`,
  'claim.needs-kinds': 'This needs two kinds of jobs and two sizes.',
  'claim.needs-sizes': 'This needs a size below the number of CPUs and one above it.',
  'claim.no-size-above-cpus': 'No size above the number of CPUs was measured.',
  'claim.needs-idle-and-busy':
    'This needs a load with the event loop below 50% busy and one above 90%, in at least two blocks.',
  'claim.no-published-pool': 'The published pool was not measured.',
  'claim.one-worker': 'With one CPU there is one worker, so there is nothing to gain or to spread.',
  'claim.threads-without-names':
    'The pool threads of this Node version have no name, so they cannot be counted.',
  'claim.no-memory':
    'The memory of a process cannot be read here, or fewer than six processes were measured.',
  'claim.no-ps': 'The program ps was not found, or does not list threads here.',
  'claim.no-name-server': ({ why }: { why: string }) => `DNS lookups were not measured: ${why}.`,
  'claim.no-pool-of-one': 'No valid trial has a pool of one thread.',
  'claim.needs-node': ({ version }: { version: string }) =>
    `This needs Node ${version} or newer. Run it with --node 26.`,
  'claim.needs-own-node': ({ version }: { version: string }) =>
    `The histograms of Node ${version} and newer have this test: run chokepoint itself on such a Node.`,
  'claim.one-version': 'One version of Node was run. To compare several, use --node 20,22,24,26.',

  // cluster
  'claim.gain-limit': ({
    clients,
    workers,
    limit,
    published,
  }: {
    clients: number;
    workers: number;
    limit: number;
    published: number;
  }) =>
    `At most min(${clients} requests, ${workers} workers, ${workers} CPUs) = ${limit} is possible; the document claims ${short(published)}.`,
  'claim.limits': ({ limits }: { limits: readonly { clients: number; limit: number }[] }) =>
    `The limit is min(requests, workers, CPUs): ${limits.map(({ clients, limit }) => `${limit} for ${clients} requests`).join(', ')}.`,
  'claim.clock-on-the-wall': 'A growth of 1 ms per ms means wall-clock time; 0 means equal requests.',
  'claim.empty-loop-runs': ({ node }: { node: string }) =>
    `The document reports 11 s in 2015. Node ${node} runs all iterations; from 2³¹ on, the counter is a double.`,
  'claim.empty-loop-left-out': 'The compiler removes the iterations.',
  'claim.busiest-worker': ({
    clients,
    workers,
    share,
  }: {
    clients: number;
    workers: number;
    share: number;
  }) =>
    `With ${clients} keep-alive connections, the busiest of ${workers} workers got ${percent(share)} of the requests.`,
  'claim.furthest-from-equal': ({ comparisons }: { comparisons: number }) =>
    `Of ${comparisons} comparisons with round robin, this one is the furthest from 1.`,
  'claim.ab-sends-one-first': ({
    ratio,
    ab,
    chokepoint,
  }: {
    ratio: number;
    ab: number;
    chokepoint: number;
  }) =>
    `With -n 10 as in the document, the ratio is ${short(ratio)} for the cluster, because ab sends its first request alone: it had ${short(ab)} requests in flight on average, chokepoint ${short(chokepoint)}.`,

  // loop-or-threads
  'claim.threads-limit': ({ threads, cpus }: { threads: number; cpus: number }) =>
    `At most min(${threads} threads, ${cpus} CPUs) = ${Math.min(threads, cpus)} is possible.`,
  'claim.published-pool-mixes-up': ({ answered, wrong }: { answered: number; wrong: number }) =>
    `Of the published pool’s ${answered} answers to these two, ${wrong} belonged to other requests.`,
  'claim.open-load-medians': ({ single, pool }: { single: number; pool: number }) =>
    `At 300 requests per second the median response takes ${exactTime(single)} on the single thread and ${exactTime(pool)} with the pool.`,
  'claim.one-task-a-worker': ({ workers }: { workers: number }) =>
    `piscina’s default is one task at a time for each worker: ${workers} threads then run ${workers} waits at a time, and an event loop any number.`,
  'claim.answers-of-others': ({
    answered,
    wrong,
    fastest,
    mean,
    shortestDelay,
    honest,
    warnings,
  }: {
    answered: number;
    wrong: number;
    fastest: number;
    mean: number;
    shortestDelay: number;
    honest: number | null;
    warnings: readonly string[];
  }) =>
    [
      `${wrong} of ${answered} answers of the published pool carry the results of other requests.`,
      `They take ${exactTime(mean)} on average and ${exactTime(fastest)} at least, although the shortest delay is ${shortestDelay} ms.`,
      ...(honest === null ? [] : [`With an id for each task, the average is ${exactTime(honest)}.`]),
      ...(warnings.length > 0 ? [`Node warned: ${warnings.join(', ')}.`] : []),
    ].join(' '),
  'claim.batches-wait': 'Each batch waits for its slowest request before the next one begins.',
  'claim.loops-busy': ({ loops }: { loops: readonly { clients: number; share: number }[] }) =>
    `The single loop was busy for ${loops.map(({ clients, share }) => `${percent(share)} at ${clients} clients`).join(', ')}: the waits overlap on one thread too.`,
  'claim.loop-saturated-by-http': ({ clients, ratio }: { clients: number; ratio: number }) =>
    `A loop can also be saturated by HTTP alone (${clients} clients, no JavaScript behind the wait): the pool then has ${short(ratio)} times its throughput.`,

  // pool-classes, pool-mixed
  'claim.every-size-loses': 'With every size, one of the kinds does more than 25% better at another size.',
  'claim.size-fits-all': ({ size }: { size: number }) =>
    `With ${size} threads, no kind does more than 25% better at another size.`,
  'claim.other-sizes-unknown': 'Too little is known about the other sizes.',
  'claim.slower-by-a-tenth': '"Slower" means by more than 10%, with the whole interval.',
  'claim.mean-times': ({ of, to }: { of: number; to: number }) =>
    `The mean response is ${exactTime(of)} instead of ${exactTime(to)}.`,

  // pool-map
  'claim.need-thread': ({
    count,
    of,
    what,
    needs,
    versions,
    exceptions,
  }: {
    count: number;
    of: number;
    what: string;
    needs: boolean;
    versions: number;
    exceptions: readonly NamedApi[];
  }) =>
    `${count} of ${of} ${what}${versions > 1 ? ` in ${versions} versions of Node` : ''} need ${needs ? 'a' : 'no'} pool thread` +
    `${exceptions.length > 0 ? `; these need ${needs ? 'none' : 'one'}: ${apis(exceptions)}` : ''}.`,
  'claim.trials-differ-about': ({ names }: { names: readonly NamedApi[] }) =>
    `The trials differ about ${apis(names)}.`,
  'claim.jobs-in-turn': ({ apis: found }: { apis: readonly JobsOfApi[] }) =>
    `Jobs one after the other: ${found.map(({ name, counts }) => `${name} ${counts.map(({ count, nodes }) => `${count} on Node ${several(nodes)}`).join(' and ')}`).join('; ')}.`,
  'claim.list-complete': ({
    of,
    missing,
    missingCount,
    unknown,
  }: {
    of: number;
    missing: readonly NamedApi[];
    missingCount: number;
    unknown: readonly string[];
  }) =>
    missing.length > 0
      ? `Of ${of} APIs that need a pool thread, ${missingCount} are not in the list: ${apis(missing)}.`
      : `All ${of} APIs that need a pool thread are in the list${unknown.length > 0 ? `, but nothing is known about ${unknown.length}: ${listed(unknown)}` : ''}.`,
  'claim.lookups-overtaken': ({
    count,
    of,
    exceptions,
  }: {
    count: number;
    of: number;
    exceptions: readonly string[];
  }) =>
    `In a pool of one thread, a job that was submitted behind two lookups was done before the second: ${count} of ${of} lookups were overtaken` +
    `${exceptions.length > 0 ? `; these differ: ${listed(exceptions)}` : ', and no other API'}.`,
  'claim.versions-agree': ({
    of,
    versions,
    differing,
  }: {
    of: number;
    versions: readonly string[];
    differing: readonly string[];
  }) =>
    differing.length === 0
      ? `${of} APIs behave the same in Node ${several(versions)}.`
      : `Of ${of} APIs, ${differing.length} ${differing.length === 1 ? 'needs' : 'need'} a thread in one version and none in another (Node ${several(versions)}): ${listed(differing)}.`,

  // pool-mechanics
  'claim.address-space': ({ mebibytes }: { mebibytes: number }) =>
    `The address space grew by ${short(mebibytes)} MiB: a stack for each thread.`,
  'claim.ps-lists-more': ({
    least,
    most,
    sizes,
  }: {
    least: number;
    most: number;
    sizes: readonly number[];
  }) =>
    `ps lists ${least === most ? least : `${least} to ${most}`} threads more than the pool has, for pools of ${several(sizes)}: the main thread and V8’s are among them.`,
  'claim.jobs-in-flight': ({
    asked,
    counts,
  }: {
    asked: number;
    counts: readonly { node: string; jobs: readonly string[] }[];
  }) =>
    `${asked} threads were requested; jobs in flight: ${counts.map(({ node, jobs }) => `${several(jobs)} on Node ${node}`).join(', ')}.`,
  'claim.trials-differ': 'The trials differ.',
  'claim.depends-on-version': 'It depends on the version.',
  'claim.default-stayed': 'The default stayed in force.',

  // pool-size, processes-or-threads
  'claim.size-order': ({
    base,
    isGoodAsAny,
    better,
    worse,
  }: {
    base: number;
    isGoodAsAny: boolean;
    better: readonly number[];
    worse: readonly number[];
  }) =>
    `Compared with ${base} threads, the number of CPUs, ` +
    (better.length > 0
      ? `the average of pool ${several(better)} is more than 20% lower.`
      : `no size ${isGoodAsAny ? 'has' : 'was shown to have'} an average more than 20% lower.`) +
    ` A higher average was shown for ${worse.length > 0 ? `pool ${several(worse)}` : 'no size'}.`,
  'claim.too-large-costs': ({ answer }: { answer: 'less' | 'the same' | 'more' | 'not less' }) =>
    ({
      less: 'The pool that is too large costs less.',
      'the same': 'Both cost about the same: the ratio is within a factor of 1.25.',
      more: 'The pool that is too large costs more.',
      'not less': 'The pool that is too large does not cost less.',
    })[answer],
  'claim.behaves-like-cpu-work': 'This is how CPU work behaves: pbkdf2 waits for no device.',
  'claim.same-jobs':
    'Each request is answered before its jobs have run, so both cases start the same 150 jobs together.',
  'claim.busier-instance':
    'Round robin distributes connections, not jobs. The burst lasts until the busier instance is done; the most even division of 15 connections gives 1.07.',
  'claim.times-of-jobs':
    'The seconds are correct, but they are times of jobs in the server’s log, not of requests.',
  'claim.pool-is-exact': ({ exact, processes }: { exact: number; processes: number }) =>
    `In ${exact} of ${processes} processes the kernel shows exactly as many pool threads as UV_THREADPOOL_SIZE says.`,
  'claim.threads-of-kernel': ({ threads }: { threads: readonly number[] }) =>
    `The kernel shows ${threads.join(' or ')} pool threads in that process.`,

  // same-or-not
  'claim.false-alarms-by-requests': ({
    count,
    of,
    requests,
  }: {
    count: number;
    of: number;
    requests: number;
  }) =>
    `${count} of ${of} pairs of identical servers were called different, each by about ${requests} requests of either server.`,
  'claim.false-alarms-by-trials': ({ count, of, trials }: { count: number; of: number; trials: number }) =>
    `${count} of ${of} pairs of identical servers were called different, each by ${trials} trials of either server.`,
};
