/** A search for the best setting: what to set, how certain that is, each setting's figure, why, and how to apply it. */
import { columnFormat, ratioTexts } from '../../format/number.ts';
import { hasCode, message, type AnyMessage, type Message, type MessageCode } from '../../messages/message.ts';
import { metrics, type Metric } from '../../model/metric.ts';
import { askedIn, type Setting } from '../../model/plan.ts';
import type { Standing, TunedSetting } from '../../model/tune.ts';
import type { Recommended, Said, Section as Passage } from '../../model/verdict.ts';
import { anchorOf } from '../outline/anchor.ts';
import { costOfGain, headline } from '../outline/headline.ts';

import type { ShownRun } from '../outline/shown-run.ts';
import { said, type Apply, type Bars, type Mark, type Page, type Verdict } from '../page.ts';
import { tiles } from '../outline/tiles.ts';
import { mainFigure } from '../page/main-figure.ts';
import { nextStep } from '../next-step.ts';
import { unitOf } from './bars.ts';
import { failedParts, runFrame, runHead } from './run-parts.ts';
import { runSections } from './sections.ts';

type Found = Recommended;

export function tunePage(result: ShownRun, found: Found): Page {
  const figure = mainFigure(result);
  const [lead, ...others] = passagesOf(result);
  return {
    ...runFrame(result),
    head: runHead(result, [message('tune-page.objective', { label: metrics[found.objective].label })]),
    tiles: tiles(result),
    figure,
    bars: [settingBars(result, found)],
    list: null,
    verdict: verdictOf(result, found),
    why: reasonsOf(result, lead),
    apply: applyOf(found, lead, others),
    also: found.warnings,
    open: [],
    next: nextStep(result),
    details: runSections(result, figure, [...(lead ? [untold(lead)] : []), ...others]),
    ...failedParts(result),
  };
}

/** The passage that leads, then the others. */
function passagesOf({ passages }: ShownRun): Passage<Said>[] {
  return passages.toSorted((a, b) => Number(b.leads ?? false) - Number(a.leads ?? false));
}

function verdictOf(result: ShownRun, found: Found): Verdict {
  const { plan } = result;
  const { id, verdict, kept, withheld, stopped } = found;
  const rest = { sentence: headline(result), certainty: id === null ? [] : [shortCertainty(found)] };
  if (id === null || stopped === 'not in force')
    return { ...rest, badge: message('word.no-setting'), tone: 'bad' };
  if (verdict === 'certified')
    return {
      ...rest,
      badge: message('page.badge.certified', { confidence: askedIn(plan).search?.confidence ?? 0 }),
      tone: 'good',
    };
  if (kept === null) return { ...rest, badge: message('word.not-certified'), tone: 'unsure' };
  return withheld === undefined
    ? { ...rest, badge: message('word.no-gain'), tone: 'same' }
    : { ...rest, badge: message('word.undecided'), tone: 'unsure' };
}

/** Which settings are left out of it is in the report. */
function shortCertainty({ certainty }: Found): AnyMessage {
  const nobody = { droppedEarly: [], notCompared: [] };
  if (hasCode(certainty, 'tune.certified'))
    return message('tune.certified', { ...certainty.params, ...nobody });
  return hasCode(certainty, 'tune.not-certified')
    ? message('tune.not-certified', { ...certainty.params, ...nobody, equivalent: [] })
    : certainty;
}

/** What a ratio's mark stands for. */
const marks: Readonly<Record<Standing, Mark>> = {
  best: 'best',
  better: 'better',
  worse: 'worse',
  'screened out': 'worse',
  equivalent: 'equivalent',
  undecided: 'undecided',
  'dropped early': 'left',
  'not in the final comparison': 'left',
  'breaks a constraint': 'warning',
  failed: 'warning',
};
/** Said where there is no ratio to mark. */
const words: Readonly<Partial<Record<Standing, Extract<MessageCode, `word.${string}`>>>> = {
  'dropped early': 'word.dropped',
  'not in the final comparison': 'word.dropped',
  'breaks a constraint': 'word.over-limit',
  failed: 'word.failed',
};
const legend = [
  ['better', 'word.better'],
  ['worse', 'word.worse'],
  ['equivalent', 'terminal.equivalent'],
  ['undecided', 'word.undecided'],
  ['left', 'word.dropped-early'],
  ['warning', 'word.over-limit'],
] as const satisfies readonly (readonly [Mark, MessageCode])[];

