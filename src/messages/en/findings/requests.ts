/** What the rules about requests, connections and calls to other services say. */
import { amount, amountOf, capital, serviceAt, share, times, waited } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';

/** Loop utilisations of the busiest worker, of the least busy, and their mean. */
type Balance = Numbers<'workers' | 'most' | 'least' | 'mean'> & Maybe<'gain'>;

/** Connections that wait, and those that found a queue full, on the whole machine. `isSmall`: a short one was, between readings. */
type Backlog = Numbers<'mean' | 'max' | 'dropped'> &
  Maybe<'limit' | 'utilization'> & {
    readonly address: string;
    readonly isFull: boolean;
    readonly isSmall: boolean;
    readonly isLoopBusy: boolean;
  };

/**
 * `to`: `10.0.0.5:5432`, or others of which none stands out. `waitedForCpu`: of the main thread's time, unless CPUs are free.
 * `rate`: requests a second, of which each waits for calls for `each` milliseconds and takes `mean`.
 */
type Calls = Numbers<'connections' | 'open' | 'inbound'> &
  Maybe<'rate' | 'each' | 'mean' | 'utilization' | 'waitedForCpu' | 'gain'> & { readonly to: string | null };

type Idle = Numbers<'pending' | 'age' | 'utilization'>;
/** `limit`: how many seem to make progress `atOnce`, by the throughput and the time of one client `alone`. */
type Inside = Numbers<'pending' | 'each' | 'utilization'> &
  Maybe<'waitedForCpu' | 'connections'> & {
    readonly to: string | null;
    readonly limit: Numbers<'atOnce' | 'rate' | 'alone'> | null;
  };

const cpusText = ({ waitedForCpu }: Maybe<'waitedForCpu'>) =>
  waitedForCpu === null
    ? 'CPUs are free.'
    : `The CPUs are in use, and the main thread waited for one for ${share(waitedForCpu)} of the time.`;

const busyFor = (utilization: number) => `busy for ${share(utilization)} of the time`;
const serviceName = ({ to }: Pick<Calls, 'to'>) => (to === null ? 'other services' : serviceAt(to));
const eachText = ({ each }: Maybe<'each'>) =>
  each === null ? '' : ` (about ${waited(each)} for each request)`;

const arithmetic = ({ connections, each, rate, mean, open, inbound }: Calls) =>
  each === null || rate === null || mean === null
    ? ''
    : ` ${connections} connections, about ${waited(each)} for each request: at most about ${amount((1000 * connections) / each)}/s; ${amount(rate)}/s were measured. A request takes ${waited(mean)}, ${waited(mean * Math.max(0, 1 - open / inbound))} of it waiting for a connection.`;

const insideTitle = ({ pending, each, to, connections, limit }: Inside) => {
  if (limit === null)
    return `${capital(amountOf(pending, 'request waits', 'requests wait'))} ${to === null ? 'inside the application' : `inside the application or for ${serviceAt(to)}`} (${waited(each)} each), and nothing here is busy`;
  const most = Math.round(limit.atOnce);
  const source =
    connections === null
      ? `: look for a limit of ${most}`
      : `, and ${connections} connections to ${serviceName({ to })} are open`;
  return `Only about ${most === 1 ? '1 request makes' : `${most} requests make`} progress at once (${amount(limit.rate)}/s × ${waited(limit.alone)})${source}`;
};

const insideCause = ({ to, connections }: Inside) => {
  if (to === null)
    return 'No call to another service is open. So the requests wait for the application itself: a queue or a semaphore that lets few of them in at a time, a lock, or a timer.';
  return connections === null
    ? `Connections to ${serviceAt(to)} are open, and one may carry many calls (HTTP/2, database drivers). Else the application itself lets few of them in at a time: a queue, a semaphore, a lock, or a timer.`
    : `A connection of a database carries one call at a time, as a rule. So requests most likely wait for one of the ${connections} to ${serviceAt(to)}; else for another limit of the application.`;
};

const nothingLocal = ({ utilization, waitedForCpu, open, inbound }: Calls) =>
  [
    utilization === null
      ? []
      : `The event loop was ${busyFor(utilization)}, and no job waits for a pool thread.`,
    cpusText({ waitedForCpu }),
    `So nothing in this process is saturated. Of ${amountOf(inbound, 'request')} in flight, ${amountOf(Math.min(open, inbound), 'waits', 'wait')} for the answer to a call.`,
  ]
    .flat()
    .join(' ');

