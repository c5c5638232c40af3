/**
 * What does a cluster buy? The published answer is 2.02 times, from ten requests by two clients; its log of growing
 * "elapsed" times was read as processes that compete for the CPU. Here both runs are rebuilt with the clock where it was,
 * and beside them stand servers whose answers prove their loop, over every number of concurrent requests up to twice the CPUs.
 */
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { chain, emptyLoop, expectedProofKey, published } from '../../workloads/cluster.ts';
import { absent, defineExperiment, fastest } from '../experiment.ts';
import { notFound } from '../judgement.ts';
import { claims } from './claims.ts';
import {
  cell,
  cellId,
  handedSockets,
  isProof,
  loadOf,
  settings,
  warmup,
  type ClusterSetting,
  type LoopWork,
} from './grid.ts';
import { answer, passages } from './passages.ts';

/** Milliseconds of a trial besides its load: start, readiness and stop; each fork; and all processes as they start together. */
const overhead = { trial: 260, fork: 5, workers: 60 } as const;

/**
 * Milliseconds of CPU of one request: many slices of the scheduler (3 ms), and so much that neither HTTP nor the load
 * generator beside it counts.
 */
const requestMilliseconds = { published: 40, proved: 20 } as const;
/** Milliseconds of CPU, roughly, of a request without work that opens a connection. */
const lightMilliseconds = 0.3;
/** Begin of the loop's counter: above 2³¹ it is a double, as in nearly four fifths of the published loop. */
const beyondIntegers = 2 ** 32;
const round = 3_000_000;
const rounds = 8;

/** Iterations in a millisecond. */
const perMillisecond = (run: (iterations: number) => unknown) => round / fastest(() => run(round), rounds);

interface Calibrated extends LoopWork {
  /** Milliseconds of one request of each kind. */
  readonly takes: Readonly<Record<keyof LoopWork, Milliseconds>>;
}

/** Measures how much work a request is; takes about 200 ms of CPU. */
function workOf(scale: Plan['scale']): Calibrated {
  const empty = perMillisecond((iterations) => emptyLoop(beyondIntegers, iterations));
  const chained = perMillisecond(chain);
  const asPublished = scale === 'as-published';
  const iterations = asPublished
    ? published.iterations
    : Math.max(1, Math.round(requestMilliseconds.published * empty));
  const proved = Math.max(1, Math.round(requestMilliseconds.proved * chained));
  return {
    published: { iterations, from: asPublished ? 0 : beyondIntegers },
    proved: { iterations: proved, key: expectedProofKey(proved) },
    takes: { published: iterations / empty, proved: requestMilliseconds.proved },
  };
}

function costOf(
  setting: ClusterSetting,
  { takes }: Calibrated,
  { cpus, scale }: { cpus: number; scale: Plan['scale'] },
): Milliseconds {
  const { clients, requestsEach } = loadOf(setting, scale);
  const { variant, processes } = setting;
  const loops = setting.workers ?? processes;
  const forks = loops > 1 ? overhead.workers + overhead.fork * loops : 0;
  const isProved = isProof(variant);
  const each = variant === 'light' ? lightMilliseconds : takes[isProved ? 'proved' : 'published'];
  const work = (clients * requestsEach * each) / Math.min(clients, loops, cpus);
  return overhead.trial + forks + (isProved ? warmup : 0) + work;
}

export const clusterExperiment = defineExperiment<ClusterSetting>({
  name: 'cluster',
  question: 'What does a cluster buy, and how are requests spread over its workers?',
  sources: ['the article on cluster: a plain server and a cluster under ab -n 10 -c 2'],
  keys: ['topology', 'processes', 'variant', 'clients', 'connections'],
  design: [
    'The published pair, as it was: a loop with nothing in it, on the event loop of one process and of one worker for each CPU. Ten requests come two at a time, each on a connection of its own. chokepoint asks, and ab where it is installed. The cluster also runs with its log’s clock in the handler, where the plain server has it.',
    'Corrected, each request runs a loop that cannot be left out, and proves it. One process stands beside node:cluster with both policies, and processes with a socket each on one port (reusePort). Concurrent requests are 1, the CPUs, one more, and twice as many. Each request has its own connection, or a few connections stay open.',
    'Beside the cluster, where Node has it, stand worker threads of one process. The main thread accepts each connection and hands it to the next one (postMessage with a net.Socket, Node 24.20 and 26.6). The same threads with a socket each (reusePort) stand beside them. Requests with hardly any work, each on a connection of its own, show what it costs to pass one on.',
  ],
  limits: [
    'The load generator shares the CPUs with the server. Its part is small: a request takes 20 ms or more of CPU.',
    'A request that only computes: requests that wait gain from a cluster when one event loop is busy (loop-or-threads).',
  ],
  needs: [
    'ab for two of its settings',
    'Node 24.20, or 26.6 or newer, for connections that are handed to threads',
  ],
  blocks: { quick: 7, full: 6, 'as-published': 1 },
  // A quick run promises three minutes.
  quickLimit: 200_000,
  cellId,
  grid(options, { cpus, has, host }, narrow) {
    const { scale } = options;
    const machine = {
      cpus,
      hasAb: has.has('ab'),
      // Where the kernel does not share a port between sockets, Node refuses the option.
      hasReusePort: host.platform.startsWith('linux'),
      handsOver: has.has(handedSockets),
    };
    const wanted = narrow(settings(options, machine), machine.hasAb ? null : notFound('ab'));
    const work = workOf(scale);
    return {
      wanted,
      absent: absent(['ab', handedSockets], has),
      subject: { kind: 'workload', workload: 'cluster', parameters: {} },
      cell: (setting) => cell(setting, work, scale),
      baseline: ({ topology, clients, variant }) =>
        topology === 'node' && clients === cpus && variant === 'proved',
      cost: (setting) => costOf(setting, work, { cpus, scale }),
      timeout: 600_000,
    };
  },
  claims,
  answer,
  passages,
});
