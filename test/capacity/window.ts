/** Windows whose figures are put in by hand. */
import type { RatePurpose } from '../../src/model/objective.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';

interface Given {
  /** Null: one client that waits for its answers. */
  readonly rate: number | null;
  /** Milliseconds of each answer. */
  readonly times: readonly number[];
  readonly purpose?: RatePurpose;
  readonly timeouts?: number;
  /** Requests that were due; all were answered or given up if it is not said. */
  readonly due?: number;
  /** Milliseconds by which every request was sent too late. */
  readonly lateness?: number;
  readonly utilization?: number;
  readonly duration?: number;
  /** When it began. */
  readonly start?: number;
}

export function windowOf({
  rate,
  times,
  purpose = 'block',
  timeouts = 0,
  lateness = 0,
  ...rest
}: Given): RateWindow {
  const { due = times.length + timeouts, utilization = 0.2, duration = 3000, start = 0 } = rest;
  const answered = times.length;
  return {
    purpose,
    load: rate === null ? { kind: 'closed', clients: 1 } : { kind: 'poisson', perSecond: rate },
    outcome: outcomeOf(histogramOf(times), {
      window: { start, duration },
      counts: { due, sent: due, answered, verified: answered },
      errors: { connect: 0, reset: 0, timeout: timeouts, status: 0, body: 0, proof: 0, protocol: 0 },
      throughput: (answered / duration) * 1000,
      lateness: histogramOf(times.map(() => lateness)),
      concurrency: 1,
      generator: { utilization, cpu: 100, peakRss: 0, lateShare: 0, pid: 1 },
      series: { binWidth: 1000, done: [answered, 0, 0], errors: [timeouts, 0, 0], responseSum: [0, 0, 0] },
    }),
  };
}
