/** A window that was not steady was warm-up: it is measured again, on the same server, which is warmer now. */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import type { LoadOutcome } from '../model/sample.ts';
import { steadiness } from '../stats/steadiness.ts';

/** One more is enough for a server that was still compiling; what is not steady then has another reason (check W1). */
const mostWindows = 2;
/** Milliseconds. Whoever asks for a longer one has his own idea of what is steady, and would wait as long again. */
const longestRepeated = 30_000;

/** @throws what `engine.run` throws */
export async function steadyOutcome(
  engine: Engine,
  job: LoadJob,
  options: EngineOptions,
): Promise<{ readonly outcome: LoadOutcome; readonly windows: number }> {
  const isRepeatable = job.duration !== null && job.duration <= longestRepeated && job.load.kind !== 'ramp';
  for (let windows = 1; ; windows++) {
    // The window before was as good as a warm-up; half of one lets the new connections come up to speed.
    const warmup = windows === 1 ? job.warmup : job.warmup / 2;
    const outcome = await engine.run({ ...job, warmup }, options);
    if (!isRepeatable || windows === mostWindows || isSteady(outcome)) return { outcome, windows };
  }
}

/** Too short to be judged, or without an answer, is not "unsteady": measuring again would show no more. */
function isSteady({ series: { done, responseSum }, counts }: LoadOutcome): boolean {
  if (counts.verified === 0) return true;
  const means = done.map((count, bin) => (count > 0 ? (responseSum[bin] ?? 0) / count : null));
  const { isSteady: steady, reason } = steadiness(done, means);
  return steady || reason === 'too few bins';
}
