/** What the rules about CPUs, processes and worker threads say. */
import { counted } from '../../../format/number.ts';
import { amount, amountOf, bytes, capital, share, times } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';

/** CPUs; of the scheduler's periods; milliseconds. `isPoolFine`: the wait for a pool thread was seen, and is not the reason. */
type Throttled = Numbers<'quota' | 'throttled' | 'used'> & Maybe<'delay'> & { readonly isPoolFine: boolean };

/** CPUs used, of those that may be used; those used by others and by the load that was sent, of the machine's; the main thread's wait, of all time. */
type CpuUse = Numbers<'used' | 'cpus' | 'others' | 'load' | 'machine' | 'waited'> &
  Maybe<'steal'> & {
    /** No CPU is left at all. */
    readonly isFull: boolean;
  };

/** `waited`: of the time with work. `freed`: bytes of memory. */
type Crowded = Numbers<'processes' | 'cpus' | 'used' | 'waited' | 'useful' | 'freed'>;

/** CPUs that they took, of those that they may use, that others use, that are free. `waited`: of the time with work. */
type Workers = Numbers<'count' | 'busy' | 'ran' | 'cpus' | 'others' | 'free' | 'waited' | 'size'> &
  Maybe<'queued' | 'utilization' | 'gain'> & { readonly isLoopBusy: boolean };

const queuedText = ({ queued }: Workers) =>
  queued === null ? '' : `, and ${amountOf(queued, 'request waits', 'requests wait')} for them`;

const notTheLoop = ({ utilization, isLoopBusy }: Workers) =>
  isLoopBusy
    ? `The thread pool of libuv is not involved. The event loop is busy as well, for ${share(utilization ?? 0)} of the time.`
    : `The thread pool of libuv is not involved, and the event loop is not the cause (${utilization === null ? 'it was not seen' : `busy for ${share(utilization)} of the time`}).`;

const workersText = ({ count, busy }: Numbers<'count' | 'busy'>) =>
  count === 0
    ? 'No worker thread has work'
    : `${counted(count, 'worker thread has', 'worker threads have')} work: busy for ${share(busy)} of the time`;

const cpuUseText = ({ used, cpus, others, load, steal }: CpuUse) =>
  `The server uses ${amount(used)} of ${amountOf(cpus, 'CPU')}, other programs ${amount(others)}${load > 0 ? `, and the load that was sent ${amount(load)}` : ''}. More threads or processes would only share the same CPUs.${steal === null ? '' : ` The hypervisor also took ${share(steal)}.`}`;

