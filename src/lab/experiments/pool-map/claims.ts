/**
 * Which of the lists of APIs that use the pool are true, which are complete, and what newer versions of Node do in one job
 * that older ones did in several.
 */
import { message } from '../../../messages/message.ts';
import type { Facts } from '../../../model/sample.ts';
import type { Evidence, Measured } from '../../../model/verdict.ts';
import { total } from '../../../stats/mean-and-spread.ts';
import { notRun, plain, type Claim, type Claims, type Judgement } from '../judgement.ts';
import { factsByNode } from '../node-versions.ts';

/**
 * What an API needs. pool: done only when threads were let go. slow: the same, and in the queue for slow I/O. none: done while all were
 * held. absent: this Node does not have it. not tried: there, but unknown here. unclear: the trials differ. Anything else is what
 * went wrong.
 */
export type ApiNeed = 'pool' | 'slow' | 'none' | 'absent' | 'not tried' | 'unclear' | (string & {});

export interface NodeVersion {
  readonly node: string;
  readonly uv: string;
  readonly trials: number;
  readonly needs: ReadonlyMap<string, ApiNeed>;
  /** Jobs that an API has one after the other; an API of which the trials say different things is left out. */
  readonly turns: ReadonlyMap<string, Turns>;
}

interface Turns {
  readonly count: number;
  /** Number of trials that counted them. */
  readonly trials: number;
}

/** Facts whose names begin with the prefix, by the rest of the name. */
const named = (rows: readonly Facts[], prefix: string) =>
  Map.groupBy(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [{ name: name.slice(prefix.length), value }] : [],
      ),
    ),
    ({ name }) => name,
  );

/** The versions that were run, in the order of the plan. */
export const versions = (measured: Pick<Measured, 'trials' | 'plan'>): NodeVersion[] =>
  factsByNode(measured).map(({ node, trials, rows }) => ({
    node,
    uv: String(rows[0]?.['uv'] ?? ''),
    trials: trials.length,
    needs: new Map([...named(rows, 'api:').keys()].map((name) => [name, needOf(rows, `api:${name}`)])),
    // Only a pool of one thread counts jobs that follow one another.
    turns: new Map(
      [...named(rows, 'turns:')].flatMap(([name, each]) => {
        const [count, ...others] = new Set(each.map(({ value }) => Number(value)));
        const isKnown = count !== undefined && others.length === 0;
        return isKnown ? [[name, { count, trials: each.length }] as const] : [];
      }),
    ),
  }));

/** What an API needs, by all trials. Only a pool of one thread shows the slow-I/O queue: the others say "pool", and do not contradict. */
function needOf(rows: readonly Facts[], name: string): ApiNeed {
  const found = rows.map((row) => ({ alone: row['threads'] === 1, need: String(row[name] ?? 'absent') }));
  const all = new Set(found.map(({ need }) => (need === 'slow' ? 'pool' : need)));
  const [only] = all;
  if (all.size > 1 || only === undefined) return 'unclear';
  const ofOne = new Set(found.filter(({ alone }) => alone).map(({ need }) => need));
  if (!ofOne.has('slow')) return only;
  return ofOne.size === 1 ? 'slow' : 'unclear';
}

export const needsThread = (need: ApiNeed | undefined) => need === 'pool' || need === 'slow';
/** Whether an API was tried here, and the trials agree on what it needs. */
export const isKnown = (need: ApiNeed | undefined) => needsThread(need) || need === 'none';

