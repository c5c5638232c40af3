/** What the trials have found, API by API: one word for each, if all of them say the same. */
import type { Trial } from '../../../model/sample.ts';
import type { Measured } from '../../../model/verdict.ts';

/**
 * pool: done only when threads were let go. slow: so, and one at a time of two threads. none: done while all were held.
 * absent: this Node has it not. not tried: there, but unknown here. unclear: the trials differ. Anything else is what
 * went wrong.
 */
export type Word = 'pool' | 'slow' | 'none' | 'absent' | 'not tried' | 'unclear' | (string & {});

export interface Version {
  readonly node: string;
  readonly uv: string;
  readonly trials: number;
  readonly words: ReadonlyMap<string, Word>;
}

const prefix = 'api:';

/** In the order of the trials' first appearance by version. */
export function versions({ trials, plan }: Pick<Measured, 'trials' | 'plan'>): Version[] {
  const counted = trials.filter(({ problem, facts = [] }) => !problem && facts.length > 0);
  const order = plan.cells.map(({ setting }) => String(setting['node'] ?? ''));
  const groups = [...Map.groupBy(counted, ({ setting }) => String(setting['node'] ?? ''))];
  return groups
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([label, group]) => {
      const rows = group.flatMap(({ facts = [] }) => facts);
      const names = new Set(rows.flatMap((row) => Object.keys(row).filter((key) => key.startsWith(prefix))));
      return {
        node: label === '' ? String(rows[0]?.['node'] ?? '') : label,
        uv: String(rows[0]?.['uv'] ?? ''),
        trials: group.length,
        words: new Map([...names].map((name) => [name.slice(prefix.length), wordOf(group, name)])),
      };
    });
}

/** Only a pool of one thread shows the lane: the others say "pool" of it, and do not contradict. */
function wordOf(trials: readonly Trial[], name: string): Word {
  const found = trials.flatMap(({ facts = [] }) =>
    facts.map((row) => ({ alone: row['threads'] === 1, word: String(row[name] ?? 'absent') })),
  );
  const all = new Set(found.map(({ word }) => (word === 'slow' ? 'pool' : word)));
  const [only] = all;
  if (all.size > 1 || only === undefined) return 'unclear';
  const ofOne = new Set(found.filter(({ alone }) => alone).map(({ word }) => word));
  if (!ofOne.has('slow')) return only;
  return ofOne.size === 1 ? 'slow' : 'unclear';
}

export const needsThread = (word: Word | undefined) => word === 'pool' || word === 'slow';
/** It was tried here, and the trials agree on what it needs. */
export const isKnown = (word: Word | undefined) => needsThread(word) || word === 'none';
