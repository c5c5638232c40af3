/** Starts an attempt, and knows whether it is done (guest). */
import type { Attempt } from './attempt.ts';

export interface Outcome {
  isDone: boolean;
  error: unknown;
}

/** @returns at once; `ended` resolves when it is done, however it ends */
export function start({ start: begin }: Attempt, onDone = () => {}): Outcome & { ended: Promise<void> } {
  const outcome: Outcome = { isDone: false, error: null };
  const ended = (async () => {
    try {
      await begin();
    } catch (error) {
      outcome.error = error;
    }
    outcome.isDone = true;
    onDone();
  })();
  return Object.assign(outcome, { ended });
}
