/** The tests of Node's own histograms, as a reader of its documentation uses them: requests are the unit. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Histogram } from '../../../stats/histogram.ts';
import type { HistogramData } from '../../../model/sample.ts';

/** Methods that Node's types do not know yet; a Node that lacks one has no answer. */
interface Tested {
  readonly welchTest?: (other: object) => { readonly pValue: number } | undefined;
  readonly mannWhitneyTest?: (other: object) => { readonly pValue: number } | undefined;
  readonly meanCI?: () => { readonly lower: number; readonly upper: number } | undefined;
}

export const nodeTests = ['welchTest', 'mannWhitneyTest', 'meanCI'] as const;
export type NodeTest = (typeof nodeTests)[number];

/** Below it a difference is called significant, as in Node's documentation. */
const significant = 0.05;

/** Whether the Node that runs this has the test. */
export const hasTest = (test: NodeTest): boolean =>
  typeof (createHistogram() as unknown as Tested)[test] === 'function';

/** What a server's requests took, of several trials together: in whole microseconds, for Node's tests. */
export function requestTimes(trials: readonly HistogramData[]): object {
  // Values beyond an hour are none of a request here.
  const times: RecordableHistogram = createHistogram({ lowest: 1, highest: 3_600_000_000, figures: 4 });
  for (const data of trials) {
    for (const value of Histogram.fromData(data).values()) times.record(Math.max(1, Math.round(value)));
  }
  return times;
}

/**
 * Whether a test calls two servers different: a p-value below 0.05, or two 95% intervals that do not overlap.
 * @returns null where this Node has no such test
 */
export function callsDifferent(test: NodeTest, one: object, other: object): boolean | null {
  const [own, others] = [one as Tested, other as Tested];
  if (test === 'meanCI') {
    const [a, b] = [own.meanCI?.(), others.meanCI?.()];
    return a && b ? a.upper < b.lower || b.upper < a.lower : null;
  }
  const found = own[test]?.(other);
  return found ? found.pValue < significant : null;
}
