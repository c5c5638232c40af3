/** What a trial's load gave: a window that was steady, and whether what came back counts as a measurement. */
import type { Engine, EngineOptions, LoadJob } from '../load/engine.ts';
import { message } from '../messages/message.ts';
import { type Problem, problem, problemData, type ProblemData } from '../messages/problem.ts';
import { quoted } from '../messages/shell.ts';
import { askedIn, type Cell, type Load, type Plan } from '../model/plan.ts';
import type { ChosenWindow, LoadOutcome } from '../model/sample.ts';
import { steadiness } from '../stats/steadiness.ts';
import { pilot, windowFrom } from '../tune/window.ts';

/** One more is enough for a server that was still compiling; what is not steady then has another reason (check W1). */
const mostWindows = 2;
/** Milliseconds. Whoever asks for a longer one has his own idea of what is steady, and would wait as long again. */
const longestRepeated = 30_000;

/**
 * A window that was not steady was warm-up: it is measured again, on the same server, which is warmer now.
 * @throws what `engine.run` throws
 */
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

/**
 * Share of failed requests that a trial may have and still count (its report says so). One reset connection in ten
 * minutes is chance; one in a hundred requests is another system than the one that was to be measured.
 */
const toleratedShare = 0.01;

/**
 * The rule of every trial, over the generator's counts alone.
 * @param expectsWrong `Cell.expectsWrong`: answers without their proof are what is looked for
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
  // A wrong proof is never chance: the work was not done.
  if (verified === 0 || proof > 0 || wrong > toleratedShare * answered) {
    const example = outcome.errorExamples[0] ?? 'none was kept';
    if (outcome.iterations)
      return problemData(problem('K6_ANSWERS_WRONG', { wrong, answered, example, ...scriptErrors(outcome) }));
    return problemData(problem('ANSWERS_WRONG', { wrong, answered, kinds, example }));
  }
  if (failed > toleratedShare * sent) return problemData(problem('REQUESTS_FAILED', { failed, sent, kinds }));
  return null;
}

/** Not one answer came as a whole. */
function unanswered({ counts, timeouts }: LoadOutcome, kinds: string, url: string): Problem {
  if (timeouts && timeouts.begun > 0) {
    const { begun, status, isEventStream } = timeouts;
    const type = isEventStream ? ', text/event-stream' : '';
    const todo = isEventStream
      ? 'A stream of events ends only when somebody closes it, however long one waits: give a URL whose answers end.'
      : `Ask the server by hand (curl -i ${quoted(url)}). Give answers that end later longer with --timeout, or a URL whose answers end.`;
    return problem('ANSWERS_UNFINISHED', { begun, status: `status ${status}${type}`, todo });
  }
  // A load that ends before the first timeout has counted none.
  if (counts.sent === 0 && timeouts)
    return problem('NO_ANSWER', { sent: timeouts.count, kinds: `${timeouts.count} timeout`, url });
  return problem('NO_ANSWER', { sent: counts.sent, kinds, url });
}

/** What the script found wrong, and what to do about the kind that the first example is of: a status, else a check, else an exception. */
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
 * Of the first trial of a search that was not told how long to measure: it loads the server once more, to see. Runs on the trial's own server, which is warmer afterwards: what is measured then is as it will be in every other trial.
 * @returns null where nothing is to be chosen, an earlier trial has chosen (the cell has its window), or nothing was answered
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

/** Requests of a load that ends by itself; null of others. */
export function burstOf(load: Load): number | null {
  return load.kind === 'closed' && load.requestsEach !== undefined ? load.clients * load.requestsEach : null;
}

/** When the last response had reached the client: for loads that end by themselves the window ends with it. */
export function lastAnswer(outcome: LoadOutcome): number {
  return outcome.window.start + outcome.window.duration;
}