export const cpuFindings = {
  'cpu-throttled.rule': 'A CPU quota stops the process',
  'cpu-throttled.no-quota': 'No CPU quota is set.',
  'cpu-throttled.unseen': 'It is not known how often the quota stopped it.',
  'cpu-throttled.rare': ({ quota, throttled }: Numbers<'quota' | 'throttled'>) =>
    `The quota of ${amountOf(quota, 'CPU')} stopped the process in ${share(throttled)} of the periods.`,
  'cpu-throttled.title': ({ quota, throttled, delay }: Throttled) =>
    `The quota of ${amountOf(quota, 'CPU')} stopped the process in ${share(throttled)} of the periods${delay === null ? '' : `, and timers are up to ${amount(delay)} ms late (p99)`}`,
  'cpu-throttled.because': ({ used, isPoolFine }: Throttled) =>
    `On average it used ${amountOf(used, 'CPU')}. But its threads used up the quota within a period of the scheduler (usually 100 ms). All of them, including the event loop, were then stopped until the next period.${isPoolFine ? ' Jobs find a pool thread in time, so the pool is not the cause.' : ''}`,
  'cpu-throttled.expect': ({ used }: Throttled) =>
    `With enough quota for the peaks, the pauses of up to one period disappear. The average use stays at ${amountOf(used, 'CPU')}.`,

  'cpu-saturated.rule': 'All CPUs are in use',
  'cpu-saturated.free': ({ used, cpus }: Numbers<'used' | 'cpus'>) =>
    `CPUs in use: ${amount(used)} of ${amount(cpus)}.`,
  'cpu-saturated.collector': ({ used, cpus, collector }: Numbers<'used' | 'cpus' | 'collector'>) =>
    `${amount(used)} of ${amount(cpus)} CPUs in use, ${amount(collector)} of them by garbage collection.`,
  'cpu-saturated.wait-unseen': ({ used, cpus }: Numbers<'used' | 'cpus'>) =>
    `CPUs in use: ${amount(used)} of ${amount(cpus)}. It was not seen whether threads waited for one.`,
  'cpu-saturated.short-wait': ({ used, cpus, waited }: Numbers<'used' | 'cpus' | 'waited'>) =>
    `CPUs in use: ${amount(used)} of ${amount(cpus)}. But the main thread waited for one for only ${share(waited)} of the time.`,
  'cpu-saturated.title': ({ cpus, waited, isFull }: CpuUse) =>
    `${isFull ? (cpus === 1 ? 'The only CPU is in use' : `All ${amount(cpus)} CPUs are in use`) : 'Hardly any CPU time is left'}, and the event loop waits for a CPU for ${share(waited)} of the time`,
  'cpu-saturated.because': cpuUseText,
  'cpu-saturated.expect': 'Only less CPU time per request, or more CPUs, gives more throughput.',
  'cpu-saturated.others.title': ({ others, machine, waited }: CpuUse) =>
    `Other programs use ${amount(others)} of the machine's ${amountOf(machine, 'CPU')}, and the event loop waits for a CPU for ${share(waited)} of the time`,
  'cpu-saturated.others.because': cpuUseText,
  'cpu-saturated.others.expect': 'With its own CPUs (another machine, or a CPU set) it no longer waits.',

  'processes.one': 'There is one process.',
  'too-many-processes.rule': 'More processes than CPUs',
  'too-many-processes.few': ({ processes, cpus }: Numbers<'processes' | 'cpus'>) =>
    `${processes} processes run on ${amountOf(cpus, 'CPU')}.`,
  'too-many-processes.room': ({ processes, cpus, used }: Numbers<'processes' | 'cpus' | 'used'>) =>
    `${processes} processes run on ${amountOf(cpus, 'CPU')} and do not slow each other down. CPUs in use: ${amount(used)}.`,
  'too-many-processes.title': ({ processes, cpus, waited }: Crowded) =>
    `${processes} processes share ${amountOf(cpus, 'CPU')} and wait for a CPU for ${share(waited)} of their busy time`,
  'too-many-processes.because': ({ used, cpus }: Crowded) =>
    `CPUs in use: ${amount(used)} of ${amount(cpus)}. More processes than CPUs add no throughput. They cost context switches and memory, and requests wait in one process while another is idle.`,
  'too-many-processes.expect': ({ useful, freed }: Crowded) =>
    `About the same throughput from ${counted(useful, 'process', 'processes')}, with ${bytes(freed)} less memory and shorter waits.`,

  'workers-saturated.rule': 'Worker threads are saturated',
  'workers-saturated.none': 'It has no worker threads.',
  'workers-saturated.idle': (figures: Numbers<'count' | 'busy'>) => `${workersText(figures)}.`,
  'workers-saturated.no-queue': (figures: Numbers<'count' | 'busy' | 'pending'>) =>
    `${workersText(figures)}. ${capital(amountOf(figures.pending, 'request was', 'requests were'))} in flight, no more than they can work on.`,
  'workers-saturated.title': (figures: Workers) =>
    `${counted(figures.count, 'worker thread')} of the application: busy for ${share(figures.busy)} of the time${queuedText(figures)}`,
  'workers-saturated.because': (figures: Workers) =>
    `Each has work all the time, and ${amountOf(figures.free, 'CPU is', 'CPUs are')} free. The queue is in the application, in front of its worker threads. ${notTheLoop(figures)}`,
  'workers-saturated.expect': ({ size, count, gain }: Workers) =>
    `${size} worker threads do up to ${amount(size / count)} times the work, if the CPUs allow it: throughput ${times(gain ?? 1)}.`,
  'workers-saturated.no-cpu.title': (figures: Workers) =>
    `${counted(figures.count, 'worker thread')} of the application: busy for ${share(figures.busy)} of the time, with no CPU free${queuedText(figures)}`,
  'workers-saturated.no-cpu.because': (figures: Workers) =>
    `They used ${amount(figures.ran)} of ${amountOf(figures.cpus, 'CPU')}, and waited for a CPU for ${share(figures.waited)} of their busy time. ${figures.others >= 0.5 ? `Other programs use ${amount(figures.others)}. ` : ''}More worker threads would share the same CPUs. ${notTheLoop(figures)}`,
  'workers-saturated.no-cpu.expect':
    'Throughput depends only on the CPU time of each task and on the number of CPUs. A bounded queue keeps the wait short for the requests that are accepted.',

  'change.quota-limit': 'Raise the limit, or remove it and keep the request',
  'change.quota-pool': ({ size }: Numbers<'size'>) =>
    `Let ${counted(size, 'pool thread')} compute: more threads would share the same quota`,
  'change.quota-gc': 'Let fewer threads compute at the same time: garbage collection adds up to four more',
  'change.find-cpu-users':
    'See which programs use them, and whether they have to run here and now (a batch job, a build, a backup; load generators belong on another machine)',
  'change.lower-priority': 'Give the other programs the lowest priority, or another CPU',
  'change.cpu-weight':
    'Do the same in the configuration of the services: set a CPU weight (100 is the default), or separate CPUs',
  'change.reject':
    'Until then, reject requests that cannot be served in time, so that the others are answered soon',
  'change.fewer-processes': ({ size }: Numbers<'size'>) =>
    `Start as many processes as there are CPUs: ${size}`,
  'change.fewer-in-pm2': 'Do the same with PM2',
  'change.more-workers': ({ size }: Numbers<'size'>) =>
    `Start ${size} worker threads: there is a CPU for each`,
  'change.profile-workers':
    'Find what the worker threads compute (one profile for each thread), and reduce it; or add CPUs',
  'change.bound-workers': 'Reject requests that cannot be served in time, so that the others wait less',
};
