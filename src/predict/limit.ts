/** What holds a foretold setting back, in words that its own figures bear out. */
import type { Ratio } from '../model/units.ts';
import type { Limit } from '../queueing/bounds.ts';
import type { Prediction } from '../queueing/predict.ts';

/** What is used less than this is not what limits. */
const full: Ratio = 0.97;

interface SaidLimit {
  readonly limit: Limit;
  readonly words: string;
}

/**
 * The smallest bound is the explanation where it is nearly reached. The CPUs seldom are with few threads: those are all taken
 * now and then, while a CPU has nothing to do.
 */
export function saidLimit({ limit, utilisation, method }: Prediction): SaidLimit {
  if (limit.limit !== 'CPU' || method !== 'simulation' || utilisation.cpu >= full) {
    return { limit: limit.limit, words: limit.words };
  }
  const cpus = `the CPUs are ${Math.floor(100 * utilisation.cpu)} % busy`;
  if (utilisation.pool >= full) {
    return { limit: 'pool threads', words: `limited by pool threads, and nearly by CPU: ${cpus}` };
  }
  if (utilisation.loop >= full) {
    return { limit: 'event loop', words: `limited by the event loop, and nearly by CPU: ${cpus}` };
  }
  return { limit: 'CPU', words: `nearly limited by CPU: ${cpus}` };
}

/** Of a row of a table where another one does more on as many CPUs. */
export const beaten = 'limited by CPU, of which this setting makes less than another one here';
