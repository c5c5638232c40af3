/** What a calibrated model says of other settings, and what it does not answer for. */
import { describeLoad } from '../../model/plan.ts';
import type {
  Calibration,
  CapacityData,
  ModelSetting,
  PredictedSetting,
  RefusedSetting,
  RequestDemands,
} from '../../model/prediction.ts';
import { whatIfKeys, type WhatIf, type WhatIfKey } from '../../model/what-if.ts';
import { figuresOf, modelled } from './model.ts';
import { maximumPool } from '../../model/vary.ts';

/** Further from what was measured than by this factor, other things limit than were seen. */
const reach: Readonly<Record<'processes' | 'cpus' | 'clients' | 'rate', number>> = {
  processes: 32,
  cpus: 8,
  clients: 50,
  rate: 50,
};

/**
 * Each combination of the levels.
 * @param isElsewhere the load comes from another machine, so that its CPU is left out
 */
export function answers(
  calibration: Calibration,
  asked: WhatIf,
  isElsewhere: boolean,
): (PredictedSetting | RefusedSetting)[] {
  return combinations(asked).map((levels) => answer(calibration, levels, isElsewhere));
}

function combinations(asked: WhatIf): Partial<Record<WhatIfKey, number>>[] {
  return whatIfKeys.reduce<Partial<Record<WhatIfKey, number>>[]>(
    (found, key) => {
      const levels = asked[key];
      return levels === undefined
        ? found
        : found.flatMap((one) => levels.map((level) => ({ ...one, [key]: level })));
    },
    [{}],
  );
}

function answer(
  calibration: Calibration,
  levels: Partial<Record<WhatIfKey, number>>,
  isElsewhere: boolean,
): PredictedSetting | RefusedSetting {
  const { capacity, measured } = calibration;
  const setting = settingWith(calibration.setting, levels);
  const label =
    Object.entries(levels)
      .map(([key, level]) => `${key}=${level}`)
      .join(' ') || 'as it was measured';
  const far = tooFar(setting, calibration.setting);
  if (far !== null) return { label, setting, refused: far };
  const demands = demandsFor(calibration.demands, setting, capacity, isElsewhere);
  const prediction = modelled(demands, setting, capacity);
  if (prediction.method === 'bound') {
    return {
      label,
      setting,
      refused: `requests come faster than they can be served: ${prediction.limit.words}, at ${(prediction.throughput * 1000).toPrecision(3)} a second`,
    };
  }
  return {
    label,
    setting,
    ...figuresOf(prediction, measured),
    utilisation: prediction.utilisation,
    limit: prediction.limit.words,
  };
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
    if (setting[key] > reach[key] * base[key]) {
      return `${setting[key]} ${key === 'cpus' ? 'CPUs' : key} are more than ${reach[key]} times what was measured`;
    }
  }
  const [asked, known] = [sizeOf(setting.load), sizeOf(base.load)];
  if (asked.kind === known.kind && asked.size > reach[asked.kind] * known.size) {
    return `${describeLoad(setting.load)} is more than ${reach[asked.kind]} times the load that was measured`;
  }
  return null;
}

function sizeOf(load: ModelSetting['load']): { kind: 'clients' | 'rate'; size: number } {
  if (load.kind === 'closed') return { kind: 'clients', size: load.clients };
  return { kind: 'rate', size: load.kind === 'rate' || load.kind === 'poisson' ? load.perSecond : 0 };
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
