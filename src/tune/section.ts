/** The recommendation of a search as sections of the report: what, how certain, why, and how to apply it. */
import { brief, ratioTexts } from '../format/number.ts';
import { message, type Message } from '../messages/message.ts';
import type { Application, Applications } from '../model/apply/apply.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { Recommendation, Standing, TunedSetting } from '../model/tune.ts';
import {
  metrics,
  type Interval,
  type Listing,
  type Said,
  type Section,
  type Table,
} from '../model/verdict.ts';
import { measurement, withoutPartial } from '../judge/measurement.ts';
import { mean } from '../stats/interval.ts';
import { limitsOf } from './limits.ts';
import { isKnown } from './messages.ts';

/** First what is recommended and why; then what it rests on; then the places where it is applied. */
export function tuneSections(
  recommendation: Recommendation,
  apply: Applications | null,
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
): Section<Said>[] {
  const { id, keepsDefault, certainty, gain, scope, warnings } = recommendation;
  const why = limitsOf(trials, host, keepsDefault || id === null ? [plan.baseline] : [plan.baseline, id]);
  // A line in a shell starts one process: where several are recommended, PM2 comes first.
  const isFirst = ({ place }: Application) =>
    place === (Number(recommendation.setting?.['processes'] ?? 1) > 1 ? 'PM2' : 'shell');
  const ways = isWorthIt(recommendation, plan.baseline)
    ? (apply?.ways ?? []).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    : [];
  const sections: Section<Said>[] = [
    {
      title: message('word.Recommendation'),
      leads: true,
      paragraphs: [
        advice(recommendation, plan.baseline),
        certainty,
        ...(gain && !keepsDefault ? [gain.text] : []),
        ...equals(recommendation, plan),
        ...why,
        ...(scope === null ? [] : [scope]),
        ...warnings,
      ],
      tables: [],
      listings: ways.slice(0, 1).map(listing),
    },
  ];
  if (recommendation.settings.length > 0)
    sections.push({
      title: message('tune-section.tried'),
      paragraphs: [],
      tables: [settingTable(recommendation, trials)],
    });
  if (ways.length > 0)
    sections.push({
      title: message('tune-section.apply'),
      paragraphs: apply?.notes ?? [],
      tables: [],
      listings: ways.slice(1).map(listing),
    });
  return sections;
}

/** Something is gained by it with confidence, as the headline says, or the current setting cannot stay. */
function isWorthIt({ id, keepsDefault, settings, gain }: Recommendation, current: string): boolean {
  if (id === null || keepsDefault) return false;
  const today = settings.find((one) => one.id === current);
  // It may have answered too few requests for a gain, and enough to be behind.
  return (
    gain !== null ||
    !today ||
    today.bound !== undefined ||
    today.standing === 'failed' ||
    today.standing === 'breaks a constraint'
  );
}

function advice(found: Recommendation, current: string): Message {
  const { id, keepsDefault, kept, verdict, settings, withheld } = found;
  if (id === null) return message('tune.advice.none');
  if (keepsDefault) {
    if (verdict === 'certified' || kept)
      return message('tune.advice.keep', { id, kept, isOpen: withheld !== undefined });
    return message('tune.advice.keep-for-now', { id, isCompared: settings.some(({ ratio }) => ratio) });
  }
  return message(verdict === 'certified' ? 'tune.advice.set' : 'tune.advice.guess', { id, current });
}

/** Whoever sees several bars of one height asks why it is this one. */
function equals(found: Recommendation, plan: Plan): Message[] {
  const { search } = askedIn(plan);
  const { id, setting, keepsDefault, settings, verdict, withheld } = found;
  // Without a certificate the sentence about the certainty names them.
  if (id === null || (verdict !== 'certified' && withheld === undefined)) return [];
  const those = (word: Standing) =>
    settings.flatMap(({ id: other, standing, ratio }) =>
      ratio !== null && isKnown(ratio) && standing === word ? [{ ...ratio, id: other }] : [],
    );
  const [same, tied] = [those('equivalent'), those('undecided')];
  const rule = keepsDefault
    ? 'current'
    : Object.keys(setting ?? {}).length > 1
      ? 'fewest changes'
      : 'smallest';
  const within = search?.within ?? 0;
  return [
    ...(same.length > 0 ? [message('tune.as-good', { id, within, others: same, rule })] : []),
    ...(tied.length > 0 ? [message('tune.tied', { id, others: tied })] : []),
  ];
}

