/** What is said of the pool's rules, against counts. */
import type { Evidence, Measured } from '../../../model/verdict.ts';
import { notRun, short, type Judgement } from '../evidence.ts';
import type { Claim } from '../experiment.ts';
import { found, median, shown, valuesByPrefix, valuesOf, whyNot, type Found, type Value } from './found.ts';
import { inCodeClaims } from './claims-in-code.ts';

const article = 'an article on the libuv thread pool size';
const source = 'libuv src/threadpool.c';

const noTrial = 'No trial that asks this counts.';

/** A figure that was counted, the same in every trial or not. */
function counted(text: string, values: readonly Value[]): Evidence[] {
  const numbers = values.map(Number);
  const value = numbers[0];
  if (value === undefined) return [];
  const isOne = numbers.every((each) => each === value);
  return [
    {
      text,
      unit: '',
      value,
      low: isOne ? null : Math.min(...numbers),
      high: isOne ? null : Math.max(...numbers),
      n: numbers.length,
    },
  ];
}

interface Row {
  /** What was asked: `UV_THREADPOOL_SIZE=4x`. */
  readonly text: string;
  readonly node: string;
  readonly values: readonly Value[];
  readonly expected: Value;
}

/** Counts against what a rule says: one that disagrees refutes it, trials of one setting that differ leave it open. */
function judgeCounts(rows: readonly Row[], because: string): Judgement {
  const known = rows.filter(({ values }) => values.length > 0);
  if (known.length === 0) return notRun(noTrial);
  const severalNodes = new Set(known.map(({ node }) => node)).size > 1;
  const evidence = known.flatMap(({ text, node, values }) =>
    counted(severalNodes ? `${text}, Node ${node}` : text, values),
  );
  const wrong = known.filter(({ values, expected }) => values.every((value) => value !== expected));
  const first = wrong[0] ?? known.find(({ values }) => new Set(values).size > 1);
  if (!first) return { verdict: 'holds', because, evidence };
  const alike = known.filter(
    ({ text, values }) => text === first.text && shown(values) === shown(first.values),
  );
  const where = severalNodes ? ` on Node ${alike.map(({ node }) => node).join(', ')}` : '';
  const told = `${first.text}: ${shown(first.values)}${where} instead of ${String(first.expected)}.`;
  return { verdict: wrong.length > 0 ? 'refuted' : 'undecided', because: told, evidence };
}

/** The kernel's count, and where it is not to be had the number of jobs at once. */
function threadsFor(one: Found, text: string): Value[] {
  const started = valuesOf(one, `started ${text}`);
  return [...(started.length > 0 ? started : valuesOf(one, `jobs ${text}`))];
}

function sizesAre(
  measured: Measured,
  expected: Readonly<Record<string, number>>,
  because: string,
): Judgement {
  const rows = found(measured, 'sizes').flatMap((one) =>
    Object.entries(expected).flatMap(([text, size]) => {
      const label = text === 'unset' ? 'threads without UV_THREADPOOL_SIZE' : `threads for ${text}`;
      const jobs = valuesOf(one, `jobs ${text}`);
      return [
        { text: label, node: one.node, values: threadsFor(one, text), expected: size },
        { text: label.replace('threads', 'jobs at once'), node: one.node, values: jobs, expected: size },
      ];
    }),
  );
  return judgeCounts(rows, because);
}

/** "About 1 MB": within half as much again; more than twice or less than half is something else. */
const about = 1.5;
const something = 2;
const megabyte = 1024;

function costsOneMegabyte(measured: Measured): Judgement {
  const figures = found(measured, 'memory').flatMap((one) => {
    const values = valuesByPrefix(one, 'rss 128/');
    const estimate = median(values);
    return estimate ? [{ node: one.node, n: values.length, ...scaled(estimate) }] : [];
  });
  if (figures.length === 0)
    return notRun('The memory of a process cannot be read here, or fewer than six were.');
  const evidence = figures.map(({ node, n, value, low, high }) => ({
    text: `resident memory of 128 threads${figures.length > 1 ? `, Node ${node}` : ''}`,
    unit: 'MiB',
    value,
    low,
    high,
    n,
  }));
  const [first] = figures;
  const virtual = median(found(measured, 'memory').flatMap((one) => valuesByPrefix(one, 'virtual 128/')));
  const stacks = virtual
    ? ` The address space grew by ${short(virtual.value / megabyte)} MiB: a stack for each.`
    : '';
  const because = `Starting 128 threads added ${short(first?.value ?? 0)} MiB (${short(first?.low ?? 0)} to ${short(first?.high ?? 0)}) to what is resident, the median of ${first?.n ?? 0} fresh processes.${stacks}`;
  if (figures.every(({ low, high }) => low > 1 / about && high < about))
    return { verdict: 'holds', because, evidence };
  const isOther = figures.some(({ low, high }) => high < 1 / something || low > something);
  return { verdict: isOther ? 'refuted' : 'undecided', because, evidence };
}

const scaled = ({ value, low, high }: { value: number; low: number; high: number }) => ({
  value: value / megabyte,
  low: low / megabyte,
  high: high / megabyte,
});

