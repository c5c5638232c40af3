/**
 * Other calibrations that explain the measured cell as well. What counters leave open makes no difference where they were read,
 * and all the difference elsewhere: seven milliseconds of sockets and seven of a full CPU give the same throughput at 32 clients.
 */
import type { Cell } from '../model/plan.ts';
import { message } from '../messages/message.ts';
import type { CapacityData, ModelVariant } from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import { errors, type Model, type RunSoFar, seenOfCell } from './calibrate.ts';
import { clientsOf, type Counted } from './demands.ts';
import { stretches, withDelay } from './fit.ts';
import { besideOthers, brief, figuresOf, isSteady, modelled } from './model.ts';

/** Less than this of the response changes no answer. */
const small: Ratio = 0.03;
/** A calibration that is off by more than the first one and this explains the cell worse. */
const slack: Ratio = 0.05;
/** Part of a CPU that each further one adds, if it shares its core with another, which is not known. */
const sharedCore: Ratio = 0.5;
/** How unequal requests may be where no percentile was measured that could tell. */
const unequal: Ratio = 1;

/** @param whole as it was given to the calibration */
export function equivalentFits(run: RunSoFar, cell: Cell, model: Model, whole: CapacityData): ModelVariant[] {
  const found = seenOfCell(run, cell, whole);
  return 'refused' in found ? [] : variantsOf(found.counted, model, whole);
}

/** A calibration as far as its variants depend on it. */
type Explained = Omit<Model, 'notes'>;

export function variantsOf(counted: Counted, model: Explained, whole: CapacityData): ModelVariant[] {
  const { demands, capacity, setting } = model;
  const { delay, poolWait, variation } = demands;
  const isClosed = clientsOf(setting.load) !== null;
  const variants: ModelVariant[] = [];
  const add = (
    because: ModelVariant['because'],
    of: Counted,
    most?: Ratio,
    other = capacity,
    varies = variation,
  ) => {
    const fit = withDelay(of, varies, setting, other, most);
    if (fit.stretch < stretches.least || fit.stretch > stretches.most) return;
    const variant = { demands: fit.demands, ...(other !== capacity && { capacity: other }), because };
    if (isAsGood(variant, model)) variants.push(variant);
  };
  const { response } = counted;
  if (isClosed && delay > small * response) {
    add(message('equivalent-fit.all-slower'), counted, Infinity);
  } else if (isClosed && counted.mostDelay > small * response) {
    add(message('equivalent-fit.sockets'), counted, 0);
  }
  if (poolWait > small * response && demands.loopCpu + demands.poolCpu > 0) {
    const without = { ...counted, demands: { ...counted.demands, poolWait: 0 } };
    add(message('equivalent-fit.no-wait'), without);
    add(message('equivalent-fit.no-wait-slower'), without, Infinity);
  }
  if (whole.source !== 'measured') {
    const points = whole.points.map(([n, height]) => [n, 1 + sharedCore * (height - 1)] as const);
    const slower = { ...whole, points: [[1, 1] as const, ...points.filter(([n]) => n > 1)] };
    add(message('equivalent-fit.half-cpus'), counted, undefined, besideOthers(slower, counted.foreign));
  }
  if (model.measured.p99 === null)
    add(message('equivalent-fit.unequal'), counted, undefined, capacity, unequal);
  return variants;
}

function isAsGood({ demands, capacity }: ModelVariant, model: Explained): boolean {
  const again = modelled(demands, model.setting, capacity ?? model.capacity, brief);
  if (!isSteady(again)) return false;
  const off = errors(figuresOf(again, model.measured), model.measured);
  const first = errors(model.reproduced, model.measured);
  const most = (of: 'throughput' | 'mean') => Math.max(first[of], model.band[of]) + slack;
  return off.throughput <= most('throughput') && off.mean <= most('mean');
}
