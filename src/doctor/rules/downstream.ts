/** Requests wait, and nothing in this process is busy: it waits for another service. */
import { amount, protocolAt } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import { change } from './changes.ts';
import type { Milliseconds } from '../../model/units.ts';
import type { Pending } from '../../model/watch.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { clientFor } from '../../model/service-clients.ts';
import { lookInside, sizeOf } from './client-code.ts';
import { explained, felt, feltIn, isTheLimit } from './connections.ts';
import { freeCpus, inFlight, poolLoad, seemsFull } from './pool-load.ts';
import { quoted } from '../../messages/shell.ts';
import {
  type RuleResult,
  cannotTell,
  figures,
  findingOf,
  fine,
  portIn,
  processRule,
  seen,
  told,
  unseen,
} from './rule.ts';
import { workOf } from './traffic.ts';
import { total } from '../../stats/mean-and-spread.ts';

const limits = {
  /** Requests in flight on average: fewer are nobody's queue. */
  requests: 2,
  severe: 250,
  /** Calls that a connection waits for on average: hardly ever none. */
  shared: 0.3,
  /** Age of a request that nothing here works on: of whatever traffic, and of requests that were sent from here. */
  open: 500,
  /** Requests of others: fewer are nobody's queue. A loop of utilisation u keeps u / (1 - u) times as many by itself (M/M/1). */
  many: 4,
  /** What each takes, of others: a long poll takes longer. */
  poll: 5000,
  /** Of what each takes, the age of the one in the middle: below it their data is on the way, above it most of them are others. */
  turnover: [0.2, 1],
  /** How often what each takes passed while it was watched: those that never end are older than that at last. */
  watched: 3,
  /** Requests for each call, when all connections wait: the rest queues for a connection. So with any other limit. */
  perCall: 1.5,
  /** How far off connections may be from a limit that is only computed. */
  alike: 0.2,
  /** Of local resources: below it they are not what keeps requests. */
  loop: 0.75,
  withoutCpu: 0.2,
  /** A loop that has less to do than this wakes up late on a full machine, and keeps requests for moments. */
  someWork: 0.3,
  /** CPUs: less than this left, and the machine is in use, by whomever. */
  free: 0.25,
  /** How many more requests than CPUs make progress at once where only CPUs limit them: a part of each is spent in the kernel. */
  cpu: 0.5,
} as const;

type PendingCall = Pending & { readonly to: string };

export const downstream = processRule({
  id: 'downstream',
  resource: 'downstream',
  symptom: ['idle', 'requests and calls in flight with their ages; everything local'],
  signals(vitals, service) {
    const pending = inFlight(vitals);
    const each = pending === null ? null : timeOf(pending, rateOf(vitals, service));
    return {
      'requests in flight': seen(pending),
      'time of each': told('evidence.waited', { ms: each }),
      'calls in flight': seen(vitals.calls?.pending ?? null),
      'loop utilisation': told('evidence.share', { part: vitals.loop.utilization }),
      'main thread waiting for a CPU': told('evidence.share', { part: vitals.loop.waitedForCpu }),
    };
  },
  judge(vitals, service) {
    const inbound = inFlight(vitals);
    const calls = outboundOf(vitals)
      .filter(({ pending }) => (pending ?? 0) >= 0.5)
      .toSorted((one, other) => (other.pending ?? 0) - (one.pending ?? 0));
    const open = total(calls.map(({ pending }) => pending ?? 0)) || (vitals.calls?.pending ?? 0);
    const pending = inbound ?? open;
    if (inbound === null && open < limits.requests) return unseen('requests in flight');
    if (pending < limits.requests || isBusy(vitals, service)) return fine;
    // Their pool is known by name: that rule says what is to be done.
    if (vitals.connections.some((pool) => isTheLimit(pool, vitals, service))) return fine;
    const slowest = calls[0] ?? null;
    const age = slowest?.age?.p50 ?? vitals.calls?.mean ?? null;
    const waiting = slowest?.pending ?? 0;
    const isExhausted =
      // One alone may carry many calls at a time.
      slowest !== null &&
      slowest.connections > 1 &&
      waiting >= 0.9 * slowest.connections &&
      (inbound ?? 0) >= limits.perCall * waiting;
    if (open < explained * pending && !isExhausted) {
      const isExplained = open + workOutside(vitals) >= explained * pending;
      return isExplained ? fine : idle(vitals, service, pending);
    }
    if (!isExhausted && (age === null || age < feltIn(service))) return fine;
    return finding(vitals, service, { calls, open, inbound, age, isExhausted });
  },
});

/** Connections by service. Of one that carries many calls at a time the kernel sees one: the probe sees them all. */
function outboundOf({ sockets, connections }: Vitals): PendingCall[] {
  const ordered = connections.flatMap(({ kind, place, client, used, waiting, wait, held }): PendingCall[] => {
    if (kind !== 'order') return [];
    const age = ((wait?.mean ?? 0) + (held ?? 0)) / 2;
    return [
      { to: place ?? client, connections: 1, pending: used + waiting, age: { p50: age, p95: age, max: age } },
    ];
  });
  const others = (sockets?.outbound ?? []).filter(({ to }) => !ordered.some((one) => one.to === to));
  return [...ordered, ...others];
}

