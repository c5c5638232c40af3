/** Requests wait, and nothing in this process is busy: it waits for somebody else. */
import type { Pending } from '../../model/watch.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import { freeCpus, isWaiting, poolLoad } from './pool-load.ts';
import { fine, processRule, unseen, type Word } from './rule.ts';
import { amount, fact, share, waited } from './words.ts';
import { workOf } from './workers-saturated.ts';

const limits = {
  /** Requests under way on average: fewer are nobody's queue. */
  requests: 2,
  /** Age of a call without an answer, in the middle: so long is felt in every answer. */
  felt: 100,
  severe: 500,
  /** Of the requests under way: those that a call explains. */
  explained: 0.4,
  /** Requests for each call, when all connections wait: the rest queues for a connection. */
  perCall: 1.5,
  /** Of local resources: below it they are not what keeps requests. */
  loop: 0.75,
  withoutCpu: 0.2,
} as const;

type Call = Pending & { readonly to: string };

export const downstream = processRule({
  id: 'downstream',
  title: 'Requests wait for somebody else',
  needs: 'requests and calls under way, with their ages (kernel or probe); everything local',
  resource: 'downstream',
  verb: 'not the pool',
  experiment: null,
  explains: [],
  judge(vitals, fleet) {
    const inbound = vitals.requests?.pending ?? vitals.sockets?.inbound.pending ?? null;
    const calls = (vitals.sockets?.outbound ?? []).filter(({ pending }) => (pending ?? 0) >= 0.5);
    const open = calls.reduce((sum, { pending }) => sum + (pending ?? 0), 0) || (vitals.calls?.pending ?? 0);
    if (inbound === null && open < limits.requests)
      return unseen('How many requests are under way was not seen.');
    const busy = localReason(vitals);
    if (busy) return fine(`Whatever is under way waits here: ${busy}.`);
    if ((inbound ?? open) < limits.requests)
      return fine(`${amount(inbound ?? open)} requests were under way on average.`);
    const slowest = calls.toSorted((one, other) => (other.pending ?? 0) - (one.pending ?? 0))[0] ?? null;
    const age = slowest?.age?.p50 ?? vitals.calls?.mean ?? null;
    const isExhausted =
      slowest !== null &&
      inbound !== null &&
      (slowest.pending ?? 0) >= 0.9 * slowest.connections &&
      inbound >= limits.perCall * (slowest.pending ?? 0);
    if (open >= limits.explained * (inbound ?? open) || isExhausted) {
      if (!isExhausted && (age === null || age < limits.felt)) {
        return fine(`${amount(open)} calls to others are under way, answered after ${waited(age ?? 0)}.`);
      }
      return calledFor(vitals, {
        slowest,
        open,
        inbound,
        age,
        isExhausted,
        isFree: hasFreeCpu(vitals, fleet),
      });
    }
    return idle(vitals, inbound ?? 0);
  },
});

/** What is busy here, if anything is. */
function localReason(vitals: Vitals): string | null {
  const { loop, pool } = vitals;
  if ((loop.utilization ?? 0) >= limits.loop)
    return `the event loop is busy for ${share(loop.utilization ?? 0)} of the time`;
  if ((loop.waitedForCpu ?? 0) >= limits.withoutCpu) return `the main thread waits for a CPU`;
  const workers = workOf(vitals);
  if (workers.count > 0 && workers.busy >= limits.loop)
    return `its worker threads are busy for ${share(workers.busy)} of the time`;
  if (isWaiting(poolLoad(vitals)) || pool.stuck.length > 0) return 'jobs wait for the pool';
  return null;
}

/** Less than this left, and the machine is in use, by whomever. */
const leastFree = 0.25;

function hasFreeCpu(vitals: Vitals, fleet: FleetVitals): boolean {
  return freeCpus(vitals, fleet) >= leastFree;
}

interface Calls {
  readonly slowest: Call | null;
  readonly open: number;
  readonly inbound: number | null;
  readonly age: number | null;
  readonly isExhausted: boolean;
  readonly isFree: boolean;
}

