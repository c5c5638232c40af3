/** Settings that were compared: a sweep, a gate, an experiment of the lab. */
import { columnFormat } from '../../format/number.ts';
import { hasCode, message, type AnyMessage } from '../../messages/message.ts';
import { applications } from '../../model/apply/apply.ts';
import { foundIn, type ClaimWord, type GateResult } from '../../model/verdict.ts';
import {
  bestComparison,
  bestSetting,
  claimBalance,
  costOfGain,
  headline,
  tellingComparisons,
} from '../outline/headline.ts';
import { wordName } from '../outline/names.ts';
import { bestCell, pictureOf, type Picture } from '../outline/picture.ts';
import { gatePrice, priceOf } from '../outline/price.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { tiles } from '../outline/tiles.ts';
import { nextStep } from '../next-step.ts';
import { mainFigure } from '../page/main-figure.ts';
import type { Apply, List, Page, Section, Verdict, Words } from '../page.ts';
import { comparedBars } from './bars.ts';
import { failedParts, runFrame, runHead } from './run-parts.ts';
import { claimTones, openClaims, runSections } from './sections.ts';

/** @param own what the kind of run has instead of what all have */
function comparedPage(
  result: ShownRun,
  picture: Picture | null,
  own: Pick<Page, 'verdict'> & Partial<Page>,
): Page {
  const figure = mainFigure(result);
  const price = openPrice(result);
  return {
    ...runFrame(result),
    head: runHead(result),
    tiles: tiles(result),
    figure,
    bars: picture === null ? [] : [comparedBars(picture)],
    list: null,
    why: [],
    apply: [],
    also: [],
    open: price === null ? [] : [price],
    next: nextStep(result),
    details: runSections(result, figure, result.passages),
    ...own,
    ...failedParts(result),
  };
}

export function sweepPage(result: ShownRun): Page {
  const picture = pictureOf(result);
  const sentence = headline(result);
  return comparedPage(result, picture, {
    verdict: { ...badgeOf(sentence), sentence, certainty: [] },
    why: [costOfGain(result), picture && cheaperOf(picture)].filter((one) => one !== null),
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
function cheaperOf({ baseline, factor, rows, ...picture }: Picture): AnyMessage | null {
  const best = bestCell({ baseline, factor, rows, ...picture });
  const costOf = (cell: string) => {
    const row = rows.find((one) => one.cell === cell);
    const cost = row?.summary.metrics.cpuPerRequest?.value;
    return row && cost !== undefined ? { label: row.label, cost } : null;
  };
  const [before, after] = [costOf(baseline), costOf(best)];
  if (best === baseline || !before || !after) return null;
  const format = columnFormat([before.cost, after.cost]);
  const name = (label: string) => (factor.includes(' ') ? label : `${factor} ${label}`);
  return message('terminal.cpu', {
    baseline: name(before.label),
    setting: name(after.label),
    before: format(before.cost),
    after: format(after.cost),
  });
}

/** The line that starts the server under the best setting. */
function applyOf(result: ShownRun): Apply[] {
  const { plan } = result;
  const best = bestComparison(result);
  const setting = plan.cells.find(({ id }) => id === best?.cell)?.setting;
  if (plan.subject.kind !== 'command' || !setting) return [];
  const { ways } = applications(setting, plan.subject.command);
  const way = ways.find(({ place }) => place === 'shell');
  return way
    ? [
        {
          label: 'label.apply',
          what: null,
          lines: way.text.split('\n'),
          isShell: true,
          expect: null,
          more: null,
        },
      ]
    : [];
}

/** What a comparison leaves open costs; claims tell theirs themselves. */
function openPrice(result: ShownRun): Words | null {
  const { claims, gate } = result;
  if (claims.length > 0 || gate?.because.code === 'gate.withheld') return null;
  if (gate) {
    if (gate.verdict !== 'undecided') return null;
    const more = gatePrice(gate, result);
    return more
      ? message('undecided.noise', { what: null, ...more })
      : message('undecided.on-the-line', { what: null });
  }
  const price = priceOf(tellingComparisons(result), result);
  if (!price) return null;
  const { open, ...more } = price;
  return message('undecided.noise', { what: message('undecided.settings', { settings: open }), ...more });
}

const gateTones = { pass: 'good', fail: 'bad', undecided: 'unsure', unmeasured: 'unsure' } as const;

export function gatePage(result: ShownRun, gate: GateResult): Page {
  const { sentence, because, verdict, base, head, notes } = gate;
  // The sentence of a gate that decided nothing has the reason in it.
  const why = verdict === 'undecided' || verdict === 'unmeasured' ? [] : [because];
  const page = comparedPage(result, pictureOf(result), {
    verdict: {
      badge: message('gate.verdict', { verdict }),
      tone: gateTones[verdict],
      sentence: hasCode(sentence, 'gate.sentence') ? message('gate.finding', sentence.params) : sentence,
      certainty: [],
    },
    why,
  });
  const decision: Section = {
    id: 'gate',
    title: message('word.Gate'),
    blocks: [{ kind: 'texts', texts: [message('gate.decision', { base, head }), ...notes] }],
  };
  return { ...page, details: [decision, ...page.details] };
}

/** Refuted and misread claims are what a reader did not expect. */
const order: readonly ClaimWord[] = ['misread', 'refuted', 'holds', 'not run'];

/** Its answer where it has one, else the balance of its claims: a factor's levels say nothing to whoever did not design it. */
export function labPage(result: ShownRun): Page {
  const { claims, answer } = foundIn(result);
  const balance = claimBalance(result);
  // The first of its many loads would be no picture of an experiment that has an answer of its own.
  const picture = answer ? null : pictureOf(result);
  const decided = claims.filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'not run').length;
  const best = answer || !picture || picture.factor.includes(' · ') ? null : bestSetting(result);
  const list: List = {
    label: 'label.claims',
    lead: answer ? balance : null,
    rows: claims
      .filter(({ verdict }) => verdict !== 'undecided')
      .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
      .map(({ verdict, text }) => ({ word: wordName(verdict), tone: claimTones[verdict], text })),
    open: openClaims(claims),
  };
  const verdict: Verdict =
    claims.length === 0
      ? { ...badgeOf(headline(result)), sentence: answer ?? headline(result), certainty: [] }
      : {
          badge: message('page.badge.claims', { decided, of: claims.length }),
          tone: decided === claims.length ? 'good' : 'unsure',
          sentence: answer ?? balance ?? headline(result),
          certainty: [],
        };
  return comparedPage(result, picture, {
    verdict,
    list: claims.length === 0 ? null : list,
    why:
      best === null
        ? []
        : [hasCode(best, 'headline.none-better') ? message(best.code, { ...best.params, common: '' }) : best],
  });
}
