/**
 * The prediction interval of a figure: in our runs 9 of 10 measured values lay in it. Two things make it wide: calibrations that
 * explain the measured cell as well and predict another one differently (equivalent-fits.ts), and the distance from that cell.
 * What a distance costs was taken from some thousand pairs of measured settings, each predicted from the other, and from
 * published machines (docs/method.md).
 */
import type {
  Calibration,
  FigureRanges,
  ModelFigures,
  ModelSetting,
  Range,
  RequestDemands,
} from '../model/prediction.ts';
import type { Milliseconds } from '../model/units.ts';

/** What a range depends on, of a calibration. */
export type RangeBase = Pick<Calibration, 'setting' | 'demands' | 'measured' | 'foreign'> & {
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
    costs.processes * Math.abs(doublings(setting.processes, base.processes)),
    (setting.cpus > base.cpus ? costs.moreCpus : costs.fewerCpus) *
      Math.abs(doublings(setting.cpus, base.cpus)),
    (load > 0 ? costs.more : costs.fewer) * Math.abs(load),
    isOther ? (isOpen ? costs.kindToArrivals : costs.kind) : 0,
  ];
  const isElsewhere =
    (['pool', 'processes', 'cpus'] as const).some((key) => setting[key] !== base[key]) ||
    isOther ||
    load !== 0;
  const common = Math.hypot(
    ...others,
    isElsewhere ? costs.elsewhere : 0,
    isOtherBottleneck ? costs.bottleneck : 0,
    costs.foreign * foreign,
  );
  const late = isOpen && isElsewhere ? costs.arrivals + 0.15 * Math.abs(load) : 0;
  return {
    // A server that keeps up answers what arrives.
    throughput: isOpen ? Math.log1p(band.throughput) : Math.hypot(Math.log1p(band.throughput), common),
    mean: Math.hypot(Math.log1p(band.mean), common, late),
    load: Math.abs(load),
  };
}

function usesPool({ poolCpu, poolWait }: RequestDemands): boolean {
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
