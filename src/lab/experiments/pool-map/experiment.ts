/** Which of Node's asynchronous APIs need a thread of the pool? Asked of Node itself, with every thread held. */
import type { Listing, Measured, Passage, RunTable } from '../../../model/verdict.ts';
import { defineExperiment } from '../experiment.ts';
import { countingCell, onEachNode, type OnNode } from '../node-versions.ts';
import { section, shown, tableOf } from '../tables.ts';
import {
  claims,
  isInArticle,
  isInDocuments,
  isKnown,
  isThrough,
  needsThread,
  versions,
  type ApiNeed,
  type NodeVersion,
} from './claims.ts';

/** Sizes of the pool: Node's default, and one thread, which shows the order of the jobs. */
const sizes = ['default', 1] as const;
/** Milliseconds of a trial, start and stop included; half of them are waiting for nothing more to happen. */
const trialCost = 1900;

const groups = [
  ['Files, callbacks and streams', /^(fs\.(?!promises)|readline over a file)/],
  ['Files, promises', /^fs\.promises\./],
  ['File handles and directories', /^(FileHandle|Dir)\./],
  ['Crypto', /^crypto\./],
  ['WebCrypto', /^subtle\./],
  ['Compression', /^(zlib\.|(De)?[Cc]ompressionStream)/],
  ['Names', /^(dns|Resolver|promises\.Resolver)/],
  ['Network', /^(net|http|fetch|dgram)\b/],
  ['Everything else', /^/],
] as const;

const labels: Readonly<Record<string, string>> = {
  pool: 'a thread',
  slow: 'a thread, slow-I/O queue',
  none: 'no thread',
  absent: 'not there',
  'not tried': 'not tried',
  unclear: 'unclear',
};

const label = (need: ApiNeed) => labels[need] ?? need;

const lineWidth = 76;

/** Names side by side, as many to a line as fit. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 2 <= lineWidth)
      lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines.map((line, i) => `  ${line}${i < lines.length - 1 ? ',' : ''}`);
}

function groupOf(name: string): string {
  return groups.find(([, pattern]) => pattern.test(name))?.[0] ?? '';
}

function listing(version: NodeVersion): Listing[] {
  const byGroup = Map.groupBy([...version.needs], ([name]) => groupOf(name));
  return groups.flatMap(([title]) => {
    const rows = byGroup.get(title) ?? [];
    const byNeed = Map.groupBy(rows, ([, need]) => need);
    const order = [...Object.keys(labels), ...[...byNeed.keys()].filter((need) => !(need in labels))];
    const lines = order.flatMap((need) => {
      const names = (byNeed.get(need) ?? []).map(([name]) => name);
      // What this version does not have is told where versions are put side by side.
      return names.length === 0 || need === 'absent'
        ? []
        : [`${label(need)}: ${names.length}`, ...wrapped(names)];
    });
    return lines.length > 0 ? [{ title, lines }] : [];
  });
}

function countTable(all: readonly NodeVersion[]): RunTable {
  const count = (version: NodeVersion, wanted: ApiNeed) =>
    [...version.needs.values()].filter((need) => need === wanted).length;
  const other = ({ needs }: NodeVersion) =>
    [...needs.values()].filter((need) => !isKnown(need) && need !== 'absent').length;
  return tableOf(
    {
      title: 'Asynchronous APIs by what they need',
      note: 'Nothing known: not tried, failed, never done, or the trials differ. They are named below.',
    },
    all,
    {
      '<Node': ({ node }) => node,
      '<libuv': ({ uv }) => uv,
      'a thread': (version) => count(version, 'pool'),
      'slow-I/O queue': (version) => count(version, 'slow'),
      'no thread': (version) => count(version, 'none'),
      'nothing known': other,
      trials: ({ trials }) => trials,
    },
  );
}

/** A column for each version. @param align of the columns: `<` where they hold words */
const byVersion = (
  all: readonly NodeVersion[],
  align: '<' | '>',
  text: (of: NodeVersion, name: string) => string,
) => ({
  '<API': (name: string) => name,
  ...Object.fromEntries(all.map((one) => [`${align}${one.node}`, (name: string) => text(one, name)])),
});

function differenceTable(all: readonly NodeVersion[]): RunTable {
  const needOf = ({ needs }: NodeVersion, name: string) => needs.get(name) ?? 'absent';
  const names = [...new Set(all.flatMap(({ needs }) => [...needs.keys()]))];
  return tableOf(
    { title: 'Where the versions differ', note: 'A dash: this version does not have it.' },
    names.filter((name) => new Set(all.map((one) => needOf(one, name))).size > 1),
    byVersion(all, '<', (one, name) => (needOf(one, name) === 'absent' ? '–' : label(needOf(one, name)))),
  );
}

