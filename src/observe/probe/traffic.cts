/**
 * Requests to the process's own HTTP servers, and its own HTTP calls to others, as Node's channels tell (guest). What
 * is done for each request is a few assignments and a look at the clock: `bench/probe.ts` weighs it.
 */
const channels = require('node:diagnostics_channel') as typeof import('node:diagnostics_channel');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

/** Times in ms. */
export interface TrafficFigures {
  readonly begun: number;
  readonly ended: number;
  readonly pending: number;
  /** Age; -1: none */
  readonly oldest: number;
  readonly timed: number;
  readonly time: number;
  /** Of those that ended since the last call; -1: none */
  readonly longest: number;
}

export interface Traffic {
  requests(): TrafficFigures;
  calls(): TrafficFigures;
  stop(): void;
}

/** One that is in flight, between its neighbours in the order of beginning: the oldest is known without a search. */
interface Entry {
  at: number;
  /** How many are in flight on the same connection (pipelining); the time is that of the first. */
  open: number;
  before: Entry | null;
  after: Entry | null;
}

class Ledger {
  begun = 0;
  ended = 0;
  time = 0;
  timed = 0;
  longest = -1;
  pending = 0;
  oldest: Entry | null = null;
  newest: Entry | null = null;

  entry(): Entry {
    return { at: 0, open: 0, before: null, after: null };
  }

  begin(entry: Entry): void {
    this.begun++;
    this.pending++;
    if (entry.open++ > 0) return;
    entry.at = performance.now();
    entry.before = this.newest;
    if (this.newest === null) this.oldest = entry;
    else this.newest.after = entry;
    this.newest = entry;
  }

  end(entry: Entry): void {
    // Begun before anybody counted, or ended twice.
    if (entry.open === 0) return;
    const took = performance.now() - entry.at;
    this.ended++;
    this.pending--;
    this.timed++;
    this.time += took;
    if (took > this.longest) this.longest = took;
    if (--entry.open === 0) this.#leave(entry);
  }

  /** The connection has gone: whatever was in flight on it will have no answer. */
  drop(entry: Entry): void {
    if (entry.open === 0) return;
    this.ended += entry.open;
    this.pending -= entry.open;
    entry.open = 0;
    this.#leave(entry);
  }

  #leave(entry: Entry): void {
    const { before, after } = entry;
    if (before === null) this.oldest = after;
    else before.after = after;
    if (after === null) this.newest = before;
    else after.before = before;
    entry.before = entry.after = null;
  }

  figures(): TrafficFigures {
    const { begun, ended, pending, timed, time, longest } = this;
    this.longest = -1;
    const oldest = this.oldest === null ? -1 : performance.now() - this.oldest.at;
    return { begun, ended, pending, oldest, timed, time, longest };
  }
}

type Subscriber = (message: unknown) => void;
type Connection = import('node:net').Socket & { [key: symbol]: Entry | undefined };

interface Counted {
  readonly subscribers: Readonly<Record<string, Subscriber>>;
  /** Nothing of it stays at what is in flight. */
  readonly forget: () => void;
}

/** Always the same one, so that a second probe leaves no second property. */
const key = Symbol.for('chokepoint.request');

/**
 * An answer that is never finished has no channel; its connection closes. So the entry is the connection's: found by
 * one property, and one listener is there for each connection instead of each request.
 */
function requestsOf(ledger: Ledger): Counted {
  const connections = new Map<Connection, () => void>();
  const known = (socket: Connection): Entry => {
    const entry = ledger.entry();
    const closed = () => {
      connections.delete(socket);
      ledger.drop(entry);
    };
    socket[key] = entry;
    socket.once('close', closed);
    connections.set(socket, closed);
    return entry;
  };
  const subscribers: Record<string, Subscriber> = {
    'http.server.request.start': (message) => {
      const { socket } = message as { socket: Connection };
      ledger.begin(socket[key] ?? known(socket));
    },
    'http.server.response.finish': (message) => {
      const entry = (message as { socket: Connection }).socket[key];
      if (entry !== undefined) ledger.end(entry);
    },
  };
  const forget = () => {
    for (const [socket, closed] of connections) {
      socket.off('close', closed);
      // To delete it would make V8 treat the connection as a dictionary from then on.
      socket[key] = undefined;
    }
  };
  return { subscribers, forget };
}

/** Calls are rarer and dearer than requests. Each ends once: with its answer's last byte, an error, or being given up. */
function callsOf(ledger: Ledger): Counted {
  const requests = new Map<import('node:http').ClientRequest, () => void>();
  const fetches = new WeakMap<object, Entry>();
  const begun = () => {
    const entry = ledger.entry();
    ledger.begin(entry);
    return entry;
  };
  const end: Subscriber = (message) => {
    const entry = fetches.get((message as { request: object }).request);
    if (entry) ledger.end(entry);
  };
  const subscribers: Record<string, Subscriber> = {
    'http.client.request.start': (message) => {
      const { request } = message as { request: import('node:http').ClientRequest };
      const entry = begun();
      const closed = () => {
        requests.delete(request);
        ledger.end(entry);
      };
      request.once('close', closed);
      requests.set(request, closed);
    },
    'undici:request:create': (message) => void fetches.set((message as { request: object }).request, begun()),
    'undici:request:trailers': end,
    'undici:request:error': end,
  };
  const forget = () => {
    for (const [request, closed] of requests) request.off('close', closed);
  };
  return { subscribers, forget };
}

function traffic(): Traffic {
  const [requests, calls] = [new Ledger(), new Ledger()];
  const counted = [requestsOf(requests), callsOf(calls)];
  const subscribers = counted.flatMap((each) => Object.entries(each.subscribers));
  for (const [name, subscriber] of subscribers) channels.subscribe(name, subscriber);
  return {
    requests: () => requests.figures(),
    calls: () => calls.figures(),
    stop() {
      for (const [name, subscriber] of subscribers) channels.unsubscribe(name, subscriber);
      for (const { forget } of counted) forget();
    },
  };
}

export interface TrafficModule {
  readonly traffic: typeof traffic;
}

module.exports = { traffic } satisfies TrafficModule;
