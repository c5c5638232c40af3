/**
 * When enough has been measured. Whoever tests after every block at 5 % and stops at the first success finds a
 * difference between equal settings in a quarter of all sessions. So there are few looks, fixed beforehand, and each
 * spends a little: the intervals of all looks hold together with 95 % (repeated confidence intervals: Jennison and
 * Turnbull, JRSS B 51, 1989), hence also the one at which a session happens to stop.
 *
 * Several settings share what a look spends, in two ways that never contradict each other, since each word is read from
 * the interval that is shown with it:
 *
 *     word                    its interval is as wide as holds together for …
 *     above, below            the settings not yet found to differ: step-down, as Holm's, but with Dunnett's value,
 *                             which knows that all differences share the baseline (Dunnett and Tamhane 1991)
 *     equivalent, undecided   all settings
 *
 * The chance that any setting is called different that is not stays below 5 % whatever the others are (closed testing:
 * Marcus, Peritz and Gabriel 1976; over looks: Maurer and Bretz 2013). Equivalence gets nothing from settings that
 * left: the set of those that stay depends on the data, and only the value for all settings does not mind.
 */
import { blockCritical, blockFit, type BlockTable } from './blocks.ts';
import { chiSquareTail } from './chi-square.ts';
import { pairedComparison } from './comparison.ts';
import { deviation, type Bounds } from './interval.ts';

/** After so many blocks: each time about one and a half times as many as before, since √n is what narrows an interval. */
export const looks = [4, 6, 9, 13, 19, 28] as const;

/** What each look spends, two-sided: together 5.1 %, since looks at the same growing data are correlated. */
const lookAlpha = 0.012;

/**
 * Several settings are judged by one noise. One whose own pairs with the baseline scatter more than that, so that the
 * common noise would show it this rarely, is judged by its pairs alone, at Bonferroni's level. Without this, one of ten
 * equal settings that scatters three times as much made 25 % of sessions call a difference, with it 6 %; it costs 5 %
 * more blocks where all scatter alike. Four blocks do not always show it: docs/method.md has what is left.
 */
const unevenAlpha = 0.1;

/** Where a setting stands to the baseline. `equivalent`: within ±δ; a sure but small difference is told as one. */
export type Standing = 'above' | 'below' | 'equivalent' | 'undecided';

/** One setting against the baseline; the bounds are differences of logarithms. */
export interface Finding extends Bounds {
  readonly standing: Standing;
  readonly method: 'wilcoxon' | 'paired-t' | 'block-anova';
  /** Blocks at the look that it rests on, and in how many of them it was measured (with the baseline, if by pairs). */
  readonly look: number;
  readonly blocks: number;
  /** Nothing more is to be learnt: it leaves the later blocks, and this finding stays as it is. */
  readonly isSettled: boolean;
}

/** By column of the table; null for the baseline (column 0) and for what cannot be computed. */
export type Findings = readonly (Finding | null)[];

export interface StoppingRule {
  /** Half-width of equivalence: 0.05 means that ratios from 1/1.05 to 1.05 are as good as 1. */
  readonly delta: number;
  /** If set, a setting is settled once its ratio is known within ± so much, whatever the word, and not before. */
  readonly precision?: number | undefined;
  /**
   * If set, a setting is settled once its interval lies wholly on one side of this difference (of logarithms), whatever
   * the word, and not before: what a gate asks.
   */
  readonly bound?: number | undefined;
}

export type Stop = 'all decided' | 'precision reached' | 'last look';

/**
 * The looks of a session of at most `blocks` blocks. One that ends between two looks, for a reason that is not in the
 * data (a limit, the time), looks a last time where it ends: earlier than planned, so it spends no more.
 */
export function lookSchedule(blocks: number): readonly number[] {
  const last = Math.min(blocks, looks[looks.length - 1] ?? blocks);
  return last < 2 ? [] : [...looks.filter((look) => look < last), last];
}

