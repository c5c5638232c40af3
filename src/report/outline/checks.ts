/** The validity checks in a report: at its top those that failed, at its end all of them with their numbers. */
import type { CheckEffect, CheckOutcome, CheckResult } from '../../model/check.ts';
import type { RunResult } from '../../model/verdict.ts';
import type { Grid } from './grid.ts';
import { counted } from '../../format/number.ts';

/** One failed check, as it is told before every figure. */
export interface FailedCheck {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** What it does to the verdicts; empty where it does nothing. */
  readonly consequence: string;
}

/** What takes most comes first; notes last. */
const weights: readonly CheckEffect[] = ['silence', 'void', 'undecided', 'hide', 'note'];

export function failedChecks({ checks, plan }: Pick<RunResult, 'checks' | 'plan'>): FailedCheck[] {
  return checks
    .filter(({ outcome }) => outcome === 'fail')
    .toSorted((a, b) => weights.indexOf(a.effect) - weights.indexOf(b.effect))
    .map((check) => {
      const { id, title, sentence } = check;
      return { id, title, sentence, consequence: consequence(check, plan.cells.length) };
    });
}

function consequence({ effect, cells, metrics: reached, understates }: CheckResult, all: number): string {
  const which =
    cells.length === 0 || cells.length === all
      ? all === 1
        ? 'the setting'
        : 'all settings'
      : counted(cells.length, 'setting');
  switch (effect) {
    case 'silence':
      return 'No comparing word is used.';
    case 'void':
      return `The trials of ${which} do not count.`;
    case 'undecided':
      if (understates)
        return `Verdicts on ${which} are withheld, but for those on throughput that stay the same when what the generator took is added.`;
      return reached
        ? `Verdicts on ${reached.join(', ')} of ${which} are withheld.`
        : `Verdicts on ${which} are withheld.`;
    case 'hide':
      return reached?.every((metric) => /^p\d/.test(metric))
        ? `${reached.join(', ')} of ${which}: shown, and compared, only where every trial has enough requests.`
        : `These figures of ${which} are not shown, or not compared.`;
    case 'note':
      return '';
  }
}

const outcomes: Readonly<Record<CheckOutcome, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  'not applicable': '–',
};

/** All checks, in their own order: what `runs show ID --checks` prints. */
export function checkTable({ checks }: Pick<RunResult, 'checks'>): Grid {
  return {
    title: 'Validity checks',
    note: checks.length === 0 ? '' : 'A dash: not applicable, and why.',
    columns: [
      { label: 'check', align: 'left', rank: 0 },
      { label: 'outcome', align: 'left', rank: 0 },
      { label: 'what must be so', align: 'left', rank: 2 },
      { label: 'numbers', align: 'left', rank: 0 },
    ],
    rows: checks.map(({ id, title, outcome, sentence }) => [
      { text: id },
      { text: outcomes[outcome] },
      { text: title },
      { text: sentence },
    ]),
  };
}

/** Empty for a run of a version without checks: `15 of 22 checks passed, 2 failed, 5 were not applicable.` */
export function checkBalance({ checks, plan }: Pick<RunResult, 'checks' | 'plan'>): string {
  if (checks.length === 0) return '';
  if (plan.subject.kind === 'program') return 'Counts, not times: the checks of a measurement do not apply.';
  const count = (outcome: CheckOutcome) => checks.filter((check) => check.outcome === outcome).length;
  const [passed, failed, others] = [count('pass'), count('fail'), count('not applicable')];
  return `${passed} of ${checks.length} checks passed, ${failed} failed, ${others} ${others === 1 ? 'was' : 'were'} not applicable.`;
}
