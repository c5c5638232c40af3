/** What the rules about waiting jobs say: too few threads, too many, none for one kind, none that gets a CPU. */
import type { Nested } from '../../nested.ts';
import { counted } from '../../../format/number.ts';
import { amount, amountOf, capital, share, short, time, times, waited } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';
import { kindName } from '../pool-words.ts';

/** Mean numbers of jobs and threads, milliseconds, parts of time; null: not seen. */
type Waiting = Numbers<'size'> & Maybe<'queued' | 'wait'>;

type Why = Numbers<'size'> & {
  readonly threads: Numbers<'blocked' | 'running'> | null;
  /** What waits the most. */
  readonly kind: string | null;
  readonly areCpusFree: boolean;
  /** Utilisation of the event loop, where it has time to spare. */
  readonly loop: number | null;
};

type Cap = 'none' | 'threads' | 'CPU' | 'memory' | 'tasks';
/**
 * The size that is `advised` and its `cap`, what kept it from being larger; the jobs that wait at `most`; factors of the
 * throughput, of which `gain` is null where the arrivals may be what sets it.
 */
type TooSmall = Waiting &
  Why &
  Numbers<'advised' | 'most' | 'cpuGain'> &
  Maybe<'busy' | 'gain'> & {
    cap: Cap;
    /** A fixed number of clients, who wait for each answer, sent the requests. */
    isClosed: boolean;
  };

/** Why so little is seen: of the memory of the process, and of the probe in it. */
type Blind = Readonly<Record<'peek' | 'probe', Nested | null>>;

/** What computes: all of these kinds, or one or another of them. */
type Kinds = {
  readonly kinds: readonly string[];
  readonly isKnown: boolean;
};

/** `throttled`: of the scheduler's periods; `each`: milliseconds of CPU of a request; `rate`: requests a second. */
type Starved = Waiting &
  Kinds & { readonly isFlood: boolean } & Numbers<'cpus' | 'running' | 'waitedForCpu'> &
  Maybe<'quota' | 'throttled' | 'each' | 'rate'>;

/** The kind of the jobs; CPUs that threads of their library use; shares of the pool threads' busy time; their name. */
type OfLibrary = Waiting &
  Numbers<'cpus' | 'helpers' | 'running' | 'blocked'> & {
    readonly kind: string;
    readonly threads: string | null;
  };

/** Threads of a library that pool threads wait for: how many, and the part of the time in which they have work. */
type OwnThreads = Waiting &
  Numbers<'count' | 'used' | 'blocked'> & { readonly kind: string; readonly threads: string | null };

/** The `share` of the queue, or of the busy threads where `isHolder`; of busy time on a `cpu`; CPUs that `helpers` of the jobs' library use; at `most` so many jobs of the kind, and `slots` for others. */
type Hog = Numbers<'share' | 'cpu' | 'most' | 'slots' | 'cpus'> &
  Maybe<'wait' | 'helpers'> & {
    readonly kind: string;
    readonly isHolder: boolean;
    readonly victims: readonly string[];
    readonly isStarved: boolean;
  };

type Flood = Waiting & Why & Numbers<'wanted' | 'advisable'> & { hog: string };

/** `delay`: milliseconds that timers are late, p99. */
type TooLarge = Numbers<'busy' | 'size' | 'useful' | 'cpus' | 'running' | 'waitedForCpu'> & Maybe<'delay'>;

/** Threads that make progress, those at a lock, and those that were found at the same one. */
type AtLock = Numbers<'atLock' | 'busy' | 'working' | 'waiting' | 'same' | 'useful'> & Maybe<'wait'>;

const caps: Readonly<Record<Cap, string>> = {
  none: 'nothing',
  threads: 'the largest size that is advised',
  CPU: 'the CPUs, which would be saturated',
  memory: 'the memory limit',
  tasks: 'the limit of tasks (pids.max)',
};

function blind({ peek, probe }: Blind): string {
  const reasons = [
    peek === null ? [] : `its memory cannot be read (${peek})`,
    probe === null ? [] : `there is no probe in it (${probe})`,
  ];
  return reasons.flat().join(', and ') || 'no reading arrived';
}

