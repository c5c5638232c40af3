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
import { addressText, evaluate, inspectorAt, type Address } from './inspector.ts';
import { hasSocket, type Listener, listeners, reachable } from '../../host/listeners.ts';
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

export class InspectorGuard {
  readonly #guarded: Guarded;
  readonly #options: GuardOptions;
  /** When it was seen closed for long enough. The next attach waits for this: its inspector would be taken for this one. */
  readonly settled: Promise<void>;
  /** It could not be closed. */
  isLeftOpen = false;

  /** Begins to look. */
  constructor(guarded: Guarded, options: GuardOptions) {
    this.#guarded = guarded;
    this.#options = options;
    this.settled = this.#watch();
  }

  /** At the end of the connection. */
  async end(): Promise<void> {
    await this.settled;
    // A loop that turns only now opens it, and closes it in the same turn.
    await this.#closes();
    if (!this.isLeftOpen && this.#open()) {
      const { pid, address } = this.#guarded;
      this.#options.onNote(message('note.inspector-foreign', { pid, address: addressText(address) }));
    }
  }

  async #watch(): Promise<void> {
    const { clock } = this.#options;
    const end = clock.now() + longest;
    for (let since = clock.now(); clock.now() < Math.min(since + closedFor, end);) {
      if (this.#open()) {
        await this.#look();
        since = clock.now();
      }
      await clock.sleep(lookEvery);
    }
  }

  /** Waits for that, for a bounded time. */
  async #closes(): Promise<void> {
    const { clock } = this.#options;
    const end = clock.now() + timeout;
    while (this.#open() && clock.now() < end) await clock.sleep(1);
  }

  /** A socket of the process that listens where its inspector did, and did not before. */
  #open(): Listener | undefined {
    const { pid, address, before } = this.#guarded;
    return listeners(pid).find(
      (one) => one.port === address.port && !before.includes(one.socket) && hasSocket(pid, one.socket),
    );
  }

  async #look(): Promise<void> {
    const { clock, onNote } = this.#options;
    const { pid, address, closer } = this.#guarded;
    await clock.sleep(grace);
    const open = this.#open();
    if (!open || this.isLeftOpen) return;
    const inspector = await inspectorAt({ host: reachable(open.address), port: open.port });
    if (!inspector) return;
    await evaluate(inspector, [closeAgainExpression], { timeout, clock });
    await this.#closes();
    if (!this.#open()) {
      onNote(message('note.inspector-reopened', { pid, address: addressText(address) }));
      return;
    }
    this.isLeftOpen = true;
    const left = problem('INSPECTOR_LEFT_OPEN', {
      pid,
      address: addressText(address),
      closer: closerAtWork(closer, clock),
    });
    onNote(message('note.problem', noted(left)));
  }
}
