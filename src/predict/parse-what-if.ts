/** Reads `--what-if`: `pool=4,8,16`, `pool=8,processes=2`: a comma goes on with the levels, or begins the next key. */
import { message, type Message } from '../messages/message.ts';
import { problem, nearest } from '../messages/problem.ts';
import { doublings } from '../stats/grid.ts';

/** Keys that can be asked about. */
export const whatIfKeys = ['pool', 'connections', 'processes', 'cpus', 'clients', 'rate'] as const;
export type WhatIfKey = (typeof whatIfKeys)[number];
/** `cores`: as many as the machine has that was measured. */
export type WhatIfLevel = number | 'cores';
/** Levels of each key: every combination is asked about. */
export type WhatIf = Readonly<Partial<Record<WhatIfKey, readonly WhatIfLevel[]>>>;

/** More settings than this are a search: `tune` measures. */
const mostSettings = 64;

/** @throws Problem WHAT_IF_INVALID */
export function parseWhatIf(texts: readonly string[]): WhatIf {
  const asked: Partial<Record<WhatIfKey, WhatIfLevel[]>> = {};
  for (const text of texts) {
    const invalid = (why: Message) => problem('WHAT_IF_INVALID', { value: text, why });
    let key: WhatIfKey | undefined;
    for (const word of text.split(',').map((part) => part.trim())) {
      const at = word.indexOf('=');
      if (at >= 0) key = keyOf(word.slice(0, at), invalid);
      if (key === undefined) throw invalid(message('what-if.no-key'));
      const levels = (asked[key] ??= []);
      levels.push(...levelsOf(key, word.slice(at + 1), invalid).filter((level) => !levels.includes(level)));
    }
  }
  const value = texts.join(' ');
  if (asked.clients && asked.rate) {
    throw problem('WHAT_IF_INVALID', { value, why: message('what-if.clients-and-rate') });
  }
  const settings = Object.values(asked).reduce((product, { length }) => product * length, 1);
  if (settings > mostSettings) {
    const why = message('what-if.too-many', { settings, most: mostSettings });
    throw problem('WHAT_IF_INVALID', { value, why });
  }
  return asked;
}

/** Keys that `cores` is a level of, as of --vary. */
const countsCores: ReadonlySet<WhatIfKey> = new Set(['pool', 'processes', 'cpus']);

type Invalid = (why: Message) => Error;

function keyOf(text: string, invalid: Invalid): WhatIfKey {
  const key = whatIfKeys.find((each) => each === text);
  if (key !== undefined) return key;
  throw invalid(message('what-if.unknown-key', { key: text, near: nearest(text, whatIfKeys) }));
}

function levelsOf(key: WhatIfKey, word: string, invalid: Invalid): WhatIfLevel[] {
  if (word === 'cores' && countsCores.has(key)) return [word];
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(word) ?? [];
  if (from !== undefined && to !== undefined) {
    if (Math.min(Number(from), Number(to)) < 1) throw invalid(message('what-if.from-one'));
    return doublings(Number(from), Number(to));
  }
  const value = Number(word);
  const isWhole = key === 'rate' || Number.isSafeInteger(value);
  const isEnough = key === 'rate' ? value > 0 : value >= 1;
  if (word === '' || !isWhole || !isEnough || value > 1e6) {
    const orCores = countsCores.has(key);
    throw invalid(key === 'rate' ? message('what-if.rate') : message('what-if.level', { key, orCores }));
  }
  return [value];
}
