/** The samples of one process, reduced to about four points a second: for the eye. */
import type { ProcessSample, ThreadReading } from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import type { SamplePoint } from '../../model/watch.ts';
import { LoopShare } from './spans.ts';

/** From one point to the next. */
const period: Milliseconds = 250;

class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count++;
  }

  take(): number | null {
    const mean = this.#count === 0 ? null : this.#sum / this.#count;
    this.#sum = 0;
    this.#count = 0;
    return mean;
  }
}

export class TimeSeries {
  /** The sample that the point in the making began with: its counters are subtracted. */
  #since: ProcessSample | null = null;
  readonly #loop = new LoopShare();
  readonly #busy = new Mean();
  readonly #queued = new Mean();
  readonly #slowQueued = new Mean();

  /** @returns a point when one is complete: then the next begins */
  add(sample: ProcessSample): SamplePoint | null {
    const { at, cpu, rss, pool, threads } = sample;
    const main = threads.find(({ role }) => role === 'main');
    if (main) this.#loop.add(main);
    if (pool) {
      this.#busy.add(pool.busy);
      this.#queued.add(pool.queued);
      this.#slowQueued.add(pool.slow.queued);
    }
    this.#since ??= sample;
    const since = this.#since;
    const span = at - since.at;
    // Samples come on a schedule: one that is a little early would make the point one sample longer.
    if (span < period * 0.96) return null;
    const point: SamplePoint = {
      at,
      cpu: Math.max(0, cpu - since.cpu) / span,
      rss: rss > 0 ? rss : null,
      busy: this.#busy.take(),
      queued: this.#queued.take(),
      slowQueued: this.#slowQueued.take(),
      running: poolShare(since, sample, 'ran'),
      waitedForCpu: poolShare(since, sample, 'waitedForCpu'),
      loop: this.#loop.value,
    };
    this.#since = sample;
    this.#loop.restart();
    return point;
  }
}

/** Of the time of those pool threads that are in both samples; null if there are none, or the kernel does not count. */
function poolShare(since: ProcessSample, now: ProcessSample, counter: 'ran' | 'waitedForCpu'): Ratio | null {
  const before = new Map(since.threads.map((thread) => [thread.tid, thread]));
  let [sum, time] = [0, 0];
  for (const thread of now.threads) {
    if (thread.role !== 'pool') continue;
    const then: ThreadReading | undefined = before.get(thread.tid);
    const [first, last] = [then?.[counter] ?? null, thread[counter]];
    if (!then || first === null || last === null) continue;
    sum += last - first;
    time += thread.at - then.at;
  }
  return time > 0 ? Math.min(1, sum / time) : null;
}
