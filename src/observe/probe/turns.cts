/**
 * Counts calls that have turns (guest): as many have theirs at a time as a limit says, and the others wait. That is the one
 * connection to Redis, which answers command after command, and a pool of workers with its tasks. Only counters are kept, and a
 * clock is read when a call begins and when it ends: a command of Redis takes no longer than some such readings.
 */
import type { ConnectionsReading } from '../../model/reading.ts';
import type { Client, ConnectionClientsModule, Fields } from './connection-clients.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { commandIn, counted, isBlocking, placeOf, protocolOf, variableOf } = require(
  `./connection-clients${extension}`,
) as ConnectionClientsModule;
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** Names of commands whose turns are summed up; further ones have no name. */
const mostNames = 50;

/** The sums at the begin of a span: of numbers, and of numbers times time. */
const nothing = { taken: 0, given: 0, used: 0, waited: 0 };

class TurnCounts {
  /** Whether one ever waited for another. */
  wasWaitedFor = false;
  #open = 0;
  #limit = 1;
  #sums = { ...nothing };
  #since = performance.now();
  #at = this.#since;
  /** Begin of the turn that goes on, of one at a time. */
  #turnFrom = 0;
  #begun = 0;
  /** The one that began while there was no other: alone, if none began until it ended. */
  #first = 0;
  readonly #alone = { count: 0, held: 0 };
  #commands = new Map<string, { count: number; held: number; isBlocking: boolean }>();
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  begin(limit: number): void {
    this.#advance();
    this.#limit = limit;
    this.#begun++;
    if (this.#open === 0) [this.#turnFrom, this.#first] = [this.#at, this.#begun];
    this.#open++;
    this.#sums.taken++;
    if (this.#open > limit) this.wasWaitedFor = true;
  }

  end(call: unknown): void {
    this.#advance();
    this.#open = Math.max(0, this.#open - 1);
    this.#sums.given++;
    const turn = this.#at - this.#turnFrom;
    this.#turnFrom = this.#at;
    if (this.#open === 0 && this.#first === this.#begun) {
      this.#alone.count++;
      this.#alone.held += turn;
    }
    const command = this.#client.kind === 'order' ? commandIn(call) : null;
    if (command === null) return;
    const known = this.#commands.get(command);
    if (!known && this.#commands.size >= mostNames) return;
    const sums = known ?? { count: 0, held: 0, isBlocking: isBlocking(command, call) };
    if (!known) this.#commands.set(command, sums);
    sums.count++;
    sums.held += turn;
  }

  #advance(): void {
    const now = performance.now();
    const passed = now - this.#at;
    this.#at = now;
    this.#sums.used += Math.min(this.#open, this.#limit) * passed;
    this.#sums.waited += Math.max(0, this.#open - this.#limit) * passed;
  }

  /** @returns what happened since the last call */
  figures(pool: Fields): ConnectionsReading {
    this.#advance();
    const { client, kind, limit: ofLimit, size, threads = '' } = this.#client;
    const limit = kind === 'order' ? 1 : counted(pool, ofLimit);
    // Whoever was given up without a word does not wait any more.
    if (size !== '') this.#open = Math.min(this.#open, counted(pool, size));
    const span = Math.max(1e-3, this.#at - this.#since);
    const { used, waited, taken, given } = this.#sums;
    const [most = null] = [...this.#commands].toSorted(([, one], [, other]) => other.held - one.held);
    const figures = {
      client,
      kind,
      place: placeOf(pool),
      protocol: protocolOf(pool),
      failed: { count: 0, code: null },
      limit,
      size: used / span,
      used: used / span,
      waiting: waited / span,
      taken,
      fresh: 0,
      waited,
      longest: 0,
      waits: [],
      given,
      held: used,
      alone: { ...this.#alone },
      old: { count: 0, age: 0, by: null },
      command: most && { name: most[0], ...most[1] },
      threads: threads === '' ? 0 : counted(pool, threads),
      variable: variableOf(limit),
    } as const;
    this.#since = this.#at;
    this.#sums = { ...nothing };
    this.#commands = new Map();
    return figures;
  }
}

const api = { TurnCounts };
export type TurnsModule = typeof api;
export type CountedTurns = TurnCounts;
module.exports = api;
