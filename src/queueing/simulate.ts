import { fullSpeed } from './capacity.ts';
import { type Control, ControlQueue, type Pairs } from './control-queue.ts';
import { normal, type Random } from '../stats/random.ts';
import { spansOf, type Demand, type SystemSetting, type DemandStep } from './system.ts';
import { TimedLevel, timesOf, type Times } from './collector.ts';
import { Timeline } from './timeline.ts';

/** Holds a thread for as long as its demands take, then calls `end`. */
export type HoldThread = (end: () => void) => void;

/** How many hold a server, and how many wait for one, over time: of these servers, or of those of several processes. */
class ServerLevels {
  readonly held = new TimedLevel();
  readonly waiting = new TimedLevel();
}

/** Some equal servers, first come, first served: an event loop, the threads of a pool, the connections to another service. */
class Servers {
  readonly #time: Timeline;
  readonly #levels: ServerLevels;
  readonly #queue = new Queue<() => void>();
  #free: number;

  constructor(time: Timeline, servers: number, levels = new ServerLevels()) {
    this.#time = time;
    this.#free = servers;
    this.#levels = levels;
  }

  /** Holds a server as soon as there is one, gives it to whoever waits longest, and then goes on. */
  enter(hold: HoldThread, next: () => void): void {
    const { held, waiting } = this.#levels;
    const start = () => {
      waiting.add(this.#time.now, -1);
      held.add(this.#time.now, 1);
      hold(() => {
        held.add(this.#time.now, -1);
        const first = this.#queue.shift();
        if (first) first();
        else this.#free++;
        next();
      });
    };
    waiting.add(this.#time.now, 1);
    if (this.#free > 0) {
      this.#free--;
      start();
    } else this.#queue.push(start);
  }
}

/** A queue: first in, first out. */
class Queue<Item> {
  #items: Item[] = [];
  #head = 0;

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head++];
    // Cut only when half is gone: each item is then moved at most once.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

export interface System extends SystemSetting {
  readonly steps: readonly DemandStep[];
  /**
   * What is dealt to the processes: connections, so that a client keeps its process (the default), or requests. Without
   * clients a request is a connection.
   */
  readonly spread?: 'connection' | 'request';
  /**
   * How they are dealt: at random, as kernels do and a pool of connections that stay open (the default), or to each process in turn, as
   * node:cluster does with connections.
   */
  readonly dealing?: Dealing;
}

export type Dealing = 'random' | 'in turn';

export interface Extent {
  readonly seed?: number;
  /** Answers that are measured, after `warmup` others. A load that ends is measured whole, and both are ignored. */
  readonly requests?: number;
  readonly warmup?: number;
  /** Control queue that is simulated beside the system, for an open load. */
  readonly control?: Control;
}

/** What happened, all of it over the measured time. */
export interface SimulationResult {
  readonly time: number;
  /** Answers for each unit of time. */
  readonly throughput: number;
  readonly response: Times;
  /** Times of all pool jobs from submission to end. */
  readonly jobs: Times;
  /** Busy parts of the loops and the pool threads; CPU time got, as part of what the CPUs can give. */
  readonly utilisation: { readonly loop: number; readonly pool: number; readonly cpu: number };
  /** Mean numbers of jobs that wait for a thread, and of unanswered requests. */
  readonly mean: { readonly poolQueue: number; readonly requests: number };
  /** With a control: the time of each answer, and the time of the same request in the control. */
  readonly pairs?: Pairs;
}

/**
 * Runs a system event by event. The same seed gives the same figures. An open load that the server cannot keep up with has no
 * steady state: its queue grows as long as the run lasts (see bounds()).
 */
export function simulate(
  system: System,
  { seed = 1, requests = 10_000, warmup = 1000, control }: Extent = {},
): SimulationResult {
  const { load, processes, pool } = system;
  if (!(processes >= 1 && pool >= 1)) throw new RangeError('a server has a process, and a pool has a thread');
  const ends = load.kind === 'closed' && load.each !== undefined;
  const run = new Simulation(system, seed, ends ? 0 : warmup, control);
  run.start();
  const enough = ends ? Infinity : warmup + requests;
  while (run.answers < enough && run.time.step());
  return run.outcome();
}

interface Request {
  readonly process: Process;
  readonly arrived: number;
  readonly answered: () => void;
  /** Spans that it asks of each step, in the order of `spansOf()`: drawn when it comes, whatever becomes of it. */
  readonly spans: readonly number[];
  /** Its response time in the control queue. */
  readonly controlled: number;
  isAnswered: boolean;
}

/** One process of Node, and the control queue for what it is given. */
interface Process {
  readonly loop: Servers;
  readonly pool: Servers;
  readonly connections: Servers;
  readonly control: ControlQueue | undefined;
}

type Stage = (request: Request, next: () => void) => void;

class Simulation {
  readonly time: Timeline;
  answers = 0;
  readonly #system: System;
  readonly #warmup: number;
  /** Of the loops and the pools of all processes, and the number of requests without an answer. */
  readonly #loops = new ServerLevels();
  readonly #pools = new ServerLevels();
  readonly #requests = new TimedLevel();
  readonly #processes: readonly Process[];
  /** The load generator's thread, which does not count among the server's. */
  readonly #client: Servers;
  readonly #stages: readonly Stage[];
  readonly #samplers: readonly (() => number)[];
  readonly #isControlled: boolean;
  readonly #arrivals: Random;
  readonly #dealt: Random;
  #responses: number[] = [];
  #controlled: number[] = [];
  #jobTimes: number[] = [];
  #from = 0;
  #turn = 0;

  constructor(system: System, seed: number, warmup: number, control: Control | undefined) {
    this.#system = system;
    this.#warmup = warmup;
    this.time = new Timeline(system.capacity);
    const shared = control?.isShared ? new ControlQueue(control) : undefined;
    this.#processes = Array.from({ length: system.processes }, () => ({
      loop: new Servers(this.time, 1, this.#loops),
      pool: new Servers(this.time, system.pool, this.#pools),
      connections: new Servers(this.time, system.connections ?? Infinity),
      control: shared ?? (control && new ControlQueue(control)),
    }));
    this.#client = new Servers(this.time, 1);
    const spans = spansOf(system.steps);
    // The jobs of a step are the same spans, and draw from one stream.
    const samplers = new Map(
      [...new Set(spans)].map((span) => [
        span,
        sampler(span.demand, stream(seed, 2 + 2 * span.step + span.of)),
      ]),
    );
    this.#samplers = spans.flatMap((span) => samplers.get(span) ?? []);
    this.#stages = system.steps.map((step, i) =>
      this.#stageOf(
        step,
        spans.findIndex((span) => span.step === i),
      ),
    );
    this.#isControlled = control !== undefined;
    this.#arrivals = stream(seed, 1);
    this.#dealt = stream(seed, -1);
  }

  start(): void {
    const { load, spread } = this.#system;
    const random = this.#arrivals;
    if (load.kind === 'closed') {
      const think = sampler(load.think ?? 0, random);
      for (let i = 0; i < load.clients; i++) {
        const own = spread === 'request' ? undefined : this.#next();
        let left = load.each ?? Infinity;
        const ask = () => {
          if (left-- > 0) this.#arrive(own ?? this.#next(), () => this.time.after(think(), ask));
        };
        // A load that goes on begins with a pause, so that its clients do not march in step.
        if (load.each === undefined) this.time.after(think(), ask);
        else ask();
      }
    } else {
      const gap = sampler(load.kind === 'rate' ? 1 / load.rate : { exponential: 1 / load.rate }, random);
      const next = () => {
        this.#arrive(this.#next(), () => {});
        this.time.after(gap(), next);
      };
      this.time.after(gap(), next);
    }
  }

  outcome(): SimulationResult {
    const { processes, pool, capacity } = this.#system;
    const mean = (level: TimedLevel) => level.mean(this.time.now);
    const time = this.time.now - this.#from;
    return {
      time,
      throughput: this.#responses.length / time,
      response: timesOf(this.#responses),
      jobs: timesOf(this.#jobTimes),
      utilisation: {
        loop: mean(this.#loops.held) / processes,
        pool: mean(this.#pools.held) / (processes * pool),
        cpu: mean(this.time.speed) / fullSpeed(capacity),
      },
      ...(this.#isControlled && { pairs: { responses: this.#responses, controlled: this.#controlled } }),
      mean: { poolQueue: mean(this.#pools.waiting), requests: mean(this.#requests) },
    };
  }

  #next(): Process {
    const { length } = this.#processes;
    const place =
      this.#system.dealing === 'in turn' ? this.#turn++ % length : Math.floor(this.#dealt() * length);
    return this.#processes[place] as Process;
  }

  #arrive(process: Process, answered: () => void): void {
    const { now } = this.time;
    const spans = this.#samplers.map((draw) => draw());
    const controlled = process.control?.arrive(now, spans) ?? 0;
    const request = { process, arrived: now, answered, spans, controlled, isAnswered: false };
    this.#requests.add(now, 1);
    const advance = (at: number) => {
      const stage = this.#stages[at];
      if (stage) stage(request, () => advance(at + 1));
      else this.#answer(request);
    };
    advance(0);
  }

  #answer(request: Request): void {
    if (request.isAnswered) return;
    request.isAnswered = true;
    this.#requests.add(this.time.now, -1);
    this.#responses.push(this.time.now - request.arrived);
    if (this.#isControlled) this.#controlled.push(request.controlled);
    if (++this.answers === this.#warmup) this.#forget();
    request.answered();
  }

  /** Ends the warm-up: forgets what was measured so far. */
  #forget(): void {
    const { now, speed } = this.time;
    const { held, waiting } = this.#pools;
    this.#from = now;
    this.#responses = [];
    this.#controlled = [];
    this.#jobTimes = [];
    for (const level of [this.#loops.held, held, waiting, this.#requests, speed]) level.reset(now);
  }

  /** @param first index of the step's first span among those of a request */
  #stageOf(step: DemandStep, first: number): Stage {
    const span = ({ spans }: Request, of = 0) => spans[first + of] as number;
    switch (step.kind) {
      case 'answer':
        return (request, next) => {
          this.#answer(request);
          next();
        };
      case 'delay':
        return (request, next) => this.time.after(span(request), next);
      case 'call':
        return (request, next) =>
          request.process.connections.enter((end) => this.time.after(span(request), end), next);
      case 'aside':
        return (request, next) => {
          this.time.compute(span(request), () => {});
          next();
        };
      case 'client':
        return (request, next) => this.#client.enter((end) => this.time.compute(span(request), end), next);
      case 'loop':
        return (request, next) =>
          request.process.loop.enter(this.#hold(span(request), span(request, 1)), next);
      case 'jobs':
        return (request, next) => {
          const submitted = this.time.now;
          let left = step.count;
          const ended = () => {
            this.#jobTimes.push(this.time.now - submitted);
            if (--left === 0) next();
          };
          for (let i = 0; i < step.count; i++) {
            const hold = this.#hold(span(request, 2 * i), span(request, 2 * i + 1));
            request.process.pool.enter(hold, ended);
          }
        };
    }
  }

  /** Returns a hold that waits before it computes: data is read before it is worked on. */
  #hold(cpu: number, wait: number): HoldThread {
    return (end) => this.time.after(wait, () => this.time.compute(cpu, end));
  }
}

/**
 * xoshiro128** (Blackman and Vigna 2018), its state filled by a multiplicative hash of the seed as its authors advise.
 * One stream for each purpose: a system with another pool then gets the same demands in the same order, and two settings
 * differ by what they are and not by their luck (common random numbers). A generator apart from that of `stats`, which
 * draws the order of stored runs: the predictions of one version are then those of the next, to the digit.
 */
export function stream(seed: number, purpose: number): Random {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  const fill = () => {
    hash = (hash + 0x9e3779b9) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [a, b, c, d] = [fill(), fill(), fill(), fill() | 1];
  return () => {
    const five = Math.imul(b, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result / 2 ** 32;
  };
}

/** A function that draws one span after another. */
export function sampler(demand: Demand, random: Random): () => number {
  if (typeof demand === 'number') return () => demand;
  if ('exponential' in demand) return () => -demand.exponential * Math.log(1 - random());
  const { mean, cv } = demand;
  if (cv === 0) return () => mean;
  // A log-normal variable with this mean and cv: σ² = ln(1 + cv²), μ = ln(mean) − σ²/2.
  const variance = Math.log(1 + cv * cv);
  const sigma = Math.sqrt(variance);
  return () => mean * Math.exp(sigma * normal(random) - variance / 2);
}
