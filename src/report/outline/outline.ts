/**
 * The one structure that terminal, Markdown and HTML are made from: what is said, and in which order. The verdict
 * first, then what to know before believing it, then the evidence.
 */
import { columnName } from './names.ts';
import { message, say } from '../../messages/message.ts';
import { foundIn, type GateResult, type RunResult, type Said, type Section } from '../../model/verdict.ts';
import { checkBalance, checkTable, failedChecks, qualityLine, type FailedCheck } from './checks.ts';
import { shownRun } from './shown-run.ts';
import { said, type Figure, type Table } from './table.ts';
import { figures } from '../page/figures.ts';
import { mainFigure } from '../page/main-figure.ts';
import type { Answer } from './answer.ts';
import { capacitySections } from './capacity.ts';
import { runAnswer } from './run-answer.ts';
import { failures, type Failure } from './failures.ts';
import { generatorTable } from './generators.ts';
import { repeatCommand } from './command.ts';
import { headline, title } from './headline.ts';
import { hostFacts, noiseFacts, planFacts, type Fact } from './conditions.ts';
import { claims, comparisonTable, jobTable, settingTable, type Claim } from './tables.ts';
import { printable } from '../../format/printable.ts';

export interface Outline {
  readonly title: string;
  /** What an experiment of the lab asks; empty otherwise. */
  readonly question: string;
  /** Run, date, scale, number of trials: one line. */
  readonly byline: string;
  /** The result in one sentence. */
  readonly verdict: string;
  /** The first screen of the page; its picture is null where nothing can be drawn. */
  readonly answer: Answer;
  readonly main: Figure | null;
  readonly repeat: string;
  readonly warnings: readonly string[];
  /** Validity checks that failed: what takes most away comes first. */
  readonly failedChecks: readonly FailedCheck[];
  /** How many passed, failed, or said nothing, in one sentence. */
  readonly checkBalance: string;
  /** How good the measurement is, and what that does to the answer, in one or two sentences. */
  readonly qualityLine: string;
  readonly claims: readonly Claim[];
  /** What the reader came for, before everything else; and the other passages. */
  readonly leading: readonly SpokenSection[];
  readonly passages: readonly SpokenSection[];
  /** One row for each setting; absent tables have no rows. */
  readonly settings: readonly Table[];
  readonly comparisons: Table;
  readonly figures: readonly Figure[];
  readonly checks: Table;
  readonly host: readonly Fact[];
  readonly plan: readonly Fact[];
  /** Empty where nothing was repeated. */
  readonly noise: readonly Fact[];
  readonly failures: readonly Failure[];
}

/** A section with its texts. */
export type SpokenSection = Omit<Section<Said>, 'title' | 'paragraphs' | 'listings'> & {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly listings?: readonly { readonly title: string; readonly lines: readonly string[] }[];
};

export function outline(given: RunResult): Outline {
  const result = shownRun(given);
  const comparisons = comparisonTable(result);
  const sections = [...result.passages, ...capacitySections(given), ...gateSection(foundIn(given).gate)].map(
    (section): SpokenSection => {
      const { title: name, paragraphs, listings = [], ...rest } = section;
      return {
        ...rest,
        title: said(name),
        paragraphs: paragraphs.map(said),
        listings: listings.map((one) => ({ ...one, title: said(one.title) })),
      };
    },
  );
  return printable({
    ...title(given),
    question: foundIn(given).question ?? '',
    verdict: say(headline(result)),
    answer: runAnswer(result),
    main: mainFigure(result),
    repeat: repeatCommand(result.plan),
    warnings: result.warnings.map(say),
    failedChecks: failedChecks(result),
    checkBalance: checkBalance(result),
    qualityLine: qualityLine(result),
    checks: checkTable(result),
    claims: claims(result),
    leading: sections.filter(({ leads }) => leads),
    passages: sections.filter(({ leads }) => !leads),
    settings: [settingTable(result), jobTable(result), generatorTable(result.trials)].filter(
      ({ rows }) => rows.length > 0,
    ),
    comparisons,
    figures: figures(result, comparisons),
    host: hostFacts(result),
    noise: noiseFacts(result),
    plan: [
      ...planFacts(result),
      ...(result.model ? [{ name: columnName('model'), value: say(result.model.sentence) }] : []),
    ],
    failures: failures(result),
  });
}

function gateSection(gate: GateResult | undefined): Section<Said>[] {
  if (!gate) return [];
  const { sentence, because, verdict, base, head, notes } = gate;
  // The sentence of a gate that decided nothing has the reason in it.
  const isTold = verdict === 'undecided' || verdict === 'unmeasured';
  const texts = [sentence, ...(isTold ? [] : [because]), message('gate.decision', { base, head }), ...notes];
  return [{ title: say(message('report.gate')), paragraphs: texts.map(say), tables: [] }];
}
