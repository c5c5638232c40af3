/** What are the pool's own rules? Counted in fresh processes; nothing is timed. */
import type { Cell, Plan } from '../../../model/plan.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import { absent, labPlan } from '../lab-plan.ts';
import { asked, claims } from './claims.ts';
import { passages } from './passages.ts';
import { factorsOf, nothingLeft } from '../filter-cells.ts';

interface Question {
  readonly topology: string;
  readonly ask: string;
  readonly parameters: Cell['parameters'];
  /** Milliseconds on a small machine. */
  readonly cost: number;
}

const plain = (ask: string, cost: number): Question => ({
  topology: 'node',
  ask,
  parameters: { ask, set: asked },
  cost,
});

/** The entry in CommonJS, and the ES module, each asking for a size in its first line. */
const managed = (topology: string, cost: number): Question[] => [
  {
    topology,
    ask: 'commonjs',
    parameters: { ask: 'count', set: asked, program: 'pool-mechanics-entry.cjs' },
    cost,
  },
  { topology, ask: 'module', parameters: { ask: 'count-module', set: asked }, cost },
];

const questions: readonly Question[] = [
  plain('sizes', 3600),
  plain('in-code', 3600),
  plain('memory', 1900),
  plain('workers', 900),
  plain('names', 1100),
  ...managed('cluster', 700),
  ...managed('pm2-fork', 1200),
  ...managed('pm2-cluster', 1200),
];

/** Counts are the same each time or tell that they are not; memory has several processes in each trial. */
const blocks = { quick: 2, full: 3, 'as-published': 2 } as const;
/** A quick run is done within 45 seconds: no further block is begun after this. */
const quickLimit = 30_000;

async function plan(options: PlanOptions, { has }: Capabilities): Promise<Plan> {
  const { nodes = [], only } = options;
  const there = questions.filter(({ topology }) => !topology.startsWith('pm2') || has.has('pm2'));
  const wanted = there.filter((question) =>
    only.every(({ key, levels }) => levels.includes(question[key === 'ask' ? 'ask' : 'topology'])),
  );
  if (wanted.length === 0) {
    throw nothingLeft(
      only,
      'ask',
      'Questions are sizes, in-code, memory, workers, names (topology node), commonjs, module (topology cluster, pm2-fork, pm2-cluster).',
      has.has('pm2') ? undefined : 'PM2 was not found, and no other cell has these levels.',
    );
  }
  const versions = nodes.length > 0 ? nodes : [null];
  const cells = versions.flatMap((version) =>
    wanted.map(({ topology, ask, parameters }) => ({
      id: `${version ? `node-${version.label}/` : ''}${topology}/${ask}`,
      setting: {
        ...(version && { node: version.label }),
        topology,
        ask,
        // One process is enough: each has a pool of its own.
        ...(topology.endsWith('cluster') && { processes: 1 }),
      },
      load: { kind: 'none' as const },
      requests: [],
      parameters,
      ...(version && { node: version.binary }),
    })),
  );
  const cost = wanted.reduce((sum, question) => sum + question.cost, 0);
  return labPlan(options, {
    name: 'pool-mechanics',
    absent: absent(['pm2'], has),
    subject: { kind: 'program', program: 'pool-mechanics', parameters: {} },
    factors: [
      ...(nodes.length > 0 ? [{ key: 'node', levels: nodes.map(({ label }) => label) }] : []),
      ...factorsOf(wanted, ['topology', 'ask']),
    ],
    cells,
    baseline: cells[0]?.id ?? '',
    blocks,
    quickLimit: nodes.length === 0 ? quickLimit : null,
    timeout: 120_000,
    blockTime: cost * versions.length,
  });
}

export const poolMechanicsExperiment: Experiment = {
  name: 'pool-mechanics',
  question: 'What are the libuv pool’s own rules: its size, when it is fixed, what it costs, who shares it?',
  sources: [
    'the article on the thread pool, its text',
    "Node's documents on UV_THREADPOOL_SIZE, libuv's on its pool and src/threadpool.c",
  ],
  keys: ['topology', 'ask'],
  comparesNodes: true,
  design: [
    'Each figure is counted in a fresh process. Threads are counted by the kernel around the first use of the pool, and by how many jobs are in flight: threads are held one by one, each by the open of a named pipe, until a further job is not done although timers, other processes and other threads have come and gone.',
    'DNS lookups are counted in a namespace of their own, with a name server that answers nothing: the queries that reach it are the lookups in flight.',
  ],
  limits: [
    'Threads and memory are read from /proc, lookups need Linux namespaces: elsewhere these claims are not run.',
    'Memory is what the first use adds. A thread that works touches more of its stack.',
  ],
  needs: ['PM2 for the size set in code under PM2', 'unshare and ip (Linux) for the lookups'],
  plan,
  claims,
  passages,
};
