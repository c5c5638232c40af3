/**
 * The rounds of a run: one that had its answer, and left something open, may go on for another answer. Each answer may be wrong
 * with half the chance of the one before, so that all together are wrong with less than twice the chance of the first.
 */
import type { Trial } from '../model/sample.ts';

/** Returns the number of answers that were given before the last trial. */
export function roundOf(trials: readonly Pick<Trial, 'round'>[]): number {
  return trials.reduce((most, { round = 0 }) => Math.max(most, round), 0);
}

/** Returns the chance with which the answer of a round may be wrong. @param all that of the first answer: 0.05 */
export const spentInRound = (round: number, all: number): number => all / 2 ** round;
