/**
 * The articles' servers as `chokepoint serve` starts them by hand: with their ports, their paths and their answers, so that
 * the commands of the articles run against them unchanged.
 */
import { message } from '../../messages/message.ts';
import { nearest, problem } from '../../messages/problem.ts';
import { contestantIds } from '../../model/contestant.ts';
import { clusterWorkload, published as clusterPublished } from '../workloads/cluster.ts';
import { loopOrThreads } from '../workloads/loop-or-threads.ts';
import { publishedLines } from '../workloads/loop-or-threads/data.ts';
import { poolSize, published as poolSizePublished } from '../workloads/pool-size.ts';
import type { Parameters } from '../workloads/workload.ts';

export interface ServeSubject {
  readonly name: string;
  readonly workload: string;
  /** What one request costs, in one line. */
  readonly what: string;
  readonly source: string;
  /** Paths of the article's own server, asked one by one. */
  readonly paths: readonly string[];
  /** Ways to spread it over processes and threads, each with the article's port; the first is the article's plain server. */
  readonly topologies: readonly SubjectTopology[];
  /** Its constants as published; each can be set to another whole number. */
  readonly constants: Readonly<Record<string, number>>;
  readonly asPublished: SubjectVariant;
  /** The server without what was wrong in the article's; absent where that is a matter of the topology. */
  readonly corrected?: SubjectVariant;
  /** Present if the article's server logged its jobs. */
  readonly logsJobs?: true;
  /** Present if a cluster of the article had a process for each CPU, unless it was told otherwise. */
  readonly processPerCpu?: true;
  /** The article's own command, for a server at this origin. */
  readonly command: (origin: string) => string;
}

export interface SubjectTopology {
  readonly id: string;
  readonly port: number;
  /** What a user may choose the number of: its processes, its workers, or nothing (null). */
  readonly many: 'processes' | 'workers' | null;
  /** What was wrong in the article's server, where it lies in how the work is spread. */
  readonly note?: string;
}

export interface SubjectVariant {
  readonly parameters: Parameters;
  /** What is particular about the variant, for whoever tries it. */
  readonly note?: string;
}

const one = ['node', 'pm2-fork'];
const processes = ['cluster', 'cluster-none', 'reuse-port', 'pm2-cluster'];
const threads = ['own-pool', 'worker-pool', 'worker-pool-one'];

const on = (port: number, ids: readonly string[], many: SubjectTopology['many']): SubjectTopology[] =>
  ids.map((id) => ({ id, port, many }));
const spread = (port: number) => [...on(port, one, null), ...on(port, processes, 'processes')];

const poolSizeOrigin = 'http://127.0.0.1:8080';

const poolSizeSubject: ServeSubject = {
  name: poolSize.name,
  workload: poolSize.name,
  what: poolSize.description,
  source:
    'the repository libuv-thread-pool-size and its article: Express under node, PM2 fork and PM2 cluster',
  paths: ['/test'],
  topologies: spread(8080),
  constants: { iterations: poolSizePublished.iterations },
  asPublished: { parameters: { answer: 'before' }, note: 'answers before its jobs have run' },
  corrected: { parameters: { answer: 'after' }, note: 'answers when its jobs have run, with the proof' },
  logsJobs: true,
  command: (origin) => `./curl.sh -c 1${origin === poolSizeOrigin ? '' : ` -u ${origin}/test`}`,
};

const publishedThreads = (port: number): SubjectTopology => ({
  id: 'once-pool',
  port,
  many: 'workers',
  note: 'as published a reply goes to every task that waits at its worker',
});

/** One of three servers of the article on event loop and worker threads, with a port for its one thread and one for its workers. */
function loopOrThreadsSubject(
  name: string,
  port: number,
  what: string,
  paths: readonly string[],
): ServeSubject {
  return {
    name: `${loopOrThreads.name}/${name}`,
    workload: loopOrThreads.name,
    what,
    source: 'the article on event loop and worker threads: single-thread.js and multi-thread.js',
    paths,
    topologies: [
      ...on(port, ['node'], null),
      publishedThreads(port + 1),
      ...on(port + 1, threads, 'workers'),
    ],
    constants: name === 'file' ? { lines: publishedLines } : {},
    asPublished: { parameters: name === 'file' ? {} : { lines: 0 } },
    command: (origin) => paths.map((path) => `ab -l -n 100 -c 10 ${origin}${path}`).join('; '),
  };
}

