/**
 * Decides when enough has been measured. Testing after every block at 5% and stopping at the first success finds a
 * difference between equal settings in a quarter of all sessions. So there are few looks, fixed beforehand, each spends
 * a little, and the last one all that is left (spending.ts): the intervals of all looks hold together with 95% (repeated
 * confidence intervals: Jennison and Turnbull, JRSS B 51, 1989), hence also the one at which a session happens to stop.
 *
 * The interval of a setting is that of its ratio alone, the same wherever it is shown. Several settings share what a
 * look spends in their words:
 *
 *     word                    is said at the level of the look divided by …
 *     above, below            the settings not yet found to differ: step-down (Holm 1979)
 *     equivalent              all settings; each side is a test of its own (Schuirmann 1987)
 *
 * The chance that any setting is called different that is not stays below 5% whatever the others are (closed testing:
 * Marcus, Peritz and Gabriel 1976; over looks: Maurer and Bretz 2013). Equivalence gets nothing from settings that
 * left: the set of those that stay depends on the data.
 */
import { chanceOf, contrast, fit, ratioWeights, type Contrast, type Covariate, type Fit } from './ratio.ts';
import type { BlockTable } from './design.ts';
import type { Bounds, Standing } from './mean-and-spread.ts';
import { spentAtALook } from './spending.ts';

/** Blocks at the looks: each time about one and a half times as many as before, since an interval narrows with √n. */
export const looks = [4, 6, 9, 13, 19, 28] as const;

/** One setting against the baseline; the bounds are differences of logarithms. */
export interface SequentialRatio extends Bounds {
  /** The word for the ratio; `equivalent` is within ±δ. */
  readonly standing: Standing;
  /** Blocks at the look that it rests on, and the number of those in which it was measured beside the baseline. */
  readonly look: number;
  readonly blocks: number;
  /** The level that look spent: the interval holds with the rest. */
  readonly level: number;
  /** Whether the setting is settled: it leaves the later blocks, and this finding stays as it is. */
  readonly isSettled: boolean;
}

/** Findings by column of the table; null for the baseline (column 0) and where nothing can be computed. */
export type Findings = readonly (SequentialRatio | null)[];

export interface StoppingRule {
  /** Half-width of equivalence: 0.05 means that ratios from 1/1.05 to 1.05 are as good as 1. */
  readonly delta: number;
  /** If set, a setting is settled once its ratio is known within ± this, whatever the word, and not before. */
  readonly precision?: number | undefined;
  /**
   * If set, a setting is settled once its interval lies wholly on one side of this difference (of logarithms), whatever
   * the word, and not before: what a gate asks.
   */
  readonly bound?: number | undefined;
}

/** The data of a look: the arguments of `fit`. */
export interface Looked {
  readonly y: BlockTable;
  readonly covariate: Covariate | null;
  /** `Fit.grains`. */
  readonly grains?: readonly number[];
}

export type Stop = 'all decided' | 'precision reached' | 'last look';

/** The looks of a session of at most `blocks` blocks, the last of them where it ends. */
export function lookSchedule(blocks: number): readonly number[] {
  const last = Math.min(blocks, looks[looks.length - 1] ?? blocks);
  return last < 2 ? [] : [...looks.filter((look) => look < last), last];
}

/**
 * Makes one look.
 * @param table the blocks up to this look; column 0 is the baseline. Trials of a setting after it was settled are ignored.
 * @param before findings of the look before, empty for the first
 * @param level chance of error that it spends: `lastLevel` for the last one
 */
export function lookAt(
  { y, covariate, grains = [] }: Looked,
  before: Findings,
  rule: StoppingRule,
  level: number = spentAtALook,
): Findings {
  const columns = Math.max(0, ...y.map((row) => row.length));
  const next = Array.from({ length: columns }, (_, column) => before[column] ?? null);
  const fitted = fit(withoutSettled(y, next), covariate, grains);
  const find = (column: number, family: number): SequentialRatio | null => {
    const ratio = fitted && ratioOf(fitted, column, level);
    if (!fitted || !ratio) return null;
    const standing = standingAt(fitted, column, ratio, {
      level,
      family,
      all: columns - 1,
      delta: rule.delta,
    });
    const { value, low, high, blocks } = ratio;
    const isSettled = isSettledBy(rule, ratio, standing);
    return { value, low, high, blocks, standing, look: y.length, level, isSettled };
  };

  // Step down: each setting found to differ leaves a smaller family for the others, at this look and at later ones.
  let left = unsettled(next);
  for (let found = -1; found !== 0 && left.length > 0;) {
    const family = columns - 1 - next.filter((one) => one?.isSettled && isDifferent(one)).length;
    const different = left.filter((column) => {
      const finding = find(column, family);
      if (!finding?.isSettled || !isDifferent(finding)) return false;
      next[column] = finding;
      return true;
    });
    left = left.filter((column) => !different.includes(column));
    found = different.length;
  }
  for (const column of left) {
    const family = columns - 1 - next.filter((one) => one?.isSettled && isDifferent(one)).length;
    next[column] = find(column, family) ?? next[column] ?? null;
  }
  return next;
}

/** The word for one column's ratio to column 0, at a level that a family shares. */
export function standingAt(
  fitted: Fit,
  column: number,
  ratio: Contrast,
  { level, family, all, delta }: { level: number; family: number; all: number; delta: number },
): Standing {
  if (chanceOf(ratio) < level / Math.max(1, family)) return ratio.value > 0 ? 'above' : 'below';
  const margin = Math.log1p(delta);
  const oneSided = ratioOf(fitted, column, (2 * level) / Math.max(1, all));
  const isSame = oneSided !== null && oneSided.low >= -margin && oneSided.high <= margin;
  return isSame ? 'equivalent' : 'undecided';
}

function ratioOf(fitted: Fit, column: number, level: number): Contrast | null {
  return column === 0 ? null : contrast(fitted, ratioWeights(column, 0), 1 - level);
}

/** Columns that the next block needs, without the baseline's. */
export function unsettled(findings: Findings): number[] {
  return findings.flatMap((finding, column) => (column === 0 || finding?.isSettled ? [] : column));
}

/** The reason to stop; null to go on. @param isLast whether no look comes after this one */
export function stopReason(findings: Findings, isLast: boolean, rule: StoppingRule): Stop | null {
  if (findings.length > 1 && unsettled(findings).length === 0)
    return rule.precision === undefined ? 'all decided' : 'precision reached';
  return isLast ? 'last look' : null;
}

/** The table without trials measured after their setting was settled: they must not move a finding that was reported. */
function withoutSettled(table: BlockTable, findings: Findings): BlockTable {
  return table.map((row, block) =>
    row.map((value, column) => {
      const finding = findings[column];
      return finding?.isSettled && block >= finding.look ? null : value;
    }),
  );
}

function isDifferent({ standing }: SequentialRatio): boolean {
  return standing === 'above' || standing === 'below';
}

function isSettledBy({ precision, bound }: StoppingRule, interval: Bounds, standing: Standing): boolean {
  if (bound !== undefined) return interval.low > bound || interval.high < bound;
  return precision === undefined ? standing !== 'undecided' : isWithin(interval, precision);
}

/** Whether the ratio's interval lies within ± a share of its value. */
function isWithin({ value, low, high }: Bounds, share: number): boolean {
  return Math.max(high - value, value - low) <= Math.log1p(share);
}