/**
 * One look.
 * @param table the blocks up to this look; column 0 is the baseline. Trials of a setting after it was settled are ignored.
 * @param before what the look before found, empty for the first
 */
export function lookAt(table: BlockTable, before: Findings, rule: StoppingRule): Findings {
  const columns = Math.max(0, ...table.map((row) => row.length));
  const next = Array.from({ length: columns }, (_, column) => before[column] ?? null);
  const open = unsettled(next);
  const intervals = intervalsAt(withoutSettled(table, next), columns, open);
  const find = (column: number, family: number): Finding | null => {
    const interval = intervals(column, family);
    if (!interval) return null;
    const standing = standingOf(interval, rule.delta);
    return { ...interval, standing, look: table.length, isSettled: isSettledBy(rule, interval, standing) };
  };

  // Step down: each setting found to differ leaves a smaller family for the others, at this look and at later ones.
  let left = open;
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
  for (const column of left) next[column] = find(column, columns - 1) ?? next[column] ?? null;
  return next;
}

/** Columns that the next block needs, without the baseline's. */
export function unsettled(findings: Findings): number[] {
  return findings.flatMap((finding, column) => (column === 0 || finding?.isSettled ? [] : column));
}

/** Null: go on. `isLast`: no look comes after this one. */
export function stopReason(findings: Findings, isLast: boolean, rule: StoppingRule): Stop | null {
  if (findings.length > 1 && unsettled(findings).length === 0)
    return rule.precision === undefined ? 'all decided' : 'precision reached';
  return isLast ? 'last look' : null;
}

type Interval = Bounds & Pick<Finding, 'method' | 'blocks'>;

/** What gives the interval of a column that holds together with those of a family of so many. */
function intervalsAt(
  table: BlockTable,
  columns: number,
  open: readonly number[],
): (column: number, family: number) => Interval | null {
  const confidence = 1 - lookAlpha;
  if (columns === 2) return () => pairInterval(differencesOf(table, 1), confidence);
  const fit = blockFit(table, 0);
  return (column, family) => {
    const estimate = fit?.estimates[fit.cells.indexOf(column)];
    if (!fit || !estimate) return null;
    const own = differencesOf(table, column);
    if (isUneven(own, fit.deviation)) return pairInterval(own, 1 - lookAlpha / family);
    const { value, error, blocks } = estimate;
    const half = blockCritical(fit, confidence, family, open) * error;
    return { value, low: value - half, high: value + half, blocks, method: 'block-anova' };
  };
}

/** To the baseline, in the blocks that have both. */
function differencesOf(table: BlockTable, column: number): number[] {
  return table.flatMap((row) => {
    const [baseline, value] = [row[0], row[column]];
    return typeof baseline === 'number' && typeof value === 'number' ? value - baseline : [];
  });
}

function pairInterval(differences: readonly number[], confidence: number): Interval | null {
  const shift = pairedComparison(differences, confidence);
  return shift && { ...shift, blocks: differences.length };
}

/** Whether differences scatter more than those of two trials with the common noise would, whose variance is twice its. */
function isUneven(differences: readonly number[], noise: number): boolean {
  const degrees = differences.length - 1;
  if (degrees < 2) return false;
  const statistic = (degrees * deviation(differences) ** 2) / (2 * noise ** 2);
  return chiSquareTail(statistic, degrees) < unevenAlpha;
}

/** A trial that was measured after its setting was settled must not move a finding that has been told. */
function withoutSettled(table: BlockTable, findings: Findings): BlockTable {
  return table.map((row, block) =>
    row.map((value, column) => {
      const finding = findings[column];
      return finding?.isSettled && block >= finding.look ? null : value;
    }),
  );
}

function standingOf({ low, high }: Bounds, delta: number): Standing {
  if (low > 0) return 'above';
  if (high < 0) return 'below';
  // Two one-sided tests in one: the whole interval lies where the difference does not matter.
  const margin = Math.log1p(delta);
  return low >= -margin && high <= margin ? 'equivalent' : 'undecided';
}

function isDifferent({ standing }: Finding): boolean {
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
