/** Warnings beside a recommendation, for those who follow it. */
import { message } from '../messages/message.ts';
import { metrics, type Interval, type Metric } from '../model/metric.ts';
import type { GridSetting, TunedSetting, TuneWarning } from '../model/tune.ts';
import { maximumPool } from '../model/factor.ts';
import { raceOf, ratioOf } from './certificate.ts';
import { sizeAt } from './grid.ts';
import { boundOf } from './messages.ts';
import type { SearchState } from './search-state.ts';

/** The least side effect that is reported, if it is there with confidence. */
const sideEffect = 0.1;
const watched: readonly Metric[] = ['throughput', 'p50', 'p99', 'firstResponse', 'cpuPerRequest'];
/** Sizes beyond which there is nothing to try: libuv cuts a pool to 1024 threads. */
const natural: Readonly<Record<string, readonly [low: number, high: number]>> = { pool: [1, maximumPool] };

export function warnings(
  state: SearchState,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
): TuneWarning[] {
  return [
    ...sideEffects(state, chosen, settings),
    ...betterElsewhere(state, chosen, settings),
    ...edges(state, chosen),
    ...failures(state, settings, chosen),
    ...undecided(state, settings, chosen),
    ...bounded(settings, chosen),
    ...notMeasured(state),
  ];
}

const standingIn = (settings: readonly TunedSetting[], { id }: GridSetting) =>
  settings.find((one) => one.id === id)?.standing;

/** Whether a ratio is above 1 with confidence, and by more than a side effect. */
const isAbove = ({ value, low }: Interval) => low > 1 && value > 1 + sideEffect;
const isBelow = ({ value, high }: Interval) => high < 1 && value < 1 - sideEffect;

/** Other figures that get worse against the current setting: a pool with the highest throughput may make most requests wait. */
function sideEffects(
  state: SearchState,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
): TuneWarning[] {
  const { options, grid, finalists, fresh, reuses } = state;
  if (chosen === grid.default) return [];
  const current = standingIn(settings, grid.default);
  // "Better" is said only if it is so with confidence.
  const isBetter = current === 'worse' || current === 'screened out';
  const objective = metrics[options.objective].label;
  const others = watched.filter((metric) => metric !== options.objective);
  const isFresh = !reuses && fresh.length > 0 && finalists.includes(grid.default);
  return others.flatMap((metric): TuneWarning[] => {
    const ratio = figureRatio(state, metric, isFresh, [chosen, grid.default], others.length);
    if (!ratio) return [];
    const { label, better } = metrics[metric];
    const isWorse = better === 'higher' ? isBelow(ratio) : isAbove(ratio);
    return isWorse
      ? [message('tune.side-effect', { ...ratio, id: chosen.id, isBetter, objective, label })]
      : [];
  });
}

/**
 * A rival that is as good in the objective, and better in another figure with confidence: more threads than CPUs may leave the
 * throughput as it is and make every request take longer, since all of them share the CPUs.
 */
function betterElsewhere(
  state: SearchState,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
): TuneWarning[] {
  const { options, finalists, fresh, tried, reuses } = state;
  const isFresh = !reuses && fresh.length > 1;
  const rivals = (isFresh ? finalists : tried).flatMap((one) => {
    const word = standingIn(settings, one);
    return word === 'equivalent' || word === 'undecided' ? [{ one, word }] : [];
  });
  const others = watched.filter((metric) => metric !== options.objective);
  const family = others.length * Math.max(1, rivals.length);
  const found = rivals.flatMap(({ one, word }) =>
    others.flatMap((metric) => {
      const ratio = figureRatio(state, metric, isFresh, [one, chosen], family);
      if (!ratio) return [];
      const { label, better } = metrics[metric];
      const isBetter = better === 'higher' ? isAbove(ratio) : isBelow(ratio);
      const size = better === 'higher' ? ratio.value : 1 / ratio.value;
      return isBetter ? [{ rival: one.id, word, size, figure: { ...ratio, label } }] : [];
    }),
  );
  const [most] = found.toSorted((a, b) => b.size - a.size);
  if (!most) return [];
  const { rival, word } = most;
  const figures = found.flatMap((one) => (one.rival === rival ? one.figure : []));
  const objective = metrics[options.objective].label;
  return [message('tune.better-elsewhere', { rival, id: chosen.id, word, objective, figures })];
}

