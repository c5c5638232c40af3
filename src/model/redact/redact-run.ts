/** What was measured, without secrets: a server prints its headers, and its environment is read back. */
import type { Plan } from '../plan.ts';
import { redactPlan } from './redact-plan.ts';
import { isMask, isSecret, mask, redactNodeOptions, redactText, redactWords } from './redact.ts';
import type { LoadOutcome, Trial } from '../sample.ts';
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

/** A stored run without the secrets that an earlier version stored with it. What has none is returned as it is. */
export function redactRun<Run extends { readonly plan: Plan; readonly trials: readonly Trial[] }>(
  run: Run,
): Run {
  const { plan, secrets } = redactPlan(run.plan);
  if (!secrets.has) return run;
  const cells = new Map(run.plan.cells.map(({ id }, i) => [id, plan.cells[i]]));
  const trials = run.trials.map((trial) => {
    const { id: cell = trial.cell, setting = trial.setting } = cells.get(trial.cell) ?? {};
    return redactFound({ ...trial, cell, setting }, secrets);
  });
  return { ...run, plan, trials };
}

/** A watch that an earlier version stored: its command lines, the options of Node, and notes that name a process. */
export function redactWatch(data: unknown, key = ''): unknown {
  if (typeof data === 'string') {
    if (key === 'nodeOptions') return redactNodeOptions(data);
    return key === 'command' || key === 'notes' ? redactText(data) : data;
  }
  if (Array.isArray(data)) {
    const words: unknown[] = data;
    if (key === 'command' && words.every((word) => typeof word === 'string')) return redactWords(words);
    return words.map((one) => redactWatch(one, key));
  }
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, one]) => [name, redactWatch(one, key === 'notes' ? key : name)]),
  );
}