/** In the order of the grid; where there are too many, those furthest from the best give way. */
function settingBars({ plan, summaries }: ShownRun, { settings, objective, id }: Found): Bars {
  const [only, ...more] = plan.factors;
  const key = only && more.length === 0 ? only.key : null;
  const labelOf = (one: { readonly id: string; readonly setting: Setting }) =>
    key === null ? one.id : String(one.setting[key] ?? one.id);
  const best = settings.find((one) => one.id === id);
  const valueOf = ({ id: own, bound }: TunedSetting) =>
    bound?.figure === objective
      ? bound.atLeast
      : (summaries.find(({ cell }) => cell === own)?.metrics[objective as Metric]?.value ?? null);
  const format = columnFormat(settings.flatMap((one) => valueOf(one) ?? []));
  const there = new Set(
    settings.flatMap(({ standing, ratio }) => (ratio === null && words[standing] ? [] : marks[standing])),
  );
  return {
    label: key ?? message('word.setting'),
    unit: unitOf(objective),
    legend: legend.flatMap(([sign, code]) => (there.has(sign) ? [[sign, message(code)] as const] : [])),
    notes: [],
    columns: [
      {
        label:
          best && key !== null
            ? message('terminal.versus', { baseline: labelOf(best) })
            : message('word.ratio'),
        align: 'left',
      },
      { label: message('terminal.interval'), align: 'left' },
      { label: '', align: 'left' },
      { label: message('word.trials'), align: 'right' },
    ],
    rows: settings.map((one) => {
      const value = valueOf(one);
      const texts = one.ratio && ratioTexts(one.ratio);
      const word = words[one.standing];
      const isEnd = one.id === id || one.id === plan.baseline;
      return {
        label: labelOf(one),
        value,
        text: value === null ? '–' : `${one.bound?.figure === objective ? '> ' : ''}${format(value)}`,
        isBest: one.id === id,
        weight: isEnd ? -1 : one.ratio === null ? Infinity : Math.abs(Math.log(one.ratio.value)),
        cells: [
          texts
            ? { text: `${texts.value}×`, mark: marks[one.standing] }
            : word
              ? { text: message(word) }
              : { text: '', mark: marks[one.standing] },
          { text: texts ? `${texts.low}–${texts.high}` : '', isQuiet: true as const },
          { text: one.id === plan.baseline ? message('word.now') : '' },
          { text: String(one.trials) },
        ],
      };
    }),
  };
}

/** What limited the current setting and the recommended one, and what a request cost in both. */
function reasonsOf(result: ShownRun, lead: Passage<Said> | undefined): Message[] {
  const cost = costOfGain(result);
  const reasons = (lead?.paragraphs ?? []).flatMap((one) => (typeof one === 'string' ? [] : shortened(one)));
  return cost === null ? reasons : [cost, ...reasons];
}

function shortened(one: Message): Message[] {
  return hasCode(one, 'tune.limit') || hasCode(one, 'tune.cost') ? [one] : [];
}

/** What the first screen has said in its own words. */
const told = new Set<MessageCode>([
  'tune.advice.none',
  'tune.advice.keep',
  'tune.advice.keep-for-now',
  'tune.advice.set',
  'tune.advice.guess',
]);

/** What is to be copied is on the first screen. */
function untold(lead: Passage<Said>): Passage<Said> {
  const paragraphs = lead.paragraphs.filter((one) => typeof one === 'string' || !told.has(one.code));
  return { ...lead, paragraphs, listings: [] };
}

/** One way, and where the others are; null where nothing is to be changed. */
function applyOf(found: Found, lead: Passage<Said> | undefined, others: readonly Passage<Said>[]): Apply[] {
  const [first] = lead?.listings ?? [];
  if (first === undefined) return [];
  // A way without a file is typed, and stands above.
  const places = (found.apply?.ways ?? []).filter(({ file }) => file !== null).map(({ place }) => place);
  const rest = others.find(({ listings = [] }) => listings.length > 0);
  return [
    {
      label: 'label.apply',
      what: null,
      lines: first.lines,
      isShell: first.lines.length === 1,
      expect: null,
      more:
        places.length === 0 || !rest
          ? null
          : { text: message('tune-page.ways', { places }), section: anchorOf(said(rest.title)) },
    },
  ];
}
