/** What a search may say of its answer, and no more. */
import { metrics, type Interval } from '../../model/metric.ts';
import type { Objective, TunedSetting, TuneVerdict } from '../../model/tune.ts';
import { sizeAt } from './grid.ts';
import type { Progress } from './progress.ts';

/** "Within 95 % of the best" says nothing that anybody could use. */
export const mostWorthSaying = 0.9;

interface Answer {
  readonly progress: Progress;
  readonly settings: readonly TunedSetting[];
  readonly id: string | null;
  readonly verdict: TuneVerdict;
  readonly atMost: number | null;
  readonly band: readonly string[];
  readonly among: readonly string[];
}

export function certainty({ progress, settings, id, verdict, atMost, band, among }: Answer): string {
  const { options, stopped, phase } = progress;
  const confidence = `${percent(options.confidence)} confidence`;
  const best = `the best of the ${counted(settings, among)}`;
  switch (verdict) {
    case 'nothing measured':
      return 'Nothing is recommended: no trial gave a result.';
    case 'none feasible':
      return `Nothing is recommended: none of the ${plural(settings.length)} measured works and keeps the constraints.`;
    case 'certified': {
      const close = stopped === 'one survivor' ? best : `within ${percent(options.within)} of ${best}`;
      return `With ${confidence}, ${id} is ${close}.${screenedOut(settings)}`;
    }
    case 'not certified': {
      const why = phase === 'certify' ? endings(stopped) : 'the search had only begun';
      const bound =
        atMost === null || atMost > mostWorthSaying
          ? `${id} is no more than a guess`
          : `with ${confidence}, ${id} is within ${percentUp(atMost)} of ${best}, ${
              atMost > options.within
                ? `and ${percent(options.within)} was asked for`
                : 'but only by blocks that had a part in choosing it'
            }`;
      const rivals = band.filter((one) => one !== id);
      const others = rivals.length > 0 ? ` Not told apart from it: ${rivals.join(', ')}.` : '';
      return `Not certified (${why}): ${bound}.${others}${screenedOut(settings)}`;
    }
  }
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
  const isPartial = settings.some(({ standing }) => standing === 'not raced');
  return isPartial
    ? `${plural(among.length)} that were compared to the end`
    : `${among.length} feasible of ${all}`;
}

/** A fast search saves its trials where it cannot promise. */
function screenedOut(settings: readonly TunedSetting[]): string {
  const ids = settings.flatMap(({ id, standing }) => (standing === 'not raced' ? id : []));
  if (ids.length === 0) return '';
  return ` Left out of the ${plural(settings.length)} measured, since others looked more promising: ${ids.join(', ')}.`;
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

export function gainText(objective: Objective, { value, low, high }: Interval, id: string): string {
  const [ratio, from, to] = [value, low, high].map((one) => one.toFixed(2));
  const { label, better } = metrics[objective];
  const word =
    low > 1 || high < 1 ? (low > 1 === (better === 'higher') ? 'better' : 'worse') : 'not told apart from it';
  return `${id} has ${ratio} times the ${label} of the default (${from} to ${to}): ${word}.`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** A bound is rounded away from what it promises. */
function percentUp(share: number): string {
  return `${Math.ceil(1000 * share) / 10} %`;
}
