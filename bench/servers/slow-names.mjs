/**
 * Loaded before an example that looks up names, in mounts of its own (src/topologies/topology.ts): the name server that
 * it asks is a thread of its own process, and takes 10 ms for each answer.
 */
import { isMainThread } from 'node:worker_threads';
import { dnsKind } from '../../src/lab/workloads/pool-classes/names.ts';

// The thread inherits the options of its process, this one among them.
if (isMainThread) dnsKind.prepare({ hold: 10 }, '');
