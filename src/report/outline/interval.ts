/** Which setting has an interval of its own that is worth showing. */
import type { Estimate, Interval } from '../../model/verdict.ts';

/** Two trials have one degree of freedom: Student's factor is 12.7, and the interval is chance itself. */
const fewestTrials = 3;
/** An interval from a third of a figure to three times as much says no more than that nothing is known. */
const widest = 10;

/** Null where the trials say too little about their own spread; the comparisons pool that of all settings, and still tell. */
export function shownInterval({
  low,
  high,
  trials,
}: Pick<Estimate, 'low' | 'high' | 'trials'>): Pick<Interval, 'low' | 'high'> | null {
  if (low === null || high === null) return null;
  return trials.length >= fewestTrials && high <= widest * low ? { low, high } : null;
}