function waiting({ queued, wait, size }: Waiting): string {
  const jobs = queued === null ? 'Jobs wait' : capital(amountOf(queued, 'job waits', 'jobs wait'));
  return `${jobs}${wait === null ? '' : ` ${waited(wait)}`} for ${size === 1 ? 'the only pool thread' : `one of ${size} pool threads`}`;
}

function whyThreads({ threads, kind, loop, size, areCpusFree }: Why): string {
  return [
    threads
      ? `Of their busy time, the threads spend ${share(threads.blocked)} blocked in the kernel and ${share(threads.running)} on a CPU, so another thread would not slow them down.`
      : `The state of the threads could not be seen.${areCpusFree ? ' CPUs are free, which speaks for more threads.' : ''}`,
    kind === null ? [] : `Most waiting jobs are ${kindName(kind)}.`,
    loop === null ? [] : `The event loop is not the limit: it was busy for ${share(loop)} of the time.`,
    `${size === 1 ? 'The only thread was' : `All ${size} threads were`} busy when jobs came.`,
  ]
    .flat()
    .join(' ');
}

function kindsList({ kinds, isKnown }: Kinds): string {
  return kinds.length === 0 ? 'jobs' : kinds.map(kindName).join(isKnown ? ' and ' : ' or ');
}

const cpusText = (cpus: number) => amountOf(cpus, 'CPU');

const afterWait = (wait: number | null) => (wait === null ? 'waiting in the queue' : `after ${waited(wait)}`);

