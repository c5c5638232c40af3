/** What whoever follows the recommendation must know besides. */
import { metrics, type Interval, type Metric } from '../model/metric.ts';
import type { Caution, GridSetting, TunedSetting } from '../model/tune.ts';
import { field } from '../stats/best.ts';
import { studentCritical } from '../stats/distributions.ts';
import { exponential } from '../stats/interval.ts';
import type { BlockTable } from '../stats/blocks.ts';
import { atMostBelow, type Race } from './certificate.ts';
import { sizeAt } from './grid.ts';
import { shareOf, type Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { boundText, mostWorthSaying } from './words.ts';
import { maximumPool } from '../model/vary.ts';

/** A side effect is told if it is larger than this, and there for sure. */
const sideEffect = 0.1;
const watched: readonly Metric[] = ['throughput', 'p50', 'p99', 'firstResponse', 'cpuPerRequest'];
/** Beyond these there is nothing to try: libuv cuts a pool to 1024 threads. */
const natural: Readonly<Record<string, readonly [low: number, high: number]>> = { pool: [1, maximumPool] };

export function cautions(
  progress: Progress,
  ledger: Ledger,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
  race: Race | null,
): Caution[] {
  return [
    ...gainNotSure(progress, settings, chosen, race),
    ...sideEffects(progress, ledger, chosen, settings),
    ...betterElsewhere(progress, ledger, chosen, settings),
    ...edges(progress, chosen),
    ...failures(progress, ledger, settings, chosen),
    ...undecided(progress, settings, chosen),
    ...reference(progress, ledger),
  ];
}

/** Something looks best or is certified, and still it may be no better than what runs today: what is lost by leaving that? */
function gainNotSure(
  { grid, alive, options }: Progress,
  settings: readonly TunedSetting[],
  chosen: GridSetting,
  race: Race | null,
): Caution[] {
  const today = grid.default;
  const standing = standingOf(settings, today);
  const isOpen = standing === 'not told apart' || standing === 'as good';
  if (chosen === today || !isOpen || !race?.has(today.id)) return [];
  const below = atMostBelow(
    race,
    today.id,
    [chosen, ...alive].filter(({ id }) => race.has(id)).map(({ id }) => id),
  );
  const share = shareOf(options.objective, below);
  // Nothing is known yet: that is said already.
  if (share > mostWorthSaying) return [];
  const percent = Math.ceil(1000 * share) / 10;
  const text = `What runs today, ${today.id}, is at most ${percent} % worse than the best: no more can be lost by leaving it.`;
  return [{ kind: 'gain not sure', text }];
}

const standingOf = (settings: readonly TunedSetting[], { id }: GridSetting) =>
  settings.find((one) => one.id === id)?.standing;

/** For sure, and by more than a side effect. */
const isAbove = ({ value, low }: Interval) => low > 1 && value > 1 + sideEffect;
const isBelow = ({ value, high }: Interval) => high < 1 && value < 1 - sideEffect;

/** A pool that gives the highest throughput may make most requests wait longer: other figures against the default's. */
function sideEffects(
  { options, grid, field: finalists, fresh, screening, tried }: Progress,
  ledger: Ledger,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
): Caution[] {
  if (chosen === grid.default) return [];
  const head = comparedWithToday(settings, grid.default, chosen, metrics[options.objective].label);
  const others = watched.filter((metric) => metric !== options.objective);
  const isFresh = fresh.length > 0 && finalists.includes(grid.default);
  const [racing, blocks] = isFresh ? [finalists, fresh] : [tried, [...screening, ...fresh]];
  return others.flatMap((metric): Caution[] => {
    const confidence = 1 - (1 - options.confidence) / others.length;
    const ratio = figureRatio(ledger, metric, racing, blocks, [chosen, grid.default], confidence);
    if (!ratio) return [];
    const { label, better } = metrics[metric];
    const isWorse = better === 'higher' ? isBelow(ratio) : isAbove(ratio);
    if (!isWorse) return [];
    const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((one) => one.toFixed(2));
    const text = `${head} its ${label} is ${value} times the default's (${low} to ${high}).`;
    return [{ kind: 'side effect', text }];
  });
}

/** Up to "its": only what is better for sure is called so. */
function comparedWithToday(
  settings: readonly TunedSetting[],
  today: GridSetting,
  chosen: GridSetting,
  label: string,
): string {
  switch (standingOf(settings, today)) {
    case 'not told apart':
      return `${chosen.id} is not told apart from what runs today in ${label}, and`;
    case 'as good':
      return `${chosen.id} is practically the same as what runs today in ${label}, and`;
    case 'worse':
    case 'screened out':
      return `${chosen.id} is better in ${label}, but`;
    default:
      return `Of ${chosen.id}:`;
  }
}

/**
 * More threads than CPUs: the throughput is the same, and every request takes longer, since all of them share the CPUs.
 * A setting that is as good in what was asked for, and better in something else for sure, is worth a sentence.
 */
function betterElsewhere(
  { options, field: finalists, fresh, screening, tried }: Progress,
  ledger: Ledger,
  chosen: GridSetting,
  settings: readonly TunedSetting[],
): Caution[] {
  const asGood = new Set(
    settings.flatMap(({ id, standing }) =>
      standing === 'as good' || standing === 'not told apart' ? id : [],
    ),
  );
  const isFresh = fresh.length > 1;
  const racing = isFresh ? finalists : tried;
  const blocks = isFresh ? fresh : [...screening, ...fresh];
  const rivals = racing.filter(({ id }) => asGood.has(id));
  const others = watched.filter((metric) => metric !== options.objective);
  const confidence = 1 - (1 - options.confidence) / (others.length * Math.max(1, rivals.length));
  const found = rivals.flatMap((rival) =>
    others.flatMap((metric) => {
      const ratio = figureRatio(ledger, metric, racing, blocks, [rival, chosen], confidence);
      if (!ratio) return [];
      const isHigherBetter = metrics[metric].better === 'higher';
      const isBetter = isHigherBetter ? isAbove(ratio) : isBelow(ratio);
      const size = isHigherBetter ? ratio.value : 1 / ratio.value;
      return isBetter ? [{ rival, metric, ratio, size }] : [];
    }),
  );
  const [most] = found.toSorted((a, b) => b.size - a.size);
  if (!most) return [];
  const same = found.filter(({ rival }) => rival === most.rival);
  const figures = same.map(({ metric, ratio }) => {
    const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((one) => one.toFixed(2));
    return `its ${metrics[metric].label} is ${value} times as large (${low} to ${high})`;
  });
  const { label } = metrics[options.objective];
  const alike =
    standingOf(settings, most.rival) === 'as good'
      ? `practically the same as ${chosen.id} in ${label}`
      : `not told apart from ${chosen.id} in ${label}`;
  const text = `${most.rival.id} is ${alike}, but ${figures.join(', and ')}: take it if that matters more to you.`;
  return [{ kind: 'better elsewhere', text }];
}

/**
 * Null where one of the two has no figure in some of its trials: a percentile is in those that answered enough requests, which
 * are the fast ones. Others that have holes are left out, since they would move the blocks in the same way.
 */
function figureRatio(
  ledger: Ledger,
  metric: Metric,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  [a, b]: readonly [GridSetting, GridSetting],
  confidence: number,
): Interval | null {
  const partial = new Set(
    ledger.trials.flatMap(({ setting, ok, figures }) => (ok && figures[metric] === undefined ? setting : [])),
  );
  const table: BlockTable = blocks.map((block) =>
    settings.map(({ id }) => {
      const value = partial.has(id) ? null : ledger.value(id, block, metric);
      return value === null || value <= 0 ? null : Math.log(value);
    }),
  );
  const fitted = field(table);
  const [left, right] = [settings.indexOf(a), settings.indexOf(b)];
  if (!fitted?.columns.includes(left) || !fitted.columns.includes(right)) return null;
  const value = fitted.value(left) - fitted.value(right);
  const half = studentCritical(confidence, fitted.degrees) * fitted.error(left, right);
  return exponential({ value, low: value - half, high: value + half });
}

function edges({ grid }: Progress, chosen: GridSetting): Caution[] {
  return grid.axes.flatMap((axis, i): Caution[] => {
    const index = chosen.place[i] ?? 0;
    const [low, high] = natural[axis.key] ?? [1, Infinity];
    if (!axis.isNumeric || axis.levels.length < 2) return [];
    const size = sizeAt(axis, index);
    const isLargest = index === axis.levels.length - 1 && size < high;
    const isSmallest = index === 0 && size > low;
    if (!isLargest && !isSmallest) return [];
    const [which, beyond] = isLargest ? ['largest', 'larger'] : ['smallest', 'smaller'];
    const text = `${axis.key}=${size} is the ${which} that was tried: a ${beyond} one may be better still.`;
    return [{ kind: 'edge', text }];
  });
}

function failures(
  { grid, options, tried }: Progress,
  ledger: Ledger,
  settings: readonly TunedSetting[],
  chosen: GridSetting,
): Caution[] {
  const own = settings.find(({ id }) => id === chosen.id);
  // Of the default it is said below.
  const others = settings.flatMap(({ id, standing }) =>
    standing === 'failed' && id !== grid.default.id ? id : [],
  );
  const wrong = tried.flatMap(({ id }) => {
    const errors = ledger.errorsOf(id);
    return errors === null ? [] : [`${id} (${Number((100 * errors).toPrecision(2))} %)`];
  });
  const bound = options.constraints.find(({ figure }) => figure === 'errors');
  const texts = [
    ...(own && own.failed > 0 ? [`${own.failed} of the ${own.trials} trials of ${own.id} failed.`] : []),
    ...(wrong.length > 0 && bound
      ? [
          `Left out for requests without a right answer, of which ${bound.limit === 0 ? 'none was' : `at most ${Number((100 * bound.limit).toPrecision(3))} % were`} allowed: ${wrong.join(', ')}.`,
        ]
      : []),
    // Whoever wanted to know about them must not read past it.
    ...(others.length > 0
      ? [`${others.join(', ')} gave no result twice, and ${others.length === 1 ? 'was' : 'were'} left out.`]
      : []),
  ];
  return texts.map((text) => ({ kind: 'failures', text }));
}

/** Of what is recommended, and of what would be recommended instead if it kept them. */
function undecided(
  { options, alive }: Progress,
  settings: readonly TunedSetting[],
  chosen: GridSetting,
): Caution[] {
  const isBetter = ({ ratio }: TunedSetting) =>
    ratio !== null && (metrics[options.objective].better === 'higher' ? ratio.low > 1 : ratio.high < 1);
  const asked = settings.filter(
    (one) => one.id === chosen.id || (alive.some(({ id }) => id === one.id) && isBetter(one)),
  );
  return options.constraints.flatMap((constraint, i): Caution[] => {
    const ids = asked.flatMap(({ id, constraints }) => (constraints[i] === 'undecided' ? id : []));
    if (ids.length === 0) return [];
    const isOwn = ids.includes(chosen.id);
    const what = isOwn ? ids.join(', ') : `${ids.join(', ')}, which would be better,`;
    const text = `Whether ${what} keeps ${boundText(constraint)} is not sure: the interval holds the limit.`;
    return [{ kind: 'constraint undecided', text }];
  });
}

function reference({ grid, options, screening, fresh }: Progress, ledger: Ledger): Caution[] {
  const isMeasured = [...screening, ...fresh].some(
    (block) => ledger.value(grid.default.id, block, options.objective) !== null,
  );
  if (isMeasured) return [];
  const text = `The default, ${grid.default.id}, gave no result: what is gained over it is not known.`;
  return [{ kind: 'default not measured', text }];
}
