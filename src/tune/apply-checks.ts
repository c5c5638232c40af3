/** Takes the certainty from a recommendation whose validity checks failed. Figures and advice stay. */
import { message } from '../messages/message.ts';
import type { CheckResult } from '../model/check.ts';
import type { Recommendation, TuneWarning } from '../model/tune.ts';
import { corrected } from '../judge/lack.ts';
import { withheldFrom } from '../judge/withhold-verdicts.ts';

/** @param today id of the current setting, with which the gain compares */
export function withChecks(
  found: Recommendation,
  checks: readonly CheckResult[],
  today: string,
): Recommendation {
  // Other programs on the machine send no job to the pool, and keep none from it.
  if (found.id === null || found.kept?.code === 'tune.pool-unused') return found;
  // A check that only hides a percentile does not count: here the blocks show how much it scatters.
  const weighty = checks.filter(({ effect, outcome }) => outcome === 'fail' && effect !== 'hide');
  const taking = weighty.filter((check) => !leavesCertificate(check, found, today));
  const asked = restsOn(found, today);
  const why = withheldFrom(taking, asked, found.objective);
  if (why === null) {
    const left = weighty.filter((check) => withheldFrom([check], asked, found.objective) !== null);
    return { ...found, warnings: [...found.warnings, ...left.map((check) => spared(check, found))] };
  }
  const { gain, warnings, kept } = found;
  // There was no certainty to take.
  if (found.verdict !== 'certified' && kept === null)
    return { ...found, warnings: [...warnings, message('tune.check-failed', { why })] };
  return {
    ...found,
    verdict: 'not certified',
    atMost: null,
    scope: null,
    withheld: why,
    certainty: message('tune.certainty-withheld', { certainty: found.certainty, why }),
    gain: gain && { ...gain, text: message('tune.gain-checked', { gain: gain.text }) },
  };
}

/** The part of a rival's figure that a check may hide: a fifth of what counts as no difference. */
const mostHidden = 0.01;

/**
 * Whether a check leaves the certificate as it is: no rival is far above the recommended setting. What all settings lack alike
 * does not matter. What one lacks more than another does, and a gain must stay one with it added.
 */
function leavesCertificate(check: CheckResult, found: Recommendation, today: string): boolean {
  const { understates } = check;
  const { id, verdict, objective, gain } = found;
  if (!understates || id === null || verdict !== 'certified' || objective !== 'throughput') return false;
  if (hidden(check, found) > mostHidden) return false;
  if (!gain) return true;
  const factor = corrected(understates, id, today);
  const { low, high } = gain.ratio;
  return low * Math.min(1, factor) > 1 === low > 1 && high * Math.max(1, factor) < 1 === high < 1;
}

/** By how much a rival that may still be the better one can exceed its measured ratio, at most. */
function hidden({ understates = {} }: CheckResult, { id, settings }: Recommendation): number {
  const factors = settings
    .filter((one) => one.id !== id && (one.left === null || one.left.phase === 'certify'))
    .map(({ id: rival, ratio }) => ({ ratio, factor: corrected(understates, rival, id ?? '') }))
    .filter(({ ratio, factor }) => ratio === null || ratio.high * factor >= 1);
  return Math.max(0, ...factors.map(({ factor }) => factor - 1));
}

function spared(check: CheckResult, found: Recommendation): TuneWarning {
  const most = Math.max(0, ...Object.values(check.understates ?? {}));
  return message('tune.check-spared', { check: check.id, most, hides: hidden(check, found) });
}

/** The settings that an answer rests on: those that left in the screening were far off, whatever is wrong with their figures. */
function restsOn({ id, settings }: Recommendation, today: string): string[] {
  return settings
    .filter((one) => one.id === id || one.id === today || one.left === null || one.left.phase === 'certify')
    .map((one) => one.id);
}
