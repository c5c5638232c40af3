/** The recommendation of a search as passages of the report: what, how sure, why, and how to put it to work. */
import type { Application, Applications } from '../../model/apply.ts';
import type { Plan } from '../../model/plan.ts';
import type { HostConditions, Trial } from '../../model/sample.ts';
import type { Recommendation, Standing, TunedSetting } from '../../model/tune.ts';
import { metrics, type Interval, type Listing, type Passage } from '../../model/verdict.ts';
import { measurement, withoutPartial } from '../summarize.ts';
import { mean } from '../../stats/interval.ts';
import { stationsOf } from './stations.ts';

/** First what is recommended and why; then what it rests on; then the places where it is put to work. */
export function tunePassages(
  recommendation: Recommendation,
  apply: Applications | null,
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
): Passage[] {
  const { id, keepsDefault, certainty, gain, scope, cautions } = recommendation;
  const why =
    id === null ? [] : stationsOf(trials, host, keepsDefault ? [plan.baseline] : [plan.baseline, id]);
  // A line in a shell starts one process: where several are recommended, PM2 comes first.
  const isFirst = ({ place }: Application) =>
    place === (Number(recommendation.setting?.['processes'] ?? 1) > 1 ? 'PM2' : 'shell');
  const ways =
    keepsDefault || isUndecided(recommendation, plan.baseline)
      ? []
      : (apply?.ways ?? []).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const passages: Passage[] = [
    {
      title: 'Recommendation',
      leads: true,
      paragraphs: [
        advice(recommendation, plan.baseline),
        certainty,
        ...(gain && !keepsDefault ? [gain.text] : []),
        ...equals(recommendation),
        ...why,
        ...(scope === null ? [] : [scope]),
        ...cautions.map(({ text }) => text),
      ],
      tables: [],
      listings: ways.slice(0, 1).map(listing),
    },
  ];
  if (recommendation.settings.length > 0)
    passages.push({
      title: 'Settings that were tried',
      paragraphs: [],
      tables: [settingTable(recommendation, trials)],
    });
  if (ways.length > 0)
    passages.push({
      title: 'How to put it to work',
      paragraphs: apply?.notes ?? [],
      tables: [],
      listings: ways.slice(1).map(listing),
    });
  return passages;
}

/** What runs today may be as good: nobody should change anything for that. */
const isUndecided = ({ verdict, band }: Pick<Recommendation, 'verdict' | 'band'>, today: string) =>
  verdict !== 'certified' && band.includes(today);

function advice({ id, keepsDefault, verdict, settings, band }: Recommendation, today: string): string {
  if (id === null) return 'No setting is recommended.';
  if (keepsDefault)
    return verdict === 'certified'
      ? `Keep what runs today: ${id}.`
      : `Keep what runs today for now: ${id}. ${settings.some(({ ratio }) => ratio) ? 'Nothing else is the better guess.' : 'Too little was measured to recommend anything else.'}`;
  if (isUndecided({ verdict, band }, today))
    return `${id} looks best, but it is not told apart from what runs today, ${today}: there is no reason to change it yet.`;
  return verdict === 'certified'
    ? `Set ${id}. Today it is ${today}.`
    : `The best guess is ${id}. Today it is ${today}.`;
}

/** So far from 1 a ratio's whole interval may lie where two settings are practically the same. */
const sameWithin = 0.1;

/** Whoever sees several bars of one height asks why it is this one. */
function equals({ id, keepsDefault, settings, verdict, withheld }: Recommendation): string[] {
  // Without a certificate the sentence about the certainty names them.
  if (id === null || (verdict !== 'certified' && withheld === undefined)) return [];
  const others = settings.flatMap(({ id: other, standing, ratio }) =>
    ratio !== null && isKnown(ratio) && (standing === 'as good' || standing === 'not told apart')
      ? [{ ratio, text: `${other} (${intervalText(ratio)} times ${id})` }]
      : [],
  );
  const isSame = ({ low, high }: Interval) => low >= 1 - sameWithin && high <= 1 + sameWithin;
  const same = others.filter(({ ratio }) => isSame(ratio)).map(({ text }) => text);
  const open = others.filter(({ ratio }) => !isSame(ratio)).map(({ text }) => text);
  const rule = keepsDefault
    ? 'Among settings so close to the best, what runs today is kept.'
    : 'Among settings so close to the best, the smallest is recommended: the others cost more, and nobody would notice.';
  return [
    ...(same.length > 0 ? [`Practically the same: ${same.join(', ')}. ${rule}`] : []),
    ...(open.length > 0
      ? [`Not surely worse, which the certificate does not need: ${open.join(', ')}.`]
      : []),
  ];
}

function listing({ place, file, text }: Application): Listing {
  const title = file === null || file === place ? place : `${place} (${file})`;
  return { title: title === 'shell' ? 'In a shell' : title, lines: text.split('\n') };
}

const standings: Readonly<Record<Standing, string>> = {
  best: 'recommended',
  'as good': 'as good',
  'not told apart': 'not told apart',
  worse: 'worse',
  'not raced': 'not raced',
  'breaks a constraint': 'breaks a constraint',
  failed: 'failed',
  'screened out': 'far behind',
};

function settingTable(
  { settings, objective, verdict }: Recommendation,
  trials: readonly Trial[],
): Passage['tables'][number] {
  const { label, unit } = metrics[objective];
  const isFresh = settings.some((one) => one.isFresh);
  return {
    title: `${label} (${unit})`,
    note: `Geometric mean of all trials of a setting; its ratio to the ${verdict === 'certified' ? 'recommended one' : 'best guess'} is from blocks that hold both${isFresh ? ', and from fresh ones where it was raced' : ''}. What was far behind in its first blocks was not measured again.`,
    columns: [
      { label: 'setting', align: 'left' },
      { label: 'standing', align: 'left' },
      { label: 'ratio', align: 'right' },
      { label: 'mean', align: 'right' },
      { label: 'trials', align: 'right' },
    ],
    rows: settings.map((one) => [
      one.id,
      standingOf(one, objective, trials),
      one.ratio === null ? '–' : intervalText(one.ratio),
      levelOf(one, objective, trials),
      one.failed > 0 ? `${one.trials} (${one.failed} failed)` : String(one.trials),
    ]),
  };
}

/** A percentile of a setting that answers too few requests in a window is a figure that nobody has. */
function standingOf(one: TunedSetting, objective: Recommendation['objective'], trials: readonly Trial[]) {
  if (one.trials > 0 && one.trials === one.failed) return standings.failed;
  const isAnswered = one.standing === 'failed' && one.trials > one.failed;
  return isAnswered && levelOf(one, objective, trials) === '–' ? 'too few requests' : standings[one.standing];
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
  const value = Math.exp(mean(values.map(Math.log)));
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** Two trials of a setting give an interval from nothing to everything: that is no figure to print. */
const isKnown = ({ low, high }: Interval) => high / low < 30;

const intervalText = (ratio: Interval) => {
  const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((one) => one.toFixed(2));
  return isKnown(ratio) ? `${value} [${low}–${high}]` : `about ${value}`;
};