/** Requests a second of this process; null where nobody counted them. */
function rateOf({ requests, sockets }: Vitals, service: ServiceVitals): number | null {
  return (service.serving > 1 ? (requests?.rate ?? sockets?.inbound.rate) : service.requests?.rate) || null;
}

/** What each takes, by Little's law: the age of what happens to be open is another thing. */
function timeOf(open: number, rate: number | null): Milliseconds | null {
  return rate === null ? null : (1000 * open) / rate;
}

/** Requests that threads of this process work on, in the pool and beside it. */
function workOutside({ pool, workers, native }: Vitals): number {
  const threads = [...workers, ...native].map(({ ran }) => ran);
  return (pool.busy ?? 0) + (pool.queue?.mean ?? 0) + total(threads);
}

/** Requests wait here: for the loop, a CPU, worker threads or the pool. */
function isBusy(vitals: Vitals, service: ServiceVitals): boolean {
  const { loop, pool } = vitals;
  const utilization = loop.utilization ?? 0;
  const { count, busy } = workOf(vitals);
  return (
    utilization >= limits.loop ||
    (utilization >= limits.someWork &&
      ((loop.waitedForCpu ?? 0) >= limits.withoutCpu || seemsFull(vitals, service))) ||
    (count > 0 && busy >= limits.loop) ||
    poolLoad(vitals)?.isWaiting === true ||
    pool.stuck.length > 0
  );
}

interface Calls {
  /** Those that wait, the most of one service first. */
  readonly calls: readonly PendingCall[];
  readonly open: number;
  readonly inbound: number | null;
  readonly age: number | null;
  readonly isExhausted: boolean;
}

function finding(
  vitals: Vitals,
  service: ServiceVitals,
  { calls, open, inbound, age, isExhausted }: Calls,
): RuleResult {
  const { to = null, connections = 0, pending } = calls[0] ?? {};
  const rate = rateOf(vitals, service);
  const isFree = freeCpus(vitals, service) >= limits.free;
  const client = clientAt(to, vitals);
  // Twice as many at most, and no more than there are requests for them.
  const gain = isExhausted && open > 0 ? Math.max(1, Math.min(2, (inbound ?? open) / open)) : null;
  return {
    severity: isExhausted || (age ?? 0) >= limits.severe ? 'critical' : 'warning',
    ...findingOf(isExhausted ? 'downstream.connections' : 'downstream', {
      to,
      client,
      connections,
      open,
      inbound: inbound ?? open,
      gain,
      rate,
      each: timeOf(isExhausted ? (pending ?? 0) : open, rate),
      mean: service.requests?.mean ?? timeOf(inbound ?? open, rate),
      utilization: vitals.loop.utilization,
      waitedForCpu: isFree ? null : (vitals.loop.waitedForCpu ?? 0),
      areCpusSeen: service.areOthersSeen,
    }),
    evidence: [
      ...figures({ 'requests in flight': seen(inbound), 'calls in flight': amount(open) }),
      ...calls.slice(0, 3).map((call) => ({ label: `to ${call.to}`, value: callText(call) })),
    ],
    changes: isExhausted ? [moreConnections(to, client, connections * 2), lookAt(to)] : [lookAt(to), timeout],
    gain,
    weight: open,
  };
}

function callText({ pending, connections, age }: PendingCall) {
  return message('evidence.calls', { pending: pending ?? 0, connections, age });
}

/** The package that holds the connections to a service, by its address and the application's package.json; null: not known. */
function clientAt(to: string | null, { clients }: Vitals): string | null {
  const protocol = to === null ? null : protocolAt(to);
  return protocol && clientFor(protocol, clients);
}

function moreConnections(to: string | null, client: string | null, most: number): Change {
  return change(
    'code',
    message('change.more-connections', { to }),
    sizeOf[client ?? '']?.(most) ??
      `new Pool({ max: ${most} }); // a database's client\nnew http.Agent({ keepAlive: true, maxSockets: ${most} }); // or HTTP`,
  );
}

function lookAt(to: string | null): Change {
  const [question] = lookInside(to === null ? null : protocolAt(to), to);
  if (question) return question;
  return change(
    'command',
    message('change.look-at-service', { to }),
    to?.startsWith('/') ? `ss -xp src ${quoted(to)}` : `ss -tnpi dst :${portIn(to ?? '')}`,
  );
}

const timeout: Change = change(
  'code',
  'change.call-timeout',
  `await fetch(url, { signal: AbortSignal.timeout(2000) });`,
);

/**
 * Nothing local, no call: a queue, a timer or a lock of the application's own, a long poll. Of the doctor's own requests it is
 * known that they are to be answered. Of others the rate and the age tell that they come and go: then something limits them, and
 * only connections that are fewer than the requests say what.
 */
