/**
 * Counts requests to the process's own HTTP servers, and its own HTTP calls to others, by Node's channels (guest): all of
 * them while there are few, a sample while there are many (`windows.cts`). `bench/probe.ts` measures its cost.
 *
 * A small sample could miss rare slow requests. So each request that is in flight at two looks in a row, a quarter of a second
 * apart, is found by a look at the servers' own connections, whenever it began:
 *
 *   look at the connections     |              |              |
 *   in flight at one                 ├─────────────┤               one of the sample, or not: stands for many, or for none
 *   in flight at two                 ├────────────────────┤        found, in the sample or not: stands for itself alone
 *
 * The kind of a request depends on nothing but the looks and itself, so each kind is counted without bias, and so are both
 * together.
 */
import type { TrafficFigures } from './shared-counters.cts';
import type { Contain } from './contained.cts';
import type { Windows as WindowsType, WindowsModule } from './windows.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { Windows, realTime } = require(`./windows${extension}`) as WindowsModule;
const channels = require('node:diagnostics_channel') as typeof import('node:diagnostics_channel');
// The global of this name is a getter, which costs more than the clock.
const { performance } = require('node:perf_hooks') as typeof import('node:perf_hooks');

type Response = import('node:http').ServerResponse;
type Server = import('node:http').Server;
type Subscriber = (message: unknown) => void;

/** A request or call that is in flight. */
interface PendingEntry {
  readonly at: number;
  /** Number of requests that it stands for; null until its window ends. */
  weight: number | null;
  /** Whether it began before anybody counted; then its begin is not known. */
  readonly isOlder: boolean;
}

/** Sums at the begin, of all and of those that began in a window that is still open. */
const nothing = { begun: 0, ended: 0, timed: 0, time: 0 };
/** The figures where they cannot be told. */
const none: TrafficFigures = { ...nothing, pending: 0, oldest: -1, longest: -1, counted: 0 };

class Ledger {
  readonly #sums = { ...nothing };
  #window = { ...nothing };
  #counted = 0;
  #longest = -1;
  /** Those in flight, by an object that is theirs alone, in the order in which they were seen. */
  readonly open = new Map<object, PendingEntry>();

  get begun(): number {
    return this.#sums.begun;
  }

  /** @param weight null: that of its window, which is known when the window ends */
  begin(key: object, weight: 1 | null): void {
    this.#add(weight, 'begun');
    this.#counted++;
    this.open.set(key, { at: performance.now(), weight, isOlder: false });
  }

  /** Adds one that nobody saw begin. */
  found(key: object, at: number, isOlder = false): void {
    this.open.set(key, { at, weight: 1, isOlder });
  }

  /** @param isAnswered whether it was answered; else its connection has gone, or it was given up, and its time does not count */
  end(key: object, isAnswered: boolean): void {
    const entry = this.open.get(key);
    if (entry === undefined) return;
    this.open.delete(key);
    this.#add(entry.weight, 'ended');
    if (!isAnswered || entry.isOlder) return;
    const took = performance.now() - entry.at;
    this.#add(entry.weight, 'timed');
    this.#add(entry.weight, 'time', took);
    if (took > this.#longest) this.#longest = took;
  }

  /** @param weight the weight of those that began in the window that ends */
  endWindow(weight: number): void {
    const { begun, ended, timed, time } = this.#window;
    this.#window = { ...nothing };
    this.#sums.begun += begun * weight;
    this.#sums.ended += ended * weight;
    this.#sums.timed += timed * weight;
    this.#sums.time += time * weight;
    for (const entry of this.open.values()) entry.weight ??= weight;
  }

  #add(weight: number | null, field: keyof typeof nothing, amount = 1): void {
    if (weight === null) this.#window[field] += amount;
    else this.#sums[field] += amount * weight;
  }

  /** @param seen number in flight now, where that was counted; else null */
  figures(seen: number | null): TrafficFigures {
    const longest = this.#longest;
    this.#longest = -1;
    let [pending, first] = [0, Infinity];
    for (const { at, weight } of this.open.values()) {
      pending += weight ?? 1;
      if (at < first) first = at;
    }
    return {
      ...this.#sums,
      pending: seen ?? pending,
      oldest: first === Infinity ? -1 : performance.now() - first,
      longest,
      counted: this.#counted,
    };
  }
}

