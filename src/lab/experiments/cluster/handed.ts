/** Connections that one thread accepts and hands to worker threads, against a cluster, which hands them to processes. */
import type { Measured } from '../../../model/verdict.ts';
import { cpusOf, equality, notInNode, type Claims } from '../judgement.ts';
import { allBelow, allWithin } from '../outcome.ts';
import { at, busiestShare, oneWorker, slowestClient } from './evidence.ts';
import {
  fewConnections,
  handedSockets,
  listeningThreads,
  type ClusterSetting,
  type ClusterTopology,
} from './grid.ts';

const documentation = 'documentation of node:net: transferring TCP handles to other threads';

const unless = (measured: Measured) => oneWorker(measured) ?? notInNode(measured, handedSockets);

/** Handed to threads ÷ handed to another, with twice as many concurrent requests as workers unless told. */
const pair = (
  measured: Measured,
  other: Partial<ClusterSetting> = {},
  against: ClusterTopology = 'cluster',
  clients = 2 * cpusOf(measured),
) => [at(handedSockets, clients, other), at(against, clients, other)] as const;

const few = (measured: Measured, other: Partial<ClusterSetting> = {}) =>
  pair(measured, other, 'cluster', fewConnections(cpusOf(measured)));

const kept = { connections: 'kept' } as const;
const light = { variant: 'light' } as const;
const cpuOfLight = 'CPU for each request without work, a connection each';

export const handedClaims: Claims = {
  'handed-spread': {
    text: 'A model like node:cluster can be built of worker threads: connections that are handed to them in turn are spread as over processes.',
    source: documentation,
    unless,
    figures: (measured) => [
      [
        'requests of the busiest worker, few connections kept: threads ÷ processes',
        ...few(measured, kept),
        busiestShare,
      ],
    ],
    beside: (measured) => [
      [
        'client that waits longest, few connections kept: threads ÷ processes',
        ...few(measured, kept),
        slowestClient,
      ],
    ],
    outcomes: allWithin(equality),
  },
  'handed-throughput': {
    text: 'Worker threads with handed connections answer requests that compute as fast as a cluster of as many processes.',
    source: documentation,
    unless,
    figures: (measured) =>
      [fewConnections(cpusOf(measured)), 2 * cpusOf(measured)].map((clients) => [
        `throughput, ${clients} concurrent requests: threads ÷ processes`,
        ...pair(measured, {}, 'cluster', clients),
      ]),
    beside: (measured) => [
      [
        `throughput, ${2 * cpusOf(measured)} concurrent requests: threads, handed ÷ threads, reusePort`,
        ...pair(measured, {}, listeningThreads),
      ],
    ],
    outcomes: allWithin(equality),
  },
  'handed-cheaper': {
    text: 'To hand a connection to a thread costs less CPU than to send it to a process.',
    source:
      'what follows from where it goes: a message inside one process, or a descriptor through a socket between two',
    unless,
    figures: (measured) => [
      [`${cpuOfLight}: threads ÷ processes`, ...pair(measured, light), 'cpuPerRequest'],
    ],
    beside: (measured) => [
      [
        'throughput of requests without work, a connection each: threads ÷ processes',
        ...pair(measured, light),
      ],
      [
        `${cpuOfLight}: threads, handed ÷ threads, reusePort`,
        ...pair(measured, light, listeningThreads),
        'cpuPerRequest',
      ],
    ],
    outcomes: allBelow(),
  },
};
