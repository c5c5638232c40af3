/** What a calibrated model says of other settings, and what it does not answer for. */
import { message, type Message } from '../messages/message.ts';
import { describeLoad } from '../model/plan.ts';
import type {
  Calibration,
  CapacityData,
  ModelFigures,
  ModelSetting,
  PredictedSetting,
  RefusedSetting,
  RequestDemands,
} from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import { maximumPool } from '../model/factor.ts';
import { whatIfKeys, type WhatIf, type WhatIfKey } from './parse-what-if.ts';
import type { Limit } from '../queueing/bounds.ts';
import { bottleneckOf, brief, drawn, type Extent, figuresOf, isSteady, modelled } from './model.ts';
import { isSame, type RangeBase, rangesOf, sizeOf, usesPool } from './range.ts';

/** Further from what was measured than by this factor, in either direction, other things limit than were seen. */
const reach: Readonly<Record<Exclude<WhatIfKey, 'pool'>, number>> = {
  connections: 32,
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
export function answersOf(
  calibration: Calibration,
  asked: WhatIf,
  isElsewhere: boolean,
): (PredictedSetting | RefusedSetting)[] {
  const own = ownBottleneck(calibration);
  const found = combinations(asked, Math.ceil(calibration.capacity.cpus)).map((levels) =>
    answer(calibration, levels, isElsewhere, own),
  );
  return found.map((one) => {
    if ('refused' in one || one.limit.code !== 'limit.cpu') return one;
    const isPassed = found.some(
      (other) =>
        !('refused' in other) &&
        other.setting.cpus <= one.setting.cpus &&
        other.throughput > (1 + passed) * one.throughput,
    );
    return isPassed ? { ...one, limit: message('limit.cpu-passed') } : one;
  });
}

/** Levels of a pool that `tune` would try, beside as many as there are CPUs. */
const usualPools = [1, 2, 4, 16, 64] as const;
const usualProcesses = [1, 2, 4] as const;
/** Of the connections to another service, where all of them are in use. */
const usualTimes = [1, 2, 4] as const;

/** What is predicted where nobody says what: other sizes of the pools that requests use, and more processes, beside today's. */
export function usualAnswers(
  calibration: Calibration,
  isElsewhere: boolean,
): (PredictedSetting | RefusedSetting)[] {
  const { demands, setting, capacity } = calibration;
  const cores = Math.max(1, Math.ceil(capacity.cpus));
  const sorted = (levels: readonly number[]) => [...new Set(levels)].toSorted((a, b) => a - b);
  const pool = usesPool(demands) ? sorted([...usualPools, cores, setting.pool]) : [];
  const { connections = null } = setting.service ?? {};
  const processes = sorted([...usualProcesses.filter((level) => level <= cores), cores, setting.processes]);
  const others = processes.filter((level) => pool.length === 0 || level !== setting.processes);
  return [
    ...(pool.length > 0 ? answersOf(calibration, { pool }, isElsewhere) : []),
    ...(connections === null
      ? []
      : answersOf(calibration, { connections: usualTimes.map((times) => times * connections) }, isElsewhere)),
    ...(others.length > 0 ? answersOf(calibration, { processes: others }, isElsewhere) : []),
  ];
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
export const ownBottleneck = ({
  demands,
  setting,
  capacity,
}: Pick<Calibration, 'demands' | 'setting' | 'capacity'>) =>
  bottleneckOf(modelled(demands, setting, capacity, brief)).limit;

export type Predicted = Omit<PredictedSetting, 'label' | 'setting' | 'measuredThere'>;

/** A calibration as far as an answer depends on it. */
export type Answering = RangeBase & Pick<Calibration, 'capacity' | 'variants'>;

/** A prediction before it has ranges. */
interface Explained extends Omit<Predicted, keyof ModelFigures | 'range'> {
  /** By the calibration, and by whatever else explains its cell. */
  readonly all: readonly [ModelFigures, ...ModelFigures[]];
  readonly isOtherBottleneck: boolean;
}

/** @param own what limits the calibrated setting */
export function explainedAt(
  calibration: Answering,
  setting: ModelSetting,
  isElsewhere: boolean,
  own: Limit,
  extent?: Extent,
): Explained | { readonly refused: Message } {
  const { capacity, measured, demands, variants } = calibration;
  const predicted = (of: RequestDemands, on: CapacityData, to = extent) =>
    modelled(demandsFor(of, setting, on, isElsewhere), setting, on, to);
  const prediction = predicted(demands, capacity);
  const { says, limit } = bottleneckOf(prediction);
  if (prediction.method === 'bound') {
    const perSecond = Math.round(prediction.throughput * 1000);
    return { refused: message('out-of-range.overload', { limit: says, perSecond }) };
  }
  if (prediction.method === 'unsteady') {
    return { refused: message('out-of-range.unsteady', { settlingMs: prediction.settling }) };
  }
  // They only say how far off it may be.
  const others = variants.flatMap((variant) => {
    const other = predicted(variant.demands, variant.capacity ?? capacity, extent ?? drawn);
    return isSteady(other) ? [figuresOf(other, measured)] : [];
  });
  const figures = figuresOf(prediction, measured);
  const unseen = unseenWait(calibration, setting, figures);
  return {
    all: [figures, ...others, ...(unseen?.figures ? [unseen.figures] : [])],
    isOtherBottleneck: limit !== own,
    utilisation: prediction.utilisation,
    limit: says,
    ...(unseen && { note: unseen.note }),
  };
}

/** With ranges. Parameters as above. */
export function predictAt(
  calibration: Answering,
  setting: ModelSetting,
  ...how: [isElsewhere: boolean, own: Limit, extent?: Extent]
): Predicted | { readonly refused: Message } {
  const found = explainedAt(calibration, setting, ...how);
  if ('refused' in found) return found;
  const { all, isOtherBottleneck, ...rest } = found;
  return { ...all[0], ...rest, range: rangesOf(calibration, setting, all, isOtherBottleneck) };
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
  if (levels.connections !== undefined && !setting.service)
    return { label, setting, refused: message('out-of-range.no-calls') };
  const far = tooFar(setting, calibration.setting);
  if (far !== null) return { label, setting, refused: far };
  const found = predictAt(calibration, setting, isElsewhere, own);
  if ('refused' in found) return { label, setting, refused: found.refused };
  const measuredThere = isElsewhere
    ? undefined
    : calibration.others?.find((one) => isSame(one.setting, setting));
  return { label, setting, ...found, ...(measuredThere && { measuredThere }) };
}

function settingWith(
  base: ModelSetting,
  { pool, connections, processes, cpus, clients, rate }: Partial<Record<WhatIfKey, number>>,
): ModelSetting {
  const { load } = base;
  const asked: ModelSetting['load'] =
    clients !== undefined
      ? { kind: 'closed', clients }
      : rate !== undefined
        ? { kind: load.kind === 'rate' ? 'rate' : 'poisson', perSecond: rate }
        : load;
  return {
    ...base,
    pool: pool ?? base.pool,
    ...(connections !== undefined && base.service && { service: { ...base.service, connections } }),
    processes: processes ?? base.processes,
    cpus: cpus ?? base.cpus,
    load: asked,
  };
}

function tooFar(setting: ModelSetting, base: ModelSetting): Message | null {
  if (setting.pool > maximumPool) return message('out-of-range.pool', { most: maximumPool });
  const calls = (of: ModelSetting) => of.service?.connections ?? null;
  const known = { ...base, connections: calls(base) ?? calls(setting) };
  for (const key of ['connections', 'processes', 'cpus'] as const) {
    const value = key === 'connections' ? calls(setting) : setting[key];
    const times = value && beyond(value, known[key] ?? value, reach[key]);
    if (value && times) return message('out-of-range.setting', { value, key, times });
  }
  const [asked, had] = [sizeOf(setting.load), sizeOf(base.load)];
  const times = asked.kind === had.kind ? beyond(asked.size, had.size, reach[asked.kind]) : null;
  return times === null ? null : message('out-of-range.load', { load: describeLoad(setting.load), times });
}

/** @returns the factor that is passed, in either direction */
function beyond(asked: number, known: number, times: number): number | null {
  if (asked > times * known) return times;
  return asked * times < known ? 1 / times : null;
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

/** Beyond so many times what was seen waiting at the same time, nobody knows whether more fit. */
const believed = 2;
/** A pool of twice the size keeps just twice as many waiting, up to the luck of the simulation. */
const slack = 1.05;
/** Jobs and calls that wait for less of the response than this are not what a prediction rests on. */
const small = 0.03;

interface UnseenWait {
  /** The figures if no more are served at the same time; null where an open load would then find no steady state. */
  readonly figures: ModelFigures | null;
  readonly note: Message<'prediction.unseen-wait'>;
}

/**
 * What pool jobs and calls wait for is a delay in the model, which serves any number at the same time. A disk with a queue, a
 * volume with a rate and a database do not, and with few threads or connections nobody sees how many they serve.
 * @returns the figures if they serve no more than twice as many as were seen; null where no more wait at the same time
 */
export function unseenWait(
  { measured, demands, others }: Pick<Calibration, 'measured' | 'demands' | 'others'>,
  { load }: ModelSetting,
  figures: ModelFigures,
): UnseenWait | null {
  const { poolWait, service = 0 } = demands;
  const isCalls = service > poolWait;
  const held = isCalls ? service : poolWait;
  if (held < small * measured.mean && held < small * figures.mean) return null;
  // Little's law.
  const waiting = (throughput: number) => (throughput * held) / 1000;
  const seen = Math.max(...[measured, ...others].map(({ throughput }) => waiting(throughput)));
  const needed = waiting(figures.throughput);
  if (needed <= slack * believed * seen) return null;
  const slower = needed / (believed * seen);
  const throughput = figures.throughput / slower;
  const note = message('prediction.unseen-wait', { isCalls, seen, needed, perSecond: throughput });
  if (load.kind !== 'closed') return { figures: null, note };
  const { mean, p50, p99 } = figures;
  const scaled = (time: number | null) => time && time * slower;
  return { figures: { throughput, mean: mean * slower, p50: scaled(p50), p99: scaled(p99) }, note };
}
