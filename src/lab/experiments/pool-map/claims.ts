/** Which of the lists of APIs that use the pool are true, and which are complete. */
import { message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Claim, Judgement } from '../experiment.ts';
import { notRun, plain } from '../judgement.ts';
import {
  isCallbackCrypto,
  isFile,
  isInArticle,
  isInDocuments,
  isKnown,
  isLookup,
  isLookupService,
  isNamedCrypto,
  isNetwork,
  isThrough,
  isWatcher,
  isWebCrypto,
  isZlib,
  needsThread,
  versions,
  type ApiNeed,
  type NodeVersion,
} from './api-needs.ts';
import { oneJobClaims } from './one-job.ts';

const article = "the article's list";
const documents = "Node's documents, UV_THREADPOOL_SIZE";

/** An API as one version of Node has it. */
interface NodeApi {
  readonly node: string;
  readonly name: string;
  readonly need: ApiNeed;
}

const rowsOf = (all: readonly NodeVersion[]): NodeApi[] =>
  all.flatMap(({ node, needs }) => [...needs].map(([name, need]) => ({ node, name, need })));

const trialsOf = (all: readonly NodeVersion[]) => all.reduce((sum, { trials }) => sum + trials, 0);

/** Each name once, with its versions where it is not so in every one that was run. */
function byName(found: readonly NodeApi[], all: readonly NodeVersion[]) {
  return [...Map.groupBy(found, ({ name }) => name)].map(([name, each]) => ({
    name,
    nodes: each.length === all.length ? [] : each.map(({ node }) => node),
  }));
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
  const meant = rowsOf(all).filter(({ name }) => isMeant(name));
  const known = meant.filter(({ need }) => isKnown(need));
  if (known.length === 0) return notRun(message('claim.no-trial'));
  const against = known.filter(({ need }) => needsThread(need) !== (wanted === 'a thread'));
  const unclear = meant.filter(({ need }) => need === 'unclear');
  const [count, n] = [known.length - against.length, trialsOf(all)];
  const evidence = [
    plain(`${what} that were tried`, '', known.length, n),
    plain(`of them with ${wanted}`, '', count, n),
  ];
  const counts = { count, of: known.length, what, needs: wanted === 'a thread', versions: all.length };
  if (against.length === 0 && unclear.length > 0) {
    const because = message('claim.trials-differ-about', { names: byName(unclear, all) });
    return { verdict: 'undecided', because, evidence };
  }
  const because = message('claim.need-thread', { ...counts, exceptions: byName(against, all) });
  return { verdict: against.length > 0 ? 'refuted' : 'holds', because, evidence };
}

/** Nothing that a list leaves out may need a thread. */
function isComplete(measured: Measured, isListed: (name: string) => boolean): Judgement {
  const all = versions(measured);
  const rows = rowsOf(all);
  const needing = rows.filter(({ need }) => needsThread(need));
  if (needing.length === 0) return notRun(message('claim.no-trial'));
  const missing = needing.filter(({ name }) => !isListed(name) && !isThrough(name));
  const unknown = rows.filter(({ need }) => !isKnown(need) && need !== 'absent');
  const evidence = [
    plain('APIs that need a thread', '', needing.length, trialsOf(all)),
    plain('of them not in the list', '', missing.length, trialsOf(all)),
  ];
  const because = message('claim.list-complete', {
    of: needing.length,
    missing: byName(missing, all),
    missingCount: missing.length,
    unknown: missing.length > 0 ? [] : unknown.map(({ name }) => name),
  });
  const verdict = missing.length > 0 ? 'refuted' : unknown.length > 0 ? 'undecided' : 'holds';
  return { verdict, because, evidence };
}

const isAnyLookup = (name: string) => isLookup(name) || isLookupService(name);

