/** The trials of a run, as a search sees them. */
import { isDisturbed, type Trial } from '../model/sample.ts';
import type { TuneTrial } from '../model/tune.ts';
import { measurement } from '../judge/summarize.ts';

/**
 * In the order in which they ran. A percentile with too few requests behind it to be shown has no figure: where it is
 * the objective or a constraint, such a trial counts as one that failed.
 */
export function historyOf(trials: readonly Trial[]): TuneTrial[] {
  return trials
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((trial): TuneTrial => {
      const measured = measurement(trial);
      return {
        setting: trial.cell,
        block: trial.block,
        ok: measured !== null,
        ...(isDisturbed(trial) && { disturbed: true }),
        ...(aboutAnswers.has(trial.problem?.code ?? '') && { wrong: true }),
        figures: { ...measured?.metrics, ...errorsOf(trial) },
      };
    });
}

/** The server ran to the end, and too many of its answers were wrong or did not come. */
const aboutAnswers: ReadonlySet<string> = new Set(['ANSWERS_WRONG', 'REQUESTS_FAILED']);

/** Share of the requests that got no right answer. */
function errorsOf({ sample }: Trial): TuneTrial['figures'] {
  if (!sample) return {};
  const { counts, errors } = sample.outcome;
  const wrong = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return counts.sent > 0 ? { errors: Math.min(1, wrong / counts.sent) } : {};
}
