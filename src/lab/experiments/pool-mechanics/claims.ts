/** What is said of the pool's rules, against counts. */
import { message } from '../../../messages/message.ts';
import type { Facts } from '../../../model/sample.ts';
import type { Evidence, Interval, Measured } from '../../../model/verdict.ts';
import { mean } from '../../../stats/interval.ts';
import {
  judged,
  notInstalled,
  notRun,
  plain,
  sentences,
  type Claim,
  type Claims,
  type Judgement,
} from '../judgement.ts';
import { factsByNode, type NodeFacts } from '../node-versions.ts';

export type Value = Facts[string];

/**
 * @param ask the question, as in the plan
 * @param topology where it was asked
 * @returns versions in the order of the plan; empty if no such trial counts
 */
export const byVersion = (measured: Measured, ask: string, topology = 'node'): NodeFacts[] =>
  factsByNode(measured, (setting) => setting['ask'] === ask && setting['topology'] === topology);

/** Every value that the trials of this version have under that name. */
export function valuesOf({ rows }: NodeFacts, name: string): Value[] {
  return rows.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : row[name]));
}

/** Numbers of all names that begin so. */
export function valuesByPrefix({ rows }: NodeFacts, prefix: string): number[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'number' ? value : [],
    ),
  );
}

/** Whether it was run at all there, and why not if the program itself says so. */
function whyNot(all: readonly NodeFacts[]): string | null {
  const why = all.flatMap((one) => valuesOf(one, 'why'))[0];
  return why === undefined ? null : String(why);
}

/** Equal values once: `4`, or `4, 7` where the trials differ. */
export const distinct = (values: readonly Value[]): string[] => [...new Set(values.map(String))];

/**
 * The median with the narrowest pair of order statistics around it that holds it with 95% whatever the distribution
 * (binomial with ½); null for fewer than six values.
 */
export function median(values: readonly number[]): Interval | null {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  let rank = 0;
  let tail = 0;
  for (let chance = 0.5 ** n, k = 0; k < n / 2; k++) {
    tail += chance;
    if (2 * tail > 0.05) break;
    rank = k + 1;
    chance *= (n - k) / (k + 1);
  }
  const [low, high] = [sorted[rank - 1], sorted[n - rank]];
  const middle = sorted.slice(Math.ceil(n / 2) - 1, Math.floor(n / 2) + 1);
  if (rank === 0 || low === undefined || high === undefined) return null;
  return { value: mean(middle), low, high };
}

const article = 'the article on the thread pool';
const source = 'libuv src/threadpool.c';
const documents =
  "the article's line in another place; Node's documents do not guarantee that it works from inside the process";

const noTrial = notRun(message('claim.no-trial'));

/** A figure that was counted, the same in every trial or not. */
function counted(text: string, values: readonly Value[]): Evidence[] {
  const numbers = values.map(Number);
  const [value] = numbers;
  if (value === undefined) return [];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return [
    low === high
      ? plain(text, '', value, numbers.length)
      : { text, unit: '', value, low, high, n: numbers.length },
  ];
}

interface CountedRow {
  /** What was asked: `UV_THREADPOOL_SIZE=4x`. */
  readonly text: string;
  readonly node: string;
  readonly values: readonly Value[];
  readonly expected: number;
}

/** Counts against what a rule says: one that disagrees refutes it, trials of one setting that differ leave it open. */
function judgeCounts(rows: readonly CountedRow[]): Judgement {
  const known = rows.filter(({ values }) => values.length > 0);
  if (known.length === 0) return noTrial;
  const severalNodes = new Set(known.map(({ node }) => node)).size > 1;
  const evidence = known.flatMap(({ text, node, values }) =>
    counted(severalNodes ? `${text}, Node ${node}` : text, values),
  );
  const wrong = known.filter(({ values, expected }) => values.every((value) => value !== expected));
  const first = wrong[0] ?? known.find(({ values }) => new Set(values).size > 1);
  if (!first) {
    const counts = [
      ...new Map(known.map(({ text, expected }) => [text, { text, count: expected }])).values(),
    ];
    return { verdict: 'holds', because: message('claim.counts-agree', { counts }), evidence };
  }
  const values = distinct(first.values);
  const alike = known.filter(
    (row) => row.text === first.text && distinct(row.values).join() === values.join(),
  );
  const { text, expected } = first;
  const nodes = severalNodes ? alike.map(({ node }) => node) : [];
  return {
    verdict: wrong.length > 0 ? 'refuted' : 'undecided',
    because: message('claim.count-differs', { text, values, nodes, expected }),
    evidence,
  };
}

/** One value of each version against one number. */
const countsAre =
  (ask: string, name: string, row: Pick<CountedRow, 'text' | 'expected'>): Claim['judge'] =>
  (measured) =>
    judgeCounts(
      byVersion(measured, ask).map((one) => ({ ...row, node: one.node, values: valuesOf(one, name) })),
    );

