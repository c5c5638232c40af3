/** The reason why a run as a whole is no result. */
import { message, type AnyMessage } from '../messages/message.ts';
import { Problem, problem } from '../messages/problem.ts';
import { askedIn, plannedTrials } from '../model/plan.ts';
import type { RunResult } from '../model/verdict.ts';
import { redactPlan } from '../redact/redact-plan.ts';
import { ineffectiveFactor } from '../tune/ineffective-factor.ts';

/** @param todo advice on how to go on */
export function interrupted({ plan, trials }: Pick<RunResult, 'plan' | 'trials'>, todo: AnyMessage): Problem {
  const done = trials.length;
  // How many trials a search would have taken is not known.
  const isOpen = ['search', 'capacity'].includes(plan.strategy.kind);
  const planned = isOpen ? null : Math.max(done, plannedTrials(plan));
  return problem('INTERRUPTED', { stored: message('interrupted.stored', { done, planned }), todo });
}

/** Why the run as a whole is no result: it was interrupted, or a setting has no trial that counts. */
export function problemOf(
  command: string,
  { run, plan, trials, summaries, checks }: RunResult,
): Problem | null {
  if (run.status === 'interrupted') {
    // Secrets are not stored: the user must give them again.
    const { lost } = redactPlan(plan).secrets;
    const todo = askedIn(plan).gate
      ? message('interrupted.gate')
      : message('interrupted.resume', { verb: command, id: run.id, lost });
    return interrupted({ plan, trials }, todo);
  }
  const isSearch = plan.strategy.kind === 'search';
  const vain = isSearch ? ineffectiveFactor(plan, trials) : null;
  if (vain) return problem('SETTING_WITHOUT_EFFECT', { sentence: vain.sentence, todo: vain.todo });
  // A search never tries most settings, and reports one that fails: it is no result only if nothing at all was measured.
  if (isSearch && summaries.some((summary) => summary.trials > 0)) return null;
  const tried = new Set(trials.map(({ cell }) => cell));
  const empty = summaries.filter((summary) => summary.trials === 0 && (!isSearch || tried.has(summary.cell)));
  if (empty.length === 0) return null;
  const isEmpty = (cell: string) => empty.some((summary) => summary.cell === cell);
  const first = trials.find((trial) => trial.problem && isEmpty(trial.cell))?.problem;
  const flaw = checks.find(
    ({ outcome, effect, cells }) => outcome === 'fail' && effect === 'void' && cells.some(isEmpty),
  );
  if (empty.length === (isSearch ? tried.size : plan.cells.length)) {
    if (first) return new Problem(first);
    if (flaw) return problem('SETTING_VOID', { check: flaw.id, sentence: flaw.sentence });
  }
  return problem('NOTHING_MEASURED', {
    cells: empty.map((summary) => summary.cell).join(', '),
    why: first
      ? message('unmeasured.problem', { code: first.code, what: first.what })
      : message('unmeasured.void'),
    run: run.id,
  });
}