/** DNS lookups, and nothing else, stand in the queue that may have half of the threads. */
function onlyNamesAreSlow(measured: Measured): Judgement {
  const rows = rowsOf(versions(measured));
  const lookups = rows.filter(({ name, need }) => isAnyLookup(name) && isKnown(need));
  const ofOne = measured.trials.filter(
    ({ problem, facts = [] }) => !problem && facts.some((row) => row['threads'] === 1),
  ).length;
  if (ofOne === 0 || lookups.length === 0) return notRun(message('claim.no-pool-of-one'));
  const fast = lookups.filter(({ need }) => need !== 'slow');
  const others = rows.filter(({ name, need }) => need === 'slow' && !isAnyLookup(name) && !isThrough(name));
  const slow = lookups.length - fast.length;
  const exceptions = [...fast, ...others].map(({ name }) => name);
  return {
    verdict: exceptions.length > 0 ? 'refuted' : 'holds',
    because: message('claim.lookups-overtaken', { count: slow, of: lookups.length, exceptions }),
    evidence: [
      plain('lookups overtaken', '', slow, ofOne),
      plain('other APIs overtaken', '', others.length, ofOne),
    ],
  };
}

/** Whether the versions that were run differ in what both have. */
function versionsAgree(measured: Measured): Judgement {
  const all = versions(measured);
  if (all.length < 2) return notRun(message('claim.one-version'));
  const names = [...new Set(all.flatMap(({ needs }) => [...needs.keys()]))];
  const needsOf = (name: string) => all.flatMap(({ needs }) => needs.get(name) ?? []).filter(isKnown);
  const common = names.filter((name) => needsOf(name).length > 1);
  const differing = common.filter((name) => new Set(needsOf(name).map(needsThread)).size > 1);
  const n = trialsOf(all);
  return {
    verdict: differing.length === 0 ? 'holds' : 'refuted',
    because: message('claim.versions-agree', {
      of: common.length,
      versions: all.map(({ node }) => node),
      differing,
    }),
    evidence: [
      plain('APIs in two versions or more', '', common.length, n),
      plain('of them not alike', '', differing.length, n),
    ],
  };
}

/** Lists as rows: what they say of which APIs. */
const lists: readonly (readonly [
  id: string,
  text: string,
  source: string,
  what: string,
  isMeant: (name: string) => boolean,
  wanted?: 'a thread' | 'no thread',
])[] = [
  [
    'files',
    'All file system operations but fs.FSWatcher() and the synchronous ones use the pool.',
    article,
    'file operations',
    isFile,
  ],
  ['names', 'dns.lookup() and dns.lookupService() use the pool.', article, 'lookups', isAnyLookup],
  [
    'crypto',
    'crypto.pbkdf2(), scrypt(), randomBytes() and randomFill() use the pool.',
    article,
    'crypto functions',
    isNamedCrypto,
  ],
  [
    'zlib',
    'All of zlib but its synchronous functions uses the pool.',
    `${article}; ${documents}`,
    'zlib functions and streams',
    isZlib,
  ],
  [
    'documents-crypto',
    "The asynchronous crypto APIs use libuv's pool.",
    documents,
    'asynchronous crypto functions',
    (name) => isCallbackCrypto(name) || isWebCrypto(name),
  ],
  ['watchers', 'File watchers do not use the pool.', documents, 'watchers', isWatcher, 'no thread'],
  [
    'network',
    'Sockets, HTTP, fetch and dns.resolve*() do not use the pool, as long as no name is looked up.',
    "Node's documents, dns: implementation considerations",
    'network APIs',
    isNetwork,
    'no thread',
  ],
];

export const claims: readonly Claim[] = [
  ...lists.map(([id, text, source, what, isMeant, wanted = 'a thread']): Claim => ({
    id: `pool-map/${id}`,
    text,
    source,
    judge: (measured) => allAre(measured, what, isMeant, wanted),
  })),
  {
    id: 'pool-map/article-complete',
    text: "The article's list (file system, lookups, crypto, zlib) names all of Node's APIs that use the pool.",
    source: article,
    judge: (measured) => isComplete(measured, isInArticle),
  },
  {
    id: 'pool-map/documents-complete',
    text: 'The pool is used by all fs APIs but watchers, asynchronous crypto, dns.lookup() and zlib: the list is whole.',
    source: documents,
    judge: (measured) => isComplete(measured, isInDocuments),
  },
  {
    id: 'pool-map/slow-lane',
    text: 'DNS lookups stand in the slow-I/O queue of the pool, and nothing else of Node does.',
    source: 'libuv src/threadpool.c',
    judge: onlyNamesAreSlow,
  },
  {
    id: 'pool-map/versions',
    text: 'Which APIs need the pool is the same in every version of Node.',
    source: 'lists that name no version',
    judge: versionsAgree,
  },
  ...oneJobClaims,
];