/**
 * A ratio of two settings in another figure, from the fresh blocks of the finalists or from all blocks. Null where one of the
 * two lacks the figure in a trial: a percentile is known in the fast trials only, which answered enough requests. Other
 * settings that lack it somewhere are left out, since they would move the blocks in the same way.
 * @param family number of ratios that are judged: their intervals hold together, over all looks as well
 */
function figureRatio(
  state: SearchState,
  metric: Metric,
  isFresh: boolean,
  [a, b]: readonly [GridSetting, GridSetting],
  family: number,
): Interval | null {
  const { history, finalists, tried, screening, fresh } = state;
  const [settings, blocks] = isFresh ? [finalists, fresh] : [tried, [...screening, ...fresh]];
  const partial = new Set(
    history.trials.flatMap(({ setting, ok, figures }) =>
      ok && figures[metric] === undefined ? setting : [],
    ),
  );
  const whole = settings.filter(({ id }) => !partial.has(id));
  return ratioOf(raceOf(state, whole, blocks, 2 * family, 1, metric), metric, a, b);
}

function edges({ grid }: SearchState, chosen: GridSetting): TuneWarning[] {
  return grid.axes.flatMap((axis, i): TuneWarning[] => {
    const index = chosen.place[i] ?? 0;
    const [low, high] = natural[axis.key] ?? [1, Infinity];
    if (!axis.isNumeric || axis.levels.length < 2) return [];
    const size = sizeAt(axis, index);
    const isLargest = index === axis.levels.length - 1 && size < high;
    const isSmallest = index === 0 && size > low;
    if (!isLargest && !isSmallest) return [];
    return [message('tune.edge', { key: axis.key, size, end: isLargest ? 'largest' : 'smallest' })];
  });
}

function failures(
  { grid, options, tried, history }: SearchState,
  settings: readonly TunedSetting[],
  chosen: GridSetting,
): TuneWarning[] {
  const own = settings.find(({ id }) => id === chosen.id);
  // A failure of the current setting has a warning of its own (`notMeasured`).
  const ids = settings.flatMap(({ id, standing }) =>
    standing === 'failed' && id !== grid.default.id ? id : [],
  );
  const wrong = tried.flatMap(({ id }) => {
    const errors = history.errorsOf(id);
    return errors === null ? [] : [{ id, errors }];
  });
  const bound = options.constraints.find(({ figure }) => figure === 'errors');
  return [
    ...(own && own.failed > 0
      ? [message('tune.failed-trials', { id: own.id, failed: own.failed, trials: own.trials })]
      : []),
    ...(wrong.length > 0 && bound ? [message('tune.wrong-answers', { limit: bound.limit, wrong })] : []),
    // A setting that failed is always named: it was asked about.
    ...(ids.length > 0 ? [message('tune.failed-settings', { ids })] : []),
  ];
}

/** Constraints that are undecided for the recommended setting, or for a better one that it would give way to. */
function undecided(
  { options, alive }: SearchState,
  settings: readonly TunedSetting[],
  chosen: GridSetting,
): TuneWarning[] {
  const isBetter = ({ ratio }: TunedSetting) =>
    ratio !== null && (metrics[options.objective].better === 'higher' ? ratio.low > 1 : ratio.high < 1);
  const asked = settings.filter(
    (one) => one.id === chosen.id || (alive.some(({ id }) => id === one.id) && isBetter(one)),
  );
  return options.constraints.flatMap((constraint, i): TuneWarning[] => {
    const ids = asked.flatMap(({ id, constraints }) => (constraints[i] === 'undecided' ? id : []));
    if (ids.length === 0) return [];
    const bound = boundOf(constraint);
    return [message('tune.constraint-undecided', { ...bound, ids, isBetter: !ids.includes(chosen.id) })];
  });
}

/** Settings with too few requests for the percentile itself, which may lose by its lower bound. */
function bounded(settings: readonly TunedSetting[], { id: than }: GridSetting): TuneWarning[] {
  const found = settings.flatMap(({ id, bound }) => (bound ? { id, ...bound } : []));
  const [first] = found;
  if (!first) return [];
  const { label } = metrics[first.figure];
  return [message('tune.bounded', { label, than, settings: found })];
}

function notMeasured({ grid, options, screening, fresh, history }: SearchState): TuneWarning[] {
  const { id } = grid.default;
  const isMeasured = [...screening, ...fresh].some(
    (block) => history.value(id, block, options.objective) !== null,
  );
  return isMeasured ? [] : [message('tune.current-not-measured', { id })];
}
