/** The outcome of a trial's load: a steady window, and whether the answers count as a measurement. */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import { message } from '../messages/message.ts';
import { type Problem, problem, problemData, type ProblemData } from '../messages/problem.ts';
import { askedIn, type Cell, type Load, type Plan } from '../model/plan.ts';
import { meanTimes, type ChosenWindow, type LoadOutcome } from '../model/sample.ts';
import { steadiness } from '../stats/steadiness.ts';
import { pilot, windowFrom } from '../tune/window.ts';

/** Most windows: a second one is enough for a server that was still compiling; if it is unsteady too, the cause is another (check W1). */
const mostWindows = 2;
/** Longest window, in milliseconds, that is repeated: a longer one was chosen by the user, who would wait as long again. */
const longestRepeated = 30_000;

/**
 * Measures a window that was not steady once more, on the same server: it was a warm-up, and the server is warmer now.
 * @throws what `engine.run` throws
 */
export async function steadyOutcome(
  engine: Engine,
  job: LoadJob,
  options: EngineOptions,
): Promise<{ readonly outcome: LoadOutcome; readonly windows: number }> {
  const isRepeatable = job.duration !== null && job.duration <= longestRepeated && job.load.kind !== 'ramp';
  for (let windows = 1; ; windows++) {
    // The first window served as a warm-up; half of one lets the new connections come up to speed.
    const warmup = windows === 1 ? job.warmup : job.warmup / 2;
    const outcome = await engine.run({ ...job, warmup }, options);
    if (!isRepeatable || windows === mostWindows || isSteady(outcome)) return { outcome, windows };
  }
}

/** Whether a window was steady. One too short to judge, or without an answer, counts as steady: another would show no more. */
function isSteady({ series, counts }: LoadOutcome): boolean {
  if (counts.verified === 0) return true;
  const { isSteady: steady, reason } = steadiness(series.done, meanTimes(series));
  return steady || reason === 'too few bins';
}

/**
 * Largest share of failed requests with which a trial counts (its report shows it). One reset connection in ten
 * minutes is chance; one in a hundred requests means that another system was measured than the intended one.
 */
const toleratedShare = 0.01;

/**
 * The rule for all trials, from the generator's counts alone.
 * @param expectsWrong `Cell.expectsWrong`: answers without their proof are expected
 * @returns why the trial does not count, or null if it does.
 */
export function judgeOutcome(outcome: LoadOutcome, url: string, expectsWrong = false): ProblemData | null {
  const { sent, answered } = outcome.counts;
  const kinds = describeErrors(outcome.errors);
  const { status, body, protocol } = outcome.errors;
  const proof = expectsWrong ? 0 : outcome.errors.proof;
  const verified = expectsWrong ? answered - status - body : outcome.counts.verified;
  const wrong = status + body + proof + protocol;
  const failed = outcome.errors.connect + outcome.errors.reset + outcome.errors.timeout;

  if (verified === 0 && wrong === 0) return problemData(unanswered(outcome, kinds, url));
  // A wrong proof is never chance: the server did not do the work.
  if (verified === 0 || proof > 0 || wrong > toleratedShare * answered) {
    const example = outcome.errorExamples[0] ?? 'none was kept';
    if (outcome.iterations)
      return problemData(problem('K6_ANSWERS_WRONG', { wrong, answered, example, ...scriptErrors(outcome) }));
    return problemData(problem('ANSWERS_WRONG', { wrong, answered, kinds, example }));
  }
  if (failed > toleratedShare * sent) return problemData(problem('REQUESTS_FAILED', { failed, sent, kinds }));
  return null;
}

/** The problem that no answer came as a whole. */
function unanswered({ counts, timeouts }: LoadOutcome, kinds: string, url: string): Problem {
  if (timeouts && timeouts.begun > 0) {
    const { begun, status, isEventStream } = timeouts;
    const type = isEventStream ? ', text/event-stream' : '';
    const todo = isEventStream ? message('load.unfinished-stream') : message('load.unfinished-late', { url });
    return problem('ANSWERS_UNFINISHED', { begun, status: `status ${status}${type}`, todo });
  }
  // A load that ends before the first timeout has no timeouts counted.
  if (counts.sent === 0 && timeouts)
    return problem('NO_ANSWER', { sent: timeouts.count, kinds: `${timeouts.count} timeout`, url });
  return problem('NO_ANSWER', { sent: counts.sent, kinds, url });
}

/** The errors that the script found, and advice for the kind of the first example: a status, else a check, else an exception. */
function scriptErrors({ errors, iterations }: LoadOutcome) {
  const { body, ...others } = errors;
  const check = Math.min(body, iterations?.checks.failed ?? 0);
  const exception = body - check;
  const kinds = describeErrors({ ...others, 'failed check': check, exception });
  const first =
    others.status > 0 ? 'status' : others.protocol > 0 ? 'other' : check > 0 ? 'check' : 'exception';
  return { kinds, todo: message(`k6.wrong.${first}`) };
}

/** `503 status, 2 timeout`, the most frequent first; `no error` if there is none. */
function describeErrors(errors: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(errors)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`);
  return kinds.join(', ') || 'no error';
}

/**
 * Chooses the window of a search that was given none: its first trial loads its own server once more, beforehand.
 * @returns null where nothing is to be chosen, an earlier trial has chosen (the cell has its window), or no answer came
 * @throws what `engine.run` throws
 */
export async function pilotWindow(
  plan: Plan,
  cell: Cell,
  engine: Engine,
  job: LoadJob,
  options: EngineOptions,
): Promise<ChosenWindow | null> {
  if (!askedIn(plan).search?.chooses || cell.duration !== undefined) return null;
  const outcome = await engine.run({ ...job, warmup: 0, duration: pilot, traces: 0 }, options);
  return windowFrom(outcome, plan);
}

/** The number of requests of a load that ends by itself; null for other loads. */
export function burstOf(load: Load): number | null {
  return load.kind === 'closed' && load.requestsEach !== undefined ? load.clients * load.requestsEach : null;
}

/** The time when the last response reached the client: the window of a load that ends by itself ends with it. */
export function lastAnswer(outcome: LoadOutcome): number {
  return outcome.window.start + outcome.window.duration;
}