/** The property in which Node keeps the answer that a connection is for. */
const inAnswer = '_httpMessage';

/** A request's parser; Node has a list of them for each server, which `closeAllConnections` uses. */
interface Connection {
  readonly socket?: { readonly [inAnswer]?: Response | null } | null;
}

interface Connections {
  all(): readonly Connection[];
}

/** Returns a server's own connections; null if this Node has no such list, or the server has not listened. */
function connectionsOf(server: Server): Connections | null {
  const key = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  );
  const list = key && (Reflect.get(server, key) as Partial<Connections> | undefined);
  return typeof list?.all === 'function' ? (list as Connections) : null;
}

/** Returns the answers that are in flight at a server now, where that can be seen; else none. */
function inFlight(server: Server): Response[] {
  const all = connectionsOf(server)?.all() ?? [];
  return all.flatMap(({ socket }) => socket?.[inAnswer] ?? []);
}

/** Pause after a look, as a multiple of the time that it took: a look at ten thousand connections takes 3 ms. */
const rest = 500;

/** Finds the answers in flight at all servers that were seen, and those that have been so for long. */
class Census {
  readonly #servers = new Set<Server>();
  #before: ReadonlySet<Response> = new Set();
  /** Times of the last look and of the one before. */
  #looks: readonly [number, number] = [0, 0];
  #next = 0;

  /** @returns whether the server is new */
  add(server: Server): boolean {
    const isNew = !this.#servers.has(server);
    if (isNew) this.#servers.add(server);
    return isNew;
  }

