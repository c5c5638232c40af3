/** What is said of the pool's rules, against counts. */
import { message } from '../../../messages/message.ts';
import type { Facts } from '../../../model/sample.ts';
import type { Evidence, Interval, Measured } from '../../../model/verdict.ts';
import { mean } from '../../../stats/mean-and-spread.ts';
import {
  judged,
  notInstalled,
  notRun,
  plain,
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
export const valuesOf = ({ rows }: Pick<NodeFacts, 'rows'>, name: string): Value[] =>
  rows.flatMap((row) => row[name] ?? []);

/** Numbers whose names begin with the prefix, each with the rest of its name. */
const entriesOf = ({ rows }: NodeFacts, prefix: string): (readonly [rest: string, number])[] =>
  rows
    .flatMap((row) => Object.entries(row))
    .flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'number'
        ? [[name.slice(prefix.length), value] as const]
        : [],
    );

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

/** Memory that so many threads added in each process, in MiB: `rss` or `virtual`; null for fewer than six processes. */
export function memoryOf(all: readonly NodeFacts[], what: 'rss' | 'virtual', threads: number) {
  const mebibytes = all.flatMap((one) => entriesOf(one, `${what} ${threads}/`)).map(([, kib]) => kib / 1024);
  const found = median(mebibytes);
  return found && { ...found, n: mebibytes.length };
}

const article = 'the article on the thread pool';
const source = 'libuv src/threadpool.c';
const documents =
  "the article's line in another place; Node's documents do not guarantee that it works from inside the process";

/** A figure that was counted; where the trials differ, its interval is their range. */
function counted(text: string, values: readonly Value[]): Evidence {
  const numbers = values.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const found = plain(text, '', numbers[0] ?? 0, numbers.length);
  return low === high ? found : { ...found, low, high };
}

interface CountedRow {
  /** What was asked: `UV_THREADPOOL_SIZE=4x`. */
  readonly text: string;
  readonly values: readonly Value[];
  readonly expected: number;
}

/** What is counted in the trials of one version of Node. */
type RowsOf = (one: NodeFacts) => readonly CountedRow[];

/** Compares counts with what a rule says: one that disagrees refutes it, trials of one setting that differ leave it open. */
const countsAre =
  (ask: string, rowsOf: RowsOf, topology?: string): Claim['judge'] =>
  (measured) => {
    const all = byVersion(measured, ask, topology);
    const rows = all.flatMap((one) => rowsOf(one).map((row) => ({ ...row, node: one.node })));
    const known = rows.filter(({ values }) => values.length > 0);
    if (known.length === 0) return notRun(message('claim.no-trial'));
    const severalNodes = new Set(known.map(({ node }) => node)).size > 1;
    const evidence = known.map(({ text, node, values }) =>
      counted(severalNodes ? `${text}, Node ${node}` : text, values),
    );
    const wrong = known.filter(({ values, expected }) => values.every((value) => value !== expected));
    const first = wrong[0] ?? known.find(({ values }) => new Set(values).size > 1);
    if (!first) {
      const counts = new Map(known.map(({ text, expected }) => [text, { text, count: expected }]));
      const because = message('claim.counts-agree', { counts: [...counts.values()] });
      return { verdict: 'holds', because, evidence };
    }
    const { text, expected } = first;
    const values = distinct(first.values);
    const nodes = known.flatMap((row) =>
      severalNodes && row.text === text && distinct(row.values).join() === values.join() ? row.node : [],
    );
    return {
      verdict: wrong.length > 0 ? 'refuted' : 'undecided',
      because: message('claim.count-differs', { text, values, nodes, expected }),
      evidence,
    };
  };

/** Compares one value of each version with one number. */
const countIs = (ask: string, name: string, text: string, expected: number, topology?: string) =>
  countsAre(ask, (one) => [{ text, expected, values: valuesOf(one, name) }], topology);

const sizesAre = (expected: Readonly<Record<string, number>>) =>
  countsAre('sizes', (one) =>
    Object.entries(expected).flatMap(([text, size]) => {
      const of = text === 'unset' ? text : `UV_THREADPOOL_SIZE=${text}`;
      const [started, jobs] = [valuesOf(one, `started ${text}`), valuesOf(one, `jobs ${text}`)];
      return [
        // The kernel's count; where there is none, the number of jobs in flight.
        { text: `threads, ${of}`, values: started.length > 0 ? started : jobs, expected: size },
        { text: `jobs in flight, ${of}`, values: jobs, expected: size },
      ];
    }),
  );