const clusterSubject: ServeSubject = {
  name: clusterWorkload.name,
  workload: clusterWorkload.name,
  what: clusterWorkload.description,
  source: 'the article on cluster: plain-server.js and cluster-server.js',
  paths: ['/'],
  topologies: spread(8000),
  constants: { iterations: clusterPublished.iterations },
  asPublished: { parameters: {}, note: 'in a cluster its clock starts with the worker' },
  corrected: {
    parameters: { answer: 'proof', clock: 'handler' },
    note: 'its clock starts with the request, and the answer proves its loop',
  },
  processPerCpu: true,
  command: (origin) => `ab -n 10 -c 2 ${origin}/`,
};

/** All paths behind one port, so that other platforms can be tried beside Node by hand. */
const platformSubject: ServeSubject = {
  name: loopOrThreads.name,
  workload: loopOrThreads.name,
  what: 'all of it, and pbkdf2, waits and busy waits, on Node or another platform',
  source: 'the lab: the servers of the platforms experiment',
  paths: [
    '/prime/10000',
    '/file/large',
    '/io-test',
    '/network-io',
    '/wait/100/0',
    '/pbkdf2/10000',
    '/synchronized/100',
    '/burn/50',
    '/facts',
  ],
  topologies: [...spread(3000), ...on(3000, threads, 'workers'), ...on(3000, contestantIds, null)],
  constants: { lines: publishedLines },
  asPublished: { parameters: { lines: publishedLines } },
  processPerCpu: true,
  command: (origin) => `curl ${origin}/facts`,
};

/** The subjects, in the order of the articles. */
export const subjects: readonly ServeSubject[] = [
  poolSizeSubject,
  loopOrThreadsSubject('prime', 3000, 'counts the primes up to 10,000', ['/prime/10000']),
  loopOrThreadsSubject('file', 3002, 'reads a large file and counts its words', ['/file/large']),
  loopOrThreadsSubject('io', 4000, 'sizes of five small files; five delays of 10 to 30 ms', [
    '/io-test',
    '/network-io',
  ]),
  clusterSubject,
  platformSubject,
];

/** Details of the problem that a name is none of these. @param verb the command whose list has them */
export function others(name: string, known: readonly string[], verb: 'lab' | 'serve') {
  const near = nearest(name, known);
  return {
    name,
    known: known.join(', '),
    todo: near ? message('hint.near', { near }) : message('hint.list', { verb }),
  };
}

/** @throws Problem SUBJECT_UNKNOWN */
export function findSubject(name: string): ServeSubject {
  const found = subjects.find((subject) => subject.name === name);
  const known = subjects.map((subject) => subject.name);
  if (!found) throw problem('SUBJECT_UNKNOWN', others(name, known, 'serve'));
  return found;
}

/** @param id undefined: the article's plain server. @throws Problem TOPOLOGY_UNKNOWN */
export function topologyOf({ name, topologies }: ServeSubject, id: string | undefined): SubjectTopology {
  const known = topologies.map((topology) => topology.id);
  const found = topologies.find((topology) => topology.id === (id ?? known[0]));
  if (!found) throw problem('TOPOLOGY_UNKNOWN', { subject: name, ...others(id ?? '', known, 'serve') });
  return found;
}

/** Reads a constant, such as `iterations=1000`, in place of the published number. @throws Problem OPTION_INVALID */
export function constant({ name, constants }: ServeSubject, text: string): Parameters {
  const [key = '', value = ''] = text.split('=');
  const known = Object.keys(constants);
  const number = Number(value);
  const isKnown = Object.hasOwn(constants, key);
  if (isKnown && Number.isSafeInteger(number) && number > 0) return { [key]: number };
  const example = `--set ${isKnown ? key : known[0]}=${constants[isKnown ? key : (known[0] ?? '')] ?? 1}`;
  throw problem('OPTION_INVALID', {
    option: '--set',
    value: text,
    why: isKnown
      ? 'A constant is a whole number from 1 up.'
      : `${name} has ${known.length > 0 ? `the constants ${known.join(', ')}` : 'no constants'}.`,
    todo: known.length > 0 ? `Write ${example}.` : 'Leave --set out.',
  });
}
