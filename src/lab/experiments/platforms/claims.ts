/**
 * What is said of Spring, Node and threads. A platform is better, faster or slower by more than a quarter (`same`): who
 * recommends one of them speaks of more.
 */
import { message, type Message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import { cpusOf, equality, same, type Claims, type Rule } from '../judgement.ts';
import { above, allLie, allAbove, allBelow, anyLies, below, either, need, together } from '../outcome.ts';
import {
  firstOverSteady,
  javaVersion,
  memory,
  missing,
  servedAtOnce,
  threads,
  told,
  versus,
} from './evidence.ts';
import { loads, manyThreads, tomcatThreads, wait, type Platform } from './grid.ts';

const article = 'the article on event loop and worker threads: conclusion';
const jep444 = 'JEP 444, Virtual Threads';
const springReference = 'Spring Framework reference, Spring WebFlux, Performance';
const [rss, threadCount] = [['memory', memory] as const, ['threads', threads] as const];

/** Claims that are not run where one of these platforms is missing. */
const among = (ids: readonly Platform[], claims: Readonly<Record<string, Rule>>): Claims =>
  Object.fromEntries(
    Object.entries(claims).map(([id, rule]) => [
      id,
      { ...rule, unless: (measured) => missing(measured, ...ids) ?? rule.unless?.(measured) ?? null },
    ]),
  );

const severalCpus = (measured: Measured): Message | null =>
  cpusOf(measured) < 2 ? message('claim.platforms-one-cpu') : null;

/** The first Java without pinning. Before it a synchronized block pins a virtual thread: the claim is true, and nobody doubts it. */
const fewestWithoutPinning = 24;

function pinning(measured: Measured): Message | null {
  const java = javaVersion(measured);
  return java !== null && java < fewestWithoutPinning
    ? message('claim.platforms-needs-java', { found: java, needs: fewestWithoutPinning })
    : null;
}

/** Margin where the truth lies far from the bounds, so that two blocks say enough, and others get the time. */
const far = 2;

/** Factor of requests in flight over carriers from which there is clearly no pinning. Virtual threads have a carrier for each processor. */
const clearlyMore = 4;

export const claims: Claims = {
  ...among(['spring-mvc'], {
    'spring-wins-waiting': {
      text: 'With 1,000 requests that only wait, Spring MVC with its default of 200 threads serves more than one Node process.',
      source: article,
      figures: [versus('throughput', 'wait', loads.many, 'spring-mvc', 'node')],
      beside: [
        told('throughput', 'wait', loads.many, 'spring-virtual', 'node'),
        told('throughput', 'wait+cpu', loads.cost, 'spring-mvc', 'node'),
        told('throughput', 'wait+cpu', loads.cost, 'spring-mvc', 'reuse-port'),
      ],
      outcomes: allAbove(same, same, far),
      remarks: () => [message('claim.platforms-waits', { threads: tomcatThreads })],
    },
    'spring-wins-computing-1': {
      text: 'When requests compute, multi-threaded Spring serves more of them than one Node process.',
      source: article,
      unless: severalCpus,
      figures: [versus('throughput', 'prime', loads.computing, 'spring-mvc', 'node')],
      beside: [told('throughput', 'wait+cpu', loads.cost, 'spring-mvc', 'node')],
      outcomes: allAbove(same),
      remarks: (measured) => [message('claim.platforms-cpus', { cpus: cpusOf(measured) })],
    },
    'spring-wins-computing-n': {
      text: 'When requests compute, Spring serves more of them than Node with one process for each CPU.',
      source: `${article}, as many CPUs for either side`,
      unless: severalCpus,
      figures: [versus('throughput', 'prime', loads.computing, 'spring-mvc', 'reuse-port')],
      beside: [told('throughput', 'wait+cpu', loads.cost, 'spring-mvc', 'reuse-port')],
      outcomes: allAbove(same),
    },
    'two-hundred': {
      text: 'With a thread for each request, Tomcat serves at most 200 requests at a time.',
      source: 'Spring Boot, server.tomcat.threads.max; Little’s law',
      figures: [servedAtOnce('wait', loads.many, 'spring-mvc')],
      beside: [told('throughput', 'wait', loads.many, ['spring-mvc', manyThreads], 'spring-mvc')],
      outcomes: allBelow(tomcatThreads * equality),
      remarks: ({ plan }) => [
        plan.duration === null
          ? null
          : message('claim.platforms-waves', { waves: Math.round(plan.duration / wait), ms: wait }),
      ],
    },
  }),
  ...among(['spring-virtual', 'spring-mvc'], {
    'vt-scale': {
      text: 'Virtual threads raise the throughput of a server whose many concurrent tasks wait.',
      source: jep444,
      figures: [versus('throughput', 'wait', loads.many, 'spring-virtual', 'spring-mvc')],
      beside: [
        told('p50', 'wait', loads.beyond, 'spring-virtual', 'spring-mvc'),
        told('throughput', 'wait', loads.many, 'spring-virtual', ['spring-mvc', manyThreads]),
      ],
      outcomes: allAbove(same, same, far),
    },
    'vt-not-cpu': {
      text: 'Virtual threads do not raise the throughput of work that is bound by the CPU.',
      source: jep444,
      figures: [versus('throughput', 'prime', loads.computing, 'spring-virtual', 'spring-mvc')],
      outcomes: allBelow(same),
    },
    'vt-not-faster': {
      text: 'Virtual threads are not faster threads: they do not shorten the median of a 100 ms wait by more than 20%.',
      source: jep444,
      figures: [versus('p50', 'wait', loads.few, 'spring-virtual', 'spring-mvc')],
      outcomes: allAbove(1 / same),
    },
  }),
  ...among(['spring-virtual'], {
    'pinned-25': {
      text: 'In Java 25 a synchronized block still pins a virtual thread to its carrier.',
      source: 'springjavalab, December 2025',
      unless: pinning,
      figures: [servedAtOnce('synchronized', loads.locked, 'spring-virtual')],
      outcomes: (measured) => allBelow(cpusOf(measured) * same, cpusOf(measured) * clearlyMore, far),
      remarks: (measured) => [message('claim.platforms-carriers', { carriers: cpusOf(measured) })],
    },
  }),
  ...among(['spring-webflux', 'spring-mvc'], {
    'reactive-not-faster': {
      text: 'Reactive code does not make a server faster: it lowers neither CPU per request nor the median of a 100 ms wait by more than 20%.',
      source: springReference,
      figures: [
        versus('cpuPerRequest', 'wait', loads.calm, 'spring-webflux', 'spring-mvc'),
        versus('p50', 'wait', loads.calm, 'spring-webflux', 'spring-mvc'),
      ],
      outcomes: { holds: allLie(above(1 / same)), refuted: anyLies(below(1 / same)) },
    },
    'reactive-less': {
      text: 'Reactive code scales with fewer threads than Tomcat with a thread for each request.',
      source: `${springReference}: a small, fixed number of threads and less memory`,
      figures: [versus(threadCount, 'wait', loads.many, 'spring-webflux', ['spring-mvc', manyThreads])],
      // How much heap a JVM takes is its own choice within the limit: it decides nothing.
      beside: [versus(rss, 'wait', loads.many, 'spring-webflux', ['spring-mvc', manyThreads])],
      outcomes: allBelow(),
      remarks: () => [message('claim.platforms-heap')],
    },
  }),
  ...among(['spring-webflux', 'spring-virtual'], {
    'webflux-57': {
      text: 'WebFlux serves at least 25% more than virtual threads when requests only wait.',
      source: 'M. Choubey, 2023: 57% more, with JWT and MySQL, Java 20',
      figures: [versus('throughput', 'wait', loads.many, 'spring-webflux', 'spring-virtual')],
      outcomes: allAbove(same),
      remarks: () => [message('claim.platforms-our-waits')],
    },
  }),
  ...among(['spring-mvc', 'spring-webflux'], {
    'node-efficient': {
      text: 'In Spring, a thread for each request costs at least 25% more CPU than an event loop.',
      source: 'nodejs.org, About Node.js: thread-based networking is relatively inefficient',
      // The same framework and the same runtime: beside Node it would be the JVM and Spring that are compared.
      figures: [versus('cpuPerRequest', 'wait', loads.calm, 'spring-mvc', 'spring-webflux')],
      beside: [
        versus(rss, 'wait', loads.calm, 'spring-mvc', 'spring-webflux'),
        ...(['spring-mvc', 'spring-virtual', 'spring-webflux', 'go'] as const).map((topology) =>
          told('cpuPerRequest', 'wait', loads.calm, topology, 'node'),
        ),
        told('cpuPerRequest', 'wait', loads.calm, 'spring-mvc', 'express'),
      ],
      outcomes: allAbove(same),
      remarks: () => [message('claim.platforms-thread-per-request')],
    },
  }),
  ...among(['spring-mvc'], {
    'node-small-work': {
      text: 'Node is at most 25% slower than Spring MVC with small requests, and more when one in a hundred is long.',
      source:
        'nodejs.org, Don’t Block the Event Loop: Node is fast when the work of each client is small at any time',
      figures: [
        versus('p50', 'wait', loads.calm, 'node', 'spring-mvc'),
        versus('p90', 'mix', loads.mixed, 'node', 'spring-mvc'),
      ],
      beside: [told('p90', 'mix', loads.mixed, 'reuse-port', 'spring-mvc')],
      // Both halves of the sentence count: small work is no slower than elsewhere, and work that is not small is slow.
      outcomes: {
        holds: together(need(below(same)), need(above(same), far)),
        refuted: either(need(above(same)), need(below(same), far)),
      },
      remarks: () => [message('claim.platforms-mix')],
    },
    'one-rps': {
      text: 'Node serves 1 request a second where Java’s threads serve 18.',
      source: 'javacodegeeks, December 2025, with 8 CPUs',
      unless: severalCpus,
      figures: [
        versus('throughput', 'burn', loads.computing, 'spring-mvc', 'node'),
        versus('throughput', 'prime', loads.computing, 'spring-mvc', 'node'),
      ],
      // A thread that looks at the clock is served by the clock, not by a CPU: work that computes gains no more than there are CPUs.
      outcomes: (measured) => {
        const most = cpusOf(measured) * same;
        return {
          misread: together(need(above(most), far), need(below(most))),
          holds: together(need(above(most), far), need(above(most))),
          refuted: ([burnt]) => allLie(below(most), far)(burnt ? [burnt] : []),
        };
      },
      remarks: (measured) => [message('claim.platforms-busy-waiting', { cpus: cpusOf(measured) })],
    },
    'warm-up': {
      text: 'A JVM needs a warm-up.',
      source: 'folklore',
      figures: [firstOverSteady('spring-mvc')],
      beside: [firstOverSteady('node'), firstOverSteady('go')],
      outcomes: allBelow(1 / same, 1 / equality),
    },
  }),
};
