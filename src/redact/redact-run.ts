/** What was measured, without secrets: a server prints its headers, and its environment is read back. */
import { mask } from '../model/command-line.ts';
import { isMask, isSecret, redactText } from './redact.ts';
import type { LoadOutcome, Trial } from '../model/sample.ts';
import { hiddenProblem, type Secrets } from './secrets.ts';

/** The parts of a trial that hold texts of others, without the secrets. */
export function redactFound<Found extends Pick<Trial, 'output' | 'problem' | 'effective' | 'sample'>>(
  found: Found,
  secrets: Secrets,
): Found {
  const { problem, effective, sample, output } = found;
  return secrets.hideIn({
    ...found,
    output: output.map((line) => secrets.hide(line)),
    problem: problem && hiddenProblem(problem, secrets),
    effective: effective.map((each) => ({
      ...each,
      command: secrets.hide(redactText(each.command)),
      env: Object.fromEntries(
        Object.entries(each.env).map(([name, value]) => [name, hiddenVariable(name, value, secrets)]),
      ),
    })),
    sample: sample && {
      ...sample,
      outcome: hiddenOutcome(sample.outcome, secrets),
      ...(sample.rates && {
        rates: sample.rates.map((window) => ({
          ...window,
          outcome: window.outcome && hiddenOutcome(window.outcome, secrets),
        })),
      }),
    },
  });
}

function hiddenOutcome(outcome: LoadOutcome, secrets: Secrets): LoadOutcome {
  const errorExamples = outcome.errorExamples.map((text) => secrets.hide(redactText(text)));
  return { ...outcome, errorExamples };
}

function hiddenVariable(name: string, value: string | null, secrets: Secrets): string | null {
  if (value === null) return null;
  // A variable that was varied is shown as its level is: otherwise the two would be taken for different values.
  const known = secrets.shownLevel(`env:${name}`, value) ?? secrets.shownFor(value);
  return known ?? (isSecret(name, value) && !isMask(value) ? mask : redactText(value));
}