export const poolFindings = {
  'pool.unused': 'Nothing has used the pool.',
  'pool.no-wait': 'No job has to wait for a thread.',
  'pool.wait-unseen': 'It was not seen whether jobs wait.',
  'pool.size-unknown': 'The number of pool threads is not known.',
  'pool.threads-unseen': 'The state of the pool threads was not seen.',
  'pool.short-jobs': 'The pool threads ran only very short jobs.',

  'pool-too-small.rule': 'Jobs wait for a pool thread while others wait in the kernel',
  'pool-too-small.size-unknown': (why: Blind) => `The number of pool threads is not known: ${blind(why)}.`,
  'pool-too-small.unseen': (why: Blind) => `The wait for a pool thread was not seen: ${blind(why)}.`,
  'pool-too-small.free-thread': ({ busy, size }: Numbers<'busy' | 'size'>) =>
    `On average ${amount(busy)} of ${counted(size, 'pool thread')} had a job, and one was free when a job came.`,
  'pool-too-small.fine': ({ busy, size, wait, queued }: Waiting & Maybe<'busy'>) =>
    `${busy === null ? `The pool has ${counted(size, 'thread')}` : `On average ${amount(busy)} of ${counted(size, 'thread')} had a job`}, and ${wait === null ? amountOf(queued ?? 0, 'job') : 'a job'} waited${wait === null ? '' : ` ${waited(wait)}`} for one.`,
  'pool-too-small.starved': 'Jobs wait, but for a CPU: more threads would share the same CPUs.',
  'pool-too-small.flood': ({ wanted }: Numbers<'wanted'>) =>
    `Too many jobs wait to give each a thread: ${wanted} threads would be needed.`,
  'pool-too-small.no-room': ({ cap }: { cap: Cap }) =>
    `Jobs wait, but there is no room for more threads (${caps[cap]}).`,
  'pool-too-small.title': (jobs: TooSmall) => `${waiting(jobs)}: raise the pool to ${jobs.advised} threads`,
  'pool-too-small.because': whyThreads as (jobs: TooSmall) => string,
  'pool-too-small.expect': ({
    busy,
    queued,
    wait,
    advised,
    most,
    gain,
    cpuGain,
    cap,
    isClosed,
  }: TooSmall) => {
    if (busy === null || queued === null)
      return `The queue was not seen, so ${advised} is only the first step: measure again, and raise it further while the wait gets shorter.`;
    const effect =
      wait === null
        ? ''
        : `, and the wait of ${waited(wait)} ${cap === 'none' ? 'nearly disappears' : 'gets shorter'}`;
    const throughput =
      gain === null
        ? isClosed
          ? 'The clients wait for their answers and ask sooner then: throughput grows; how much, a measurement tells.'
          : 'The throughput stays the same, because the pool kept up on average.'
        : `Throughput about ${times(gain)}, unless what the jobs wait for becomes the limit (the CPUs alone allow ${times(cpuGain)}).`;
    const enough =
      cap === 'none'
        ? `${advised} threads are enough for all`
        : `${advised} threads run more of them at a time`;
    const held = cap === 'none' ? '' : ` The pool size is limited by ${caps[cap]}.`;
    return `Little's law: ${amountOf(busy, 'job runs', 'jobs run')} and ${amountOf(queued, 'waits', 'wait')} (at most ${most} for 95% of the time). ${capital(enough)}${effect}. ${throughput}${held}`;
  },

  'pool-starved-of-cpu.rule': 'Pool threads wait for a CPU',
  'pool-starved-of-cpu.fine': ({ cpu }: Numbers<'cpu'>) =>
    `The pool threads get a CPU when they need one: they needed it for ${share(cpu)} of their busy time.`,
  'pool-starved-of-cpu.title': ({ queued, wait, size, cpus }: Starved) =>
    `${queued === null ? 'Queued jobs wait' : capital(amountOf(queued, 'queued job waits', 'queued jobs wait'))}${wait === null ? '' : ` ${waited(wait)} each`}: ${counted(size, 'pool thread')} compete for ${cpusText(cpus)}, so more threads will not help`,
  'pool-starved-of-cpu.because': ({ running, waitedForCpu, throttled, quota }: Starved) =>
    `The busy threads ran for ${share(running)} of their time and waited for a CPU for ${share(waitedForCpu)}${throttled && quota !== null ? `; the quota of ${cpusText(quota)} stopped them in ${share(throttled)} of the periods` : ''}. One more thread would take its CPU time from these threads and from the event loop.`,
  'pool-starved-of-cpu.expect': ({ each, rate, cpus, isFlood, ...kinds }: Starved) =>
    `${isFlood ? `A limit on the ${kindsList(kinds)} gives other jobs a free thread. ` : ''}Less CPU time per job gives more throughput, and so do more CPUs.${each === null || rate === null ? '' : ` A request takes ${time(each)} of CPU, so ${cpusText(cpus)} can serve at most ${short((1000 * cpus) / each)} a second, with any number of threads (now ${short(rate)}).`}`,
  'pool-starved-of-cpu.library.title': ({ helpers, cpus, threads, kind, ...jobs }: OfLibrary) =>
    `${waiting(jobs)}: ${kindName(kind)} compute on threads of their library${threads === null ? '' : ` (${threads})`}, which use ${amount(helpers)} of ${cpusText(cpus)}`,
  'pool-starved-of-cpu.library.because': ({ running, blocked }: OfLibrary) =>
    `The pool threads wait for those threads: ${share(blocked)} of their busy time blocked, ${share(running)} on a CPU. More pool threads would start more of those threads, and all would share the same CPUs.`,
  'pool-starved-of-cpu.library.expect': ({ cpus }: OfLibrary) =>
    `The same throughput with fewer threads on ${cpusText(cpus)}. Only less CPU time per job, or more CPUs, gives more.`,

  'pool-hog.rule': 'One kind of job holds up the others',
  'pool-hog.unseen': 'The queue was not seen by kind.',
  'pool-hog.mixed': 'Several kinds of jobs wait, and none of them dominates.',
  'pool-hog.alone': ({ kind }: { kind: string }) =>
    `All waiting jobs are of one kind (${kind}), so none holds up another kind.`,
  'pool-hog.blocked': 'The jobs that hold the threads do not compute: more threads are better than a limit.',
  'pool-hog.behind': ({ kind }: { kind: string }) =>
    `Most waiting jobs are ${kindName(kind)}, but the jobs that hold the threads compute on threads of a native library.`,
  'pool-hog.title': ({ kind, share: part, isHolder, victims, wait }: Hog) =>
    `${capital(kindName(kind))} ${isHolder ? `hold ${share(part)} of the busy pool threads` : `fill the pool (${share(part)} of the queue)`}, and ${victims.map(kindName).join(', ')} wait${wait === null ? '' : ` ${waited(wait)}`} behind them`,
  'pool-hog.because': ({ kind, cpu, helpers, isStarved, slots }: Hog) =>
    `The pool is one queue for all kinds, first come, first served. ${helpers === null ? `The threads compute: they ran or waited for a CPU for ${share(cpu)} of their busy time.` : `Its threads wait for threads of the add-on's library, which use ${amountOf(helpers, 'CPU')}.`}${isStarved ? ' No CPU is free, so more threads alone would share the same CPUs.' : ''} A limit on the ${kindName(kind)} does not lower their throughput, and leaves ${counted(slots, 'thread')} to short jobs.`,
  'pool-hog.expect': ({ kind, victims: [first = 'other'], wait, most, cpus }: Hog) =>
    `${capital(kindName(first))} find a free thread immediately instead of ${afterWait(wait)}. The ${kindName(kind)} take as long in total as before: ${most} at a time ${most >= cpus ? 'keep' : 'nearly keep'} the CPUs busy.`,
  'pool-hog.flood.title': (jobs: Flood) =>
    `${waiting(jobs)}: limit ${kindName(jobs.hog)}, because all of them would need ${jobs.wanted} threads`,
  'pool-hog.flood.because': ({ advisable, ...why }: Flood) =>
    `More than ${advisable} threads are not advised: they would all use what the jobs wait for (a disk, a network file system) at the same time, each needs memory, and small file calls slow each other down. ${whyThreads(why)}`,
  'pool-hog.flood.expect': ({ wait, advisable }: Flood) =>
    `Other jobs find a free thread immediately instead of ${afterWait(wait)}. The limited jobs take as long as before. If their throughput is then too low, raise the pool step by step up to ${advisable}, and the limit with it.`,

  'pool-too-large.rule': 'More pool threads compute than there are CPUs',
  'pool-too-large.small': ({ size }: Numbers<'size'>) =>
    `The pool (${counted(size, 'thread')}) has no more threads than there are CPUs.`,
  'pool-too-large.fine': ({ wanted, cpus }: Numbers<'wanted' | 'cpus'>) =>
    `On average the pool threads needed ${amount(wanted)} of ${cpusText(cpus)}.`,
  'pool-too-large.busy': 'Jobs wait even with so many threads: there are too few CPUs.',
  'pool-too-large.unfelt': 'More threads compute than there are CPUs, but the event loop is not late.',
  'pool-too-large.title': ({ busy, size, cpus, useful }: TooLarge) =>
    `${amount(busy)} of ${size} pool threads compute on ${cpusText(cpus)}: lower the pool to ${useful}`,
  'pool-too-large.because': ({ running, waitedForCpu, useful, delay }: TooLarge) =>
    `They ran for ${share(running)} of their busy time and waited for a CPU for ${share(waitedForCpu)}: ${counted(useful, 'thread')} would do the same work. The event loop competes with them for a CPU${delay === null ? '' : ` (timers up to ${amount(delay)} ms late, p99)`}.`,
  'pool-too-large.expect': ({ useful, cpus, busy }: TooLarge) =>
    `The same throughput, because ${counted(useful, 'thread')} can use all of ${cpusText(cpus)}. The event loop competes with ${counted(useful, 'thread')} instead of ${Math.round(busy)}. (Measured with a quota of 1 CPU: 4 threads gave the throughput of 1 thread, and the event loop delay p99 rose from 1 to 55 ms.) If jobs that wait in the kernel share the pool, limit those that compute instead.`,

  'pool-lock.rule': 'Pool threads wait for a lock',
  'pool-lock.rare': ({ atLock }: Numbers<'atLock'>) =>
    `The busy threads waited for a lock for ${share(atLock)} of their time.`,
  'pool-lock.no-holder': 'All threads wait, and none works: they wait for something outside the pool.',
  'pool-lock.cpu': 'Threads wait for a lock because the thread that holds it waits for a CPU.',
  'pool-lock.own-threads.title': ({ count, used, kind, threads, ...jobs }: OwnThreads) =>
    `${waiting(jobs)}: ${kindName(kind)} wait for ${counted(count, 'thread')} of their library${threads === null ? '' : ` (${threads})`}, with work for ${share(used)} of the time`,
  'pool-lock.own-threads.because': ({ blocked, count }: OwnThreads) =>
    `The pool threads are blocked for ${share(blocked)} of their busy time, until ${count === 1 ? 'that thread has' : 'those threads have'} done the work. More pool threads would only wait for the same. CPUs are free.`,
  'pool-lock.own-threads.expect': ({ count }: OwnThreads) =>
    `Throughput depends on ${count === 1 ? 'that one thread' : `those ${count} threads`}: more of them, if the library has a setting for it, or less work for each. A limit keeps pool threads free for other jobs.`,
  'pool-lock.title': ({ atLock, busy, working }: AtLock) =>
    `Pool threads spend ${share(atLock)} of their busy time waiting for a lock: ${amount(working)} of ${amount(busy)} make progress`,
  'pool-lock.because': ({ same, working }: AtLock) =>
    `The threads are in their jobs but wait until another thread releases a lock${same > 1 ? `; ${same} of them were found at the same lock` : ''}. So ${amountOf(working, 'job makes', 'jobs make')} progress at a time, with any number of threads. Each job that waits holds a thread that others could use. Neither the CPUs nor a disk is the cause.`,
  'pool-lock.expect': ({ useful, busy, waiting: held, wait }: AtLock) =>
    `The same throughput of these jobs with ${counted(useful, 'thread')} instead of ${amount(busy)}: ${amount(held)} threads become free, and other jobs no longer wait${wait === null ? '' : ` ${waited(wait)}`}. Only a lock that is held for less time gives more throughput.`,

  'change.one-by-one': ({ kind, most }: Numbers<'most'> & { kind: string }) =>
    `Send the ${kindName(kind)} that share the lock one after the other (${most} at a time); give each its own connection or handle where they need not share it`,
  'change.limit-to-cpus': (kinds: Kinds) =>
    `Let at most as many ${kindsList(kinds)} run at a time as there are CPUs: other jobs then find a thread`,
  'change.limit-computing': ({ kind, most, cpus }: Numbers<'most' | 'cpus'> & { kind: string }) =>
    `Let at most ${most} ${kindName(kind)} run at a time, on ${counted(cpus, 'CPU')}`,
  'change.limit-kind': ({ kind, most, slots }: Numbers<'most' | 'slots'> & { kind: string }) =>
    `Let at most ${most} ${kindName(kind)} run at a time, and leave ${counted(slots, 'thread')} to other jobs`,
  'change.pool-size': ({ size }: Numbers<'size'>) => `Start it with ${counted(size, 'pool thread')}`,
  'change.pool-size-service': 'Set it in the configuration of the service (choose the one that applies)',
  'change.less-cpu': (kinds: Kinds) =>
    `Spend less CPU on the ${kindsList(kinds)}: fewer of them, or cheaper ones`,
  'change.one-thread-each':
    'Where the application has raised it, or runs on musl or jemalloc: let each image use one thread (the default of sharp elsewhere), as the pool threads work on several images at a time',
  'change.more-processes': ({ processes }: Numbers<'processes'>) =>
    `Run it in ${processes} processes that share the port (each keeps its own memory)`,
  'change.more-processes-pm2': ({ processes }: Numbers<'processes'>) =>
    `Run it in ${processes} processes that share the port (each keeps its own memory), with PM2`,
  'change.more-cpu': 'Give it more CPU',
};
