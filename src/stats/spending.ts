/**
 * The chance of error that a sequence of looks may spend (Lan and DeMets, Biometrika 70, 1983). Each look but the last spends the
 * same small part. The last look spends the rest, which is larger after fewer looks. Otherwise a run whose budget ends after five
 * blocks would waste most of its chance of error.
 *
 * The levels are those of a Brownian motion that is observed after these blocks (Armitage, McPherson and Rowe 1969). With few
 * degrees of freedom, Student's distribution spends a little more at the same levels (bench/coverage.ts).
 */
import { normalCdf, normalDensity, normalQuantile } from './distributions.ts';

/** The chance of error of all looks together, two-sided. */
export const spentInAll = 0.05;

/** That chance for a Brownian motion: with Student's distribution it becomes 5% (test/stats/sessions.system.ts). */
const spentByLooks = 0.0456;

/** The level of each look but the last. Six looks at this level, at `looks` of sequential.ts, spend 5.1% together (Brownian motion: 4.56%). */
export const spentAtALook = 0.012;

const levels = new Map<string, number>();

/**
 * The level of a last look, two-sided.
 * @param before blocks at the looks before, ascending; each spent `spentAtALook`
 * @param last blocks at the last one, more than at any before
 */
export function lastLevel(before: readonly number[], last: number): number {
  const key = `${before.join()} ${last}`;
  const known = levels.get(key);
  if (known !== undefined) return known;
  let [low, high] = [0, spentInAll];
  for (let i = 0; i < 40; i++) {
    const level = (low + high) / 2;
    const spent = spentBy([...before.map((blocks) => [blocks, spentAtALook] as const), [last, level]]);
    if (spent < spentByLooks) low = level;
    else high = level;
  }
  levels.set(key, low);
  return low;
}

/** Points of the density between two looks; odd, as Simpson's rule wants it. */
const points = 161;

/** The chance that any look finds a difference that is not there. */
export function spentBy(looks: readonly (readonly [blocks: number, level: number])[]): number {
  let spent = 0;
  let density: { readonly at: number; readonly mass: number }[] = [{ at: 0, mass: 1 }];
  let from = 0;
  for (const [blocks, level] of looks) {
    const spread = Math.sqrt(blocks - from);
    const limit = normalQuantile(1 - level / 2) * Math.sqrt(blocks);
    for (const { at, mass } of density)
      spent += mass * (normalCdf((at - limit) / spread) + normalCdf((-at - limit) / spread));
    const step = (2 * limit) / (points - 1);
    const reached = density;
    density = Array.from({ length: points }, (_, i) => {
      const at = -limit + i * step;
      const simpson = i === 0 || i === points - 1 ? 1 : i % 2 === 1 ? 4 : 2;
      const height = reached.reduce((sum, one) => sum + one.mass * normalDensity((at - one.at) / spread), 0);
      return { at, mass: ((height / spread) * simpson * step) / 3 };
    });
    from = blocks;
  }
  return spent;
}
