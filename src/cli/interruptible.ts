/**
 * Ctrl-C and its kin as an AbortSignal. A second one is not caught: whoever presses twice wants to be rid of it. Nothing
 * stays behind all the same: what must be ended is ended by a process apart (`server/orphan-reaper.ts`,
 * `observe/attach/visitor-process.ts`).
 */
import { message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`, which Ctrl-C aborts; nested, all are aborted together. @throws Problem INTERRUPTED if it ends with the signal's reason */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  for (const signal of signals) process.once(signal, interrupt);
  // A message comes from the process that started this one on another Node (another-node.ts). Its channel keeps nothing alive.
  process.once('message', interrupt);
  process.channel?.unref();
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
    const stored = message('interrupted.nothing');
    throw problem('INTERRUPTED', { stored, todo: message('interrupted.todo') });
  } finally {
    for (const one of [...signals, 'message']) process.removeListener(one, interrupt);
  }
}