function calledFor(vitals: Vitals, { slowest, open, inbound, age, isExhausted, isFree }: Calls): Word {
  const to = slowest?.to ?? 'other servers';
  const connections = slowest?.connections ?? 0;
  const rest = Math.max(0, (inbound ?? open) - open);
  const since = age === null ? '' : ` (since ${waited(age)})`;
  return {
    word: 'finding',
    severity: isExhausted || (age ?? 0) >= limits.severe ? 'critical' : 'warning',
    title: isExhausted
      ? `All ${connections} connections to ${to} wait for an answer${since}, and ${amount(rest)} requests queue for one of them`
      : `${amount(open)} calls to ${to} wait for an answer${since}: not this process`,
    because: `${vitals.loop.utilization === null ? '' : `The event loop had something to do for ${share(vitals.loop.utilization)} of the time, `}no job waits for a pool thread, and ${isFree ? 'CPUs are free' : `though the CPUs are in use, the main thread gets one (ready without one for ${share(vitals.loop.waitedForCpu ?? 0)} of the time)`}: nothing in this process is busy. Of ${amount(inbound ?? open)} requests under way ${amount(Math.min(open, inbound ?? open))} wait for a call to be answered.`,
    evidence: [
      ...(inbound === null ? [] : [fact('requests under way', amount(inbound))]),
      fact('calls under way', amount(open)),
      ...(vitals.sockets?.outbound ?? [])
        .filter(({ pending }) => (pending ?? 0) >= 0.5)
        .slice(0, 3)
        .map((call) => fact(`to ${call.to}`, callText(call))),
    ],
    changes: isExhausted
      ? [
          {
            type: 'code',
            what: `More connections to ${to}, if it has room; else it is the one to look at`,
            text: `// one of the two, whichever it is: a database's client\nnew Pool({ max: ${connections * 2} });\n// or HTTP\nnew http.Agent({ keepAlive: true, maxSockets: ${connections * 2} });`,
          },
          look(to),
        ]
      : [
          look(to),
          {
            type: 'code',
            what: 'Do not wait for ever',
            text: `await fetch(url, { signal: AbortSignal.timeout(2000) });`,
          },
        ],
    expect: isExhausted
      ? `With ${connections * 2} connections up to twice the calls are under way (Little's law), unless ${to} then answers later.`
      : `Answers come sooner only when ${to} answers sooner, or is asked less: more threads, processes or CPUs here change nothing.`,
    gain: null,
    weight: open,
  };
}

function callText({ pending, connections, age }: Call): string {
  const ages = age ? `, age p50 ${waited(age.p50)}, p95 ${waited(age.p95)}, at most ${waited(age.max)}` : '';
  return `${amount(pending ?? 0)} of ${connections} connections wait${ages}`;
}

function look(to: string) {
  const port = to.split(':').at(-1) ?? '';
  return {
    type: 'command',
    what: `Look at ${to}: its own queue, its slow queries`,
    text: `ss -tnpi dst :${port}`,
  } as const;
}

/** Nothing local, no call: a timer, a lock of the application's own, a long poll. Nothing says that it should be shorter. */
function idle({ loop, sockets, requests }: Vitals, inbound: number): Word {
  const age = sockets?.inbound.age?.p50 ?? requests?.mean ?? null;
  if (age === null || age < limits.severe) {
    return fine(
      `${amount(inbound)} requests were under way on average${age === null ? '' : `, ${waited(age)} old`}.`,
    );
  }
  return {
    word: 'finding',
    severity: 'info',
    title: `${amount(inbound)} requests are under way for ${waited(age)}, and nothing here is busy, nor is a call under way`,
    because: `The event loop had something to do for ${share(loop.utilization ?? 0)} of the time. Such requests wait for a timer, a queue or a lock in the application, or are meant to stay open (events, long polls).`,
    evidence: [fact('requests under way', amount(inbound)), fact('their age', waited(age))],
    changes: [
      {
        type: 'code',
        what: 'Say where a request waits: spans around each await',
        text: `const began = performance.now();\nawait step();\nconsole.log('step', performance.now() - began);`,
      },
    ],
    expect: 'If they are meant to stay open: nothing.',
    gain: null,
    weight: inbound,
  };
}
