/** How long the loops are on this machine, measured just before the run. */
import { chain, emptyLoop, expectedProofKey, published } from '../../../workloads/cluster.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { fastest } from '../fastest.ts';
import type { Work } from './grid.ts';

/**
 * Milliseconds of CPU of one request: many slices of the scheduler (3 ms), and so much that neither HTTP nor the load
 * generator beside it counts.
 */
const requestMilliseconds = { published: 40, proved: 20 } as const;
/** Above 2³¹ the counter is a double, as in nearly four fifths of the published loop. */
const beyondIntegers = 2 ** 32;
const round = 3_000_000;
const rounds = 8;

/** Iterations in a millisecond. */
const perMillisecond = (run: (iterations: number) => unknown) => round / fastest(() => run(round), rounds);

export interface Calibrated extends Work {
  /** Milliseconds of one request of each kind. */
  readonly takes: Readonly<Record<keyof Work, Milliseconds>>;
}

/** About 200 ms of CPU. */
export function workOf(scale: Plan['scale']): Calibrated {
  const empty = perMillisecond((iterations) => emptyLoop(beyondIntegers, iterations));
  const chained = perMillisecond(chain);
  const asPublished = scale === 'as-published';
  const iterations = asPublished
    ? published.iterations
    : Math.max(1, Math.round(requestMilliseconds.published * empty));
  const proved = Math.max(1, Math.round(requestMilliseconds.proved * chained));
  return {
    published: { iterations, from: asPublished ? 0 : beyondIntegers },
    proved: { iterations: proved, key: expectedProofKey(proved) },
    takes: { published: iterations / empty, proved: requestMilliseconds.proved },
  };
}