/** The kernel's count, and where it is not to be had the number of jobs in flight. */
function threadsFor(one: NodeFacts, text: string): Value[] {
  const started = valuesOf(one, `started ${text}`);
  return started.length > 0 ? started : valuesOf(one, `jobs ${text}`);
}

const sizesAre =
  (expected: Readonly<Record<string, number>>): Claim['judge'] =>
  (measured) =>
    judgeCounts(
      byVersion(measured, 'sizes').flatMap((one) =>
        Object.entries(expected).flatMap(([text, size]) => {
          const of = text === 'unset' ? 'without UV_THREADPOOL_SIZE' : `for ${text}`;
          const common = { node: one.node, expected: size };
          return [
            { ...common, text: `threads ${of}`, values: threadsFor(one, text) },
            { ...common, text: `jobs in flight ${of}`, values: valuesOf(one, `jobs ${text}`) },
          ];
        }),
      ),
    );

/** "About 1 MB": within half as much again; more than twice or less than half is something else. */
const about = 1.5;
const something = 2;
const megabyte = 1024;

function costsOneMegabyte(measured: Measured): Judgement {
  const all = byVersion(measured, 'memory');
  const figures = all.flatMap((one) => {
    const values = valuesByPrefix(one, 'rss 128/');
    const estimate = median(values);
    const where = all.length > 1 ? `, Node ${one.node}` : '';
    const text = `resident memory of 128 threads${where}`;
    return estimate ? [{ text, unit: 'MiB', ...inMebibytes(estimate), n: values.length }] : [];
  });
  if (figures.length === 0) return notRun(message('claim.no-memory'));
  const virtual = median(all.flatMap((one) => valuesByPrefix(one, 'virtual 128/')));
  const holds = figures.every(({ low, high }) => low > 1 / about && high < about);
  const isOther = figures.some(({ low, high }) => high < 1 / something || low > something);
  const verdict = holds ? 'holds' : isOther ? 'refuted' : 'undecided';
  const stacks = virtual ? message('claim.address-space', { mebibytes: virtual.value / megabyte }) : null;
  return judged(verdict, figures, [stacks]);
}

const inMebibytes = ({ value, low, high }: Interval): Interval => ({
  value: value / megabyte,
  low: low / megabyte,
  high: high / megabyte,
});

/** What `ps -L` lists beyond the pool is the same for every size: V8's threads and the main one. */
function psCounts(measured: Measured): Judgement {
  const rows = byVersion(measured, 'sizes').flatMap(({ rows: facts }) =>
    facts.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        name.startsWith('ps ') ? { size: Number(name.slice(3)), listed: Number(value) } : [],
      ),
    ),
  );
  if (rows.length === 0) return notRun(message('claim.no-ps'));
  const beyond = rows.map(({ size, listed }) => listed - size);
  const bySize = [...Map.groupBy(rows, ({ size }) => size)].toSorted(([a], [b]) => a - b);
  const evidence = bySize.flatMap(([size, each]) =>
    counted(
      `listed with a pool of ${size}`,
      each.map(({ listed }) => listed),
    ),
  );
  const [least, most] = [Math.min(...beyond), Math.max(...beyond)];
  const because = message('claim.ps-lists-more', { least, most, sizes: bySize.map(([size]) => size) });
  return { verdict: most === 0 ? 'holds' : least > 0 ? 'misread' : 'undecided', because, evidence };
}

/** Sizes of the pool with which lookups are counted. */
export const lookupPools = [1, 2, 4, 5, 8] as const;

function lookupsGetHalf(measured: Measured): Judgement {
  const all = byVersion(measured, 'names');
  const why = whyNot(all);
  if (why !== null) return notRun(message('claim.no-name-server', { why }));
  const rows = all.flatMap((one) =>
    lookupPools.map((size) => ({
      text: `lookups in flight, pool of ${size}`,
      node: one.node,
      values: valuesOf(one, `in flight ${size}`),
      expected: Math.floor((size + 1) / 2),
    })),
  );
  return judgeCounts(rows);
}

/** Neither the default nor a size that anything else would take: for the line `process.env.UV_THREADPOOL_SIZE = 7`. */
export const asked = 7;

interface LinePosition {
  readonly id: string;
  /** `in a CommonJS entry`: in its first line. */
  readonly where: string;
  /** Trials, and the name of the figure in their facts. */
  readonly ask: string;
  readonly topology?: string;
  readonly name: string;
}

const managers = {
  cluster: 'node:cluster',
  'pm2-fork': 'PM2 fork mode',
  'pm2-cluster': 'PM2 cluster mode',
} as const;

const inNode = (id: string, way: string, where: string): LinePosition => ({
  id,
  where,
  ask: 'in-code',
  name: `in ${way}`,
});

