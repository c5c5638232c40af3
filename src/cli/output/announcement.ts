/** What a search will do, and how long that takes: said before it starts. */
import { message, quoted, say, type AnyMessage } from '../../messages/message.ts';
import { askedIn, describeAsked, type Plan } from '../../model/plan.ts';
import { metrics } from '../../model/metric.ts';
import type { Constraint } from '../../model/tune.ts';
import { percent } from '../../format/number.ts';
import { oneLine } from '../../format/printable.ts';
import { pad } from '../../format/width.ts';
import { askedObjective } from '../../report/outline/conditions.ts';
import { kebab } from '../options/values.ts';

/** @param so trials that a resumed search has already, and the milliseconds that they took */
export function announcement(plan: Plan, so: { readonly done: number; readonly spent: number }): string {
  const { factors, cells, baseline, limit } = plan;
  const { search, capacity } = askedIn(plan);
  if (capacity)
    return oneLine(say(message('capacity.searching', { what: askedObjective(capacity), ms: limit })));
  if (!search) return '';
  const { objective, within, confidence, mode, constraints } = search;
  const limits = constraints.map((one) => say(constraintText(one)));
  const metric = message('report.name', { name: metrics[objective].label });
  const rows: readonly (readonly [AnyMessage, AnyMessage])[] = [
    [message('word.search'), message('cli.tune.best', { metric, within, confidence, mode })],
    ...(limits.length > 0 ? [[message('word.keeping'), quoted(limits.join(', '))] as const] : []),
    ...factors.map(
      ({ key, levels }) => [message('word.over'), quoted(`${key} ${levels.join(', ')}`)] as const,
    ),
    [message('word.now'), message('cli.tune.current', { id: baseline, settings: cells.length })],
    [message('word.load'), loadText(plan)],
    [message('word.time'), timeText(plan, so)],
  ];
  const lines = rows.map(([name, value]) => `  ${pad(say(name), 9, 'left')}${say(value)}`);
  const each = plan.expected / search.trials;
  const trials = limit === null ? Infinity : Math.floor(limit / each);
  if (trials < (search.range?.low ?? 0)) lines.push(`  ${say(message('cli.tune.short', { trials }))}`);
  return ['tune', ...lines, `  ${say(message('cli.tune.interrupt'))}`].join('\n');
}

function loadText(plan: Plan): AnyMessage {
  const {
    cells: [cell],
    duration: window,
    warmup,
  } = plan;
  const load = cell === undefined ? '' : describeAsked(cell);
  if (load === '' || window === null) return quoted(load);
  return askedIn(plan).search?.chooses
    ? message('cli.tune.window-chosen', { load })
    : message('cli.tune.window', { load, window, warmup });
}

/** In the words that `--subject-to` takes, with their units. */
function constraintText({ figure, relation, limit }: Constraint): AnyMessage {
  const isLeast = relation === 'at least';
  if (figure === 'errors')
    return limit === 0
      ? message('cli.tune.no-errors')
      : message('cli.tune.limit', { figure, isLeast, limit: percent(limit) });
  const { unit } = metrics[figure];
  const text = `${Number(limit.toPrecision(6))}${unit === '1/s' ? '/s' : ` ${unit}`}`;
  return message('cli.tune.limit', { figure: kebab(figure), isLeast, limit: text });
}

function timeText(
  plan: Plan,
  { done, spent }: { readonly done: number; readonly spent: number },
): AnyMessage {
  const { expected, limit } = plan;
  const { search } = askedIn(plan);
  const trials = search?.trials ?? 1;
  const most = limit === null ? null : Math.max(0, limit - spent);
  if (done > 0) return message('cli.tune.done-before', { most, trials: done });
  const each = expected / trials;
  const { low, high } = search?.range ?? { low: trials, high: trials };
  const bound = limit ?? Infinity;
  if (low * each >= bound) return message('cli.tune.all-of-it', { bound, trials });
  const isBudget = high * each >= bound;
  return message('cli.tune.between', { low: low * each, high: isBudget ? bound : high * each, isBudget });
}
