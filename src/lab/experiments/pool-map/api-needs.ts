/** What the trials have found, API by API: one need for each, if all of them say the same. */
import type { Facts } from '../../../model/sample.ts';
import type { Measured } from '../../../model/verdict.ts';
import { factsByNode } from '../node-versions.ts';

/**
 * pool: done only when threads were let go. slow: so, and one at a time of two threads. none: done while all were held.
 * absent: this Node has it not. not tried: there, but unknown here. unclear: the trials differ. Anything else is what
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
  /** In so many trials. */
  readonly trials: number;
}

const prefix = 'api:';
const turnsPrefix = 'turns:';

/** In the order of the plan. */
export const versions = (measured: Pick<Measured, 'trials' | 'plan'>): NodeVersion[] =>
  factsByNode(measured).map(({ node, trials, rows }) => {
    const names = new Set(rows.flatMap((row) => Object.keys(row).filter((key) => key.startsWith(prefix))));
    return {
      node,
      uv: String(rows[0]?.['uv'] ?? ''),
      trials: trials.length,
      needs: new Map([...names].map((name) => [name.slice(prefix.length), needOf(rows, name)])),
      turns: turnsOf(rows),
    };
  });

/** Only a pool of one thread counts them. */
function turnsOf(rows: readonly Facts[]): ReadonlyMap<string, Turns> {
  const counts = rows.flatMap((row) => Object.entries(row).filter(([key]) => key.startsWith(turnsPrefix)));
  const found = [...Map.groupBy(counts, ([key]) => key.slice(turnsPrefix.length))].flatMap(([name, each]) => {
    const [count, ...others] = new Set(each.map(([, value]) => Number(value)));
    return count === undefined || others.length > 0 ? [] : [[name, { count, trials: each.length }] as const];
  });
  return new Map(found);
}

/** Only a pool of one thread shows the lane: the others say "pool" of it, and do not contradict. */
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
/** It was tried here, and the trials agree on what it needs. */
export const isKnown = (need: ApiNeed | undefined) => needsThread(need) || need === 'none';

/** What the lists of APIs that use the pool name, by the names under which they are tried. */
export const isWatcher = (name: string) => /^fs\.(promises\.)?watch/.test(name);
export const isFile = (name: string) => /^(fs\.|FileHandle\.|Dir\.)/.test(name) && !isWatcher(name);
export const isZlib = (name: string) => name.startsWith('zlib.');
export const isCallbackCrypto = (name: string) => name.startsWith('crypto.') && !name.endsWith('(stream)');
export const isWebCrypto = (name: string) => name.startsWith('subtle.');
export const isLookup = (name: string) => /^dns\.(promises\.)?lookup$/.test(name);
export const isLookupService = (name: string) => /^dns\.(promises\.)?lookupService$/.test(name);
/** Jobs of another API, which a list need not name again. */
export const isThrough = (name: string) =>
  /(to|from) a name$|^(De)?[Cc]ompressionStream$|^readline over a file$/.test(name);
export const isNamedCrypto = (name: string) => /^crypto\.(pbkdf2|scrypt|randomBytes|randomFill)$/.test(name);
export const isNetwork = (name: string) =>
  /^(dns|dns\.promises|Resolver|promises\.Resolver)\.(resolve|reverse)/.test(name) ||
  /(to|from) (an address|a path)$/.test(name);

/** The article: the file system, lookups, crypto and zlib. */
export const isInArticle = (name: string) =>
  isFile(name) || isLookup(name) || isLookupService(name) || isCallbackCrypto(name) || isZlib(name);
/** Node's documents on UV_THREADPOOL_SIZE: all of fs but watchers, asynchronous crypto, dns.lookup() and zlib. */
export const isInDocuments = (name: string) =>
  isFile(name) || isLookup(name) || isCallbackCrypto(name) || isWebCrypto(name) || isZlib(name);
