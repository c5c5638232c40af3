/** What a search may say of its answer, and no more. */
import { metrics, type Interval } from '../model/metric.ts';
import type { Constraint, Figure, Standing, TunedSetting, TuneVerdict } from '../model/tune.ts';
import { mean } from '../stats/interval.ts';
import { sizeAt } from './grid.ts';
import type { Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { tenthPercent } from '../format/words.ts';

/** "Within 95 % of the best" says nothing that anybody could use. */
export const mostWorthSaying = 0.9;

interface Answer {
  readonly progress: Progress;
  readonly settings: readonly TunedSetting[];
  readonly id: string | null;
  readonly verdict: TuneVerdict;
  readonly atMost: number | null;
  readonly among: readonly string[];
  /** Where nothing is feasible: what comes nearest. */
  readonly nearest: string | null;
}

/** What an interval of a setting's objective over another's says. */
type Word = 'as good' | 'better' | 'worse' | 'not told apart';

/** `as good`: so small a difference, be it there for sure, is what nobody asked about. */
export function wordOf(
  { margin, options }: Pick<Progress, 'margin' | 'options'>,
  { low, high }: Interval,
): Word {
  if (Math.log(low) >= -margin && Math.log(high) <= margin) return 'as good';
  if (low <= 1 && high >= 1) return 'not told apart';
  return low > 1 === (metrics[options.objective].better === 'higher') ? 'better' : 'worse';
}

/** So far for sure that it cannot be as good either. */
export function isFarBehind(
  { margin, options }: Pick<Progress, 'margin' | 'options'>,
  { low, high }: Interval,
): boolean {
  return metrics[options.objective].better === 'higher' ? Math.log(high) < -margin : Math.log(low) > margin;
}

export function certainty({ progress, settings, id, verdict, atMost, among, nearest }: Answer): string {
  const { options, stopped, phase } = progress;
  const confidence = `${tenthPercent(options.confidence)} confidence`;
  const best = `the best of the ${counted(settings, among)}`;
  switch (verdict) {
    case 'nothing measured':
      return 'Nothing is recommended: no trial gave a result.';
    case 'none feasible':
      return `Nothing is recommended: ${infeasible(settings)}.${nearest === null ? '' : ` ${nearest}`}`;
    case 'certified': {
      const close = stopped === 'one survivor' ? best : `within ${tenthPercent(options.within)} of ${best}`;
      return `With ${confidence}, ${id} is ${close}.${leftOut(settings)}`;
    }
    case 'not certified': {
      const why = phase === 'certify' ? endings(stopped) : 'the search had only begun';
      const bound =
        atMost === null || atMost > mostWorthSaying
          ? `${id} is no more than a guess`
          : `with ${confidence}, ${id} is within ${percentUp(atMost)} of ${best}, ${
              atMost > options.within
                ? `and ${tenthPercent(options.within)} was asked for`
                : 'but only by blocks that had a part in choosing it'
            }`;
      const open = named(settings, 'not told apart');
      const same = named(settings, 'as good');
      const others = [
        ...(open.length > 0 ? [` Not told apart from it: ${open.join(', ')}.`] : []),
        ...(same.length > 0 ? [` As good as it: ${same.join(', ')}.`] : []),
      ].join('');
      return `Not certified (${why}): ${bound}.${others}${leftOut(settings)}`;
    }
  }
}

const named = (settings: readonly TunedSetting[], ...standings: readonly Standing[]) =>
  settings.flatMap(({ id, standing }) => (standings.includes(standing) ? id : []));

/** Only of those that are known to. */
function infeasible(settings: readonly TunedSetting[]): string {
  const known = named(settings, 'breaks a constraint', 'failed');
  const all = `${plural(settings.length)} measured`;
  if (known.length === settings.length) return `none of the ${all} works and keeps the constraints`;
  const others = settings.flatMap(({ id }) => (known.includes(id) ? [] : id));
  return `${known.length} of the ${all} break a constraint or fail, and whether ${others.join(', ')} would keep it is not known: they were not compared further`;
}

/** Which setting breaks its constraints least, and by how much. */
export function nearestMiss({ options, tried }: Progress, ledger: Ledger): string | null {
  const misses = tried.flatMap(({ id }) =>
    options.constraints.flatMap((constraint) => {
      const { figure, relation, limit } = constraint;
      const isShare = figure === 'errors';
      const own = ledger.trials.flatMap(({ setting, ok, wrong, figures }) =>
        setting === id && (ok || (isShare && wrong === true)) ? (figures[figure] ?? []) : [],
      );
      if (own.length === 0) return [];
      const value = isShare ? mean(own) : Math.exp(mean(own.map(Math.log)));
      const beyond = isShare ? value - limit : Math.log(value / limit);
      return [{ id, constraint, value, excess: relation === 'at most' ? beyond : -beyond }];
    }),
  );
  const worst = [...Map.groupBy(misses, ({ id }) => id).values()].flatMap(
    (own) => own.toSorted((a, b) => b.excess - a.excess)[0] ?? [],
  );
  const [nearest] = worst.toSorted((a, b) => a.excess - b.excess);
  if (!nearest || nearest.excess <= 0) return null;
  const { id, constraint, value } = nearest;
  return `${id} comes nearest: ${quantity(constraint.figure, value)}, and ${constraint.relation} ${amount(constraint.figure, constraint.limit)} was asked for.`;
}

/** `p99 at most 200 ms` */
export const boundText = ({ figure, relation, limit }: Constraint) =>
  `${figure} ${relation} ${amount(figure, limit)}`;

const quantity = (figure: Figure, value: number) =>
  figure === 'errors'
    ? `${amount(figure, value)} errors`
    : `${metrics[figure].label} ${amount(figure, value)}`;

function amount(figure: Figure, value: number): string {
  if (figure === 'errors') return tenthPercent(value);
  const { unit } = metrics[figure];
  const number = value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === '1/s' ? `${number}/s` : `${number} ${unit}`;
}

function endings(stopped: Progress['stopped']): string {
  switch (stopped) {
    case 'budget':
      return 'the budget was used up';
    case 'interrupted':
      return 'interrupted';
    case 'last look':
      return 'too much noise for the number of blocks';
    default:
      return 'it broke a constraint, or may break one';
  }
}

/** What the confidence is about. */
function counted(settings: readonly TunedSetting[], among: readonly string[]): string {
  const all = `${plural(settings.length)} measured`;
  if (among.length === settings.length) return all;
  const isPartial = settings.some(
    ({ id, standing }) => !among.includes(id) && standing !== 'failed' && standing !== 'breaks a constraint',
  );
  return isPartial ? `${plural(among.length)} that were compared` : `${among.length} feasible of ${all}`;
}

/** A search saves its trials where it cannot promise: of these nothing is said. */
function leftOut(settings: readonly TunedSetting[]): string {
  const behind = named(settings, 'looked behind');
  const near = named(settings, 'not raced');
  const [trials] = settings.flatMap(({ standing, trials: own }) => (standing === 'looked behind' ? own : []));
  return [
    ...(behind.length > 0
      ? [
          ` ${behind.join(', ')} looked far behind in ${behind.length === 1 ? 'its' : 'their'} first ${trials === 2 ? 'two trials' : 'trials'}, which is not sure, and ${behind.length === 1 ? 'was' : 'were'} not compared further.`,
        ]
      : []),
    ...(near.length > 0
      ? [
          ` Left out of the ${plural(settings.length)} measured, since others looked more promising: ${near.join(', ')}.`,
        ]
      : []),
  ].join('');
}

const plural = (count: number) => `${count} ${count === 1 ? 'setting' : 'settings'}`;

/**
 * What lies between two settings that were measured is known only if it cannot rise and fall again in between: a peak at
 * least as wide, to each side, as the root of the widest step is seen by a setting on its slope.
 */
export function scope({ grid, tried }: Progress): string | null {
  const [axis, second] = grid.axes;
  if (!axis?.isNumeric || second) return null;
  const sizes = tried.map(({ place }) => sizeAt(axis, place[0] ?? 0)).toSorted((a, b) => a - b);
  const widest = Math.max(...sizes.map((size, i) => size / (sizes[i - 1] ?? size)));
  const [low, high] = [sizes[0], sizes.at(-1)];
  if (low === undefined || low === high) return null;
  const factor = Number(Math.sqrt(widest).toFixed(1));
  return `For every ${axis.key} from ${low} to ${high} this holds only if the curve has no peak narrower than a factor ${factor}.`;
}

/** Two trials of a setting give an interval from nothing to everything: that is no figure to print. */
export const isKnown = ({ low, high }: Interval): boolean => high / low < 30;

export function gainText(progress: Progress, gain: Interval, id: string): string {
  const [ratio, from, to] = [gain.value, gain.low, gain.high].map((one) => one.toFixed(2));
  const said = {
    better: 'better',
    worse: 'worse',
    'not told apart': 'not told apart from it',
    'as good': 'practically the same',
  }[wordOf(progress, gain)];
  return `${id} has ${ratio} times the ${metrics[progress.options.objective].label} of the default (${from} to ${to}): ${said}.`;
}

/** A bound is rounded away from what it promises. */
function percentUp(share: number): string {
  return `${Math.ceil(1000 * share) / 10} %`;
}
