/** What the counters leave open: how long sockets and timers take, and how much the demands vary. */
import type { CapacityData, ModelFigures, ModelSetting, RequestDemands } from '../model/prediction.ts';
import { message } from '../messages/message.ts';
import type { Ratio } from '../model/units.ts';
import { clientsOf, type Counted, quiet, type Refused } from './demands.ts';
import { brief, modelled } from './model.ts';

export interface Fit {
  readonly demands: RequestDemands;
  /** Factor on all demands: what the counters do not see (switches, caches), or see twice. 1 where a delay explains the rest. */
  readonly stretch: number;
}

/** So much of the throughput may be put down to what no counter sees; beyond it, time passes somewhere else. */
const unseen: Ratio = 0.12;
/** A stretch beyond these is no longer a correction. */
export const stretches = { least: 0.6, most: 1.6 };
const variations: readonly Ratio[] = [0.05, 0.25, 0.5, 0.75, 1, 1.5];
/** Where no percentile was measured that could tell. */
const usualVariation: Ratio = 0.25;

/** The demands with which the model gives what was measured at this setting. */
export function fitDemands(
  counted: Counted,
  measured: ModelFigures,
  setting: ModelSetting,
  capacity: CapacityData,
): Fit | Refused {
  const { p50, p99 } = measured;
  const isTold = p50 !== null && p99 !== null;
  let best: { fit: Fit; error: number } | undefined;
  for (const variation of isTold ? variations : [usualVariation]) {
    const fit = withDelay(counted, variation, setting, capacity);
    const { response } = modelled(fit.demands, setting, capacity, brief);
    const error = isTold ? Math.abs(Math.log(response.p99 / response.median / (p99 / p50))) : 0;
    if (best === undefined || error < best.error) best = { fit, error };
  }
  const { fit } = best as { fit: Fit };
  if (fit.stretch < stretches.least || fit.stretch > stretches.most) {
    const foreign = counted.foreign > quiet ? counted.foreign : null;
    const code = fit.stretch > 1 ? 'no-model.unseen-wait' : 'no-model.contradiction';
    return { refused: message(code, { ratio: fit.stretch, foreign }) };
  }
  return fit;
}

/**
 * @param most so much of the throughput may be missing before sockets and timers are taken for the rest; unless told, what is
 *   usual. 0: they are; infinite: everything takes longer
 */
export function withDelay(
  counted: Counted,
  variation: Ratio,
  setting: ModelSetting,
  capacity: CapacityData,
  most: Ratio = unseen,
): Fit {
  const { throughput, response, mostDelay } = counted;
  const bare: RequestDemands = { ...counted.demands, delay: 0, variation };
  const at = (delay: number) => modelled({ ...bare, delay }, setting, capacity, brief);
  const alone = at(0);
  if (clientsOf(setting.load) === null) {
    return { demands: { ...bare, delay: Math.max(0, response - alone.response.mean) }, stretch: 1 };
  }
  const isFaster = ({ throughput: x }: typeof alone) => x * 1000 > throughput;
  if (alone.throughput * 1000 <= throughput * (1 + most)) {
    return stretched(bare, (alone.throughput * 1000) / throughput);
  }
  let [low, high] = [0, mostDelay];
  const slowest = at(high);
  if (isFaster(slowest)) return stretched({ ...bare, delay: high }, (slowest.throughput * 1000) / throughput);
  for (let i = 0; i < 14 && high - low > 1e-3 * high; i++) {
    const middle = (low + high) / 2;
    if (isFaster(at(middle))) low = middle;
    else high = middle;
  }
  return { demands: { ...bare, delay: (low + high) / 2 }, stretch: 1 };
}

/** Everything takes so much longer: in a closed loop the throughput falls by just that. */
function stretched(demands: RequestDemands, stretch: number): Fit {
  const { loopCpu, poolCpu, poolWait, otherCpu, generatorCpu, delay, service } = demands;
  return {
    stretch,
    demands: {
      ...demands,
      loopCpu: loopCpu * stretch,
      poolCpu: poolCpu * stretch,
      poolWait: poolWait * stretch,
      otherCpu: otherCpu * stretch,
      generatorCpu: generatorCpu * stretch,
      delay: delay * stretch,
      ...(service !== undefined && { service: service * stretch }),
    },
  };
}
