/** What an attach that ended between its signal and the closing has left at work: its visitor, which closes the inspector. */
import { message } from '../../messages/message.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { bound, ownHolder } from './lock.ts';

/** How long it goes on at most. A main thread that is in one call for longer is nearly always one that never returns. */
export const closerWatches: Milliseconds = 600_000;
const tryAgain: Milliseconds = 100;

export function closerAtWork(pid: number, clock: Clock) {
  const until = new Date(clock.epoch() + closerWatches).toTimeString().slice(0, 5);
  return message('attach.closer', { pid, until });
}

/** An abstract socket that it holds while it lives, so that the next one for the process takes its place. */
const nameOf = (identity: string) => `chokepoint-closer-${identity}`;

/** Takes that name; the one of an earlier attach keeps it until it is ended. */
export async function holdName(identity: string, clock: Clock): Promise<void> {
  while (!(await bound(nameOf(identity)).catch(() => null))) await clock.sleep(tryAgain);
}

/** One of this user that an earlier attach to the process left. */
export function earlierCloser(identity: string): number | null {
  return ownHolder(nameOf(identity));
}

/** It would close what this one opens, before that was asked anything. */
export function endEarlierCloser(identity: string): void {
  const earlier = earlierCloser(identity);
  if (earlier === null || earlier === process.pid) return;
  try {
    process.kill(earlier, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
