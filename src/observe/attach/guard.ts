/**
 * Looks from outside whether the inspector that an attach opened stays closed: while it is open every user of the
 * machine could run code in the process. What the process runs (`closeExpression`) sees to that; this is the proof,
 * and the second way where the first fails.
 */
import type { Clock, Milliseconds } from '../../model/units.ts';
import { message } from '../../messages/message.ts';
import { noted, problem } from '../../messages/problem.ts';
import type { Note } from '../../model/watch.ts';
import { closerAtWork } from './closer.ts';
import { evaluate, inspectorAt } from './inspector.ts';
import {
  type Address,
  addressText,
  hasSocket,
  type Listener,
  listeners,
  reachable,
} from '../../host/listeners.ts';
import { closeAgainExpression } from './payload.ts';

/** It must have been closed for so long: three turns of a busy loop, or ten of the scheduler. */
const closedFor: Milliseconds = 400;
/** What opens it again and again is not Node. */
const longest: Milliseconds = 5000;
const lookEvery: Milliseconds = 25;
/** The process closes it by itself at its loop's next turn, which may be this long. */
const grace: Milliseconds = 50;
/** It is asked through an interrupt, so a main thread that runs JavaScript answers at once. */
const timeout: Milliseconds = 1000;

export interface Guarded {
  readonly pid: number;
  readonly address: Address;
  /** Sockets that listened before the signal. */
  readonly before: readonly string[];
  /** The process that goes on where this one cannot. */
  readonly closer: number | null;
}

interface GuardOptions {
  readonly clock: Clock;
  /** Told what the user should know. */
  readonly onNote: (note: Note) => void;
}

export interface InspectorGuard {
  /** When it was seen closed for long enough. The next attach waits for this: its inspector would be taken for this one. */
  readonly settled: Promise<void>;
  /** It could not be closed. */
  readonly isLeftOpen: boolean;
  /** At the end of the connection. */
  end(): Promise<void>;
}

/** Begins to look. */
export function guardInspector(
  { pid, address, before, closer }: Guarded,
  { clock, onNote }: GuardOptions,
): InspectorGuard {
  let isLeftOpen = false;
  const where = { pid, address: addressText(address) };
  const settled = watch();
  return {
    settled,
    get isLeftOpen() {
      return isLeftOpen;
    },
    async end() {
      await settled;
      // A loop that turns only now opens it, and closes it in the same turn.
      await closes();
      if (!isLeftOpen && opened()) onNote(message('note.inspector-foreign', where));
    },
  };

  async function watch(): Promise<void> {
    const end = clock.now() + longest;
    for (let since = clock.now(); clock.now() < Math.min(since + closedFor, end);) {
      if (opened()) {
        await look();
        since = clock.now();
      }
      await clock.sleep(lookEvery);
    }
  }

  /** Waits for that, for a bounded time. */
  async function closes(): Promise<void> {
    const end = clock.now() + timeout;
    while (opened() && clock.now() < end) await clock.sleep(1);
  }

  /** A socket of the process that listens where its inspector did, and did not before. */
  function opened(): Listener | undefined {
    return listeners(pid).find(
      (one) => one.port === address.port && !before.includes(one.socket) && hasSocket(pid, one.socket),
    );
  }

  async function look(): Promise<void> {
    await clock.sleep(grace);
    const open = opened();
    if (!open || isLeftOpen) return;
    const inspector = await inspectorAt({ host: reachable(open.address), port: open.port });
    if (!inspector) return;
    await evaluate(inspector, [closeAgainExpression], { timeout, clock });
    await closes();
    if (!opened()) return onNote(message('note.inspector-reopened', where));
    isLeftOpen = true;
    const left = problem('INSPECTOR_LEFT_OPEN', { ...where, closer: closerAtWork(closer, clock) });
    onNote(message('note.problem', noted(left)));
  }
}
