/**
 * The prediction interval of a figure: in our runs 9 of 10 measured values lay in it. Two things make it wide: calibrations that
 * explain the measured cell as well and predict another one differently (`equivalentFits`), and the distance from that cell.
 * What a distance costs was taken from some thousand pairs of measured settings, each predicted from the other, and from
 * published machines (docs/method.md). Other settings that the run measured say how well the model fits this server: they make
 * its ranges narrower or wider.
 */
import type {
  Calibration,
  FigureRanges,
  MeasuredSetting,
  ModelFigures,
  ModelSetting,
  Range,
  RequestDemands,
} from '../model/prediction.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { studentCritical } from '../stats/distributions.ts';
import { total } from '../stats/mean-and-spread.ts';

/** What a range depends on, of a calibration. */
export type RangeBase = Pick<Calibration, 'setting' | 'demands' | 'measured' | 'foreign' | 'others'> & {
  readonly band: Pick<Calibration['band'], 'throughput' | 'mean'>;
};

/** Natural logarithms of factors, one for each kind of difference; they add up as errors do that know nothing of each other. */
const costs = {
  /** Another setting at all: the scheduler, caches and the minute are others. */
  elsewhere: 0.1,
  /** For each doubling or halving. */
  pool: 0.03,
  processes: 0.15,
  /** More than the machine has: further CPUs may be second threads of the same cores, and share its memory. */
  moreCpus: 0.3,
  fewerCpus: 0.15,
  more: 0.07,
  fewer: 0.04,
  /** Clients that wait are another load than arrivals that do not. */
  kind: 1.2,
  kindToArrivals: 0.8,
  /** Arrivals wake a server that sleeps between them, and are counted from when they were due. */
  arrivals: 0.5,
  /** Another resource limits there than where it was measured. */
  bottleneck: 0.08,
  /** Jobs that take as long as a thread takes to wake: at once, and for each doubling. */
  waking: 0.65,
  wakings: 0.06,
  /** For all of the CPUs in the hands of others. */
  foreign: 0.9,
};
/** What it takes to hand a job to a thread that sleeps, and to wake the loop after it. */
const wake: Milliseconds = 0.02;
/** A percentile is further off than a mean, and a high one depends on how unequal requests are. */
const percentiles = {
  p50: { least: 0.1, times: 1.2 },
  p99: { least: 0.35, times: 1.3, load: 0.12, foreign: 2 },
};

const doublings = (asked: number, known: number) => Math.log2(asked / known);

/** Width of the throughput and of the response, in logarithms, and how many doublings of load there are. */
function widths(known: RangeBase, setting: ModelSetting, isOtherBottleneck: boolean) {
  const { setting: base, demands, band, measured, foreign = 0 } = known;
  const pool = usesPool(demands) ? Math.abs(doublings(setting.pool, base.pool)) : 0;
  const job = (demands.poolCpu + demands.poolWait) / demands.jobs;
  const short =
    pool > 0 ? (wake / (wake + job)) * (costs.waking * Math.min(1, pool) + costs.wakings * pool) : 0;
  const connections = connectionsOf(setting);
  const calls = connections === connectionsOf(base) ? 0 : doublings(connections, connectionsOf(base));
  const [asked, measuredLoad] = [sizeOf(setting.load), sizeOf(base.load)];
  const isOpen = asked.kind === 'rate';
  const isOther = asked.kind !== measuredLoad.kind;
  const load = !isOther
    ? doublings(asked.size, measuredLoad.size)
    : isOpen
      ? doublings(asked.size, measured.throughput)
      : 0;
  const others = [
    costs.pool * pool,
    short,
    costs.pool * Math.abs(Number.isFinite(calls) ? calls : 1),
    costs.processes * Math.abs(doublings(setting.processes, base.processes)),
    (setting.cpus > base.cpus ? costs.moreCpus : costs.fewerCpus) *
      Math.abs(doublings(setting.cpus, base.cpus)),
    (load > 0 ? costs.more : costs.fewer) * Math.abs(load),
    isOther ? (isOpen ? costs.kindToArrivals : costs.kind) : 0,
  ];
  const isElsewhere = !isSame(setting, base);
  const common = Math.hypot(
    ...others,
    isElsewhere ? costs.elsewhere : 0,
    isOtherBottleneck ? costs.bottleneck : 0,
    costs.foreign * foreign,
  );
  const late = isOpen && isElsewhere ? costs.arrivals + 0.15 * Math.abs(load) : 0;
  // A server that keeps up answers what arrives.
  const throughput = Math.hypot(Math.log1p(band.throughput), isOpen ? 0 : common);
  return {
    throughput: learned(known, setting, 'throughput', throughput),
    mean: learned(known, setting, 'mean', Math.hypot(Math.log1p(band.mean), common, late)),
    load: Math.abs(load),
  };
}

