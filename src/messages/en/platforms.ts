/** What the experiment on other platforms says of its claims, and its answer in a sentence or two. */
import { short } from '../../format/words.ts';

/** `1.92 times the throughput of`; a difference of less than 1% is none. */
const times = (ratio: number): string =>
  Math.abs(ratio - 1) < 0.01 ? 'the same throughput as' : `${short(ratio)} times the throughput of`;

export const platforms = {
  'platforms.answer': ({
    clients,
    ms,
    rates,
    threads,
  }: {
    clients: number;
    ms: number;
    rates: readonly { name: string; perSecond: number }[];
    /** Of Spring MVC; null where it was not measured. */
    threads: number | null;
  }) =>
    `${clients} clients, each request only waits ${ms} ms. Requests/s: ${rates
      .map(({ name, perSecond }) => `${name} ${short(perSecond)}`)
      .join(
        ', ',
      )}.${threads === null ? '' : ` By default ${threads} threads limit Spring MVC to ${short((threads * 1000) / ms)}.`} It says nothing of requests that compute.`,
  'platforms.computing': ({ one, many }: { one: number; many: number | null }) =>
    `When requests compute, Spring MVC has ${times(one)} one Node process${many === null ? '' : `, and ${times(many)} Node with one process for each CPU`}.`,
  'platforms.same-cost': ({ ms, one, many }: { ms: number; one: number; many: number | null }) =>
    `When a request waits and then uses about ${ms} ms of each server’s CPU, Spring MVC has ${times(one)} one Node process${many === null ? '' : `, and ${times(many)} Node with one process for each CPU`}.`,

  'claim.platforms-one-cpu': 'This machine has one CPU: threads cannot compute side by side.',
  'claim.platforms-needs-java': ({ found, needs }: { found: number; needs: number }) =>
    `Java ${found} ran. Before Java ${needs} a synchronized block does pin a virtual thread; the claim is about Java 25.`,
  'claim.platforms-waits': ({ threads }: { threads: number }) =>
    `A timer needs no thread in Node. In Spring MVC each waiting request occupies one of ${threads} threads.`,
  'claim.platforms-cpus': ({ cpus }: { cpus: number }) =>
    `One Node process computes on one CPU, Spring on ${cpus}.`,
  'claim.platforms-carriers': ({ carriers }: { carriers: number }) =>
    `With pinning, ${carriers} would be served at a time, one for each carrier thread; 500 were in flight.`,
  'claim.platforms-our-waits':
    'Its benchmark had tokens and a database; here a request waits 100 ms and does nothing else.',
  'claim.platforms-waves': ({ waves, ms }: { waves: number; ms: number }) =>
    `The figure is about right: a window holds ${waves} waits of ${ms} ms one after another, and one more or less changes it.`,
  'claim.platforms-heap':
    'Memory decides nothing here: how much heap a JVM takes is its own choice, up to 512 MB.',
  'claim.platforms-thread-per-request':
    'Both are Spring on the same Java. Tomcat, too, reads its connections with non-blocking sockets; what differs is whether a request keeps a thread while it waits.',
  'claim.platforms-mix':
    'In the mix one request in a hundred keeps its thread busy for 200 ms, so p90 is the time of a small request.',
  'claim.platforms-busy-waiting': ({ cpus }: { cpus: number }) =>
    `The loop runs until the clock says 100 ms. Sixteen threads on ${cpus} CPUs all see that time pass, although they share the CPUs. So the figure counts threads, not work.`,
};
