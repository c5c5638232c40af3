/** What are the pool's own rules? Counted in fresh processes; nothing is timed. */
import { short } from '../../../format/words.ts';
import type { Cell } from '../../../model/plan.ts';
import type { Measured, Passage, RunTable } from '../../../model/verdict.ts';
import { absent, defineExperiment } from '../experiment.ts';
import { notFound } from '../judgement.ts';
import { countingCell, onEachNode, type OnNode } from '../node-versions.ts';
import { section, tableOf } from '../tables.ts';
import {
  asked,
  byVersion,
  claims,
  distinct,
  halfOf,
  linePositions,
  lookupPools,
  memoryOf,
  valuesOf,
  type Value,
} from './claims.ts';

interface Question extends OnNode {
  readonly topology: string;
  readonly ask: string;
  readonly parameters: Cell['parameters'];
  /** Milliseconds of a trial on a small machine. */
  readonly cost: number;
}

const plain = (ask: string, cost: number): Question => ({
  topology: 'node',
  ask,
  parameters: { ask, set: asked },
  cost,
});

/** Questions about an entry in CommonJS and one that is an ES module, each asking for a size in its first line. */
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

const texts = ['unset', '""', '"0"', '"abc"', '"4x"', '"2"', '"16"', '"1024"', '"2000"', '"-1"'];

const shown = (values: readonly Value[]) => (values.length === 0 ? '–' : distinct(values).join(', '));

function sizeTable(measured: Measured): RunTable {
  const rows = byVersion(measured, 'sizes').flatMap((one) => texts.map((text) => ({ one, text })));
  return tableOf(
    {
      title: 'What the pool takes from UV_THREADPOOL_SIZE',
      note: 'Threads: those that the first use starts, by the kernel. Jobs in flight: counted by holding them, up to 64. Named: threads that the kernel calls libuv-worker.',
    },
    rows,
    {
      '<Node': ({ one }) => one.node,
      '<text': ({ text }) => text,
      threads: ({ one, text }) => shown(valuesOf(one, `started ${text}`)),
      'jobs in flight': ({ one, text }) => shown(valuesOf(one, `jobs ${text}`)),
      named: ({ one, text }) => shown(valuesOf(one, `named ${text}`)),
    },
  );
}

function inCodeTable(measured: Measured): RunTable {
  const rows = linePositions.map(({ where, ask, topology, name }) => ({
    where,
    jobs: new Map(byVersion(measured, ask, topology).map((one) => [`Node ${one.node}`, valuesOf(one, name)])),
  }));
  const nodes = new Set(rows.flatMap(({ jobs }) => [...jobs.keys()]));
  type PositionRow = (typeof rows)[number];
  return tableOf(
    {
      title: `process.env.UV_THREADPOOL_SIZE = ${asked}, by where the line stands`,
      note: `Jobs in flight: ${asked} where it has effect, 4 where it comes too late or is not seen. A dash: not run.`,
    },
    nodes.size > 0 ? rows : [],
    {
      '<the line stands': ({ where }) => where,
      ...Object.fromEntries(
        [...nodes].map((node) => [node, ({ jobs }: PositionRow) => shown(jobs.get(node) ?? [])]),
      ),
    },
  );
}

function memoryTable(measured: Measured): RunTable {
  const rows = byVersion(measured, 'memory').flatMap((one) =>
    [4, 128, 1024].flatMap((size) => {
      const [rss, virtual] = [memoryOf([one], 'rss', size), memoryOf([one], 'virtual', size)];
      return rss && virtual ? [{ node: one.node, size, rss, virtual }] : [];
    }),
  );
  return tableOf(
    {
      title: 'What the threads cost when they are started',
      note: 'Medians over fresh processes; the interval holds the median at 95% whatever the distribution. Virtual: addresses that are set aside, mostly for stacks.',
    },
    rows,
    {
      '<Node': ({ node }) => node,
      threads: ({ size }) => size,
      'resident MiB': ({ rss }) => short(rss.value),
      '95% interval': ({ rss }) => `${short(rss.low)} – ${short(rss.high)}`,
      'KiB each': ({ rss, size }) => short((rss.value * 1024) / size),
      'virtual MiB': ({ virtual }) => short(virtual.value),
      processes: ({ rss }) => rss.n,
    },
  );
}

