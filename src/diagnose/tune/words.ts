/** What a search may say of its answer, and no more. */
import { metrics, type Interval } from '../../model/metric.ts';
import type { Objective, TunedSetting, TuneVerdict } from '../../model/tune.ts';
import type { Progress } from './progress.ts';

interface Answer {
  readonly progress: Progress;
  readonly settings: readonly TunedSetting[];
  readonly id: string | null;
  readonly verdict: TuneVerdict;
  readonly atMost: number | null;
  readonly band: readonly string[];
}

export function certainty({ progress, settings, id, verdict, atMost, band }: Answer): string {
  const { options, stopped, phase } = progress;
  const sure = `With ${percent(options.confidence)} confidence`;
  const among = `the ${counted(settings)} measured`;
  const within = percent(options.within);
  switch (verdict) {
    case 'nothing measured':
      return 'Nothing is recommended: no trial gave a result.';
    case 'none feasible':
      return `Nothing is recommended: none of ${among} works and keeps the constraints.`;
    case 'certified':
      return stopped === 'one survivor'
        ? `${sure}, ${id} is the best of ${among}.`
        : `${sure}, ${id} is within ${within} of the best of ${among}.`;
    case 'not certified': {
      const why = {
        bracket: 'the search had only begun',
        refine: 'the search had only begun',
        certify: endings(stopped),
      };
      const bound =
        atMost === null || atMost > 1
          ? `${id} is a guess`
          : `all that is sure with ${percent(options.confidence)} confidence is that ${id} is within ${percentUp(atMost)} of the best of ${among}; ${within} was asked for`;
      const others = band.length > 1 ? ` Not told apart: ${band.join(', ')}.` : '';
      return `Not certified (${why[phase]}): ${bound}.${others}`;
    }
  }
}

function endings(stopped: Progress['stopped']): string {
  switch (stopped) {
    case 'budget':
      return 'the budget was used up';
    case 'interrupted':
      return 'interrupted';
    default:
      return 'the noise is too large for the number of blocks';
  }
}

function counted(settings: readonly TunedSetting[]): string {
  const out = settings.filter(
    ({ standing }) => standing === 'failed' || standing === 'breaks a constraint',
  ).length;
  const all = `${settings.length} ${settings.length === 1 ? 'setting' : 'settings'}`;
  return out > 0 && out < settings.length ? `${settings.length - out} feasible of ${all}` : all;
}

/**
 * What lies between two settings that were measured is known only if it cannot rise and fall again in between: a peak at
 * least as wide, to each side, as the root of the widest step is seen by a setting on its slope.
 */
export function scope({ grid, tried }: Progress): string | null {
  const [axis, second] = grid.axes;
  if (!axis?.isNumeric || second) return null;
  const sizes = tried.map(({ place }) => Number(axis.levels[place[0] ?? 0])).toSorted((a, b) => a - b);
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

export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** A bound is rounded away from what it promises. */
function percentUp(share: number): string {
  return `${Math.ceil(1000 * share) / 10} %`;
}