/** "About 1 MB" is within the first factor of it; beyond the second, it is something else. */
const about = 1.5;
const something = 2;

function costsOneMegabyte(measured: Measured): Judgement {
  const all = byVersion(measured, 'memory');
  const figures = all.flatMap((one) => {
    const text = `memory, pool 128${all.length > 1 ? `, Node ${one.node}` : ''}`;
    const found = memoryOf([one], 'rss', 128);
    return found ? [{ text, unit: 'MiB', ...found }] : [];
  });
  if (figures.length === 0) return notRun(message('claim.no-memory'));
  const holds = figures.every(({ low, high }) => low > 1 / about && high < about);
  const isOther = figures.some(({ low, high }) => high < 1 / something || low > something);
  const virtual = memoryOf(all, 'virtual', 128);
  const stacks = virtual && message('claim.address-space', { mebibytes: virtual.value });
  return judged(holds ? 'holds' : isOther ? 'refuted' : 'undecided', figures, [stacks]);
}

/** Judges what `ps -L` counts. Beyond the pool it lists as much for every size: V8's threads and the main one. */
function psCounts(measured: Measured): Judgement {
  const rows = byVersion(measured, 'sizes').flatMap((one) => entriesOf(one, 'ps '));
  if (rows.length === 0) return notRun(message('claim.no-ps'));
  const beyond = rows.map(([size, listed]) => listed - Number(size));
  const bySize = [...Map.groupBy(rows, ([size]) => Number(size))].toSorted(([a], [b]) => a - b);
  const evidence = bySize.map(([size, each]) =>
    counted(
      `ps, pool ${size}`,
      each.map(([, listed]) => listed),
    ),
  );
  const [least, most] = [Math.min(...beyond), Math.max(...beyond)];
  const because = message('claim.ps-lists-more', { least, most, sizes: bySize.map(([size]) => size) });
  return { verdict: most === 0 ? 'holds' : least > 0 ? 'misread' : 'undecided', because, evidence };
}

/** Sizes of the pool with which lookups are counted, and how many lookups each may have in flight. */
export const lookupPools = [1, 2, 4, 5, 8] as const;
export const halfOf = (size: number) => Math.floor((size + 1) / 2);

const lookupsGetHalf = countsAre('names', (one) =>
  lookupPools.map((size) => ({
    text: `lookups in flight, pool ${size}`,
    values: valuesOf(one, `in flight ${size}`),
    expected: halfOf(size),
  })),
);

/** Size in the line `process.env.UV_THREADPOOL_SIZE = 7`: neither the default nor one that anything else would take. */
export const asked = 7;

interface LinePosition {
  readonly id: string;
  /** Where the line stands, as the first line there: `in a CommonJS entry`. */
  readonly where: string;
  /** Trials that show it; `name` is the name of the figure in their facts. */
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
      where: `in ${entry}, ${manager}`,
      ask,
      topology,
      name: 'jobs',
    });
    return [under('commonjs', 'a CommonJS entry'), under('module', 'an ES module entry')];
  }),
];

/** Claims on each place of the line; jobs in flight are counted in every trial. */
const inCodeClaims: Claims = Object.fromEntries(
  linePositions.map(({ id, where, ask, name, topology }) => {
    const judge = countIs(ask, name, `jobs in flight, UV_THREADPOOL_SIZE=${asked}`, asked, topology);
    return [
      id,
      {
        text: `process.env.UV_THREADPOOL_SIZE = n has effect ${where}.`,
        source: id === 'in-commonjs' ? article : documents,
        judge(measured) {
          const missing = topology?.startsWith('pm2') ? notInstalled(measured, 'pm2') : null;
          return missing ? notRun(missing) : judge(measured);
        },
      },
    ];
  }),
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
    judge: countIs('in-code', 'in late', 'jobs in flight, UV_THREADPOOL_SIZE=7', 4),
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
    judge: countIs('sizes', 'started unset', 'threads started by the first fs.stat() of a CommonJS entry', 0),
  },
  ...inCodeClaims,
  workers: {
    text: 'All worker threads of a process share one pool.',
    source: "libuv's documents",
    judge: countIs('workers', 'done while held', 'jobs of 8 workers done while the pool was held', 0),
  },
  'look-ups': {
    text: 'DNS lookups hold at most half of the threads, rounded up: ⌊(n + 1) / 2⌋.',
    source,
    judge(measured) {
      const [why] = byVersion(measured, 'names').flatMap((one) => valuesOf(one, 'why'));
      return why === undefined
        ? lookupsGetHalf(measured)
        : notRun(message('claim.no-name-server', { why: String(why) }));
    },
  },
};
