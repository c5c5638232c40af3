/** From the settings that an experiment has to those that the user asked for with `--vary`, and the factors of what is left. */
import type { Level, Plan } from '../../model/plan.ts';
import { problem, type Problem } from '../../messages/problem.ts';
import type { Factor } from '../../model/vary.ts';

export const ascending = (values: readonly number[]): number[] =>
  [...new Set(values)].toSorted((a, b) => a - b);

/** The settings that have only levels that were asked for, each once. */
export function filterCells<Setting extends object>(
  settings: readonly Setting[],
  only: readonly Factor[],
  idOf: (setting: Setting) => string,
): readonly Setting[] {
  const kept = settings.filter((setting) =>
    only.every(({ key, levels }) => levels.includes(setting[key as keyof Setting] as Level)),
  );
  return [...new Map(kept.map((setting) => [idOf(setting), setting])).values()];
}

/** Every key with the levels that some setting has, in their order. */
export function factorsOf<Key extends string>(
  settings: readonly Readonly<Record<Key, Level>>[],
  keys: readonly Key[],
): Plan['factors'] {
  return keys.map((key) => ({ key, levels: [...new Set(settings.map((setting) => setting[key]))] }));
}

/**
 * No setting has the levels that were asked for.
 * @param key what is named where nothing was asked for
 * @param todo which levels there are
 * @param all settings of the experiment: the factor of which none of them has a level is the one that is named
 */
export function nothingLeft(
  only: readonly Factor[],
  key: string,
  todo: string,
  why = 'No cell of this experiment has these levels together.',
  all: readonly object[] = [],
): Problem {
  const isUnknown = (factor: Factor) =>
    !all.some((setting) => factor.levels.includes(setting[factor.key as keyof typeof setting]));
  const wrong = (all.length > 0 ? only.find(isUnknown) : undefined) ?? only[0];
  return problem('VARY_LEVEL_INVALID', {
    key: wrong?.key ?? key,
    value: wrong?.levels.join(',') ?? '',
    why,
    todo,
  });
}
