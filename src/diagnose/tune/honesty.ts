/** What failed honesty checks take from a recommendation: its certainty. What was measured stays, and so does the advice. */
import type { CheckResult } from '../../model/check.ts';
import type { Recommendation } from '../../model/tune.ts';
import { withheldFrom } from '../weigh.ts';

/** @param today id of the default, which the gain is told against */
export function withChecks(
  found: Recommendation,
  checks: readonly CheckResult[],
  today: string,
): Recommendation {
  if (found.id === null) return found;
  // A percentile with too few requests to be compared elsewhere: here the blocks themselves say how much it scatters.
  const weighty = checks.filter(({ effect }) => effect !== 'hide');
  const why = withheldFrom(weighty, restsOn(found, today), found.objective);
  if (why === null) return found;
  const { gain, cautions } = found;
  // It had no certainty that could be taken.
  if (found.verdict !== 'certified') {
    const text = `An honesty check failed besides: ${why}`;
    return { ...found, cautions: [...cautions, { kind: 'check failed', text }] };
  }
  return {
    ...found,
    verdict: 'not certified',
    atMost: null,
    scope: null,
    withheld: why,
    certainty: `Not certified, since an honesty check failed. By its figures alone: ${found.certainty} But ${why}`,
    gain: gain && { ...gain, text: `${gain.text} The check that failed is about this figure too.` },
  };
}

/** What left in the screening was far off: whatever is wrong with its figures, the answer is not made of them. */
function restsOn({ id, settings }: Recommendation, today: string): string[] {
  return settings
    .filter((one) => one.id === id || one.id === today || one.left === null || one.left.phase === 'certify')
    .map((one) => one.id);
}