/** Groups of APIs that the lists have, by the names under which they are tried. */
const isWatcher = (name: string) => /^fs\.(promises\.)?watch/.test(name);
const isFile = (name: string) => /^(fs\.|FileHandle\.|Dir\.)/.test(name) && !isWatcher(name);
const isZlib = (name: string) => name.startsWith('zlib.');
const isCallbackCrypto = (name: string) => name.startsWith('crypto.') && !name.endsWith('(stream)');
const isWebCrypto = (name: string) => name.startsWith('subtle.');
const isLookup = (name: string) => /^dns\.(promises\.)?lookup$/.test(name);
const isAnyLookup = (name: string) => /^dns\.(promises\.)?lookup(Service)?$/.test(name);
/** Whether an API does jobs of another one, which a list need not name again. */
export const isThrough = (name: string) =>
  /(to|from) a name$|^(De)?[Cc]ompressionStream$|^readline over a file$/.test(name);
const isNamedCrypto = (name: string) => /^crypto\.(pbkdf2|scrypt|randomBytes|randomFill)$/.test(name);
const isNetwork = (name: string) =>
  /^(dns|dns\.promises|Resolver|promises\.Resolver)\.(resolve|reverse)/.test(name) ||
  /(to|from) (an address|a path)$/.test(name);

/** Whether the article's list has an API: the file system, lookups, crypto and zlib. */
export const isInArticle = (name: string) =>
  isFile(name) || isAnyLookup(name) || isCallbackCrypto(name) || isZlib(name);
/** Whether Node's documents on UV_THREADPOOL_SIZE name an API: all of fs but watchers, asynchronous crypto, dns.lookup() and zlib. */
export const isInDocuments = (name: string) =>
  isFile(name) || isLookup(name) || isCallbackCrypto(name) || isWebCrypto(name) || isZlib(name);

const article = "the article's list";
const documents = "Node's documents, UV_THREADPOOL_SIZE";

/** An API as one version of Node has it. */
interface NodeApi {
  readonly node: string;
  readonly name: string;
  readonly need: ApiNeed;
}

const [needing, needingNone] = ['need a thread', 'need no thread'];

type Judge = Claim['judge'];
type IsMeant = (name: string) => boolean;

const noTrial = notRun(message('claim.no-trial'));

const rowsOf = (all: readonly NodeVersion[]): NodeApi[] =>
  all.flatMap(({ node, needs }) => [...needs].map(([name, need]) => ({ node, name, need })));

/** Counts over all versions, as evidence. */
const counts = (all: readonly NodeVersion[], found: Readonly<Record<string, number>>): Evidence[] =>
  Object.entries(found).map(([text, count]) =>
    plain(text, '', count, total(all.map(({ trials }) => trials))),
  );

/** Each name once, with the versions in which it was found, or with none if that is every one that was run. */
const byName = (found: readonly NodeApi[], all: readonly NodeVersion[]) =>
  [...Map.groupBy(found, ({ name }) => name)].map(([name, each]) => ({
    name,
    nodes: each.length === all.length ? [] : each.map(({ node }) => node),
  }));

/**
 * A rule over all APIs of a kind: each that is known must need a thread, or none.
 * @param what plural, as in "file operations"
 */
const allAre =
  (what: string, isMeant: IsMeant, needs = true): Judge =>
  (measured) => {
    const all = versions(measured);
    const meant = rowsOf(all).filter(({ name }) => isMeant(name));
    const known = meant.filter(({ need }) => isKnown(need));
    if (known.length === 0) return noTrial;
    const against = known.filter(({ need }) => needsThread(need) !== needs);
    const unclear = meant.filter(({ need }) => need === 'unclear');
    const count = known.length - against.length;
    const evidence = counts(all, {
      [`tried: ${what}`]: known.length,
      [`${needs ? needing : needingNone}: ${what}`]: count,
    });
    if (against.length === 0 && unclear.length > 0) {
      const because = message('claim.trials-differ-about', { names: byName(unclear, all) });
      return { verdict: 'undecided', because, evidence };
    }
    const because = message('claim.need-thread', {
      count,
      of: known.length,
      what,
      areNeeded: needs,
      versions: all.length,
      exceptions: byName(against, all),
    });
    return { verdict: against.length > 0 ? 'refuted' : 'holds', because, evidence };
  };

