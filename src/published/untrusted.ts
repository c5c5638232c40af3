/** Figures of a file that anybody can have written: what is no figure is not known. */

/** The largest figure that is accepted: more than any count, rate or time (in ns) of a load test, and still exact. */
const largest = 1e15;

/** @returns a number that can be a count, a rate or a time; null for NaN, infinity, what is below 0, and what is none */
export function figureOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= largest ? value : null;
}

/** @returns the same of text; null for text that is no plain decimal number */
export function figureIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,19}(?:\.\d{1,19})?(?:e[+-]\d{1,3})?$/i.test(text)
    ? figureOf(Number(text))
    : null;
}

/** @returns the value at a path of own keys, so that no key of a prototype is one; undefined where there is none */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[key];
  }
  return here;
}

/** @returns the figure at a path */
export function figureAt(value: unknown, ...path: readonly string[]): number | null {
  return figureOf(at(value, ...path));
}

/** @returns the figures of an object by their keys, in its order; none if it is no object */
export function figuresAt(value: unknown, ...path: readonly string[]): [key: string, figure: number][] {
  const found = at(value, ...path);
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found).flatMap(([key, one]) => {
    const figure = figureOf(one);
    return figure === null ? [] : [[key, figure]];
  });
}

/** @returns the figure in another unit */
export const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);