/** Degrees of freedom of the costs: what is known of all servers, before this one is. */
const prior = 4;
/** Of each measured setting. They are all predicted from the same one, so their errors resemble each other. */
const weight = 0.5;
const student = (degrees: number) => studentCritical(0.9, Math.floor(degrees));

/**
 * A width after what the other settings of the run have shown: errors of a server are normal, and their variance is inverse χ² around
 * that of the costs. A setting does not speak for its own range. Where none differs in what is asked for, nothing becomes narrower.
 */
function learned(
  { others, setting: base }: RangeBase,
  setting: ModelSetting,
  figure: 'throughput' | 'mean',
  width: number,
): number {
  const told = others.flatMap((one) => (one.reach && !isSame(one.setting, setting) ? [one] : []));
  if (told.length === 0) return width;
  const degrees = prior + weight * told.length;
  const squares = told.map(({ reach }) => (student(prior) * (reach?.[figure] ?? 0)) ** 2);
  const variance = (prior + weight * total(squares)) / degrees;
  const found = (width * Math.sqrt(variance) * student(degrees)) / student(prior);
  const seen = new Set(told.flatMap((one) => differing(one.setting, base)));
  const isTold = differing(setting, base).every((key) => seen.has(key));
  return found > width || isTold ? Math.max(found, Math.min(width, noiseOf(told))) : width;
}

/** By how much two means of the measured trials differ, if there is nothing but luck. */
function noiseOf(told: readonly MeasuredSetting[]): number {
  const degrees = total(told.map(({ trials }) => trials - 1));
  const squares = total(told.map(({ trials, spread = 0 }) => (trials - 1) * spread ** 2));
  const trials = total(told.map((one) => one.trials)) / told.length;
  return student(degrees) * Math.sqrt((2 * squares) / degrees / trials);
}

const connectionsOf = ({ service }: ModelSetting) => service?.connections ?? Infinity;

/** In what two settings differ. */
function differing(one: ModelSetting, other: ModelSetting): string[] {
  const keys: string[] = (['pool', 'processes', 'cpus'] as const).filter((key) => one[key] !== other[key]);
  if (connectionsOf(one) !== connectionsOf(other)) keys.push('connections');
  if (one.load.kind !== other.load.kind) return [...keys, 'kind'];
  return sizeOf(one.load).size === sizeOf(other.load).size ? keys : [...keys, 'size'];
}

export const isSame = (one: ModelSetting, other: ModelSetting) => differing(one, other).length === 0;

/** Where a measured figure lies in its range: 0 at the predicted one, 1 at the end of its side. */
export function reachOf(measured: number, predicted: number, [low, high]: Range): Ratio {
  const off = Math.log(measured / predicted);
  return off === 0 ? 0 : off / Math.log((off < 0 ? low : high) / predicted);
}

export function usesPool({ poolCpu, poolWait }: RequestDemands): boolean {
  return poolCpu + poolWait > 0;
}

/** In its own unit: clients, or requests a second. */
export function sizeOf(load: ModelSetting['load']): {
  readonly kind: 'clients' | 'rate';
  readonly size: number;
} {
  if (load.kind === 'closed') return { kind: 'clients', size: load.clients };
  return { kind: 'rate', size: load.kind === 'rate' || load.kind === 'poisson' ? load.perSecond : 1 };
}

/** @param all the figures by every calibration that explains what was measured */
export function rangesOf(
  known: RangeBase,
  setting: ModelSetting,
  all: readonly ModelFigures[],
  isOtherBottleneck: boolean,
): FigureRanges {
  const { throughput, mean, load } = widths(known, setting, isOtherBottleneck);
  const { p50, p99 } = percentiles;
  const over = (of: keyof ModelFigures, width: number): Range | null => {
    const values = all.flatMap((one) => one[of] ?? []);
    if (values.length === 0) return null;
    return [Math.min(...values) / Math.exp(width), Math.max(...values) * Math.exp(width)];
  };
  const never: Range = [0, Infinity];
  return {
    throughput: over('throughput', throughput) ?? never,
    mean: over('mean', mean) ?? never,
    p50: over('p50', Math.hypot(p50.least, p50.times * mean)),
    p99: over(
      'p99',
      Math.hypot(p99.least + p99.load * load, p99.times * mean, p99.foreign * (known.foreign ?? 0)),
    ),
  };
}
