/** The map itself: every API by what it needs, and where versions differ. */
import type { Listing, Measured, Section, Table } from '../../../model/verdict.ts';
import { left, right, section } from '../experiment.ts';
import {
  isInArticle,
  isInDocuments,
  isKnown,
  isThrough,
  needsThread,
  versions,
  type ApiNeed,
  type NodeVersion,
} from './api-needs.ts';

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
  pool: 'a thread of the pool',
  slow: 'a thread, in the slow-I/O queue',
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
      // What this version has not is told where versions are put side by side.
      return names.length === 0 || need === 'absent'
        ? []
        : [`${label(need)} (${names.length}):`, ...wrapped(names)];
    });
    return lines.length > 0 ? [{ title, lines }] : [];
  });
}

function countTable(all: readonly NodeVersion[]): Table {
  const count = (version: NodeVersion, wanted: ApiNeed) =>
    [...version.needs.values()].filter((need) => need === wanted).length;
  const other = ({ needs }: NodeVersion) =>
    [...needs.values()].filter((need) => !isKnown(need) && need !== 'absent').length;
  return {
    title: 'Asynchronous APIs by what they need',
    note: 'Nothing known: not tried, failed, never done, or the trials differ. They are named below.',
    columns: [
      left('Node'),
      left('libuv'),
      ...['a thread', 'slow-I/O queue', 'no thread', 'nothing known', 'trials'].map(right),
    ],
    rows: all.map((version) => [
      version.node,
      version.uv,
      ...[
        count(version, 'pool'),
        count(version, 'slow'),
        count(version, 'none'),
        other(version),
        version.trials,
      ].map(String),
    ]),
  };
}

/** A column for each version is narrow. */
const brief: Readonly<Record<string, string>> = {
  ...labels,
  pool: 'thread',
  slow: 'slow-I/O queue',
  absent: '–',
};

function differenceTable(all: readonly NodeVersion[]): Table | null {
  const names = [...new Set(all.flatMap(({ needs }) => [...needs.keys()]))];
  const rows = names.flatMap((name) => {
    const needs = all.map((version) => version.needs.get(name) ?? 'absent');
    return new Set(needs).size > 1 ? [[name, ...needs.map((need) => brief[need] ?? need)]] : [];
  });
  if (rows.length === 0) return null;
  return {
    title: 'Where the versions differ',
    note: 'A dash: this version has it not.',
    columns: ['API', ...all.map(({ node }) => node)].map(left),
    rows,
  };
}

/** Every API about which a list says something else than this Node does. */
function listTable({ node, needs }: NodeVersion): Table | null {
  const said = (isListed: boolean) => (isListed ? 'a thread' : 'no thread');
  const rows = [...needs].flatMap(([name, need]) => {
    if (!isKnown(need) || isThrough(name)) return [];
    const [article, documents, found] = [isInArticle(name), isInDocuments(name), needsThread(need)];
    return article === found && documents === found
      ? []
      : [[name, said(article), said(documents), said(found)]];
  });
  if (rows.length === 0) return null;
  return {
    title: `Where the lists differ from Node ${node}`,
    note: 'An API that a list does not name counts as one that it says needs no thread. What works through another API is left out.',
    columns: ['API', "the article's list", "Node's documents", `Node ${node}`].map(left),
    rows,
  };
}

/** APIs that wait for a thread several times, or not equally often in all versions. */
function turnsTable(all: readonly NodeVersion[]): Table | null {
  const names = [...new Set(all.flatMap(({ turns }) => [...turns.keys()]))];
  const rows = names.flatMap((name) => {
    const counts = all.map(({ turns }) => turns.get(name)?.count);
    const isSeveral = counts.some((count) => count !== undefined && count > 1);
    return isSeveral ? [[name, ...counts.map((count) => (count === undefined ? '–' : String(count)))]] : [];
  });
  if (rows.length === 0) return null;
  return {
    title: 'Jobs one after the other',
    note: 'Of a small file, little data, a folder with three files. Every job waits for a thread of its own: behind a full queue four jobs wait four times. What is not listed has one job. A dash: it is not there, it has more than one queue, or the trials differ.',
    columns: [left('API'), ...all.map(({ node }) => right(node))],
    rows,
  };
}

export function passages(measured: Measured): Section[] {
  const all = versions(measured);
  const latest = all.at(-1);
  if (!latest) return [];
  const differences = all.length > 1 ? differenceTable(all) : null;
  const lists = listTable(latest);
  return [
    {
      title: 'Which APIs need a pool thread',
      paragraphs: [
        'Every thread of the pool was held by the open of a named pipe, which blocks it without using a CPU. What was done then needs no thread; what was done only when the threads were let go needs one. No clock decides: threads were held until timers, connections, other processes and other threads had come and gone several times, and nothing more was done.',
      ],
      tables: [countTable(all), ...(lists ? [lists] : []), ...(differences ? [differences] : [])],
    },
    ...section(
      'How often an API waits for a thread',
      [
        'In a pool of one thread, held: every API is started, another hold is put behind their first jobs, and the first hold is let go. Each does one job, and what goes on with another job waits behind the second hold. So every round does one job of each, and the rounds are counted.',
      ],
      [turnsTable(all)].flatMap((one) => one ?? []),
    ),
    { title: `The map of Node ${latest.node}`, paragraphs: [], tables: [], listings: listing(latest) },
  ];
}