/** A rule over a list: nothing that it leaves out may need a thread. */
const isComplete =
  (isListed: IsMeant): Judge =>
  (measured) => {
    const all = versions(measured);
    const rows = rowsOf(all);
    const found = rows.filter(({ need }) => needsThread(need));
    if (found.length === 0) return noTrial;
    const missing = found.filter(({ name }) => !isListed(name) && !isThrough(name));
    const unknown = rows.filter(({ need }) => !isKnown(need) && need !== 'absent').map(({ name }) => name);
    const isWrong = missing.length > 0;
    return {
      verdict: isWrong ? 'refuted' : unknown.length > 0 ? 'undecided' : 'holds',
      because: message('claim.list-complete', {
        of: found.length,
        missing: byName(missing, all),
        missingCount: missing.length,
        unknown: isWrong ? [] : unknown,
      }),
      evidence: counts(all, {
        [`${needing}: APIs`]: found.length,
        'not in the list: APIs': missing.length,
      }),
    };
  };

/** Judges whether DNS lookups, and nothing else, stand in the queue that may have half of the threads. */
function onlyNamesAreSlow(measured: Measured): Judgement {
  const rows = rowsOf(versions(measured));
  const lookups = rows.filter(({ name, need }) => isAnyLookup(name) && isKnown(need));
  const ofOne = measured.trials.filter(
    ({ problem, facts = [] }) => !problem && facts.some((row) => row['threads'] === 1),
  ).length;
  if (ofOne === 0 || lookups.length === 0) return notRun(message('claim.no-pool-of-one'));
  const fast = lookups.filter(({ need }) => need !== 'slow');
  const others = rows.filter(({ name, need }) => need === 'slow' && !isAnyLookup(name) && !isThrough(name));
  const count = lookups.length - fast.length;
  const exceptions = [...fast, ...others].map(({ name }) => name);
  return {
    verdict: exceptions.length > 0 ? 'refuted' : 'holds',
    because: message('claim.lookups-overtaken', { count, of: lookups.length, exceptions }),
    evidence: [
      plain('overtaken: lookups', '', count, ofOne),
      plain('overtaken: other APIs', '', others.length, ofOne),
    ],
  };
}

/** Judges whether the versions that were run agree in what they have in common. */
function versionsAgree(measured: Measured): Judgement {
  const all = versions(measured);
  if (all.length < 2) return notRun(message('claim.one-version'));
  const names = [...new Set(all.flatMap(({ needs }) => [...needs.keys()]))];
  const needsOf = (name: string) => all.flatMap(({ needs }) => needs.get(name) ?? []).filter(isKnown);
  const common = names.filter((name) => needsOf(name).length > 1);
  const differing = common.filter((name) => new Set(needsOf(name).map(needsThread)).size > 1);
  const nodes = all.map(({ node }) => node);
  return {
    verdict: differing.length === 0 ? 'holds' : 'refuted',
    because: message('claim.versions-agree', { of: common.length, versions: nodes, differing }),
    evidence: counts(all, {
      'in two versions or more: APIs': common.length,
      'not alike: APIs': differing.length,
    }),
  };
}

type Since = readonly [major: number, minor: number];

const isFrom = ({ node }: NodeVersion, [major, minor]: Since) => {
  const [own = 0, ownMinor = 0] = node.split('.').map(Number);
  return own > major || (own === major && ownMinor >= minor);
};

