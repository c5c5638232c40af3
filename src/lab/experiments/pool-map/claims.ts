/** Which of the lists of APIs that use the pool are true, and which are complete. */
import type { Measured } from '../../../model/verdict.ts';
import { notRun, type Judgement } from '../evidence.ts';
import type { Claim } from '../experiment.ts';
import {
  isCallbackCrypto,
  isFile,
  isInArticle,
  isInDocuments,
  isLookup,
  isLookupService,
  isNamedCrypto,
  isNetwork,
  isThrough,
  isWatcher,
  isWebCrypto,
  isZlib,
} from './lists.ts';
import { isKnown, needsThread, versions, type Version } from './words.ts';

const article = "the article's list";
const documents = "Node's documents, UV_THREADPOOL_SIZE";

/** Names, at most so many of them: the rest are in the tables. */
const shown = 6;
function listed(names: readonly string[]): string {
  const first = names.slice(0, shown).join(', ');
  return names.length > shown ? `${first} and ${names.length - shown} more` : first;
}

interface Deviation {
  readonly node: string;
  readonly name: string;
}

/** ` (Node 20.20.2)` where it is not so in every version that was run. */
function byName(deviations: readonly Deviation[], all: readonly Version[]): string {
  const groups = [...Map.groupBy(deviations, ({ name }) => name)];
  return listed(
    groups.map(([name, each]) =>
      each.length === all.length ? name : `${name} (Node ${each.map(({ node }) => node).join(', ')})`,
    ),
  );
}

/**
 * A rule over all APIs of a kind: each that is known must need a thread, or none.
 * @param what plural, as in "file operations"
 */
function allAre(
  measured: Measured,
  what: string,
  isMeant: (name: string) => boolean,
  wanted: 'a thread' | 'no thread',
): Judgement {
  const all = versions(measured);
  const meant = all.flatMap(({ node, words }) =>
    [...words].flatMap(([name, word]) => (isMeant(name) ? { node, name, word } : [])),
  );
  const known = meant.filter(({ word }) => isKnown(word));
  if (known.length === 0) return notRun('No trial counts.');
  const against = known.filter(({ word }) => needsThread(word) !== (wanted === 'a thread'));
  const unclear = meant.filter(({ word }) => word === 'unclear');
  const trials = all.reduce((sum, version) => sum + version.trials, 0);
  const evidence = [
    { text: `${what} that were tried`, unit: '', value: known.length, low: null, high: null, n: trials },
    {
      text: `of them with ${wanted}`,
      unit: '',
      value: known.length - against.length,
      low: null,
      high: null,
      n: trials,
    },
  ];
  const versionsText = all.length > 1 ? ` over ${all.length} versions of Node` : '';
  if (against.length > 0) {
    const other = wanted === 'a thread' ? 'need no thread' : 'need a thread';
    const because = `${known.length - against.length} of ${known.length} ${what}${versionsText} need ${wanted}; these ${other}: ${byName(against, all)}.`;
    return { verdict: 'refuted', because, evidence };
  }
  if (unclear.length > 0) {
    const because = `The trials differ about ${byName(unclear, all)}.`;
    return { verdict: 'undecided', because, evidence };
  }
  const because =
    wanted === 'a thread'
      ? `With every thread held none of ${known.length} ${what}${versionsText} was done, and all were when the threads were let go.`
      : `With every thread held all of ${known.length} ${what}${versionsText} were done.`;
  return { verdict: 'holds', because, evidence };
}

/** Nothing that a list leaves out may need a thread. */
function isComplete(measured: Measured, isListed: (name: string) => boolean): Judgement {
  const all = versions(measured);
  const needing = all.flatMap(({ node, words }) =>
    [...words].flatMap(([name, word]) => (needsThread(word) ? { node, name } : [])),
  );
  if (needing.length === 0) return notRun('No trial counts.');
  const missing = needing.filter(({ name }) => !isListed(name) && !isThrough(name));
  const figure = (text: string, value: number) => ({
    text,
    unit: '',
    value,
    low: null,
    high: null,
    n: all.reduce((sum, version) => sum + version.trials, 0),
  });
  const evidence = [
    figure('APIs that need a thread', needing.length),
    figure('of them not in the list', missing.length),
  ];
  if (missing.length > 0) {
    const because = `Of ${needing.length} APIs that were done only when threads were let go, ${missing.length} are not in the list: ${byName(missing, all)}.`;
    return { verdict: 'refuted', because, evidence };
  }
  const untried = all.flatMap(({ words }) =>
    [...words].filter(([, word]) => !isKnown(word) && word !== 'absent'),
  );
  if (untried.length > 0) {
    const because = `None of ${needing.length} APIs that need a thread is missing, but of ${untried.length} nothing is known: ${listed(untried.map(([name]) => name))}.`;
    return { verdict: 'undecided', because, evidence };
  }
  const because = `Each of the ${needing.length} APIs that were done only when threads were let go is in the list.`;
  return { verdict: 'holds', because, evidence };
}