function listing({ place, file, text }: Application): Listing<Said> {
  const title = file === null || file === place ? place : `${place} (${file})`;
  return { title: place === 'shell' ? message('word.In-a-shell') : title, lines: text.split('\n') };
}

/** Words of the table. */
const standings = {
  best: 'word.recommended',
  equivalent: 'word.as-good',
  better: 'word.better',
  undecided: 'word.no-significant-difference',
  worse: 'word.worse',
  'not in the final comparison': 'word.not-compared-further',
  'breaks a constraint': 'word.breaks-a-constraint',
  failed: 'word.failed',
  'screened out': 'word.far-behind',
  'dropped early': 'word.dropped-early',
} as const satisfies Readonly<Record<Standing, string>>;

function settingTable(found: Recommendation, trials: readonly Trial[]): Table<Said> {
  const { id, settings, objective, verdict, kept } = found;
  const { label, unit } = metrics[objective];
  const isGuess = verdict !== 'certified' && kept === null;
  const against = id === null ? null : message(isGuess ? 'word.best-guess' : 'word.recommended');
  const isFresh = settings.some((one) => one.isFresh);
  return {
    title: message('tune-section.table', { metric: message('report.name', { name: label }), unit }),
    note: message('tune-section.note', { against, isFresh }),
    columns: [
      { label: message('word.setting'), align: 'left' },
      { label: message('word.standing'), align: 'left' },
      { label: message('word.ratio'), align: 'right' },
      { label: message('word.mean'), align: 'right' },
      { label: message('word.trials'), align: 'right' },
    ],
    rows: settings.map((one) => [
      one.id,
      one.standing === 'best' && isGuess ? message('word.best-guess') : standingOf(one, objective, trials),
      ratioText(one),
      one.bound?.figure === objective ? `> ${levelText(one.bound.atLeast)}` : levelOf(one, objective, trials),
      one.failed > 0
        ? message('tune-section.failed-trials', { trials: one.trials, failed: one.failed })
        : String(one.trials),
    ]),
  };
}

/** A percentile of a setting that answers too few requests in a window is a figure that does not exist. */
function standingOf(
  one: TunedSetting,
  objective: Recommendation['objective'],
  trials: readonly Trial[],
): Message {
  if (one.standing === 'best') return message('word.recommended');
  if (one.trials > 0 && one.trials === one.failed) return message('word.failed');
  const isAnswered = one.standing === 'failed' && one.trials > one.failed;
  return message(
    isAnswered && levelOf(one, objective, trials) === '–' ? 'word.too-few-requests' : standings[one.standing],
  );
}

function levelOf(
  { id }: TunedSetting,
  objective: Recommendation['objective'],
  trials: readonly Trial[],
): string {
  const values = withoutPartial(
    trials.filter(({ cell }) => cell === id).flatMap((trial) => measurement(trial) ?? []),
  ).flatMap(({ metrics: own }) => own[objective] ?? []);
  if (values.length === 0) return '–';
  return levelText(Math.exp(mean(values.map(Math.log))));
}

const levelText = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

function ratioText({ ratio, bound }: TunedSetting): Said {
  if (ratio) return intervalText(ratio);
  return bound?.ratio ? `> ${brief(bound.ratio)}` : '–';
}

const intervalText = (ratio: Interval): Said => {
  const { value, low, high } = ratioTexts(ratio);
  return isKnown(ratio)
    ? `${value} [${low}–${high}]`
    : message('tune-section.about', { value: brief(ratio.value) });
};
