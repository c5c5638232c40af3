/** A search for the best setting: what to set, how certain that is, each setting's figure, why, and how to apply it. */
import { anchorOf } from '../outline/names.ts';
import { columnFormat, ratioTexts } from '../../format/number.ts';
import { hasCode, message, type AnyMessage, type WordCode } from '../../messages/message.ts';
import { metrics, type Metric } from '../../model/metric.ts';
import { askedIn, type Setting } from '../../model/plan.ts';
import type { Standing, TunedSetting } from '../../model/tune.ts';
import type { Application, Listing, Recommended, Said } from '../../model/verdict.ts';
import { costOfGain, headline } from '../outline/headline.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { aligned, fixOf, said, type Apply, type Bars, type Mark, type Page, type Verdict } from '../page.ts';
import { tiles } from '../outline/tiles.ts';
import { mainFigure } from '../page/main-figure.ts';
import { legendOf, unitOf } from './bars.ts';
import { failedParts, runFrame, runHead } from './run-parts.ts';
import { runSections } from './sections.ts';

export function tunePage(result: ShownRun, found: Recommended): Page {
  const figure = mainFigure(result, headline(result));
  const ways = waysOf(found);
  const fix = fixOfRefused(found);
  return {
    ...runFrame(result),
    head: runHead(result, [message('tune-page.objective', { label: metrics[found.objective].label })]),
    tiles: tiles(result),
    figure,
    bars: [settingBars(result, found)],
    verdict: verdictOf(result, found),
    why: fix ? [] : [costOfGain(result), ...found.limits].flatMap((one) => one ?? []),
    apply: fix ? [fixOf(fix)] : applyOf(found, ways),
    also: found.warnings,
    details: runSections(result, figure, passagesOf(found, ways)),
    ...failedParts(result),
  };
}

/** What to change before a search can say anything; null where it could. */
function fixOfRefused({ certainty }: Recommended): AnyMessage | null {
  const why = hasCode(certainty, 'tune.no-answer') ? certainty.params.why : null;
  if (hasCode(why, 'tune.pool-not-in-force')) return message('tune.pool-not-in-force.todo');
  const isVariable = hasCode(why, 'tune.variable-not-in-force');
  return isVariable ? message('tune.variable-not-in-force.todo') : null;
}

/** Passages about the recommendation, which the first screen has no room for. */
function passagesOf({ says, apply }: Recommended, [, ...others]: readonly Application[]) {
  const about = { title: message('word.Recommendation'), paragraphs: says, tables: [] };
  const notes = apply?.notes ?? [];
  return apply === null
    ? [about]
    : [about, { title: applyTitle, paragraphs: notes, tables: [], listings: others.map(listing) }];
}

const applyTitle = message('tune-section.apply');

function listing({ place, file, text }: Application): Listing<Said> {
  const title = file === null || file === place ? place : `${place} (${file})`;
  return { title: place === 'shell' ? message('word.In-a-shell') : title, lines: text.split('\n') };
}

/** Ways to apply the setting. A line in a shell starts one process: where several are recommended, PM2 comes first. */
function waysOf({ apply, setting }: Recommended): Application[] {
  const first = Number(setting?.['processes'] ?? 1) > 1 ? 'PM2' : 'shell';
  return (apply?.ways ?? []).toSorted((a, b) => Number(b.place === first) - Number(a.place === first));
}

function verdictOf(result: ShownRun, found: Recommended): Verdict {
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

/** How certain the answer is, in short: the report says which settings are left out of it. */
function shortCertainty({ certainty }: Recommended): AnyMessage {
  const nobody = { droppedEarly: [], notCompared: [] };
  if (hasCode(certainty, 'tune.certified'))
    return message('tune.certified', { ...certainty.params, ...nobody });
  if (hasCode(certainty, 'tune.certainty-withheld'))
    return message('tune.withheld', { why: certainty.params.why });
  return hasCode(certainty, 'tune.not-certified')
    ? message('tune.not-certified', { ...certainty.params, ...nobody, equivalent: [] })
    : certainty;
}

/** The mark of a ratio, by the standing of its setting. */
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
/** The word for a setting without a ratio that could be marked. */
const words: Readonly<Partial<Record<Standing, WordCode>>> = {
  'dropped early': 'word.dropped',
  'not in the final comparison': 'word.dropped',
  'breaks a constraint': 'word.over-limit',
  failed: 'word.failed',
};

/** The settings as bars, in the order of the grid; where there are too many, those furthest from the best give way. */
function settingBars({ plan, summaries }: ShownRun, { settings, objective, id }: Recommended): Bars {
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
  // The fastest setting stays, even if nothing is decided of it: a reader looks for it.
  const way = metrics[objective].better === 'higher' ? -1 : 1;
  const fastest = settings.reduce<TunedSetting | null>((most, one) => {
    const [value, other] = [valueOf(one), most && valueOf(most)];
    return value !== null && (other === null || way * value < way * other) ? one : most;
  }, null);
  const there = new Set(
    settings.flatMap(({ standing, ratio }) => (ratio === null && words[standing] ? [] : marks[standing])),
  );
  const versus =
    best && key !== null ? message('terminal.versus', { baseline: labelOf(best) }) : message('word.ratio');
  return {
    label: key ?? message('word.setting'),
    unit: unitOf(objective),
    legend: legendOf(there),
    columns: [
      ...aligned('left', [versus, message('terminal.together'), '']),
      ...aligned('right', [message('word.trials')]),
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
        weight: isEnd
          ? -2
          : one === fastest
            ? -1
            : one.ratio === null
              ? Infinity
              : Math.abs(Math.log(one.ratio.value)),
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

/** One way to apply the setting, and where the others are; empty where nothing is to be changed. */
function applyOf(found: Recommended, [first]: readonly Application[]): Apply[] {
  if (first === undefined) return [];
  const lines = first.text.split('\n');
  // Only ways with a file are named here: one without is typed, and stands above.
  const places = (found.apply?.ways ?? []).filter(({ file }) => file !== null).map(({ place }) => place);
  return [
    {
      label: 'label.apply',
      what: null,
      lines,
      isShell: lines.length === 1,
      more:
        places.length === 0
          ? null
          : { text: message('tune-page.ways', { places }), section: anchorOf(said(applyTitle)) },
    },
  ];
}
