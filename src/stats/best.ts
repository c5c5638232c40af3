/**
 * Which of several settings is best? All differences come from one least-squares fit of a block design with one noise
 * (blocks.ts), so each pair is compared with the precision that its blocks give it, holes and late-comers included.
 */
import { blockFit, type BlockTable } from './blocks.ts';
import { studentCritical } from './distributions.ts';

export interface Field {
  /** Columns that can be compared with one another. */
  readonly columns: readonly number[];
  /** Of a column of `columns`; only differences between two of them have a meaning. */
  value(column: number): number;
  /** Standard error of the difference of two columns. */
  error(a: number, b: number): number;
  /** Standard deviation of one trial, settings and blocks taken out. */
  readonly deviation: number;
  /** Degrees of freedom that it rests on. */
  readonly degrees: number;
}

/**
 * The columns that are linked to the one with most trials.
 * @returns null where fewer than two can be compared, or nothing is left to judge the noise by
 */
export function field(table: BlockTable): Field | null {
  const trials = (column: number) => table.filter((row) => typeof row[column] === 'number').length;
  const all = Array.from({ length: Math.max(0, ...table.map((row) => row.length)) }, (_, column) => column);
  const baseline = all.reduce((most, column) => (trials(column) > trials(most) ? column : most), 0);
  const fit = blockFit(table, baseline);
  if (!fit) return null;
  const place = new Map(fit.cells.map((column, i) => [column, i]));
  const covariance = (a: number, b: number) => fit.covariance[place.get(a) ?? -1]?.[place.get(b) ?? -1] ?? 0;
  return {
    columns: all.filter((column) => column === baseline || place.has(column)),
    value: (column) => fit.estimates[place.get(column) ?? -1]?.value ?? 0,
    error: (a, b) =>
      fit.deviation * Math.sqrt(Math.max(0, covariance(a, a) + covariance(b, b) - 2 * covariance(a, b))),
    deviation: fit.deviation,
    degrees: fit.degrees,
  };
}

/** Looks at the fresh blocks of a certificate, each with about one and a half times as many as the one before. */
export const certificateLooks = [3, 5, 8, 12, 18, 27] as const;

/**
 * How many standard errors, to one side, each difference to the best is given at one look: what may be spent in all is
 * divided by the looks and by the settings that could be the best instead (Bonferroni). The one event that this keeps
 * rare is that the truly best setting looks worse than another by more than so much. It takes that event to drop the
 * best, and it takes that event to certify a setting that is too far from it: both are paid for once.
 * @param rivals settings at the start, less one: those that left have been looked at
 */
export function certificateCritical(confidence: number, rivals: number, degrees: number): number {
  const spent = (1 - confidence) / certificateLooks.length / Math.max(1, rivals);
  return studentCritical(1 - 2 * spent, degrees);
}