  /** Whether connections can be looked at; if not, nothing can complete a sample. */
  get isPossible(): boolean {
    return [...this.#servers].every((server) => connectionsOf(server) !== null);
  }

  /** Number of answers in flight at the last look. */
  get pending(): number {
    return this.#before.size;
  }

  /** @param isLong called for each that was in flight at the look before too, with about when it began */
  look(isLong: (response: Response, at: number) => void): void {
    const start = performance.now();
    if (start < this.#next) return;
    const now = new Set<Response>();
    const [last, lastButOne] = this.#looks;
    for (const server of this.#servers) {
      this.#dropClosed(server);
      for (const response of inFlight(server)) {
        now.add(response);
        if (this.#before.has(response)) isLong(response, (last + lastButOne) / 2);
      }
    }
    this.#before = now;
    this.#looks = [start, last || start];
    this.#next = start + rest * (performance.now() - start);
  }

  /** Forgets what was in flight, and the servers that listen no longer: they would live as long as the process. */
  forget(): void {
    this.#before = new Set();
    this.#looks = [0, 0];
    this.#next = 0;
    for (const server of this.#servers) this.#dropClosed(server);
  }

  #dropClosed(server: Server): void {
    if (server.listening || inFlight(server).length > 0) return;
    this.#servers.delete(server);
  }
}

/** Spans between questions over which the rate of a sample is told: in a single one no window may have ended, or two. */
const enough = 4;

/** Decides when to count, by how often what is counted begins. */
class Counting {
  readonly windows: WindowsType;
  readonly #ledger: Ledger;
  /** Time of the last question, and how many had begun by then; in a sample those of the last few questions. */
  #asked: { readonly at: number; readonly begun: number }[] = [];

  constructor(ledger: Ledger, contain: (task: () => void) => () => void) {
    this.#ledger = ledger;
    this.windows = new Windows((weight) => ledger.endWindow(weight), {
      ...realTime,
      after: (delay, task) => realTime.after(delay, contain(task)),
    });
  }

  begin(): void {
    this.#asked = [this.#now()];
  }

  /** Weight of one that begins now; null: that of its window. */
  get weight(): 1 | null {
    return this.windows.isSampling ? null : 1;
  }

  adapt(): void {
    const now = this.#now();
    if (!this.windows.isSampling) this.#asked.splice(0, this.#asked.length - 1);
    const [from = now] = this.#asked;
    this.#asked.push(now);
    if (this.windows.isSampling && this.#asked.length <= enough) return;
    this.windows.adapt((1000 * (now.begun - from.begun)) / Math.max(1, now.at - from.at));
    this.#asked.shift();
  }

  readonly #now = () => ({ at: performance.now(), begun: this.#ledger.begun });
}

/** @returns functions that begin and stop to listen to the channels of these names; either may be called twice */
function listening(
  contain: (run: Subscriber) => Subscriber,
  subscribers: Readonly<Record<string, Subscriber>>,
) {
  const all = Object.entries(subscribers).map(([name, run]) => [name, contain(run)] as const);
  const stop = () => all.forEach(([name, subscriber]) => void channels.unsubscribe(name, subscriber));
  const begin = () => {
    stop();
    all.forEach(([name, subscriber]) => channels.subscribe(name, subscriber));
  };
  return { begin, stop };
}

/**
 * Counts requests. Each is followed to its answer's `close`, which comes whether or not that is ever finished: a listener for
 * each request that is counted, and nothing for the others.
 */
function requestsOf(contain: Contain) {
  const contained = <Args extends unknown[]>(run: (...args: Args) => void) => contain('requests', run);
  const ledger = new Ledger();
  let census = new Census();
  const closed = contained(function closed(this: Response) {
    ledger.end(this, this.writableFinished);
  });
  const counting = new Counting(ledger, contained);
  const { windows } = counting;
  const channel = listening(contained, {
    'http.server.request.start': (message) => {
      if (!windows.isOpen) return;
      const { response, server } = message as { response: Response; server: Server };
      // Requests that are in flight when the probe comes end as well: without them the rate would lack the first answers.
      if (census.add(server) && !windows.isSampling)
        for (const older of inFlight(server))
          if (older !== response && !ledger.open.has(older))
            ledger.found(older.on('close', closed), performance.now(), true);
      ledger.begin(response.on('close', closed), counting.weight);
    },
  });
  const isLong = (response: Response, at: number) => {
    const entry = ledger.open.get(response);
    if (entry) entry.weight = 1;
    else ledger.found(response.on('close', closed), at);
  };
  return {
    /** Counts from now on, beside what was counted before. */
    begin() {
      counting.begin();
      channel.begin();
    },
    /** Returns the figures; `longest` is that since the last call. */
    figures: contain(
      'requests',
      () => {
        const { isPossible } = census;
        if (windows.isSampling) census.look(isLong);
        // A request that was pipelined behind another on a connection that has gone: its answer is never closed.
        for (const response of ledger.open.keys() as Iterable<Response>)
          if (response.req.socket.destroyed) ledger.end(response, false);
        const figures = ledger.figures(windows.isSampling ? census.pending : null);
        if (isPossible) counting.adapt();
        else {
          windows.all();
          counting.begin();
        }
        if (!windows.isSampling) census.forget();
        return figures;
      },
      none,
    ),
    /** Stops counting, and leaves no listener at what is in flight. */
    stop() {
      channel.stop();
      windows.all();
      for (const response of ledger.open.keys() as Iterable<Response>) response.off('close', closed);
      ledger.open.clear();
      census = new Census();
    },
  };
}

/**
 * Counts calls. Each ends once: with its answer's last byte, an error, or being given up. There is no list of calls to look
 * at, so one of a sample stands for many even if it never ends.
 */
function callsOf(contain: Contain) {
  const contained = <Args extends unknown[]>(run: (...args: Args) => void) => contain('calls', run);
  const ledger = new Ledger();
  type Call = import('node:http').ClientRequest;
  const calls = new Set<Call>();
  const closed = contained(function closed(this: Call) {
    calls.delete(this);
    ledger.end(this, true);
  });
  const counting = new Counting(ledger, contained);
  const { windows } = counting;
  const fetched: Subscriber = (message) => ledger.end((message as { request: object }).request, true);
  const channel = listening(contained, {
    'http.client.request.start': (message) => {
      if (!windows.isOpen) return;
      const { request } = message as { request: Call };
      calls.add(request.on('close', closed));
      ledger.begin(request, counting.weight);
    },
    'undici:request:create': (message) => {
      if (windows.isOpen) ledger.begin((message as { request: object }).request, counting.weight);
    },
    'undici:request:trailers': fetched,
    'undici:request:error': fetched,
  });
  return {
    begin() {
      counting.begin();
      channel.begin();
    },
    figures: contain(
      'calls',
      () => {
        const figures = ledger.figures(null);
        counting.adapt();
        return figures;
      },
      none,
    ),
    stop() {
      channel.stop();
      windows.all();
      for (const call of calls) call.off('close', closed);
      calls.clear();
      ledger.open.clear();
    },
  };
}

const api = { requestsOf, callsOf };
export type TrafficModule = typeof api;
module.exports = api;