function idle(vitals: Vitals, service: ServiceVitals, pending: number): RuleResult {
  const { loop, sockets, requests } = vitals;
  const age = sockets?.inbound.age?.p50 ?? requests?.mean ?? null;
  const isOwn = service.load > 0;
  const utilization = loop.utilization ?? 0;
  const rate = rateOf(vitals, service);
  const limit = limitOf(pending, service);
  const others = sockets?.outbound ?? [];
  // Of connections without the kernel's clocks, as those of a unix socket, it is not seen whether they wait. Of others the clocks do
  // not see it within the tick in which a call follows an answer.
  const unasked = others.find((one) => one.pending === null);
  const full = others.find(
    (one) =>
      (one.pending ?? Infinity) >= one.connections / 2 && isFull(one.connections, pending, limit, service),
  );
  // One connection may carry many calls, as of HTTP/2: then the kernel sees one that waits.
  const shared = others.find((one) => (one.pending ?? 0) >= limits.shared);
  const to = (full ?? shared ?? unasked)?.to ?? null;
  const each = service.requests?.mean ?? timeOf(pending, rate);
  const isMany = pending >= limits.many * Math.max(1, utilization / (1 - utilization));
  const isSeenLong = sockets === null || vitals.seen >= limits.watched * (each ?? 0);
  const isTurnover = !isOwn && isMany && isSeenLong && isComingAndGoing(each, age);
  const isYoung = age === null || age < (isOwn ? felt.bySent : limits.open);
  const unexplained = cannotTell(message('downstream.unexplained', { pending, each, to }));
  if (isTurnover && !(full && each !== null)) return unexplained;
  if (!isTurnover && isYoung) return fine;
  // As many as there are CPUs, and nobody saw who uses these.
  if (!service.areOthersSeen && limit && limit.atOnce <= service.machineCpus + limits.cpu) return unexplained;
  // What never ends is a stream of events, whoever asks for it.
  const isAnswered = requests === null ? (age ?? 0) < limits.open * 2 : requests.rate > 0;
  const isInside = isTurnover || (isOwn && isAnswered);
  const connections = full?.connections ?? null;
  const client = clientAt(to, vitals);
  const waitedForCpu = freeCpus(vitals, service) >= limits.free ? null : (loop.waitedForCpu ?? 0);
  return {
    severity: isInside ? 'warning' : 'info',
    ...(isInside
      ? findingOf('downstream.inside', {
          pending,
          each: each ?? age ?? 0,
          utilization,
          waitedForCpu,
          areCpusSeen: service.areOthersSeen,
          areCallsSeen: sockets !== null,
          to,
          client,
          connections,
          limit,
        })
      : findingOf('downstream.idle', { pending, age: age ?? 0, utilization })),
    evidence: figures({
      'requests in flight': amount(pending),
      'their age': message('evidence.waited', { ms: age ?? 0 }),
    }),
    changes: isInside
      ? [
          ...(full ? [moreConnections(to, client, full.connections * 2)] : []),
          ...(to === null ? [] : [lookAt(to)]),
          findLimits,
          timeSteps,
        ]
      : [timeSteps],
    weight: pending,
  };
}

/** How many make progress at once: the throughput times the time of one client alone; null: all do, or that is not known. */
function limitOf(pending: number, { requests, serving }: ServiceVitals) {
  const { rate = 0, alone = null } = requests ?? {};
  const atOnce = (rate * (alone ?? 0)) / 1000;
  const isLimit = alone !== null && serving === 1 && atOnce >= 0.8 && pending >= limits.perCall * atOnce;
  return isLimit ? { atOnce, rate, alone } : null;
}

/** Whether as many make progress at once as there are connections; where that is not known, whether more requests wait than those. */
function isFull(
  connections: number,
  pending: number,
  limit: ReturnType<typeof limitOf>,
  { requests }: ServiceVitals,
): boolean {
  if (limit) return Math.abs(connections - limit.atOnce) <= Math.max(1, limits.alike * limit.atOnce);
  const isAloneKnown = (requests?.alone ?? null) !== null;
  return !isAloneKnown && connections > 1 && pending >= limits.perCall * connections;
}

/** @param each null: not known, as of one reading. A long poll is older than what each takes, or takes long. */
function isComingAndGoing(each: Milliseconds | null, age: Milliseconds | null): boolean {
  if (age === null) return false;
  if (each === null) return age >= felt.byOthers / 2 && age < limits.open;
  const [least, most] = limits.turnover;
  return age >= least * each && age <= most * each && each >= felt.byOthers && each < limits.poll;
}

const findLimits: Change = change(
  'command',
  'change.find-limits',
  `grep -rnE --include='*.[jt]s' --include='*.[cm][jt]s' --include='*.[jt]sx' --exclude-dir=node_modules 'concurrency|p-?limit|p-?queue|fastq|bottleneck|semaphore|mutex|maxSockets|\\bmax:' .`,
);

const timeSteps: Change = change(
  'code',
  'change.time-steps',
  `const began = performance.now();\nawait step();\nconsole.log('step', performance.now() - began);`,
);
