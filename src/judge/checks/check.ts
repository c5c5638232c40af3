/** What a validity check is: a declaration, and a pure function over the rows that have what it needs. */
import { lateTolerance } from '../../model/metric.ts';
import type { CheckEffect, CheckId, CheckOutcome, CheckResult } from '../../model/check.ts';
import type { Control, Observation } from '../../model/observation.ts';
import type { Evidence } from '../../model/verdict.ts';
import { capital } from '../../format/words.ts';

/** An observation in which these fields are known. */
export type Known<Need extends keyof Observation> = Observation & {
  readonly [Key in Need]: NonNullable<Observation[Key]>;
};

/** All that a check may look at. */
export interface Subject {
  readonly rows: readonly Observation[];
  /** Null where no control was run. */
  readonly control: Control | null;
}

export interface Judgement {
  readonly outcome: CheckOutcome;
  readonly sentence: string;
  readonly cells?: readonly string[];
  readonly metrics?: CheckResult['metrics'];
  readonly worst?: CheckResult['worst'];
  readonly understates?: CheckResult['understates'];
  readonly evidence?: readonly Evidence[];
  /** Where this failure weighs less or more than the check's usual one. */
  readonly effect?: CheckEffect;
}

export interface Declaration<Need extends keyof Observation> {
  readonly id: CheckId;
  /** What must be so: `Little's law`. */
  readonly title: string;
  /** When it fails, for the table in the documentation. */
  readonly failsWhen: string;
  readonly effect: CheckEffect;
  readonly needs: readonly Need[];
  /** Why it says nothing when no row has what it needs. */
  readonly without: string;
  /** Also looks at trials that ended with a problem. */
  readonly judgesFailed?: boolean;
  /** Called with at least one row. */
  readonly judge: (rows: readonly Known<Need>[], subject: Subject) => Judgement;
}

/** A declaration without its types of rows, so that all of them fit into one table. */
export interface Check extends Pick<
  Declaration<never>,
  'id' | 'title' | 'failsWhen' | 'effect' | 'needs' | 'without'
> {
  readonly run: (subject: Subject) => CheckResult;
}

export function check<const Need extends keyof Observation>(declaration: Declaration<Need>): Check {
  const { id, title, failsWhen, effect, needs, without, judgesFailed = false, judge } = declaration;
  const knows = (row: Observation): row is Known<Need> =>
    (row.counts || judgesFailed) && needs.every((need) => row[need] !== null);
  const run = (subject: Subject): CheckResult => {
    const rows = subject.rows.filter(knows);
    const judged = rows.length > 0 ? judge(rows, subject) : notApplicable(without);
    const { cells = [], metrics, worst, understates, evidence = [] } = judged;
    return {
      id,
      title,
      outcome: judged.outcome,
      effect: judged.effect ?? effect,
      sentence: judged.sentence,
      cells: [...new Set(cells)],
      ...(metrics && { metrics }),
      // Only what takes words is asked about one cell.
      ...(worst && (judged.effect ?? effect) === 'undecided' && { worst }),
      ...(understates && { understates }),
      evidence,
    };
  };
  return { id, title, failsWhen, effect, needs: needs as readonly never[], without, run };
}

export function notApplicable(sentence: string): Judgement {
  return { outcome: 'not applicable', sentence };
}

/** What a check found in one row. The arithmetic is told either way: a reader may want to see how close it was. */
export interface Finding {
  readonly fails: boolean;
  /** The more, the worse: which row is told. */
  readonly badness: number;
  /** Without the row's name, without a full stop: `1149 requests/s × 10 ms = 11.5 under way, but 10 were declared`. */
  readonly text: string;
  readonly evidence?: readonly Evidence[];
}

/** Judges row by row. One bad row fails its cell; the sentence is about the worst row, of those that fail if any does. */
export function eachRow<Row extends Observation>(
  rows: readonly Row[],
  find: (row: Row) => Finding | null,
): Judgement | null {
  const found = rows.flatMap((row) => {
    const finding = find(row);
    return finding ? [{ row, finding }] : [];
  });
  const failing = found.filter(({ finding }) => finding.fails);
  const told = failing.length > 0 ? failing : found;
  if (told.length === 0) return null;
  const worstOf = (some: typeof told) =>
    some.reduce((most, next) => (next.finding.badness > most.finding.badness ? next : most));
  const sentence = ({ row, finding }: (typeof told)[number]) => `${capital(row.name)}: ${finding.text}`;
  const worst = worstOf(told);
  const text = sentence(worst);
  const { evidence = [] } = worst.finding;
  if (failing.length === 0) {
    const closest = found.length > 1 ? ` (the closest of ${found.length})` : '';
    return { outcome: 'pass', sentence: `${text}${closest}.`, evidence };
  }
  const share = found.length > 1 ? ` (${failing.length} of ${found.length} fail)` : '';
  const cells = Map.groupBy(failing, ({ row }) => row.cell);
  const ofCells = [...cells].map(([cell, own]) => [cell, `${sentence(worstOf(own))}.`]);
  return {
    outcome: 'fail',
    sentence: `${text}${share}.`,
    cells: [...cells.keys()],
    // Of a single cell the sentence itself tells.
    ...(cells.size > 1 && { worst: Object.fromEntries(ofCells) as Record<string, string> }),
    evidence,
  };
}

/** One disturbed trial of several is in the interval; from a half on it is in the value. */
const disturbedShare = 0.5;

/** Like `eachRow`, but a cell fails only when half of its rows or more do: for what befalls single trials. */
export function eachCell<Row extends Observation>(
  rows: readonly Row[],
  find: (row: Row) => Finding | null,
): Judgement | null {
  const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()];
  const told = cells.flatMap((cell) => {
    const found = cell.flatMap((row) => {
      const finding = find(row);
      return finding ? [{ row, finding }] : [];
    });
    const failing = found.filter((each) => each.finding.fails);
    const isDisturbed = failing.length > 0 && failing.length >= disturbedShare * found.length;
    const shown = (failing.length > 0 ? failing : found).toSorted(
      (a, b) => b.finding.badness - a.finding.badness,
    )[0];
    if (!shown) return [];
    const share =
      failing.length > 0 ? `, as in ${failing.length} of the ${cell.length} trials of its setting` : '';
    const { text } = shown.finding;
    return [{ ...shown.row, finding: { ...shown.finding, fails: isDisturbed, text: `${text}${share}` } }];
  });
  return eachRow(told, (row) => row.finding);
}

/** A measured figure as evidence: one row, so no interval. */
export function figure(text: string, unit: string, value: number): Evidence {
  return { text, unit, value, low: null, high: null, n: 1 };
}

/** What a row is about: jobs where the answers do not wait for them, and measure nothing; requests elsewhere. */
export function pace({ throughput, jobs, late }: Observation): number {
  return (isLate({ late }) ? jobs?.rate : throughput) ?? jobs?.rate ?? 0;
}

export function isLate({ late }: Pick<Observation, 'late'>): boolean {
  return late !== null && late.share > lateTolerance;
}

/** `1 trial`, `3 trials`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
