/** Servers that are measured because their answers are wrong: what a client sees that looks at none of them. */
import { Histogram } from '../stats/histogram.ts';
import type { LoadOutcome, Sample } from '../model/sample.ts';

/**
 * Every answer that came counts, right or wrong, with the time that it took: so the published client counted, and so
 * the validity checks must find what it did not see. Left as it is where not all requests were kept one by one.
 */
export function asItsClientCounts(sample: Sample): Sample {
  const { traces, counts, window } = sample.outcome;
  const came = traces.filter(({ error }) => error === null || error === 'proof');
  if (came.length < counts.answered || came.length === 0) return sample;
  const times = new Histogram();
  for (const { due, done } of came) times.record((done - due) * 1000);
  const response = times.toData();
  const outcome: LoadOutcome = {
    ...sample.outcome,
    counts: { ...counts, verified: came.length },
    throughput: (came.length / window.duration) * 1000,
    response,
    service: response,
  };
  return { ...sample, outcome };
}