export const linePositions: readonly LinePosition[] = [
  inNode('in-commonjs', 'commonjs', 'in a CommonJS entry'),
  inNode('in-module', 'module', 'in an ES module entry'),
  inNode('in-require', 'require', 'in a script that --require loads'),
  inNode('in-import', 'import', 'in a module that --import loads'),
  inNode('in-worker', 'worker', 'in a worker thread'),
  inNode('in-worker-shared', 'worker that shares', 'in a worker thread with SHARE_ENV'),
  ...Object.entries(managers).flatMap(([topology, manager]) => {
    const under = (ask: string, entry: string): LinePosition => ({
      id: `${topology}-${ask}`,
      where: `in ${entry} under ${manager}`,
      ask,
      topology,
      name: 'jobs',
    });
    return [under('commonjs', 'a CommonJS entry'), under('module', 'an ES module entry')];
  }),
];

/** Jobs in flight in every trial, by version. */
export function jobsOf(measured: Measured, { ask, topology, name }: LinePosition) {
  return byVersion(measured, ask, topology).map((one) => ({ node: one.node, values: valuesOf(one, name) }));
}

function works(measured: Measured, position: LinePosition): Judgement {
  const missing = position.topology?.startsWith('pm2') ? notInstalled(measured, 'pm2') : null;
  if (missing) return notRun(missing);
  const all = jobsOf(measured, position).filter(({ values }) => values.length > 0);
  if (all.length === 0) return noTrial;
  const evidence = all.map(({ node, values }) =>
    plain(
      `jobs in flight, ${asked} asked for${all.length > 1 ? `, Node ${node}` : ''}`,
      '',
      Math.min(...values.map(Number)),
      values.length,
    ),
  );
  const differ = all.some(({ values }) => new Set(values).size > 1);
  const without = all.filter(({ values }) => values[0] !== asked);
  const counts = all.map(({ node, values }) => ({ node, jobs: distinct(values) }));
  const outcome = differ
    ? message('claim.trials-differ')
    : without.length === 0
      ? null
      : message(without.length < all.length ? 'claim.depends-on-version' : 'claim.default-stayed');
  return {
    verdict: differ ? 'undecided' : without.length === 0 ? 'holds' : 'refuted',
    because: sentences(message('claim.jobs-in-flight', { asked, counts }), outcome),
    evidence,
  };
}

const inCodeClaims: Claims = Object.fromEntries(
  linePositions.map((position) => [
    position.id,
    {
      text: `process.env.UV_THREADPOOL_SIZE = n has effect ${position.where}.`,
      source: position.id === 'in-commonjs' ? 'the article shows the line in a CommonJS script' : documents,
      judge: (measured) => works(measured, position),
    },
  ]),
);

export const claims: Claims = {
  default: {
    text: 'The default size of the pool is 4.',
    source: article,
    judge: sizesAre({ unset: 4 }),
  },
  maximum: {
    text: 'The maximum is 1024 (since libuv 1.30).',
    source: article,
    judge: sizesAre({ '"1024"': 1024, '"2000"': 1024, '"-1"': 1024 }),
  },
  memory: {
    text: '128 threads cost about 1 MB of memory.',
    source: article,
    judge: costsOneMegabyte,
  },
  fixed: {
    text: 'The size is fixed at the first use of the pool: a change after it has no effect.',
    source: article,
    judge: countsAre('in-code', 'in late', {
      text: 'jobs in flight, 7 asked for behind one fs.stat()',
      expected: 4,
    }),
  },
  ps: {
    text: '`ps -Lef | grep node | wc -l` counts the threads of the pool.',
    source: article,
    judge: psCounts,
  },
  empty: {
    text: 'An empty UV_THREADPOOL_SIZE, 0, or a word gives one thread instead of the default.',
    source,
    judge: sizesAre({ '""': 1, '"0"': 1, '"abc"': 1, '"4x"': 4 }),
  },
  'created-early': {
    text: "The pool is created as part of the runtime's initialisation, before user code is run.",
    source: "Node's documents, UV_THREADPOOL_SIZE",
    judge: countsAre('sizes', 'started unset', {
      text: 'threads started by the first fs.stat() of a CommonJS entry',
      expected: 0,
    }),
  },
  ...inCodeClaims,
  workers: {
    text: 'All worker threads of a process share one pool.',
    source: "libuv's documents: the pool is global and shared across all event loops",
    judge: countsAre('workers', 'done while held', {
      text: 'jobs of 8 workers done while the pool was held',
      expected: 0,
    }),
  },
  'look-ups': {
    text: 'DNS lookups hold at most half of the threads, rounded up: ⌊(n + 1) / 2⌋.',
    source,
    judge: lookupsGetHalf,
  },
};
