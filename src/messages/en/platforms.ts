/** What the experiment on other platforms says of its claims, and its answer in a sentence or two. */
import { short } from '../../format/words.ts';

export const platforms = {
  'platforms.answer': ({
    clients,
    ms,
    rates,
  }: {
    clients: number;
    ms: number;
    rates: readonly { name: string; perSecond: number }[];
  }) =>
    `With ${clients} clients that each wait ${ms} ms, ${rates
      .map(({ name, perSecond }, i) => `${name} ${i === 0 ? 'serves ' : ''}${short(perSecond)}`)
      .join(', ')} requests/s.`,
  'platforms.computing': ({ one, many }: { one: number; many: number | null }) =>
    `When requests compute, Spring MVC has ${short(one)} times the throughput of one Node process${many === null ? '' : `, and ${short(many)} times that of one for each CPU`}.`,
  'platforms.same-cost': ({ ms, one, many }: { ms: number; one: number; many: number | null }) =>
    `When a request waits and then costs each server ${ms} ms of CPU, Spring MVC has ${short(one)} times the throughput of one Node process${many === null ? '' : `, and ${short(many)} times that of one for each CPU`}.`,

  'claim.platforms-one-cpu': 'This machine has one CPU: threads cannot compute side by side.',
  'claim.platforms-needs-java': ({ found, needs }: { found: number; needs: number }) =>
    `Java ${found} ran. Before Java ${needs} a synchronized block does pin a virtual thread; the claim is about Java 25.`,
  'claim.platforms-waits': ({ threads }: { threads: number }) =>
    `An event loop holds any number of timers; Tomcat holds ${threads} requests, one for each thread.`,
  'claim.platforms-cpus': ({ cpus }: { cpus: number }) =>
    `One Node process computes on one CPU, Spring on ${cpus}.`,
  'claim.platforms-carriers': ({ carriers }: { carriers: number }) =>
    `With pinning, ${carriers} would be served at a time, one for each carrier thread; 500 were in flight.`,
  'claim.platforms-our-waits':
    'Its benchmark had tokens and a database; here a request waits 100 ms and does nothing else.',
  'claim.platforms-framework':
    'Spring is a framework, and node:http a bare server; Express and Go net/http are in the tables.',
  'claim.platforms-mix':
    'In the mix one request in a hundred computes for 200 ms, so p90 is the time of a small request.',
  'claim.platforms-busy-waiting':
    'A thread that looks at the clock until its time is over does no work: the clock runs for every thread, however few CPUs there are.',
};
