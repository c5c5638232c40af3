/** One look at a process, for the time of a test: what a watch does again and again. */
import type { ProcessSnapshot } from '../../../src/model/process-snapshot.ts';
import type { Milliseconds } from '../../../src/model/units.ts';
import { systemClock as clock } from '../../../src/host/clock.ts';
import { openSampler } from '../../../src/observe/external/process-snapshot.ts';
import { SnapshotSummary } from '../../../src/observe/external/summary.ts';
import { ticks } from '../../../src/observe/session/ticks.ts';

interface Looking {
  readonly duration: Milliseconds;
  /** From one sample to the next. */
  readonly interval: Milliseconds;
}

/** @throws Problem as `openSampler`; that the process ends meanwhile is no error */
export async function takeSnapshot(pid: number, options: Looking): Promise<ProcessSnapshot> {
  using open = await openSampler(pid);
  const start = clock.now();
  const now = () => clock.now() - start;
  const summary = new SnapshotSummary(open);
  const { signal } = new AbortController();
  for await (const at of ticks({ ...options, signal, clock, now, share: () => 1 })) {
    const sample = open.sample(at);
    if (!sample) break;
    summary.add(sample);
  }
  return { ...summary.value(now()), throttling: null };
}