function lookupTable(measured: Measured): RunTable {
  const rows = byVersion(measured, 'names').flatMap((one) =>
    lookupPools.map((size) => ({ one, size, inFlight: valuesOf(one, `in flight ${size}`) })),
  );
  return tableOf(
    {
      title: 'DNS lookups in flight',
      note: 'A name server in a namespace of its own counts the queries that reach it, and answers none. fs.fstat() was submitted behind all lookups.',
    },
    rows.filter(({ inFlight }) => inFlight.length > 0),
    {
      '<Node': ({ one }) => one.node,
      threads: ({ size }) => size,
      'lookups in flight': ({ inFlight }) => shown(inFlight),
      '⌊(n+1)/2⌋': ({ size }) => halfOf(size),
      '<fs.fstat()': ({ one, size }) =>
        shown(valuesOf(one, `file done ${size}`).map((done) => (done === true ? 'done' : 'waits'))),
    },
  );
}

const passages = (measured: Measured): Passage[] =>
  section(
    "The pool's own rules",
    [
      'Everything here is counted in fresh processes: by the kernel, or by what gets done while threads are held. Nothing is timed.',
    ],
    [sizeTable, inCodeTable, memoryTable, lookupTable].map((table) => table(measured)),
  );

export const poolMechanicsExperiment = defineExperiment<Question>({
  name: 'pool-mechanics',
  question: 'What are the libuv pool’s own rules: its size, when it is fixed, what it costs, who shares it?',
  sources: [
    'the article on the thread pool, its text',
    "Node's documents on UV_THREADPOOL_SIZE, libuv's on its pool and src/threadpool.c",
  ],
  keys: ['topology', 'ask'],
  factors: ['node', 'topology', 'ask'],
  comparesNodes: true,
  design: [
    'Each figure is counted in a fresh process. The kernel tells the threads around the first use of the pool. Jobs in flight are counted by holding threads one by one, each by the open of a named pipe. It ends when a further job is not done although timers, processes and other threads have come and gone.',
    'DNS lookups are counted in a namespace of their own, with a name server that answers nothing. The queries that reach it are the lookups in flight.',
  ],
  limits: [
    'Threads and memory are read from /proc, lookups need Linux namespaces: elsewhere these claims are not run.',
    'Memory is what the first use adds. A thread that works touches more of its stack.',
  ],
  needs: ['PM2 for the size set in code under PM2', 'unshare and ip (Linux) for the lookups'],
  // Counts are the same each time or tell that they are not; memory has several processes in each trial.
  blocks: { quick: 2, full: 3, 'as-published': 2 },
  // A quick run is done within 45 seconds.
  quickLimit: 30_000,
  cellId: ({ node, topology, ask }) => `${node === undefined ? '' : `node-${node}/`}${topology}/${ask}`,
  grid(options, { has }, narrow) {
    const hasPm2 = has.has('pm2');
    const there = questions.filter(({ topology }) => !topology.startsWith('pm2') || hasPm2);
    return {
      wanted: narrow(onEachNode(options, there), hasPm2 ? null : notFound('pm2')),
      absent: absent(['pm2'], has),
      subject: { kind: 'program', program: 'pool-mechanics', parameters: {} },
      cell({ node, topology, ask, parameters }) {
        // One process is enough: each has a pool of its own.
        const processes = topology.endsWith('cluster') ? { processes: 1 } : {};
        const setting = { ...(node !== undefined && { node }), topology, ask, ...processes };
        return { ...countingCell(options, node), setting, parameters };
      },
      cost: ({ cost }) => cost,
      ...(options.nodes?.length && { limit: null }),
      timeout: 120_000,
    };
  },
  claims,
  passages,
});
