/**
 * The one structure that terminal, Markdown and HTML are made from: what is said, and in which order. The verdict
 * first, then what to know before believing it, then the evidence.
 */
import type { Passage, RunResult } from '../model/verdict.ts';
import { checkBalance, checkTable, failedChecks, type FailedCheck } from './checks.ts';
import { withoutEarlyAnswers } from './early.ts';
import type { Figure } from './figure.ts';
import { figures } from './figures.ts';
import { failures, type Failure } from './failures.ts';
import type { Grid } from './grid.ts';
import { headline, repeatCommand, title } from './headline.ts';
import { hostFacts, planFacts, type Fact } from './conditions.ts';
import { claims, comparisonTable, jobTable, settingTable, type Claim } from './tables.ts';
import { printable } from './printable.ts';
import { trust, type TrustLine } from './trust.ts';

export interface Outline {
  readonly title: string;
  /** Run, date, scale, number of trials: one line. */
  readonly byline: string;
  /** The result in one sentence. */
  readonly verdict: string;
  readonly repeat: string;
  readonly warnings: readonly string[];
  /** Honesty checks that failed: what takes most away comes first. */
  readonly failedChecks: readonly FailedCheck[];
  /** How many passed, failed, or said nothing, in one sentence. */
  readonly checkBalance: string;
  readonly claims: readonly Claim[];
  readonly passages: readonly Passage[];
  /** One row for each setting; absent tables have no rows. */
  readonly settings: readonly Grid[];
  readonly comparisons: Grid;
  readonly figures: readonly Figure[];
  readonly trust: readonly TrustLine[];
  readonly checks: Grid;
  readonly host: readonly Fact[];
  readonly plan: readonly Fact[];
  readonly failures: readonly Failure[];
}

export function outline(given: RunResult): Outline {
  const result = withoutEarlyAnswers(given);
  const trusted = trust(result);
  const doubts = trusted.filter(({ ok }) => !ok);
  return printable({
    ...title(result),
    verdict: headline(result),
    repeat: repeatCommand(result.plan),
    // A doubt about the measuring itself belongs before every figure.
    // A run with checks says these before every figure, with the arithmetic.
    warnings:
      result.checks.length > 0
        ? result.warnings
        : [...result.warnings, ...doubts.map(({ name, answer }) => `In doubt: ${name}: ${answer}.`)],
    failedChecks: failedChecks(result),
    checkBalance: checkBalance(result),
    claims: claims(result),
    passages: result.passages,
    settings: [settingTable(result), jobTable(result)].filter(({ rows }) => rows.length > 0),
    comparisons: comparisonTable(result),
    figures: figures(result),
    trust: trusted,
    checks: checkTable(result),
    host: hostFacts(result),
    plan: planFacts(result.plan),
    failures: failures(result),
  });
}