/** A rule over some APIs: each must be one job in every version that was run and should have it. */
const inOneJob =
  (since: Since, ...apis: readonly string[]): Judge =>
  (measured) => {
    const all = versions(measured);
    if (all.length === 0) return noTrial;
    const newer = all.filter((version) => isFrom(version, since));
    if (newer.length === 0) return notRun(message('claim.needs-node', { version: since.join('.') }));
    // Counts by version, oldest first, as the report names them.
    const found = all.flatMap((version) =>
      apis.flatMap((name) => {
        const own = version.turns.get(name);
        return own ? [{ name, node: version.node, isNewer: newer.includes(version), ...own }] : [];
      }),
    );
    const own = found.filter(({ isNewer }) => isNewer);
    if (own.length === 0) return notRun(message('claim.no-pool-of-one'));
    const isOne = own.every(({ count }) => count === 1);
    const countsOf = (each: typeof found) =>
      [...Map.groupBy(each, ({ count }) => count)].map(([count, those]) => ({
        count,
        nodes: those.map(({ node }) => node),
      }));
    return {
      verdict: isOne ? (own.length === newer.length * apis.length ? 'holds' : 'undecided') : 'refuted',
      because: message('claim.jobs-in-turn', {
        apis: [...Map.groupBy(found, ({ name }) => name)].map(([name, each]) => ({
          name,
          counts: countsOf(each),
        })),
      }),
      evidence: found.map(({ name, node, count, trials }) =>
        plain(`jobs: ${name}, Node ${node}`, '', count, trials),
      ),
    };
  };

export const claims: Claims = {
  files: {
    text: 'All file system operations but fs.FSWatcher() and the synchronous ones use the pool.',
    source: article,
    judge: allAre('file operations', isFile),
  },
  names: {
    text: 'dns.lookup() and dns.lookupService() use the pool.',
    source: article,
    judge: allAre('lookups', isAnyLookup),
  },
  crypto: {
    text: 'crypto.pbkdf2(), scrypt(), randomBytes() and randomFill() use the pool.',
    source: article,
    judge: allAre('crypto functions', isNamedCrypto),
  },
  zlib: {
    text: 'All of zlib but its synchronous functions uses the pool.',
    source: `${article}; ${documents}`,
    judge: allAre('zlib functions and streams', isZlib),
  },
  'documents-crypto': {
    text: "The asynchronous crypto APIs use libuv's pool.",
    source: documents,
    judge: allAre('asynchronous crypto functions', (name) => isCallbackCrypto(name) || isWebCrypto(name)),
  },
  watchers: {
    text: 'File watchers do not use the pool.',
    source: documents,
    judge: allAre('watchers', isWatcher, false),
  },
  network: {
    text: 'Sockets, HTTP, fetch and dns.resolve*() do not use the pool, as long as no name is looked up.',
    source: "Node's documents, dns",
    judge: allAre('network APIs', isNetwork, false),
  },
  'article-complete': {
    text: "The article's list (file system, lookups, crypto, zlib) names all of Node's APIs that use the pool.",
    source: article,
    judge: isComplete(isInArticle),
  },
  'documents-complete': {
    text: 'The pool is used by all fs APIs but watchers, asynchronous crypto, dns.lookup() and zlib: the list is whole.',
    source: documents,
    judge: isComplete(isInDocuments),
  },
  'slow-lane': {
    text: 'DNS lookups stand in the slow-I/O queue of the pool, and nothing else of Node does.',
    source: 'libuv src/threadpool.c',
    judge: onlyNamesAreSlow,
  },
  versions: {
    text: 'Which APIs need the pool is the same in every version of Node.',
    source: 'lists that name no version',
    judge: versionsAgree,
  },
  'read-in-one-job': {
    text: 'A small file is read in one job of the pool, since Node 26.8.',
    source: 'nodejs/node pull request 65327',
    judge: inOneJob([26, 8], 'fs.readFile', 'fs.promises.readFile'),
  },
  'write-in-one-job': {
    text: 'A small file is written in one job of the pool, since Node 26.9.',
    source: 'nodejs/node pull request 65489',
    judge: inOneJob([26, 9], 'fs.writeFile', 'fs.promises.writeFile'),
  },
  'copy-in-one-job': {
    text: 'A folder is copied in one job of the pool, since Node 26.9.',
    source: 'nodejs/node pull request 65488',
    judge: inOneJob([26, 9], 'fs.cp (recursive)', 'fs.promises.cp (recursive)'),
  },
};