/** Look-ups, and nothing else, stand in the lane that may have half of the threads. */
function onlyNamesAreSlow(measured: Measured): Judgement {
  const all = versions(measured);
  const slow = all.flatMap(({ node, words }) =>
    [...words].flatMap(([name, word]) => (word === 'slow' ? { node, name } : [])),
  );
  const lookups = all.flatMap(({ node, words }) =>
    [...words].flatMap(([name, word]) =>
      (isLookup(name) || isLookupService(name)) && isKnown(word) ? { node, name, word } : [],
    ),
  );
  const ofOne = measured.trials.filter(
    ({ problem, facts = [] }) => !problem && facts.some((row) => row['threads'] === 1),
  ).length;
  if (ofOne === 0 || lookups.length === 0) return notRun('No trial with a pool of one thread counts.');
  const fast = lookups.filter(({ word }) => word !== 'slow');
  const others = slow.filter(({ name }) => !isLookup(name) && !isLookupService(name) && !isThrough(name));
  const evidence = [
    {
      text: 'look-ups overtaken',
      unit: '',
      value: lookups.length - fast.length,
      low: null,
      high: null,
      n: ofOne,
    },
    { text: 'other APIs overtaken', unit: '', value: others.length, low: null, high: null, n: ofOne },
  ];
  const rule =
    'In a pool of one thread, of two look-ups the second was overtaken by a job that was submitted behind both';
  if (fast.length > 0 || others.length > 0) {
    const because = `${rule}: ${lookups.length - fast.length} of ${lookups.length} look-ups were; ${listed([...fast, ...others].map(({ name }) => name))} did otherwise.`;
    return { verdict: 'refuted', because, evidence };
  }
  return { verdict: 'holds', because: `${rule}: all ${lookups.length} of them, and no other API.`, evidence };
}

/** Whether the versions that were run differ in what both have. */
function versionsAgree(measured: Measured): Judgement {
  const all = versions(measured);
  if (all.length < 2)
    return notRun('One version of Node was run. To put several side by side: --node 20,22,24,26');
  const names = [...new Set(all.flatMap(({ words }) => [...words.keys()]))];
  const common = names.filter((name) => all.filter(({ words }) => isKnown(words.get(name))).length > 1);
  const differing = common.filter(
    (name) =>
      new Set(all.flatMap(({ words }) => (isKnown(words.get(name)) ? needsThread(words.get(name)) : [])))
        .size > 1,
  );
  const n = all.reduce((sum, version) => sum + version.trials, 0);
  const evidence = [
    { text: 'APIs in two versions or more', unit: '', value: common.length, low: null, high: null, n },
    { text: 'of them not alike', unit: '', value: differing.length, low: null, high: null, n },
  ];
  const told = all.map(({ node }) => node).join(', ');
  if (differing.length === 0)
    return { verdict: 'holds', because: `${common.length} APIs are alike in ${told}.`, evidence };
  const because = `Of ${common.length} APIs, ${differing.length} need a thread in one version and none in another (${told}): ${listed(differing)}.`;
  return { verdict: 'refuted', because, evidence };
}

export const claims: readonly Claim[] = [
  {
    id: 'pool-map/files',
    text: 'All file system operations but fs.FSWatcher() and the synchronous ones use the pool.',
    source: article,
    judge: (measured) => allAre(measured, 'file operations', isFile, 'a thread'),
  },
  {
    id: 'pool-map/names',
    text: 'dns.lookup() and dns.lookupService() use the pool.',
    source: article,
    judge: (measured) =>
      allAre(measured, 'look-ups', (name) => isLookup(name) || isLookupService(name), 'a thread'),
  },
  {
    id: 'pool-map/crypto',
    text: 'crypto.pbkdf2(), scrypt(), randomBytes() and randomFill() use the pool.',
    source: article,
    judge: (measured) => allAre(measured, 'crypto functions', isNamedCrypto, 'a thread'),
  },
  {
    id: 'pool-map/zlib',
    text: 'All of zlib but its synchronous functions uses the pool.',
    source: `${article}; ${documents}`,
    judge: (measured) => allAre(measured, 'zlib functions and streams', isZlib, 'a thread'),
  },
  {
    id: 'pool-map/article-complete',
    text: "The article's list (file system, look-ups, crypto, zlib) names all of Node's APIs that use the pool.",
    source: article,
    judge: (measured) => isComplete(measured, isInArticle),
  },
  {
    id: 'pool-map/documents-crypto',
    text: "The asynchronous crypto APIs use libuv's pool.",
    source: documents,
    judge: (measured) =>
      allAre(
        measured,
        'asynchronous crypto functions',
        (name) => isCallbackCrypto(name) || isWebCrypto(name),
        'a thread',
      ),
  },
  {
    id: 'pool-map/documents-complete',
    text: 'The pool is used by all fs APIs but watchers, asynchronous crypto, dns.lookup() and zlib: the list is whole.',
    source: documents,
    judge: (measured) => isComplete(measured, isInDocuments),
  },
  {
    id: 'pool-map/watchers',
    text: 'File watchers do not use the pool.',
    source: documents,
    judge: (measured) => allAre(measured, 'watchers', isWatcher, 'no thread'),
  },
  {
    id: 'pool-map/network',
    text: 'Sockets, HTTP, fetch and dns.resolve*() do not use the pool, as long as no name is looked up.',
    source: "Node's documents, dns: implementation considerations",
    judge: (measured) => allAre(measured, 'network APIs', isNetwork, 'no thread'),
  },
  {
    id: 'pool-map/slow-lane',
    text: 'Look-ups of names stand in a slow lane of the pool, and nothing else of Node does.',
    source: 'libuv src/threadpool.c',
    judge: onlyNamesAreSlow,
  },
  {
    id: 'pool-map/versions',
    text: 'Which APIs need the pool is the same in every version of Node.',
    source: 'lists that name no version',
    judge: versionsAgree,
  },
];
