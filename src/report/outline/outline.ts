/**
 * The one structure that terminal, Markdown and HTML are made from: what is said, and in which order. The verdict
 * first, then what to know before believing it, then the evidence.
 */
import type { Passage, RunResult } from '../../model/verdict.ts';
import { checkBalance, checkTable, failedChecks, type FailedCheck } from './checks.ts';
import { withoutEarlyAnswers } from './early.ts';
import type { Figure } from '../page/figure.ts';
import { figures } from '../page/figures.ts';
import { failures, type Failure } from './failures.ts';
import type { Grid } from './grid.ts';
import { headline, repeatCommand, title } from './headline.ts';
import { hostFacts, planFacts, type Fact } from './conditions.ts';
import { claims, comparisonTable, jobTable, settingTable, type Claim } from './tables.ts';
import { noiseFacts } from './noise.ts';
import { printable } from '../terminal/printable.ts';
import { trust, type TrustLine } from './trust.ts';

export interface Outline {
  readonly title: string;
  /** What an experiment of the lab asks; empty otherwise. */
  readonly question: string;
  /** Run, date, scale, number of trials: one line. */
  readonly byline: string;
  /** The result in one sentence. */
  readonly verdict: string;
  readonly repeat: string;
  readonly warnings: readonly string[];
  /** Validity checks that failed: what takes most away comes first. */
  readonly failedChecks: readonly FailedCheck[];
  /** How many passed, failed, or said nothing, in one sentence. */
  readonly checkBalance: string;
  readonly claims: readonly Claim[];
  /** What the reader came for, before everything else; and the other passages. */
  readonly leading: readonly Passage[];
  readonly passages: readonly Passage[];
  /** One row for each setting; absent tables have no rows. */
  readonly settings: readonly Grid[];
  readonly comparisons: Grid;
  readonly figures: readonly Figure[];
  readonly trust: readonly TrustLine[];
  readonly checks: Grid;
  readonly host: readonly Fact[];
  readonly plan: readonly Fact[];
  /** Empty where nothing was repeated. */
  readonly noise: readonly Fact[];
  readonly failures: readonly Failure[];
}

/** The copy of the baseline is told of where the noise is: among the settings it would be one that nobody asked for. */
function withoutControl(result: RunResult): RunResult {
  const isControl = new Set(result.plan.cells.filter(({ control }) => control).map(({ id }) => id));
  return {
    ...result,
    plan: { ...result.plan, cells: result.plan.cells.filter(({ id }) => !isControl.has(id)) },
    summaries: result.summaries.filter(({ cell }) => !isControl.has(cell)),
    measurements: result.measurements.filter(({ cell }) => !isControl.has(cell)),
    trials: result.trials.filter(({ cell }) => !isControl.has(cell)),
  };
}

/** A search leaves most of its grid unmeasured on purpose: a row of dashes would look like a failure. */
function withoutUntried(result: RunResult): RunResult {
  if (!result.plan.search) return result;
  const tried = new Set(result.trials.map(({ cell }) => cell));
  const cells = result.plan.cells.filter(({ id }) => tried.has(id));
  if (cells.length === 0) return result;
  return {
    ...result,
    plan: { ...result.plan, cells },
    summaries: result.summaries.filter(({ cell }) => tried.has(cell)),
  };
}

export function outline(given: RunResult): Outline {
  const result = withoutUntried(withoutControl(withoutEarlyAnswers(given)));
  // What the generator did is judged over all trials, the control's among them.
  const trusted = trust(given);
  const doubts = trusted.filter(({ ok }) => !ok);
  return printable({
    ...title(given),
    question: given.question ?? '',
    verdict: headline(result),
    repeat: repeatCommand(result.plan),
    // A doubt about the measuring itself belongs before every figure: a run with checks says these before every figure, with the arithmetic.
    warnings:
      result.checks.length > 0
        ? result.warnings
        : [...result.warnings, ...doubts.map(({ name, answer }) => `In doubt: ${name}: ${answer}.`)],
    failedChecks: failedChecks(result),
    checkBalance: checkBalance(result),
    claims: claims(result),
    leading: result.passages.filter(({ leads }) => leads),
    passages: result.passages.filter(({ leads }) => !leads),
    settings: [settingTable(result), jobTable(result)].filter(({ rows }) => rows.length > 0),
    comparisons: comparisonTable(result),
    figures: figures(result),
    trust: trusted,
    checks: checkTable(result),
    host: hostFacts(result),
    plan: [...planFacts(result), ...(result.model ? [{ name: 'Model', value: result.model.sentence }] : [])],
    noise: noiseFacts(result),
    failures: failures(result),
  });
}
