/** What a calibrated model says of other settings, and what it does not answer for. */
import { describeLoad } from '../model/plan.ts';
import type {
  Calibration,
  CapacityData,
  FigureRanges,
  ModelFigures,
  ModelSetting,
  PredictedSetting,
  RefusedSetting,
  RequestDemands,
} from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import { maximumPool } from '../model/vary.ts';
import { whatIfKeys, type WhatIf, type WhatIfKey } from '../model/what-if.ts';
import type { Limit } from '../queueing/bounds.ts';
import { beaten, saidLimit } from './limit.ts';
import { brief, type Extent, figuresOf, modelled } from './model.ts';
import { type Known, rangesOf, sizeOf } from './range.ts';

/** Further from what was measured than by this factor, in either direction, other things limit than were seen. */
const reach: Readonly<Record<'processes' | 'cpus' | 'clients' | 'rate', number>> = {
  processes: 32,
  cpus: 8,
  clients: 50,
  rate: 50,
};
/** A row whose throughput another one passes by this is not at the end of what the CPUs do. */
const passed: Ratio = 0.02;

/**
 * Each combination of the levels.
 * @param isElsewhere the load comes from another machine, so that its CPU is left out
 */
export function answers(
  calibration: Calibration,
  asked: WhatIf,
  isElsewhere: boolean,
): (PredictedSetting | RefusedSetting)[] {
  const own = stationOf(calibration);
  const found = combinations(asked, Math.ceil(calibration.capacity.cpus)).map((levels) =>
    answer(calibration, levels, isElsewhere, own),
  );
  return found.map((one) => {
    if ('refused' in one || !one.limit.startsWith('limited by CPU:')) return one;
    const isPassed = found.some(
      (other) =>
        !('refused' in other) &&
        other.setting.cpus <= one.setting.cpus &&
        other.throughput > (1 + passed) * one.throughput,
    );
    return isPassed ? { ...one, limit: beaten } : one;
  });
}

function combinations(asked: WhatIf, cores: number): Partial<Record<WhatIfKey, number>>[] {
  return whatIfKeys.reduce<Partial<Record<WhatIfKey, number>>[]>(
    (found, key) => {
      const words = asked[key];
      if (words === undefined) return found;
      const levels = [...new Set(words.map((level) => (level === 'cores' ? cores : level)))];
      return found.flatMap((one) => levels.map((level) => ({ ...one, [key]: level })));
    },
    [{}],
  );
}

/** What limits where it was measured. */
export function stationOf({
  demands,
  setting,
  capacity,
}: Pick<Calibration, 'demands' | 'setting' | 'capacity'>) {
  return saidLimit(modelled(demands, setting, capacity, brief)).limit;
}

export interface Foretold extends ModelFigures {
  readonly range: FigureRanges;
  readonly limit: string;
  readonly utilisation: PredictedSetting['utilisation'];
}

/** A calibration as far as an answer depends on it. */
export type Answering = Known & Pick<Calibration, 'capacity' | 'variants'>;

/**
 * By the calibration and by whatever explains its cell as well.
 * @param own what limits the calibrated setting
 */
export function foretoldAt(
  calibration: Answering,
  setting: ModelSetting,
  isElsewhere: boolean,
  own: Limit,
  extent?: Extent,
): Foretold | { readonly refused: string } {
  const { capacity, measured, demands, variants = [] } = calibration;
  const predicted = (of: RequestDemands, on: CapacityData) =>
    modelled(demandsFor(of, setting, on, isElsewhere), setting, on, extent);
  const prediction = predicted(demands, capacity);
  const { words, limit } = saidLimit(prediction);
  if (prediction.method === 'bound') {
    const most = Math.round(prediction.throughput * 1000);
    return {
      refused: `requests come faster than they can be served: ${words}, at ${most.toLocaleString('en')} a second`,
    };
  }
  const others = variants.flatMap((variant) => {
    const other = predicted(variant.demands, variant.capacity ?? capacity);
    return other.method === 'bound' ? [] : [figuresOf(other, measured)];
  });
  const figures = figuresOf(prediction, measured);
  const range = rangesOf(calibration, setting, [figures, ...others], limit !== own);
  return { ...figures, range, utilisation: prediction.utilisation, limit: words };
}

function answer(
  calibration: Calibration,
  levels: Partial<Record<WhatIfKey, number>>,
  isElsewhere: boolean,
  own: Limit,
): PredictedSetting | RefusedSetting {
  const setting = settingWith(calibration.setting, levels);
  const label =
    Object.entries(levels)
      .map(([key, level]) => `${key}=${level}`)
      .join(' ') || 'as it was measured';
  const far = tooFar(setting, calibration.setting);
  if (far !== null) return { label, setting, refused: far };
  const found = foretoldAt(calibration, setting, isElsewhere, own);
  if ('refused' in found) return { label, setting, refused: found.refused };
  const measuredThere = isElsewhere
    ? undefined
    : calibration.others?.find((one) => isSame(one.setting, setting));
  return { label, setting, ...found, ...(measuredThere && { measuredThere }) };
}

function isSame(a: ModelSetting, b: ModelSetting): boolean {
  const [one, other] = [sizeOf(a.load), sizeOf(b.load)];
  return (
    a.pool === b.pool &&
    a.processes === b.processes &&
    a.cpus === b.cpus &&
    a.load.kind === b.load.kind &&
    one.size === other.size
  );
}

function settingWith(
  base: ModelSetting,
  { pool, processes, cpus, clients, rate }: Partial<Record<WhatIfKey, number>>,
): ModelSetting {
  const { load } = base;
  const asked: ModelSetting['load'] =
    clients !== undefined
      ? { kind: 'closed', clients }
      : rate !== undefined
        ? { kind: load.kind === 'rate' ? 'rate' : 'poisson', perSecond: rate }
        : load;
  return {
    pool: pool ?? base.pool,
    processes: processes ?? base.processes,
    cpus: cpus ?? base.cpus,
    load: asked,
  };
}

function tooFar(setting: ModelSetting, base: ModelSetting): string | null {
  if (setting.pool > maximumPool) return `libuv cuts every pool to ${maximumPool} threads`;
  for (const key of ['processes', 'cpus'] as const) {
    const far = beyond(setting[key], base[key], reach[key]);
    if (far) return `${setting[key]} ${key === 'cpus' ? 'CPUs' : key} are ${far} of what was measured`;
  }
  const [asked, known] = [sizeOf(setting.load), sizeOf(base.load)];
  const far = asked.kind === known.kind ? beyond(asked.size, known.size, reach[asked.kind]) : null;
  if (far) return `${describeLoad(setting.load)} is ${far} of the load that was measured`;
  return null;
}

function beyond(asked: number, known: number, times: number): string | null {
  if (asked > times * known) return `more than ${times} times`;
  return asked * times < known ? `less than a ${times}th` : null;
}

/** A generator with CPUs of its own still takes its time for each request. */
export function demandsFor(
  demands: RequestDemands,
  { cpus }: ModelSetting,
  capacity: CapacityData,
  isElsewhere: boolean,
): RequestDemands {
  const isApart = isElsewhere || cpus < capacity.cpus;
  return isApart ? { ...demands, generatorCpu: 0, delay: demands.delay + demands.generatorCpu } : demands;
}
