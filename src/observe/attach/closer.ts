/** The closer: the visitor that an attach left at work, if it ended between its signal and the inspector's closing. */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { bound, ownHolder } from './lock.ts';

/** Longest time that it works. A main thread that is in one call for longer nearly always never returns from it. */
export const closerWatches: Milliseconds = 600_000;
const tryAgain: Milliseconds = 100;

export function closerAtWork(pid: number, clock: Clock) {
  const until = new Date(clock.epoch() + closerWatches).toTimeString().slice(0, 5);
  return message('attach.closer', { pid, until });
}

/** The abstract socket that a closer holds while it lives, so that the next one for the process takes its place. */
const nameOf = (identity: string) => `chokepoint-closer-${identity}`;

/** Takes that name; the closer of an earlier attach keeps it until it is ended. */
export async function holdName(identity: string, clock: Clock): Promise<void> {
  while (!(await bound(nameOf(identity)).catch(() => null))) await clock.sleep(tryAgain);
}

/** Returns the PID of this user's closer that an earlier attach to the process left; null if there is none. */
export function earlierCloser(identity: string): number | null {
  return ownHolder(nameOf(identity));
}

/** Ends the earlier closer: it would close the inspector that this attach opens before it was asked anything. */
export function endEarlierCloser(identity: string): void {
  const earlier = earlierCloser(identity);
  if (earlier === null || earlier === process.pid) return;
  try {
    process.kill(earlier, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
