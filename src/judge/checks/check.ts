/** What a validity check is: a declaration, and a pure function over the rows that have what it needs. */
import { inEnglish, message, type Message, type MessageCode } from '../../messages/message.ts';
import { lateTolerance } from '../../model/metric.ts';
import type { CheckEffect, CheckId, CheckResult } from '../../model/check.ts';
import type { SpeedReport } from '../../model/noise.ts';
import type { Control, Observation } from '../../model/observation.ts';
import type { Evidence } from '../../model/verdict.ts';
import { thresholds } from './thresholds.ts';

/** An observation in which these fields are known. */
export type Known<Need extends keyof Observation> = Observation & {
  readonly [Key in Need]: NonNullable<Observation[Key]>;
};

/** All that a check may look at. */
export interface CheckSubject {
  readonly rows: readonly Observation[];
  /** The A/A′ control; null where none was run. */
  readonly control: Control | null;
  /** What was seen of the machine's speed; null or absent where nobody looked. */
  readonly speed?: SpeedReport | null;
  /** The run is a search, which leaves settings that are far behind after one trial, on purpose, and says so of each. */
  readonly isSearch?: boolean;
}

/** The judgement of a check. An `effect` in it says that this failure weighs less or more than the check's usual one. */
export type Judgement = Pick<CheckResult, 'outcome' | 'sentence'> &
  Partial<Pick<CheckResult, 'cells' | 'metrics' | 'worst' | 'understates' | 'evidence' | 'effect'>>;

export interface Declaration<Need extends keyof Observation> {
  readonly id: CheckId;
  readonly effect: CheckEffect;
  readonly needs: readonly Need[];
  /** What is said if `judge` returns null for rows that have what it needs; absent: `check.ID.silent`, without parameters. */
  readonly silent?: Message;
  /** The check also looks at trials that ended with a problem. */
  readonly judgesFailed?: boolean;
  /** Returns what the check finds in one row. */
  readonly row?: (row: Known<Need>, rows: readonly Known<Need>[]) => CheckFinding | null;
  /** Judges all rows together, where one row is not enough. It is called with at least one. */
  readonly judge?: (rows: readonly Known<Need>[], subject: CheckSubject) => Judgement | null;
}

/** A declaration without its types of rows, so that all of them fit into one table. */
export interface Check extends Pick<Declaration<never>, 'id' | 'effect' | 'needs'> {
  readonly run: (subject: CheckSubject) => CheckResult;
}

export function check<const Need extends keyof Observation>(declaration: Declaration<Need>): Check {
  const { id, effect: usual, needs, judgesFailed = false, row: find = () => null } = declaration;
  const { judge = (rows: readonly Known<Need>[]) => eachRow(rows, (row) => find(row, rows)) } = declaration;
  const knows = (row: Observation): row is Known<Need> =>
    (row.counts || judgesFailed) && needs.every((need) => row[need] !== null);
  const run = (subject: CheckSubject): CheckResult => {
    const rows = subject.rows.filter(knows);
    // No row has what it needs; or nothing follows from what they have.
    const without = needs.length > 0 ? (`check.${id}.without` as MessageCode) : 'check.no-rows';
    const { silent = { code: `check.${id}.silent` as MessageCode, params: {} } } = declaration;
    const judged =
      rows.length > 0
        ? (judge(rows, subject) ?? notApplicable(silent))
        : notApplicable({ code: without, params: {} });
    const { outcome, sentence, effect = usual, cells = [], metrics, worst, understates } = judged;
    return {
      id,
      // The title is made here, not where the check is declared: reading the texts takes 10 ms, and many importers judge nothing.
      title: inEnglish(message(`check.${id}.title`)),
      outcome,
      effect,
      sentence,
      cells: [...new Set(cells)],
      ...(metrics && { metrics }),
      // Only a check that takes words is asked about one cell.
      ...(worst && effect === 'undecided' && { worst }),
      ...(understates && { understates }),
      evidence: judged.evidence ?? [],
    };
  };
  return { id, effect: usual, needs: needs as readonly never[], run };
}

function notApplicable(sentence: Message): Judgement {
  return { outcome: 'not applicable', sentence };
}