export const requestFindings = {
  'worker-imbalance.rule': 'Load is not balanced over the workers',
  'worker-imbalance.unseen': 'Not every worker was seen.',
  'worker-imbalance.even': ({ workers, most, least }: Balance) =>
    `The busiest of ${workers} workers was ${busyFor(most)}, the least busy for ${share(least)}.`,
  'worker-imbalance.title': ({ workers, most, least }: Balance) =>
    `Load is not balanced: the busiest of ${workers} workers is ${busyFor(most)}, the least busy for ${share(least)}`,
  'worker-imbalance.because':
    'A cluster distributes connections, not requests: all requests on a keep-alive connection go to the same worker. With few or unequal connections one worker is saturated while another is idle. More workers would not change that.',
  'worker-imbalance.expect': ({ mean, gain }: Balance) =>
    `Evenly balanced, each worker is ${busyFor(mean)}${gain === null ? '' : ` at the same throughput, or throughput grows up to ${times(gain)}`}.`,

  'backlog.rule': 'Connections wait to be accepted',
  'backlog.unseen': 'The listen queues were not seen.',
  'backlog.no-port': 'It does not listen on a TCP port itself.',
  'backlog.short': ({ mean, address }: Pick<Backlog, 'mean' | 'address'>) =>
    `${capital(amountOf(mean, 'connection'))} waited on average to be accepted at ${address}.`,
  'backlog.title': ({ address, mean, max, limit, isFull, isSmall, dropped }: Backlog) =>
    isSmall
      ? `The listen queue of ${address} holds only ${limit} connections, and ${amount(dropped)} found a full queue on this machine`
      : `${capital(amountOf(mean, 'connection waits', 'connections wait'))} to be accepted at ${address}${limit === null ? '' : `, at most ${amount(max)} of ${limit}`}${isFull && dropped > 0 ? ', and some were dropped' : ''}`,
  'backlog.because': ({ utilization, isLoopBusy }: Backlog) =>
    isLoopBusy
      ? `The event loop accepts them in its next turn, and it is ${busyFor(utilization ?? 0)}. Less work per request lets it accept them sooner.`
      : `The event loop accepts them in its next turn, and nothing was found that delays it${utilization === null ? '' : ` (${busyFor(utilization)})`}. So connections come in bursts, or very many of them are opened.`,
  'backlog.expect': ({ mean, isFull, isSmall }: Backlog) =>
    isFull || isSmall
      ? 'A burst waits instead of being dropped, so there are no retries after 1, 3 and 7 s. The server does not get faster.'
      : `Connections that stay open need not be accepted again: ${amount(mean)} fewer wait.`,

  'downstream.rule': 'Requests wait for another service',
  'downstream.unseen': 'The number of requests in flight was not seen.',
  'downstream.loop-busy': ({ utilization }: Numbers<'utilization'>) =>
    `Requests wait here: the event loop is ${busyFor(utilization)}.`,
  'downstream.no-cpu': 'Requests wait here: the main thread waits for a CPU.',
  'downstream.workers-busy': ({ busy }: Numbers<'busy'>) =>
    `Requests wait here: worker threads are ${busyFor(busy)}.`,
  'downstream.pool-waits': 'Requests wait here: jobs wait for the pool.',
  'downstream.few': ({ pending, each }: Numbers<'pending'> & Maybe<'each'>) =>
    `${capital(amountOf(pending, 'request was', 'requests were'))} in flight on average${each === null ? '' : `, ${waited(each)} each`}.`,
  'downstream.fast': ({ open, ...time }: Numbers<'open'> & Maybe<'each'>) =>
    `${capital(amountOf(open, 'call to other services is', 'calls to other services are'))} in flight${eachText(time)}.`,
  'downstream.title': (figures: Calls) =>
    `${capital(amountOf(figures.open, 'call'))} to ${serviceName(figures)} ${figures.open >= 1 && figures.open < 1.5 ? 'waits' : 'wait'} for an answer${eachText(figures)}: this process is not the cause`,
  'downstream.because': nothingLocal,
  'downstream.expect': (figures: Calls) =>
    `Answers come sooner only if ${serviceName(figures)} answers sooner, or gets fewer calls. More threads, processes or CPUs here change nothing.`,
  'downstream.connections.title': (figures: Calls) =>
    `All ${figures.connections} connections to ${serviceName(figures)} wait for an answer, and ${amountOf(Math.max(0, figures.inbound - figures.open), 'request waits', 'requests wait')} for a connection`,
  'downstream.connections.because': (figures: Calls) => nothingLocal(figures) + arithmetic(figures),
  'downstream.connections.expect': (figures: Calls) =>
    `With ${figures.connections * 2} connections, up to twice as many calls are in flight (Little's law)${figures.gain === null ? '' : `: throughput up to ${times(figures.gain)}`}, unless ${serviceName(figures)} then answers more slowly.`,
  'downstream.idle.title': ({ pending, age }: Idle) =>
    `${capital(amountOf(pending, 'request has', 'requests have'))} been in flight for ${waited(age)}, but nothing here is busy and no call is in flight`,
  'downstream.idle.because': ({ utilization }: Idle) =>
    `The event loop was ${busyFor(utilization)}. Such requests wait for a timer, a queue or a lock in the application, or are meant to stay open (events, long polls).`,
  'downstream.idle.expect': 'If they are meant to stay open, nothing has to change.',

  'downstream.inside.title': insideTitle,
  'downstream.inside.because': (figures: Inside) =>
    `The event loop was ${busyFor(figures.utilization)}, and no job waits for a pool thread. ${cpusText(figures)} ${insideCause(figures)} More threads, processes or CPUs change nothing.`,
  'downstream.inside.expect':
    'Without that limit, throughput grows until something here is busy. A timer that is meant to be there is no limit, and only costs time.',
  'change.find-limits':
    'Find what lets so few in at a time, and raise it: a concurrency limit, a queue, a semaphore, a pool of connections',

  'change.close-connections': 'Close connections now and then, so that they are distributed again',
  'change.proxy-connections': 'Let the proxy open more connections, or keep none open',
  'change.longer-queue':
    'Set a longer listen queue for bursts: the kernel uses the smaller of this and its own limit',
  'change.kernel-queue': 'Raise the limit of the kernel too',
  'change.client-keep-alive':
    'If clients keep their connections: close idle ones later, so that fewer are opened',
  'change.who-closes':
    'See who closes the connections: "connection: close" means that the server does, after each answer; else it is the clients',
  'change.look-at-service': (figures: Pick<Calls, 'to'>) =>
    `Look at ${serviceName(figures)}: its own queue, its slow queries`,
  'change.more-connections': (figures: Pick<Calls, 'to'>) =>
    `Open more connections to ${serviceName(figures)} if it can serve them; otherwise look at that service`,
  'change.call-timeout': 'Set a timeout for each call',
  'change.time-steps': 'Find out where a request waits: time each await',
};