/** What `ps -L` lists beyond the pool is the same for every size: V8's threads and the main one. */
function psCounts(measured: Measured): Judgement {
  const rows = found(measured, 'sizes').flatMap(({ rows: facts }) =>
    facts.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        name.startsWith('ps ') ? { size: Number(name.slice(3)), listed: Number(value) } : [],
      ),
    ),
  );
  if (rows.length === 0) return notRun('The program ps was not found, or lists no threads here.');
  const beyond = rows.map(({ size, listed }) => listed - size);
  const bySize = [...Map.groupBy(rows, ({ size }) => size)].toSorted(([a], [b]) => a - b);
  const evidence = bySize.flatMap(([size, each]) =>
    counted(
      `listed with a pool of ${size}`,
      each.map(({ listed }) => listed),
    ),
  );
  const [least, most] = [Math.min(...beyond), Math.max(...beyond)];
  const told = least === most ? String(least) : `${least} to ${most}`;
  const because = `ps listed ${told} threads more than the pool has, for every size from ${bySize[0]?.[0]} to ${bySize.at(-1)?.[0]}: the main thread and V8's are among them.`;
  if (most === 0) return { verdict: 'holds', because, evidence };
  return { verdict: least > 0 ? 'artefact' : 'undecided', because, evidence };
}

function workersShare(measured: Measured): Judgement {
  const all = found(measured, 'workers');
  const rows = all.map((one) => ({
    text: 'jobs of 8 workers done while the pool was held',
    node: one.node,
    values: valuesOf(one, 'done while held'),
    expected: 0,
  }));
  const size = shown(all.flatMap((one) => valuesOf(one, 'size')));
  return judgeCounts(
    rows,
    `With the ${size} threads held from the main thread no job of 8 workers was done; all were when they were let go. The pool belongs to the process.`,
  );
}

function lookupsGetHalf(measured: Measured): Judgement {
  const all = found(measured, 'names');
  const why = whyNot(all);
  if (why !== null) return notRun(`Look-ups were not asked: ${why}.`);
  const rows = all.flatMap((one) =>
    [1, 2, 4, 5, 8].map((size) => ({
      text: `look-ups under way, pool of ${size}`,
      node: one.node,
      values: valuesOf(one, `under way ${size}`),
      expected: Math.floor((size + 1) / 2),
    })),
  );
  const told = rows
    .filter(({ node }) => node === all[0]?.node)
    .map(({ text, values }) => `${shown(values)} of ${text.replace(/\D+/g, '')}`);
  return judgeCounts(
    rows,
    `Of three times as many look-ups as threads, so many queries reached a name server that answered none: ${told.join(', ')} threads.`,
  );
}

export const claims: readonly Claim[] = [
  {
    id: 'pool-mechanics/default',
    text: 'The default size of the pool is 4.',
    source: article,
    judge: (measured) =>
      sizesAre(measured, { unset: 4 }, 'Without the variable the first use starts 4 threads.'),
  },
  {
    id: 'pool-mechanics/maximum',
    text: 'The maximum is 1024 (since libuv 1.30).',
    source: article,
    judge: (measured) =>
      sizesAre(
        measured,
        { '"1024"': 1024, '"2000"': 1024, '"-1"': 1024 },
        '1024, 2000 and -1 all start 1024 threads: larger numbers are cut, in silence.',
      ),
  },
  {
    id: 'pool-mechanics/memory',
    text: '128 threads cost about 1 MB of memory.',
    source: article,
    judge: costsOneMegabyte,
  },
  {
    id: 'pool-mechanics/fixed',
    text: 'The size is fixed at the first use of the pool: a change after it has no effect.',
    source: article,
    judge: (measured) =>
      judgeCounts(
        found(measured, 'in-code').map((one) => ({
          text: 'jobs at once, 7 asked for behind one fs.stat()',
          node: one.node,
          values: valuesOf(one, 'in late'),
          expected: 4,
        })),
        'One fs.stat() before the line that asks for 7 threads, and it stays at 4 jobs at once.',
      ),
  },
  {
    id: 'pool-mechanics/ps',
    text: '`ps -Lef | grep node | wc -l` counts the threads of the pool.',
    source: article,
    judge: psCounts,
  },
  {
    id: 'pool-mechanics/empty',
    text: 'An empty UV_THREADPOOL_SIZE, 0, or a word gives one thread instead of the default.',
    source,
    judge: (measured) =>
      sizesAre(
        measured,
        { '""': 1, '"0"': 1, '"abc"': 1, '"4x"': 4 },
        'An empty text, "0" and "abc" each leave one thread, and "4x" is read as 4: nothing warns of it.',
      ),
  },
  {
    id: 'pool-mechanics/created-early',
    text: "The pool is created as part of the runtime's initialisation, before user code is run.",
    source: "Node's documents, UV_THREADPOOL_SIZE",
    judge: (measured) =>
      judgeCounts(
        found(measured, 'sizes').map((one) => ({
          text: 'threads started by the first fs.stat() of a CommonJS entry',
          node: one.node,
          values: valuesOf(one, 'started unset'),
          expected: 0,
        })),
        'The first fs.stat() of a CommonJS entry starts no thread: they are there already.',
      ),
  },
  ...inCodeClaims,
  {
    id: 'pool-mechanics/workers',
    text: 'All worker threads of a process share one pool.',
    source: "libuv's documents: the pool is global and shared across all event loops",
    judge: workersShare,
  },
  {
    id: 'pool-mechanics/look-ups',
    text: 'Look-ups of names hold at most half of the threads, rounded up: ⌊(n + 1) / 2⌋.',
    source,
    judge: lookupsGetHalf,
  },
];
