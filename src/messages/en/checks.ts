/** What the validity checks say: what they found in a row, and why they found nothing. A row's text has no full stop. */
import { speedChange } from './noise.ts';
import { counted, fixed } from '../../format/number.ts';
import { amountOf, capital, exactTime, short, shortPercent } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';

/** X·R: requests or jobs a second, what each took in milliseconds, and how many that makes in flight. */
type InFlight = Numbers<'rate' | 'ms' | 'inFlight' | 'declared'>;

const requests = ({ rate, ms, inFlight }: InFlight) =>
  `${short(rate)} requests/s × ${exactTime(ms)} = ${short(inFlight)} in flight`;
const jobs = ({ rate, ms, inFlight }: InFlight) =>
  `${short(rate)} jobs/s × ${exactTime(ms)} = ${short(inFlight)} jobs in flight`;
const declaredClients = ({ declared }: InFlight) =>
  `${counted(declared, 'client was', 'clients were')} declared`;

type Bounded = Numbers<'limit' | 'throughput'> & { bound: Nested };

const bounded = ({ bound, limit, throughput }: Bounded) =>
  `${bound} = at most ${short(limit)} requests/s, and ${short(throughput)} were measured`;

type Found = Numbers<'failing' | 'of'> & { finding: Nested };
type Generator = Numbers<'busy' | 'late' | 'lateTime'> & {
  /** Of several generators the worst one; null where there is one. */
  name: string | null;
  shared: Numbers<'share' | 'cpus' | 'used'> | null;
};
type Machine = Maybe<'steal'> & Numbers<'loadPerCpu'> & { others: Numbers<'share' | 'used'> | null };
type Modes = Numbers<'gap' | 'critical'> & Record<'low' | 'high', Numbers<'trials' | 'rate'>>;
/** `setting`: the first of those in question that failed, null if the check is about all. */
type Taken = Numbers<'others'> & {
  check: string;
  setting: string | null;
  isWorstOfAll: boolean;
  sentence: Nested;
};

/** What must lie within what. */
const nestings = {
  'server in test': ['the server reports', 'in a test of'],
  'server in client': ['the server reports', 'while no client waited longer than'],
  means: ['the server’s mean is', 'the clients’'],
  'client in test': ['the longest response took', 'in a test of'],
} as const;

const atStart = 'in the environment it was started with; its pool cannot be seen';