/** What a check found in one row. The arithmetic is told either way: a reader may want to see how close it was. */
export interface CheckFinding {
  /** Whether the row fails; absent: it fails if `badness` is above 1. */
  readonly fails?: boolean;
  /** How bad the row is: the one with the most is told. */
  readonly badness: number;
  /** A clause without the row's name or a full stop: `1149 requests/s × 10 ms = 11.5 in flight, but 10 were declared`. */
  readonly says: Message;
  readonly evidence?: readonly Evidence[];
}

interface RowFinding<Row> {
  readonly row: Row;
  readonly finding: CheckFinding & { readonly fails: boolean };
}

function foundIn<Row extends Observation>(
  rows: readonly Row[],
  find: (row: Row) => CheckFinding | null,
): RowFinding<Row>[] {
  return rows.flatMap((row) => {
    const finding = find(row);
    return finding ? [{ row, finding: { ...finding, fails: finding.fails ?? finding.badness > 1 } }] : [];
  });
}

function worstOf<Row>(some: readonly RowFinding<Row>[]): RowFinding<Row> | null {
  return some.reduce<RowFinding<Row> | null>(
    (most, next) => (most === null || next.finding.badness > most.finding.badness ? next : most),
    null,
  );
}

/** Judges row by row. One bad row fails its cell; the sentence is about the worst row, of those that fail if any does. */
export function eachRow<Row extends Observation>(
  rows: readonly Row[],
  find: (row: Row) => CheckFinding | null,
): Judgement | null {
  const found = foundIn(rows, find);
  const failing = found.filter(({ finding }) => finding.fails);
  const worst = worstOf(failing.length > 0 ? failing : found);
  if (!worst) return null;
  const says = ({ row, finding }: RowFinding<Row>, of = 1) =>
    message('check.row', { row: row.name, finding: finding.says, failing: failing.length, of });
  const sentence = says(worst, found.length);
  const { evidence = [] } = worst.finding;
  if (failing.length === 0) return { outcome: 'pass', sentence, evidence };
  const cells = Map.groupBy(failing, ({ row }) => row.cell);
  const ofCells = [...cells].map(([cell, own]) => [cell, says(worstOf(own) ?? worst)] as const);
  return {
    outcome: 'fail',
    sentence,
    cells: [...cells.keys()],
    // With a single cell the sentence is about that cell already.
    ...(cells.size > 1 && { worst: Object.fromEntries(ofCells) }),
    evidence,
  };
}

/** Like `eachRow`, but a cell fails only when half of its rows or more do: for what befalls single trials. */
export function eachCell<Row extends Observation>(
  rows: readonly Row[],
  find: (row: Row) => CheckFinding | null,
): Judgement | null {
  const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()];
  const told = cells.flatMap((cell) => {
    const found = foundIn(cell, find);
    const failing = found.filter(({ finding }) => finding.fails);
    const shown = worstOf(failing.length > 0 ? failing : found);
    if (!shown) return [];
    const fails = failing.length > 0 && failing.length >= thresholds.disturbedTrials * found.length;
    const { says } = shown.finding;
    const share = { finding: says, failing: failing.length, of: cell.length };
    return [
      {
        ...shown.row,
        finding: {
          ...shown.finding,
          fails,
          says: failing.length > 0 ? message('check.in-trials', share) : says,
        },
      },
    ];
  });
  return eachRow(told, (row) => row.finding);
}

/** A figure of each cell, from its rows. */
export function byCell<Row extends Observation>(
  rows: readonly Row[],
  of: (own: readonly Row[]) => number,
): Record<string, number> {
  const cells = [...Map.groupBy(rows, ({ cell }) => cell)];
  return Object.fromEntries(cells.map(([cell, own]) => [cell, of(own)]));
}

/** A measured figure as evidence: one row, so no interval. */
export function figure(text: string, unit: string, value: number): Evidence {
  return { text, unit, value, low: null, high: null, n: 1 };
}

/** Returns the rate that a row is about: that of jobs if the answers do not wait for them, and measure nothing; else of requests. */
export function pace({ throughput, jobs, late }: Observation): number {
  return (isLate({ late }) ? jobs?.rate : throughput) ?? jobs?.rate ?? 0;
}

export function isLate({ late }: Pick<Observation, 'late'>): boolean {
  return late !== null && late.share > lateTolerance;
}
