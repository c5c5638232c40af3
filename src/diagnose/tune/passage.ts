/** The recommendation of a search as a passage of the report: what, how sure, why, and how to put it to work. */
import type { Applications } from '../../model/apply.ts';
import type { Plan } from '../../model/plan.ts';
import type { HostConditions, Trial } from '../../model/sample.ts';
import type { Recommendation, Standing, TunedSetting } from '../../model/tune.ts';
import { metrics, type Interval, type Passage } from '../../model/verdict.ts';
import { measurement } from '../summarize.ts';
import { mean } from '../../stats/interval.ts';
import { stationsOf } from './stations.ts';

export function tunePassage(
  recommendation: Recommendation,
  apply: Applications | null,
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
): Passage {
  const { id, keepsDefault, certainty, gain, scope, cautions } = recommendation;
  const advice =
    id === null
      ? 'No setting is recommended.'
      : keepsDefault
        ? `Keep what runs today: ${id}.`
        : `Set ${id}. Today it is ${plan.baseline}.`;
  const why =
    id === null ? [] : stationsOf(trials, host, keepsDefault ? [plan.baseline] : [plan.baseline, id]);
  return {
    title: 'Recommendation',
    paragraphs: [
      advice,
      certainty,
      ...(gain && !keepsDefault ? [gain.text] : []),
      ...why,
      ...(scope === null ? [] : [scope]),
      ...cautions.map(({ text }) => text),
      ...(keepsDefault ? [] : (apply?.notes ?? [])),
    ],
    tables: [settingTable(recommendation, trials)],
    listings:
      keepsDefault || apply === null
        ? []
        : apply.ways.map(({ place, file, text }) => ({
            title: file === null ? `${place}:` : `${place} (${file}):`,
            lines: text.split('\n'),
          })),
  };
}

const standings: Readonly<Record<Standing, string>> = {
  best: 'recommended',
  'as good': 'as good',
  'not told apart': 'not told apart',
  worse: 'worse',
  'not raced': 'not raced',
  'breaks a constraint': 'breaks a constraint',
  failed: 'failed',
  'screened out': 'screened out',
};

function settingTable(
  { settings, objective }: Recommendation,
  trials: readonly Trial[],
): Passage['tables'][number] {
  const { label, unit } = metrics[objective];
  return {
    title: 'Settings that were tried',
    note: `Geometric mean of all trials of a setting; the ratio to the recommended one is from blocks that hold both${settings.some(({ isFresh }) => isFresh) ? ', fresh ones where it was raced' : ''}. What left early was measured seldom.`,
    columns: [
      { label: 'setting', align: 'left' },
      { label: 'trials', align: 'right' },
      { label: `${label} (${unit})`, align: 'right' },
      { label: 'ratio', align: 'right' },
      { label: 'standing', align: 'left' },
    ],
    rows: settings.map((one) => [
      one.id,
      one.failed > 0 ? `${one.trials} (${one.failed} failed)` : String(one.trials),
      levelOf(one, objective, trials),
      one.ratio === null ? '–' : intervalText(one.ratio),
      one.left === null ? standings[one.standing] : `${standings[one.standing]} (left in ${one.left.phase})`,
    ]),
  };
}

function levelOf(
  { id }: TunedSetting,
  objective: Recommendation['objective'],
  trials: readonly Trial[],
): string {
  const values = trials
    .filter(({ cell }) => cell === id)
    .flatMap((trial) => measurement(trial)?.metrics[objective] ?? []);
  if (values.length === 0) return '–';
  const value = Math.exp(mean(values.map(Math.log)));
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

const intervalText = ({ value, low, high }: Interval) =>
  `${value.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
