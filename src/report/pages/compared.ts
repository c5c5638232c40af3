/** Settings that were compared: a sweep, a gate, an experiment of the lab. */
import { columnFormat } from '../../format/number.ts';
import { hasCode, message, type AnyMessage } from '../../messages/message.ts';
import { applications } from '../../apply/apply.ts';
import { foundIn, type ClaimVerdict, type ClaimWord, type GateResult } from '../../model/verdict.ts';
import { bestSetting, claimBalance, costOfGain, headline } from '../outline/headline.ts';
import { countOf, wordName } from '../outline/names.ts';
import { openPrice } from '../outline/price.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { tiles } from '../outline/tiles.ts';
import { mainFigure } from '../page/main-figure.ts';
import { claimTones, type Apply, type Bars, type List, type Mark, type Page, type Verdict } from '../page.ts';
import { pictureOf, type Picture } from './bars.ts';
import { failedParts, runFrame } from './run-parts.ts';
import { openClaims, runSections } from './sections.ts';

/** @param own what the kind of run has instead of what all have */
function comparedPage(
  result: ShownRun,
  picture: Picture | null,
  own: Pick<Page, 'verdict'> & Partial<Page>,
): Page {
  const figure = mainFigure(result, own.verdict.sentence);
  return {
    ...runFrame(result),
    tiles: tiles(result),
    figure,
    bars: picture ? [picture.bars] : [],
    open: openPrice(result),
    details: runSections(result, figure),
    ...own,
    ...failedParts(result),
  };
}

export function sweepPage(result: ShownRun): Page {
  const picture = pictureOf(result);
  const sentence = headline(result);
  return comparedPage(result, picture, {
    verdict: { ...badgeOf(sentence), sentence },
    why: [costOfGain(result), picture && cheaperOf(result, picture)].filter((one) => one !== null),
    apply: applyOf(result),
  });
}

function badgeOf(sentence: AnyMessage): Pick<Verdict, 'badge' | 'tone'> {
  switch (sentence.code) {
    case 'headline.best':
      return { badge: message('word.improved'), tone: 'good' };
    case 'headline.none-better': {
      const { undecided } = sentence.params as { undecided: readonly string[] };
      return undecided.length > 0
        ? { badge: message('word.undecided'), tone: 'unsure' }
        : { badge: message('word.no-gain'), tone: 'same' };
    }
    case 'headline.withheld':
      return { badge: message('word.not-valid'), tone: 'bad' };
    case 'headline.nothing-measured':
      return { badge: message('word.not-measured'), tone: 'bad' };
    default:
      return { badge: message('word.measured'), tone: 'quiet' };
  }
}

/** What the best setting does to the CPU that a request costs: the first thing to look at in a pool or a cluster. */
function cheaperOf({ summaries, focus }: ShownRun, { factor, label }: Picture): AnyMessage | null {
  const [before, after] = [focus.baseline, focus.cell].map(
    (id) => summaries.find(({ cell }) => cell === id)?.metrics.cpuPerRequest?.value,
  );
  if (focus.cell === focus.baseline || before === undefined || after === undefined) return null;
  const format = columnFormat([before, after]);
  const name = (cell: string) => (factor.includes(' ') ? label(cell) : `${factor} ${label(cell)}`);
  return message('terminal.cpu', {
    baseline: name(focus.baseline),
    setting: name(focus.cell),
    before: format(before),
    after: format(after),
  });
}

/** The line that starts the server under the best setting. */
function applyOf({ plan, focus: { best } }: ShownRun): Apply[] {
  const setting = plan.cells.find(({ id }) => id === best?.cell)?.setting;
  if (plan.subject.kind !== 'command' || !setting) return [];
  const way = applications(setting, plan.subject.command).ways.find(({ place }) => place === 'shell');
  const lines = way?.text.split('\n') ?? [];
  return way ? [{ label: 'label.apply', what: null, lines, isShell: true }] : [];
}

const judgedBars = (bars: Bars, mark: Mark): Bars => ({
  ...bars,
  legend: [],
  rows: bars.rows.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell) => (cell.mark ? { ...cell, mark } : cell)),
  })),
});

const gateMarks = {
  pass: 'better',
  fail: 'worse',
  undecided: 'undecided',
  unmeasured: 'undecided',
} as const satisfies Record<GateResult['verdict'], Mark>;
export const gateTones = { pass: 'good', fail: 'bad', undecided: 'unsure', unmeasured: 'unsure' } as const;

export function gatePage(result: ShownRun, gate: GateResult): Page {
  const { sentence, verdict, base, head, notes, sees } = gate;
  const picture = pictureOf(result);
  return comparedPage(result, picture, {
    // The rows have the mark of the gate's verdict: a loss that is allowed is no doubt.
    bars: picture ? [judgedBars(picture.bars, gateMarks[verdict])] : [],
    verdict: {
      badge: message('gate.verdict', { verdict }),
      tone: gateTones[verdict],
      sentence: hasCode(sentence, 'gate.sentence') ? message('gate.finding', sentence.params) : sentence,
    },
    also: [
      message('gate.decision', { base, head }),
      ...(sees === null ? [] : [message('gate.sees', { sees })]),
    ],
    warnings: notes,
  });
}

/** How many claims are decided. */
export function claimBadge(claims: readonly ClaimVerdict[]): Pick<Verdict, 'badge' | 'tone'> {
  const open = countOf(claims, 'undecided') + countOf(claims, 'not run');
  return {
    badge: message('page.badge.claims', { decided: claims.length - open, of: claims.length }),
    tone: open === 0 ? 'good' : 'unsure',
  };
}

/** Order of the claims: misread and refuted ones, which a reader did not expect, come first. */
const order: readonly ClaimWord[] = ['misread', 'refuted', 'holds', 'not run'];

/** The page of an experiment: its answer, else the balance of its claims. A factor's levels say nothing to whoever did not design it. */
export function labPage(result: ShownRun): Page {
  const { claims, answer } = foundIn(result);
  const balance = claimBalance(claims);
  // The first of its many loads would be no picture of an experiment that has an answer of its own.
  const picture = answer ? null : pictureOf(result);
  const best = !picture || picture.factor.includes(' · ') ? null : bestSetting(result);
  const why = hasCode(best, 'headline.none-better')
    ? message(best.code, { ...best.params, common: '' })
    : best;
  const list: List = {
    lead: answer ? balance : null,
    rows: claims
      .filter(({ verdict }) => verdict !== 'undecided')
      .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
      .map(({ verdict, text }) => ({ word: wordName(verdict), tone: claimTones[verdict], text })),
    open: openClaims(claims),
  };
  const badge = balance === null ? badgeOf(headline(result)) : claimBadge(claims);
  return comparedPage(result, picture, {
    verdict: { ...badge, sentence: answer ?? balance ?? headline(result) },
    list: balance === null ? null : list,
    why: why ? [why] : [],
  });
}
