/** The recommendation of a search as passages of the report: what, how sure, why, and how to put it to work. */
import type { Application, Applications } from '../model/apply/apply.ts';
import type { Plan } from '../model/plan.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import { isUndecided, type Recommendation, type Standing, type TunedSetting } from '../model/tune.ts';
import { metrics, type Interval, type Listing, type Passage } from '../model/verdict.ts';
import { measurement, withoutPartial } from '../judge/summarize.ts';
import { mean } from '../stats/interval.ts';
import { stationsOf } from './stations.ts';
import { isKnown } from './words.ts';

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
  const ways = isWorthIt(recommendation, plan.baseline)
    ? (apply?.ways ?? []).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    : [];
  const passages: Passage[] = [
    {
      title: 'Recommendation',
      leads: true,
      paragraphs: [
        advice(recommendation, plan.baseline),
        certainty,
        ...(gain && !keepsDefault ? [gain.text] : []),
        ...equals(recommendation, plan.baseline),
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
      tables: [settingTable(recommendation, plan.baseline, trials)],
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

/** Something is gained by it for sure, as the headline says, or what runs today cannot stay. */
function isWorthIt({ id, keepsDefault, band, settings, gain }: Recommendation, today: string): boolean {
  if (id === null || keepsDefault || isUndecided({ keepsDefault, band }, today)) return false;
  const standing = settings.find((one) => one.id === today)?.standing;
  return (
    gain !== null || standing === undefined || standing === 'failed' || standing === 'breaks a constraint'
  );
}

function advice(found: Recommendation, today: string): string {
  const { id, keepsDefault, verdict, settings } = found;
  if (id === null) return 'No setting is recommended.';
  if (keepsDefault)
    return verdict === 'certified'
      ? `Keep what runs today: ${id}.`
      : `Keep what runs today for now: ${id}. ${settings.some(({ ratio }) => ratio) ? 'Nothing else is the better guess.' : 'Too little was measured to recommend anything else.'}`;
  if (isUndecided(found, today))
    return `${id} looks best, but it is not told apart from what runs today, ${today}: there is no reason to change it yet.`;
  return verdict === 'certified'
    ? `Set ${id}. Today it is ${today}.`
    : `The best guess is ${id}. Today it is ${today}.`;
}

/** Whoever sees several bars of one height asks why it is this one. */
function equals(found: Recommendation, today: string): string[] {
  const { id, setting, keepsDefault, settings, verdict, withheld } = found;
  // Without a certificate the sentence about the certainty names them.
  if (id === null || (verdict !== 'certified' && withheld === undefined)) return [];
  const those = (word: Standing) =>
    settings.flatMap(({ id: other, standing, ratio }) =>
      ratio !== null && isKnown(ratio) && standing === word
        ? [`${other} (${intervalText(ratio)} times ${id})`]
        : [],
    );
  const [same, open] = [those('as good'), those('not told apart')];
  const rule = keepsDefault
    ? ' Among settings so close to the best, what runs today is kept.'
    : Object.keys(setting ?? {}).length > 1
      ? ' Among settings so close to the best, one that changes the fewest variables is recommended, and of those the smallest.'
      : ' Among settings so close to the best, the smallest is recommended: the others cost more, and nobody would notice.';
  return [
    ...(same.length > 0
      ? [`Practically the same: ${same.join(', ')}.${isUndecided(found, today) ? '' : rule}`]
      : []),
    ...(open.length > 0
      ? [`Not told apart from it, which the certificate does not need: ${open.join(', ')}.`]
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
  better: 'better',
  'not told apart': 'not told apart',
  worse: 'worse',
  'not raced': 'not raced',
  'breaks a constraint': 'breaks a constraint',
  failed: 'failed',
  'screened out': 'far behind',
  'looked behind': 'looked behind',
};

function settingTable(
  found: Recommendation,
  today: string,
  trials: readonly Trial[],
): Passage['tables'][number] {
  const { id, settings, objective, verdict } = found;
  const { label, unit } = metrics[objective];
  const best = verdict === 'certified' && !isUndecided(found, today) ? 'recommended' : 'best guess';
  const ratios = `; its ratio to the ${best === 'recommended' ? 'recommended one' : best} is from blocks that hold both`;
  const isFresh = settings.some((one) => one.isFresh);
  return {
    title: `${label} (${unit})`,
    note: `Geometric mean of all trials of a setting${id === null ? '' : ratios}${isFresh ? ', and from fresh ones where it was raced' : ''}. What looked far behind in its first blocks was not measured again.`,
    columns: [
      { label: 'setting', align: 'left' },
      { label: 'standing', align: 'left' },
      { label: 'ratio', align: 'right' },
      { label: 'mean', align: 'right' },
      { label: 'trials', align: 'right' },
    ],
    rows: settings.map((one) => [
      one.id,
      one.standing === 'best' ? best : standingOf(one, objective, trials),
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

const intervalText = (ratio: Interval) => {
  const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((one) => one.toFixed(2));
  return isKnown(ratio) ? `${value} [${low}–${high}]` : `about ${value}`;
};
