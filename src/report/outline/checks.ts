/** The validity checks in a report: at its top those that failed, at its end all of them with their numbers. */
import { message, say, type Message } from '../../messages/message.ts';
import type { CheckEffect, CheckOutcome, CheckResult } from '../../model/check.ts';
import { percentiles, type Metric } from '../../model/metric.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { textCells, column, type Table } from '../page.ts';

/** One failed check, as it is told before every figure. */
export interface FailedCheck {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly effect: CheckEffect;
  readonly metrics: readonly Metric[];
  /** What it does to the verdicts; empty where it does nothing. */
  readonly consequence: string;
}

/** Effects of checks: what takes most comes first; notes last. */
const weights: readonly CheckEffect[] = ['silence', 'void', 'undecided', 'hide', 'note'];

export const byWeight = (a: Pick<CheckResult, 'effect'>, b: Pick<CheckResult, 'effect'>) =>
  weights.indexOf(a.effect) - weights.indexOf(b.effect);

type Checked = Pick<RunResult, 'checks' | 'plan' | 'comparisons' | 'answer'>;

export function failedChecks(result: Checked): FailedCheck[] {
  const { checks, plan } = result;
  return checks
    .filter(({ outcome }) => outcome === 'fail')
    .toSorted(byWeight)
    .map((check) => {
      const { id, effect, metrics = [] } = check;
      const told = isSpared(check, result) ? null : consequence(check, plan.cells.length);
      const texts = { title: titleOf(id), sentence: say(check.sentence), consequence: told ? say(told) : '' };
      return { id, effect, metrics, ...texts };
    });
}

/** The failed checks that matter: where no trial counts, only those that make trials void. */
export function tellingChecks(result: Checked): FailedCheck[] {
  const failed = failedChecks(result);
  const isVoid = ({ outcome, effect, cells }: CheckResult) =>
    outcome === 'fail' &&
    effect === 'void' &&
    (cells.length === 0 || cells.length >= result.plan.cells.length);
  return result.checks.some(isVoid) ? failed.filter(({ effect }) => effect === 'void') : failed;
}

/** Whether a check that finds throughputs too low took no verdict: with what they lack, all verdicts stay the same. */
function isSpared({ id, understates }: CheckResult, result: Checked): boolean {
  const { claims, recommendation } = foundIn(result);
  const judged = [...result.comparisons, ...claims, ...(recommendation ? [recommendation] : [])];
  return understates !== undefined && judged.every(({ withheld }) => withheld?.params.check !== id);
}

/** Most settings that are named; more are counted. */
const mostNamed = 2;

function consequence(check: CheckResult, all: number): Message | null {
  const { effect, cells, metrics = [], understates } = check;
  const names = cells.length <= mostNamed ? cells : [];
  const which = { settings: cells.length === 0 ? all : cells.length, all, names };
  switch (effect) {
    case 'silence':
      return message('effect.silence');
    case 'void':
      return message('effect.void', which);
    case 'undecided':
      return understates
        ? message('effect.understates', which)
        : message('effect.undecided', { ...which, metrics });
    case 'hide':
      return check.metrics?.every((metric) => metric in percentiles)
        ? message('effect.percentiles', { ...which, metrics })
        : message('effect.hide', which);
    case 'note':
      return null;
  }
}

export function outcomeName(outcome: CheckOutcome): string {
  if (outcome === 'not applicable') return '–';
  return say(message(outcome === 'pass' ? 'word.pass' : 'word.FAIL'));
}

/** All checks, in their own order: what `runs show ID --checks` prints. */
export function checkTable({ checks }: Pick<RunResult, 'checks'>): Table {
  return {
    title: say(message('word.All-validity-checks')),
    note: checks.length === 0 ? '' : say(message('check.dash')),
    columns: [column('check'), column('outcome'), column('what-must-be-so', 'left', 2), column('numbers')],
    rows: checks.map(({ id, outcome, sentence }) =>
      textCells(id, outcomeName(outcome), titleOf(id), say(sentence)),
    ),
  };
}

/** How many checks passed: `15 of 22 checks passed, 2 failed, 5 were not applicable.` Empty for a run of a version without checks. */
export function checkBalance({ checks, plan }: Pick<RunResult, 'checks' | 'plan'>): string {
  if (checks.length === 0) return '';
  if (plan.subject.kind === 'program') return say(message('check.counts-only'));
  const count = (outcome: CheckOutcome) => checks.filter((check) => check.outcome === outcome).length;
  const balance = { passed: count('pass'), failed: count('fail'), others: count('not applicable') };
  return say(message('check.balance', { ...balance, all: checks.length }));
}

/** The noise, then what the failed checks do to the verdicts: `12% noise per trial: … 2 failed: verdicts on 1 setting are withheld.` */
export function qualityLine(result: Checked & Pick<RunResult, 'noise'>): string {
  const { noise } = result;
  const cv = noise?.trialCv?.value;
  const consequences = tellingChecks(result).flatMap(({ id, consequence: effect }) =>
    effect === '' ? [] : `${effect.replace(/\.$/, '')} (${id}).`,
  );
  return [
    ...(cv === undefined
      ? []
      : [say(message('page.quality.noise', { noise: cv, resolution: noise?.resolution ?? null }))]),
    ...(consequences.length > 0 ? consequences : [checkBalance(result)]),
  ]
    .join(' ')
    .trim();
}

const titleOf = (id: CheckResult['id']) => say(message(`check.${id}.title`));