/** Every API about which a list says something else than this Node does. */
function listTable({ node, needs }: NodeVersion): RunTable {
  const said = (isListed: boolean) => (isListed ? 'a thread' : 'no thread');
  const known = [...needs].filter(([name, need]) => isKnown(need) && !isThrough(name));
  return tableOf(
    {
      title: `Where the lists differ from Node ${node}`,
      note: 'An API that a list does not name counts as one that it says needs no thread. What works through another API is left out.',
    },
    known.filter(([name, need]) =>
      [isInArticle(name), isInDocuments(name)].some((isListed) => isListed !== needsThread(need)),
    ),
    {
      '<API': ([name]) => name,
      "<the article's list": ([name]) => said(isInArticle(name)),
      "<Node's documents": ([name]) => said(isInDocuments(name)),
      [`<Node ${node}`]: ([, need]) => said(needsThread(need)),
    },
  );
}

/** APIs that wait for a thread several times, or not equally often in all versions. */
function turnsTable(all: readonly NodeVersion[]): RunTable {
  const names = [...new Set(all.flatMap(({ turns }) => [...turns.keys()]))];
  return tableOf(
    {
      title: 'Jobs one after the other',
      note: 'Of a small file, little data, a folder with three files. Every job waits for a thread of its own: behind a full queue four jobs wait four times. What is not listed has one job. A dash: it is not there, it has more than one queue, or the trials differ.',
    },
    names.filter((name) => all.some(({ turns }) => (turns.get(name)?.count ?? 0) > 1)),
    byVersion(all, '>', ({ turns }, name) => shown(turns.get(name)?.count, String)),
  );
}

function passages(measured: Measured): Passage[] {
  const all = versions(measured);
  const latest = all.at(-1);
  if (!latest) return [];
  return [
    ...section(
      'Which APIs need a pool thread',
      [
        'Every thread of the pool was held by the open of a named pipe, which blocks it without using a CPU. What was done then needs no thread; what was done only after the threads were released needs one.',
      ],
      [countTable(all), listTable(latest), differenceTable(all)],
    ),
    ...section(
      'How often an API waits for a thread',
      [
        'In a pool of one thread, held: every API is started, another hold is put behind their first jobs, and the first hold is let go. Each does one job, and what goes on with another job waits behind the second hold. So every round does one job of each, and the rounds are counted.',
      ],
      [turnsTable(all)],
    ),
    { title: `The map of Node ${latest.node}`, paragraphs: [], tables: [], listings: listing(latest) },
  ];
}

export const poolMapExperiment = defineExperiment<OnNode & { readonly pool: (typeof sizes)[number] }>({
  name: 'pool-map',
  question: 'Which of Node’s asynchronous APIs need a thread of the libuv pool?',
  sources: [
    'the article on the thread pool, its list of APIs',
    "Node's documents on UV_THREADPOOL_SIZE",
    'nodejs/node pull requests 65327, 65488 and 65489: small files and folders in one job',
  ],
  keys: ['pool'],
  factors: ['node', 'pool'],
  comparesNodes: true,
  design: [
    'As many named pipes as there are pool threads are opened for reading. Each open blocks its thread and uses no CPU. Then every asynchronous API is started: whatever is done needs no thread. The pipes are opened for writing, and whatever is done then needs one.',
    'No clock decides. A control of timers, connections, another process and another thread has to end three times in a row. The threads are held until no further API is done meanwhile. APIs are looked up in the modules as they are found: a new one is listed as not tried.',
    'In a pool of one thread the order of callbacks shows libuv’s queue for slow I/O: of two lookups the second is overtaken by a job that was submitted behind both.',
    'In the same pool, holds that follow one another let every API do one job at a time. So its jobs one after the other are counted.',
  ],
  limits: [
    'It asks what an API needs at least once, called as it was here. Another argument may take another way.',
    'Add-ons are not asked: whatever calls napi_create_async_work or uv_queue_work needs a thread.',
  ],
  needs: [],
  // Each trial answers the whole question: further ones are there to contradict.
  blocks: { quick: 2, full: 3, 'as-published': 2 },
  quickLimit: null,
  cellId: ({ node, pool }) => (node === undefined ? `pool-${pool}` : `node-${node}/pool-${pool}`),
  grid: (options, _, narrow) => ({
    wanted: narrow(
      onEachNode(
        options,
        sizes.map((pool) => ({ pool })),
      ),
    ),
    subject: { kind: 'program', program: 'pool-map', parameters: {} },
    cell: ({ node }) => countingCell(options, node),
    cost: () => trialCost,
    timeout: 60_000,
  }),
  claims,
  passages,
});
