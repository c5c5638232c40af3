/**
 * What pool jobs wait for is a delay in the model, which serves any number at the same time. A disk with a queue, a volume with a
 * rate and a pool of connections do not, and with few threads nobody sees how many they serve. Twice as many as were seen
 * is as far as the model is believed; beyond it, that they serve no more is an answer as well.
 */
import { message, type Message } from '../messages/message.ts';
import type { Calibration, ModelFigures, ModelSetting } from '../model/prediction.ts';

/** Beyond so many times what was seen waiting at the same time, nobody knows whether more fit. */
const believed = 2;
/** A pool of twice the size keeps just twice as many waiting, up to the luck of the simulation. */
const slack = 1.05;
/** Jobs that wait for less of the response than this are not what a prediction rests on. */
const small = 0.03;

export interface UnseenWait {
  /** The figures if no more are served at the same time; null where an open load would then find no steady state. */
  readonly figures: ModelFigures | null;
  readonly note: Message<'prediction.unseen-wait'>;
}

/** @returns null where no more jobs wait at the same time than are believed */
export function unseenWait(
  { measured, demands, others }: Pick<Calibration, 'measured' | 'demands' | 'others'>,
  { load }: ModelSetting,
  figures: ModelFigures,
): UnseenWait | null {
  const { poolWait } = demands;
  if (poolWait < small * measured.mean && poolWait < small * figures.mean) return null;
  // Little's law.
  const waiting = (throughput: number) => (throughput * poolWait) / 1000;
  const seen = Math.max(...[measured, ...others].map(({ throughput }) => waiting(throughput)));
  const needed = waiting(figures.throughput);
  if (needed <= slack * believed * seen) return null;
  const slower = needed / (believed * seen);
  const throughput = figures.throughput / slower;
  const note = message('prediction.unseen-wait', { seen, needed, perSecond: throughput });
  if (load.kind !== 'closed') return { figures: null, note };
  const { mean, p50, p99 } = figures;
  const scaled = (time: number | null) => time && time * slower;
  return { figures: { throughput, mean: mean * slower, p50: scaled(p50), p99: scaled(p99) }, note };
}
