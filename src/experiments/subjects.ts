/**
 * The seeds' systems as `chokepoint serve` starts them by hand: with their ports, their paths and their answers, so that
 * the commands of the seeds run against them unchanged.
 */
import { nearest, problem } from '../model/problem.ts';
import { poolSize, published as poolSizePublished } from '../workloads/pool-size.ts';
import type { Parameters } from '../workloads/workload.ts';

export interface Subject {
  readonly name: string;
  readonly workload: string;
  /** What one request costs, in one line. */
  readonly what: string;
  readonly source: string;
  /** The seed's own, asked one by one. */
  readonly paths: readonly string[];
  /** How it can be spread over processes and threads, each with the seed's port; the first is the seed's plain server. */
  readonly topologies: readonly SubjectTopology[];
  /** Its constants as published; each can be set to another whole number. */
  readonly constants: Readonly<Record<string, number>>;
  readonly asPublished: Variant;
  /** Without what was wrong in the seed's. */
  readonly corrected: Variant;
  /** The seed's own command, for a server at this origin. */
  readonly command: (origin: string) => string;
}

export interface SubjectTopology {
  readonly id: string;
  readonly port: number;
  /** It can have any number of processes. */
  readonly spreads: boolean;
}

export interface Variant {
  readonly parameters: Parameters;
  /** What is particular about it, for whoever tries it. */
  readonly note: string;
}

const single: readonly string[] = ['node', 'pm2-fork'];
const spread: readonly string[] = ['cluster', 'cluster-none', 'reuse-port', 'pm2-cluster'];

const on = (port: number, ids: readonly string[]): SubjectTopology[] =>
  ids.map((id) => ({ id, port, spreads: spread.includes(id) }));

const poolSizeOrigin = 'http://127.0.0.1:8080';

const poolSizeSubject: Subject = {
  name: poolSize.name,
  workload: poolSize.name,
  what: poolSize.description,
  source: 'libuv-thread-pool-size: Express under node, PM2 fork and PM2 cluster (seeds 000 and 001)',
  paths: ['/test'],
  topologies: on(8080, [...single, ...spread]),
  constants: { iterations: poolSizePublished.iterations },
  asPublished: {
    parameters: { answer: 'before' },
    note: 'answers before its jobs have run',
  },
  corrected: {
    parameters: { answer: 'after' },
    note: 'answers when its jobs have run, with the proof',
  },
  command: (origin) => `./curl.sh -c 1${origin === poolSizeOrigin ? '' : ` -u ${origin}/test`}`,
};

/** In the order of the seeds. */
export const subjects: readonly Subject[] = [poolSizeSubject];

/** @throws Problem SUBJECT_UNKNOWN */
export function findSubject(name: string): Subject {
  const found = subjects.find((subject) => subject.name === name);
  if (found) return found;
  const known = subjects.map((subject) => subject.name);
  throw problem('SUBJECT_UNKNOWN', { name, known: known.join(', '), hint: suggestion(name, known) });
}

/** @param id undefined: the seed's plain server. @throws Problem TOPOLOGY_UNKNOWN */
export function topologyOf({ name, topologies }: Subject, id: string | undefined): SubjectTopology {
  const known = topologies.map((topology) => topology.id);
  const found = topologies.find((topology) => topology.id === (id ?? known[0]));
  if (found) return found;
  throw problem('TOPOLOGY_UNKNOWN', {
    name: id ?? '',
    subject: name,
    known: known.join(', '),
    hint: suggestion(id ?? '', known),
  });
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known) ?? known.find((each) => each.startsWith(`${name}/`));
  return near ? `Did you mean "${near}"?` : 'See "chokepoint serve --list".';
}

/** `iterations=1000` in place of the published number. @throws Problem OPTION_INVALID */
export function constant({ name, constants }: Subject, text: string): Parameters {
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