export const checks = {
  'check.row': ({ row, finding, failing, of }: Found & { row: string }) => {
    const share = failing > 0 ? `${failing} of ${of} fail` : `the worst of ${of}`;
    return `${capital(row)}: ${finding}${of > 1 ? ` (${share})` : ''}.`;
  },
  'check.in-trials': ({ finding, failing, of }: Found) =>
    `${finding}${of > 1 ? `, as in ${failing} of the ${of} trials of its setting` : ''}`,
  'check.expected': ({ sentence }: { sentence: Nested }) => `${sentence} It was measured to show this.`,
  /** Why a verdict is withheld. */
  'check.withheld': ({ check, setting, others, isWorstOfAll, sentence }: Taken) =>
    setting === null
      ? `${check}: ${sentence}`
      : `${check} failed for ${setting}${others > 0 ? ` and ${counted(others, 'more setting')}` : ''}. ${isWorstOfAll ? 'The worst of all settings: ' : ''}${sentence}`,
  'check.no-rows': 'No row was measured.',
  'check.no-length': 'The length of the test is not known.',

  'check.L1.requests': (all: InFlight) => `${requests(all)}, of ${all.declared} declared`,
  'check.L1.too-many': (all: InFlight & { isFloor: boolean }) =>
    `${requests(all)}, but ${declaredClients(all)}${all.isFloor ? ' (no correct response is possible below that time)' : ''}`,
  'check.L1.total-by-n': (all: InFlight) =>
    `${requests(all)}: exactly one, so the "mean" is the total divided by the number of requests; ${declaredClients(all)}`,
  'check.L1.idle': (all: InFlight) =>
    `${requests(all)}, but ${declaredClients(all)}, and clients never pause`,
  'check.L1.jobs': (all: InFlight) => `${jobs(all)}, of ${all.declared} allowed`,
  'check.L1.too-many-jobs': (all: InFlight) =>
    `${jobs(all)}, but clients that wait for their responses start at most ${all.declared} together`,
  'check.L1.silent':
    'An open load declares no concurrency, or the mean response time is not known, or its clock is too coarse to tell.',

  'check.L2.in-flight': ({
    inFlight,
    declared,
    why,
  }: Numbers<'inFlight' | 'declared'> & { why: 'batches' | 'clients' | null }) =>
    `${short(inFlight)} of ${declared} declared requests were in flight` +
    (why === null
      ? ''
      : why === 'batches'
        ? ': each batch waits for its slowest request'
        : ': the clients wait for something else'),
  'check.L2.without': 'The number of requests in flight was not measured over time.',
  'check.L2.silent': 'A burst and an open load keep no fixed number of requests in flight.',

  'check.F1.soonest': ({ of, soonest, floor }: Numbers<'soonest' | 'floor'> & { of: 'first' | 'mean' }) =>
    `the ${of} response came after ${exactTime(soonest)}, and the work takes at least ${exactTime(floor)}`,
  'check.F1.without': 'No request declares a floor (the time below which no correct response is possible).',
  'check.F1.silent': 'No response was timed.',

  'check.F2.jobs': ({ late, jobs: all }: Numbers<'late' | 'jobs'>) =>
    `${late} of ${all} jobs ended after the last response`,
  'check.F2.published': ({
    inFlight,
    clients,
    declared,
    behind,
  }: Numbers<'inFlight' | 'clients' | 'declared' | 'behind'>) =>
    `${inFlight.toFixed(0)} jobs were in flight on average, and ${counted(clients, 'client that waits', 'clients that wait')} can have ${declared}: at least ${Math.round(behind * 100)}% of the work came after the responses`,
  'check.F2.silent':
    'The server is known to respond before its work: only the times of its jobs are compared.',
  'check.F2.without': 'The end of the work is not known: the server does not log its jobs.',

  'check.P2.wrong': ({ wrong, asked }: Numbers<'wrong' | 'asked'>) =>
    `${short(wrong)} of ${counted(asked, 'response')} belong to another request, or prove nothing (${shortPercent(wrong / asked)})`,
  'check.P2.proved': ({ asked }: { asked: number }) =>
    `${fixed(asked, 0)} of ${counted(asked, 'response')} carry their proof`,
  'check.P2.without': 'No request asks for a proof, or for a body with a known SHA-256.',

  'check.B1.within': bounded,
  'check.B1.exceeded': (all: Bounded) =>
    `${bounded(all)}, ${shortPercent(all.throughput / all.limit - 1)} more`,
  'check.B1.without': 'No row has a throughput.',
  'check.B1.silent': 'Neither a floor nor the CPU time of a request is known, so no bound follows.',
  'bound.clients': ({ clients, ms }: Numbers<'clients' | 'ms'>) =>
    `${counted(clients, 'client')} ÷ ${short(ms)} ms`,
  'bound.cpus': ({ cpus, ms }: Numbers<'cpus' | 'ms'>) =>
    `${short(cpus)} ${cpus === 1 ? 'CPU' : 'CPUs'} ÷ ${short(ms)} ms of CPU per request`,
  'bound.threads': ({ threads, ms }: Numbers<'threads' | 'ms'>) =>
    `${counted(threads, 'thread')} (pools and loops) ÷ ${short(ms)} ms of CPU per request`,

  'check.S1.speed-up': ({
    ratio,
    base,
    limits,
    limit,
  }: Numbers<'ratio' | 'limit'> & {
    base: string;
    limits: readonly { times: number; by: 'concurrency' | 'workers' | 'CPUs' }[];
  }) =>
    `${short(ratio)} times as fast as ${base}, and at most min(${limits.map(({ times, by }) => `${short(times)} by ${by}`).join(', ')}) = ${short(limit)} is possible`,
  'check.S1.silent': 'No two settings differ only in their number of workers.',

  'check.T1.nesting': ({
    what,
    inner,
    outer,
  }: Numbers<'inner' | 'outer'> & { what: keyof typeof nestings }) =>
    `${nestings[what][0]} ${exactTime(inner)}, ${nestings[what][1]} ${exactTime(outer)}`,
  'check.T1.silent':
    'The server does not report its own time, and no single response was timed against the whole test.',

  'check.T2.hidden': ({ server, client }: Numbers<'server' | 'client'>) =>
    `the server reports ${exactTime(server)}, the clients waited ${exactTime(client)}: ${shortPercent(1 - server / client)} of it lies outside the handler`,
  'check.T2.without': 'The server does not report how long a request took (header Server-Timing: app;dur=…).',

  'check.E1.counted-as-success': ({ count, sent }: Numbers<'count' | 'sent'>) =>
    `${fixed(count, 0)} of ${counted(sent, 'request')} failed and were counted as success`,
  'check.E1.failed': ({
    failed,
    sent,
    kinds,
  }: Numbers<'failed' | 'sent'> & { kinds: Readonly<Record<string, number>> }) =>
    `${failed} of ${counted(sent, 'request')} failed (${shortPercent(failed / Math.max(1, sent))}: ${Object.entries(
      kinds,
    )
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')})`,
  'check.E1.correct': ({ sent }: { sent: number }) =>
    `${fixed(sent, 0)} of ${counted(sent, 'request')} got a correct response`,
  'check.E1.without': 'The results of the requests are not known.',

  'check.E2.warned': ({ lines, first }: Numbers<'lines'> & { first: string }) =>
    `${counted(lines, 'warning')}, the first: ${first}`,
  'check.E2.none': 'no warning',
  'check.E2.without': 'The output of the application is not known.',

  'check.G1.generator': ({ busy, late, lateTime, shared, name }: Generator) =>
    `${name ? `generator "${name}"` : 'the load generator'} was ${shortPercent(busy)} busy ` +
    (shared === null
      ? 'on its own CPUs'
      : `and took ${shortPercent(shared.share)} of ${amountOf(shared.cpus, 'CPU')}, with ${shortPercent(Math.min(1, shared.used))} in use`) +
    `; ${shortPercent(late)} of the requests were sent late, ${shortPercent(lateTime)} of all waiting time`,
  'check.G1.late': ({ late }: { late: number }) =>
    `${shortPercent(late)} of the requests were sent late, as many as lie above a percentile`,
  'check.G1.remedy': ({ sentence }: { sentence: Nested }) =>
    `${sentence} To avoid it, use a lighter load, or a machine with four CPUs or more, where server and generator get their own. Or start the server with \`taskset -c 0\`: this leaves the other CPUs to the generator, and measures the server on one CPU.`,
  'check.G1.unsent': ({ due, count }: Numbers<'due' | 'count'>) =>
    count > 0
      ? `${short(count)} of ${short(due)} requests (or iterations) were due and never sent (${shortPercent(count / due)})`
      : `all ${short(due)} requests (or iterations) that were due were sent`,
  'check.G1.without': 'The CPU use of the load generator is not known.',
  'check.G1.silent':
    'Every server answered before its work was done, which the generator does not influence.',

  'check.G2.overlap': ({ name, overlap, skew }: Numbers<'overlap' | 'skew'> & { name: string }) =>
    `generator "${name}" loaded together with the others for ${shortPercent(overlap)} of its window (it began ${exactTime(skew)} after the first)`,
  'check.G2.path': ({ name, path, median }: Numbers<'path' | 'median'> & { name: string }) =>
    `the network from generator "${name}" adds ${exactTime(path)} to a median of ${exactTime(median)} (${shortPercent(path / median)})`,
  'check.G2.remedy': ({ sentence }: { sentence: Nested }) =>
    `${sentence} Use generators nearer to the server, or compare settings under which responses take longer.`,
  'check.G2.without': 'The load came from this machine alone.',

  'check.M1.disturbed': ({ steal, others, loadPerCpu }: Machine) =>
    `${steal === null ? 'steal unknown' : `${shortPercent(steal)} of the CPU time was stolen`}, ` +
    (others === null
      ? `a load of ${short(loadPerCpu)} per CPU before the run`
      : `other programs took ${shortPercent(others.share)}, ${shortPercent(others.used)} were in use in total`),
  'check.M1.throttled': ({ periods }: { periods: number }) =>
    `the CPU quota stopped the cgroup in ${counted(periods, 'period')}`,
  /** @param slow share of the readings that were slow, and their speed against the others; null where they are one heap */
  'check.M1.speed': ({ slow, spread }: { slow: Numbers<'share' | 'speed'> | null; spread: number }) =>
    `This machine changes its speed: ${speedChange({ slow, spread })} Something else uses the same cores, or their clock changes. Ratios are adjusted for it.`,
  'check.M1.without': 'The load of other programs is not known.',

  'check.D1.silent': 'A burst lasts until its work is done: no window was chosen for it.',
  'check.D1.window': ({ length, least }: Numbers<'length' | 'least'>) =>
    `${exactTime(length)} were measured, ${exactTime(least)} are needed`,
  'check.D1.requests': ({ requests: count, least }: Numbers<'requests' | 'least'>) =>
    `${short(count)} requests were measured, ${least} are needed`,
  'check.D1.medians': ({ length, medians, least }: Numbers<'length' | 'medians' | 'least'>) =>
    `the window of ${exactTime(length)} is ${short(medians)} median response times long, ${least} are needed`,

  'check.D2.above': ({
    percentile,
    requests: count,
    above,
    isMore,
    needed,
  }: Numbers<'percentile' | 'requests' | 'above' | 'needed'> & { isMore: boolean }) =>
    `p${short(percentile * 100)} of ${short(count)} requests: ${short(count)} × ${short(1 - percentile)} = ${short(above)} lie above it${isMore ? ', and fewer above higher percentiles' : ''}${needed > count ? `; ${short(needed)} requests are needed` : ''}`,
  'check.D2.unsent': ({ due, count: dropped }: Numbers<'due' | 'count'>) =>
    `${short(dropped)} of ${short(due)} requests (or iterations) were never sent: the times of those that would have waited longest are missing`,
  'check.D2.without': 'No percentile is shown.',
  'check.D2.silent': 'A burst is described by the times of its jobs, not by percentiles of its requests.',

  'check.C1.resolution': ({
    label,
    unit,
    value,
    resolution,
  }: Numbers<'value' | 'resolution'> & Strings<'label' | 'unit'>) =>
    `${label} of ${short(value)} ${unit}, with a clock resolution of ${short(resolution)} ${unit} (${shortPercent(resolution / value)})`,
  'check.C1.silent': 'The clocks behind the figures are not known.',

  'check.W1.trend': ({ change, bins, of, p }: Numbers<'change' | 'bins' | 'of' | 'p'>) =>
    `throughput ${change < 0 ? 'falls' : 'rises'} by ${shortPercent(Math.abs(change))} over ${bins} of ${of} time bins, after the warm-up (p = ${short(p)})`,
  'check.W1.first-trial': ({
    setting,
    pace,
    deviations,
  }: Numbers<'pace' | 'deviations'> & { setting: string }) =>
    `The first trial (${setting}) had ${short(pace)} times the throughput of the other trials of its setting (${short(deviations)} deviations away).`,
  'check.W1.silent': ({ bins }: { bins: number }) =>
    `No window has ${bins} time bins, and no setting has four trials.`,

  'check.V1.gap': ({ low, high, gap, critical }: Modes) =>
    `${low.trials} trials near ${short(low.rate)}/s, ${high.trials} near ${short(high.rate)}/s; the gap is ${short(gap)} deviations, and chance explains up to ${short(critical)}`,
  'check.V1.silent': ({ trials }: { trials: number }) => `No setting has ${trials} trials.`,

  'check.I1.shares': ({
    requests: each,
    statistic,
    p,
  }: Numbers<'statistic' | 'p'> & { requests: readonly number[] }) =>
    `${each.map(short).join(' and ')} requests on ${each.length} workers (χ² = ${short(statistic)}, p = ${short(p)})`,
  'check.I1.without':
    'The number of requests per worker is not known (only the servers of the lab report it, with two workers or more).',

  'check.R1.control': ({ name, value, low, high }: Numbers<'value' | 'low' | 'high'> & { name: string }) =>
    `The copy of ${name} differs from it: ratio ${short(value)}, interval ${short(low)} to ${short(high)}, although only the label differs.`,
  'check.R1.repeated': ({ least, hasControl }: Numbers<'least'> & { hasControl: boolean }) =>
    `Every setting was measured ${least} times or more${hasControl ? ', and the copy of the baseline does not differ from it' : ''}.`,
  'check.R1.searched': ({ least, once, settings }: Numbers<'least' | 'once' | 'settings'>) =>
    `The search dropped ${once} of ${counted(settings, 'setting')} after one trial, and measured the others ${least} times or more.`,
  'check.R1.once': ({ rows, settings }: Numbers<'rows' | 'settings'>) =>
    `${counted(rows, 'row')} of ${counted(settings, 'setting')}, one for each: the spread of repeated trials is not known.`,
  'check.R1.some-once': ({ once, settings, example }: Numbers<'once' | 'settings'> & { example: string }) =>
    `${once} of ${counted(settings, 'setting')} ${once === 1 ? 'was' : 'were'} measured only once, such as ${example}: the spread is not known.`,

  'check.Q1.empty': 'every figure is 0.000: it was never run',
  'check.Q1.copy': ({ of, figures }: { of: string; figures: readonly number[] }) =>
    `the same figures as ${of}, to the last digit (${figures.map(short).join(', ')})`,
  'check.Q1.label': ({
    what,
    expected,
    found,
  }: {
    what: string;
    expected: string | number;
    found: string | number;
  }) => `${what} is ${expected}, but its label says ${found}`,
  'check.Q1.added-times': ({ answers, times }: Numbers<'answers' | 'times'>) =>
    `${counted(answers, 'answer')} have ${counted(times, 'response time')}: autocannon has added ${fixed(times - answers, 0)} that it did not measure, to correct for coordinated omission. Repeat it with --ignoreCoordinatedOmission`,
  'check.Q1.sound': ({ figures }: { figures: number }) =>
    `${counted(figures, 'figure')}, none copied, all labels correct`,

  'check.P1.in-force': ({
    what,
    expected,
    isStart,
  }: {
    what: string;
    expected: string | number;
    isStart: boolean;
  }) => `${what} ${expected} was requested and is ${isStart ? atStart : 'in force'}`,
  'check.P1.differs': ({
    what,
    expected,
    found,
    isStart,
  }: {
    what: string;
    expected: string | number;
    found: string | number;
    isStart: boolean;
  }) => `${what} ${expected} was requested, ${found} is ${isStart ? atStart : 'in force'}`,
  'check.P1.without': 'No part of the setting could be read back from the processes.',
  'check.P1.silent': 'No setting that can be read back was varied.',
};
