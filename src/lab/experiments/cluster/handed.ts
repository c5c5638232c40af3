/** Connections that one thread accepts and hands to worker threads, against a cluster, which hands them to processes. */
import { message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Claim } from '../experiment.ts';
import { cpusOf, equality, notInNode, ratioOf, rule } from '../judgement.ts';
import { allBelow, allWithin } from '../outcome.ts';
import { at, busiestShare, slowestClient } from './evidence.ts';
import { fewConnections, handedSockets, listeningThreads } from './grid.ts';

const documentation = 'documentation of node:net: transferring TCP handles to other threads';

const unless = (measured: Measured) =>
  cpusOf(measured) < 2 ? message('claim.one-worker') : notInNode(measured, handedSockets);

/** Handed to threads ÷ handed to processes. */
const pair = (clients: number, other: Parameters<typeof at>[2] = {}) =>
  [at(handedSockets, clients, other), at('cluster', clients, other)] as const;

export const handedClaims: readonly Claim[] = [
  rule({
    id: 'cluster/handed-spread',
    text: 'A model like node:cluster can be built of worker threads: connections that are handed to them in turn are spread as over processes.',
    source: documentation,
    unless,
    figures: (measured) => {
      const kept = pair(fewConnections(cpusOf(measured)), { connections: 'kept' });
      const text = 'requests of the busiest worker, few connections kept: threads ÷ processes';
      return [ratioOf(measured, busiestShare, text, ...kept)];
    },
    beside: (measured) => {
      const kept = pair(fewConnections(cpusOf(measured)), { connections: 'kept' });
      const text = 'client that waits longest, few connections kept: threads ÷ processes';
      return [ratioOf(measured, slowestClient, text, ...kept)];
    },
    outcomes: allWithin(equality),
  }),
  rule({
    id: 'cluster/handed-throughput',
    text: 'Worker threads with handed connections answer requests that compute as fast as a cluster of as many processes.',
    source: documentation,
    unless,
    figures: (measured) =>
      [fewConnections(cpusOf(measured)), 2 * cpusOf(measured)].map((clients) => [
        `throughput, ${clients} concurrent requests: threads ÷ processes`,
        ...pair(clients),
      ]),
    beside: (measured) => {
      const clients = 2 * cpusOf(measured);
      const text = `throughput, ${clients} concurrent requests: threads, handed ÷ threads, reusePort`;
      return [[text, at(handedSockets, clients), at(listeningThreads, clients)]];
    },
    outcomes: allWithin(equality),
  }),
  rule({
    id: 'cluster/handed-cheaper',
    text: 'To hand a connection to a thread costs less CPU than to send it to a process.',
    source:
      'what follows from where it goes: a message inside one process, or a descriptor through a socket between two',
    unless,
    figures: (measured) => [
      [
        'CPU for each request without work, a connection each: threads ÷ processes',
        ...pair(2 * cpusOf(measured), { variant: 'light' }),
        'cpuPerRequest',
      ],
    ],
    beside: (measured) => [
      [
        'throughput of requests without work, a connection each: threads ÷ processes',
        ...pair(2 * cpusOf(measured), { variant: 'light' }),
      ],
      [
        'CPU for each request without work, a connection each: threads, handed ÷ threads, reusePort',
        at(handedSockets, 2 * cpusOf(measured), { variant: 'light' }),
        at(listeningThreads, 2 * cpusOf(measured), { variant: 'light' }),
        'cpuPerRequest',
      ],
    ],
    outcomes: allBelow(),
  }),
];
