/** What a search is about to do, and how long that takes: said before it starts, whoever listens. */
import { describeLoad, type Plan } from '../../model/plan.ts';
import { metrics } from '../../model/metric.ts';
import type { Constraint } from '../../model/tune.ts';
import { counted, percent } from '../../format/number.ts';
import { kebab } from '../options/values.ts';

/** @param so trials that a resumed search has already, and the milliseconds that they took */
export function announcement(plan: Plan, so: { readonly done: number; readonly spent: number }): string {
  const { search, factors, cells, baseline, warmup, duration: window, limit } = plan;
  if (!search) return '';
  const { objective, within, confidence, mode, constraints } = search;
  const [cell] = cells;
  const length =
    window === null
      ? ''
      : search.chooses
        ? '; the first trial chooses how long to measure, and how long to warm up'
        : `, ${time(window)} after ${time(warmup)} of warm-up`;
  const limits = constraints.map((one) => constraintText(one as Constraint));
  const rows = [
    [
      'search',
      `the best ${metrics[objective].label}, within ${percent(within)}, with ${percent(confidence)} confidence (${mode})`,
    ],
    ...(limits.length > 0 ? [['keeping', limits.join(', ')]] : []),
    ...factors.map(({ key, levels }) => ['over', `${key} ${levels.join(', ')}`]),
    ['today', `${baseline}, one of ${counted(cells.length, 'setting')}`],
    ['load', cell === undefined ? '' : `${describeLoad(cell.load)}${length}`],
    ['time', timeText(plan, so)],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(9)}${value}`);
  const each = plan.expected / search.trials;
  const room = limit === null ? Infinity : Math.floor(limit / each);
  const isShort = room < (search.range?.low ?? 0);
  if (isShort)
    lines.push(
      `  That is time for about ${counted(room, 'trial')}: expect a guess. A larger --budget or a shorter --duration gives more.`,
    );
  return ['tune', ...lines, '  Ctrl-C gives the best answer so far.', ''].join('\n');
}

/** In the words that `--subject-to` takes, with their units. */
function constraintText({ figure, relation, limit }: Constraint): string {
  if (figure === 'errors') return limit === 0 ? 'errors 0' : `errors ${relation} ${percent(limit)}`;
  const name = kebab(figure);
  const { unit } = metrics[figure];
  return `${name} ${relation} ${Number(limit.toPrecision(6))}${unit === '1/s' ? '/s' : ` ${unit}`}`;
}

function timeText(
  { expected, limit, search }: Plan,
  { done, spent }: { readonly done: number; readonly spent: number },
): string {
  const trials = search?.trials ?? 1;
  const most = limit === null ? '' : `at most ${time(Math.max(0, limit - spent))}`;
  if (done > 0) return `${most}; ${counted(done, 'trial')} done before`;
  const each = expected / trials;
  const { low, high } = search?.range ?? { low: trials, high: trials };
  const bound = limit ?? Infinity;
  if (low * each >= bound) return `${time(bound)}, and all of it, for about ${counted(trials, 'trial')}`;
  const end = high * each >= bound ? `${time(bound)}, its budget` : time(high * each);
  return `${time(low * each)} to ${end}: the sooner, the more clearly settings differ`;
}

/** In round figures: nobody knows it better before it starts. */
function time(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const rest = Math.round(seconds % 60);
  return `${Math.floor(seconds / 60)} min${rest > 0 && rest < 60 ? ` ${rest} s` : ''}`;
}
