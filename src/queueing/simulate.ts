import { fullSpeed } from './capacity.ts';
import { Levels, Process, type Hold } from './process.ts';
import { sampler, stream } from './random.ts';
import { slowLane, type Setting, type Step } from './system.ts';
import { timesOf, type Level, type Times } from './tally.ts';
import { Timeline } from './timeline.ts';

export interface System extends Setting {
  readonly steps: readonly Step[];
  /**
   * How much the scheduler of the operating system prefers some threads while there are more than CPUs: standard deviation of
   * the logarithm of their weights. 0, the default: not at all.
   */
  readonly unfairness?: number;
  /**
   * Which process gets a request: each in turn (`request`), or each client keeps the process of its connection (`connection`,
   * the default; clients are dealt out in turn). Without clients a request is a connection.
   */
  readonly spread?: 'connection' | 'request';
}

export interface Extent {
  readonly seed?: number;
  /** Answers that are measured, after `warmup` others. A load that ends is measured whole, and both are ignored. */
  readonly requests?: number;
  readonly warmup?: number;
}

/** What happened, all of it over the measured time. */
export interface Outcome {
  readonly time: number;
  /** Answers for each unit of time. */
  readonly throughput: number;
  readonly response: Times;
  /** From submission to end, for each pool job. */
  readonly jobs: Times;
  /** Busy part of the loops, the pool threads, the slow lane's threads; CPU time got, as part of what the CPUs can give. */
  readonly utilisation: {
    readonly loop: number;
    readonly pool: number;
    readonly slow: number;
    readonly cpu: number;
  };
  /** Mean numbers: turns that wait for a loop, jobs that wait for a thread, runnable threads, all jobs, unanswered requests. */
  readonly mean: {
    readonly loopQueue: number;
    readonly poolQueue: number;
    readonly runnable: number;
    readonly jobs: number;
    readonly requests: number;
  };
}

/**
 * Runs a system event by event. The same seed gives the same figures. An open load that the server cannot keep up with has no
 * steady state: its queue grows as long as the run lasts (see bounds()).
 */
export function simulate(
  system: System,
  { seed = 1, requests = 10_000, warmup = 1000 }: Extent = {},
): Outcome {
  const { load, processes, pool } = system;
  if (!(processes >= 1 && pool >= 1)) throw new RangeError('a server has a process, and a pool has a thread');
  const ends = load.kind === 'burst' || (load.kind === 'closed' && load.each !== undefined);
  const run = new Simulation(system, seed, ends ? 0 : warmup);
  run.start();
  const enough = ends ? Infinity : warmup + requests;
  while (run.answers < enough && run.time.step());
  return run.outcome();
}

interface Request {
  readonly process: Process;
  readonly arrived: number;
  readonly answered: () => void;
  isAnswered: boolean;
}

type Stage = (request: Request, next: () => void) => void;

class Simulation {
  readonly time: Timeline;
  answers = 0;
  readonly #system: System;
  readonly #seed: number;
  readonly #warmup: number;
  readonly #levels = new Levels();
  readonly #processes: readonly Process[];
  /** The load generator's thread, which nobody counts among the server's. */
  readonly #client: Process;
  readonly #stages: readonly Stage[];
  #responses: number[] = [];
  #jobTimes: number[] = [];
  #from = 0;
  #turn = 0;

  constructor(system: System, seed: number, warmup: number) {
    this.#system = system;
    this.#seed = seed;
    this.#warmup = warmup;
    this.time = new Timeline(system.capacity, system.unfairness ?? 0, stream(seed, 0));
    this.#processes = Array.from(
      { length: system.processes },
      () => new Process(this.time, system.pool, this.#levels),
    );
    this.#client = new Process(this.time, 1, new Levels());
    this.#stages = system.steps.map((step, i) => this.#stageOf(step, i));
  }

  start(): void {
    const { load, spread } = this.#system;
    const random = stream(this.#seed, 1);
    if (load.kind === 'burst') {
      for (let i = 0; i < load.requests; i++) this.#arrive(this.#nextProcess(), () => {});
    } else if (load.kind === 'closed') {
      const think = sampler(load.think ?? 0, random);
      for (let i = 0; i < load.clients; i++) {
        const own = spread === 'request' ? undefined : this.#nextProcess();
        let left = load.each ?? Infinity;
        const ask = () => {
          if (left-- > 0) this.#arrive(own ?? this.#nextProcess(), () => this.time.after(think(), ask));
        };
        // A load that goes on begins with a pause, so that its clients do not march in step.
        if (load.each === undefined) this.time.after(think(), ask);
        else ask();
      }
    } else {
      const gap = sampler(load.kind === 'rate' ? 1 / load.rate : { exponential: 1 / load.rate }, random);
      const next = () => {
        this.#arrive(this.#nextProcess(), () => {});
        this.time.after(gap(), next);
      };
      this.time.after(gap(), next);
    }
  }

  outcome(): Outcome {
    const { processes, pool, capacity } = this.#system;
    const levels = this.#levels;
    const mean = (level: Level) => level.mean(this.time.now);
    const time = this.time.now - this.#from;
    return {
      time,
      throughput: this.#responses.length / time,
      response: timesOf(this.#responses),
      jobs: timesOf(this.#jobTimes),
      utilisation: {
        loop: mean(levels.loops) / processes,
        pool: mean(levels.threads) / (processes * pool),
        slow: mean(levels.slow) / (processes * slowLane(pool)),
        cpu: mean(this.time.speed) / fullSpeed(capacity),
      },
      mean: {
        loopQueue: mean(levels.loopQueue),
        poolQueue: mean(levels.poolQueue),
        runnable: mean(this.time.runnable),
        jobs: mean(levels.jobs),
        requests: mean(levels.requests),
      },
    };
  }

  #nextProcess(): Process {
    return this.#processes[this.#turn++ % this.#processes.length] as Process;
  }

  #arrive(process: Process, answered: () => void): void {
    const request = { process, arrived: this.time.now, answered, isAnswered: false };
    this.#countRequests(1);
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
    this.#countRequests(-1);
    this.#responses.push(this.time.now - request.arrived);
    if (++this.answers === this.#warmup) this.#forget();
    request.answered();
  }

  #countRequests(by: number): void {
    const { requests } = this.#levels;
    requests.to(this.time.now, requests.value + by);
  }

  /** The end of the warm-up. */
  #forget(): void {
    const { now, runnable, speed } = this.time;
    this.#from = now;
    this.#responses = [];
    this.#jobTimes = [];
    for (const level of [...Object.values(this.#levels), runnable, speed]) level.reset(now);
  }

  #stageOf(step: Step, index: number): Stage {
    if (step.kind === 'answer') {
      return (request, next) => {
        this.#answer(request);
        next();
      };
    }
    const random = (of: number) => stream(this.#seed, 2 + 2 * index + of);
    if (step.kind === 'delay') {
      const span = sampler(step.time, random(0));
      return (_, next) => this.time.after(span(), next);
    }
    const cpu = sampler(step.cpu, random(0));
    if (step.kind === 'aside') {
      return (_, next) => {
        this.time.compute(cpu(), () => {});
        next();
      };
    }
    if (step.kind === 'client') {
      return (_, next) => this.#client.turn((end) => this.time.compute(cpu(), end), next);
    }
    const wait = sampler(step.wait ?? 0, random(1));
    // Waits first: data is read before it is worked on.
    const hold: Hold = (end) => {
      const work = cpu();
      this.time.after(wait(), () => this.time.compute(work, end));
    };
    if (step.kind === 'loop') return (request, next) => request.process.turn(hold, next);
    const { count, slow = false } = step;
    return (request, next) => {
      const submitted = this.time.now;
      let left = count;
      const ended = () => {
        this.#jobTimes.push(this.time.now - submitted);
        if (--left === 0) next();
      };
      for (let i = 0; i < count; i++) request.process.submit(slow, hold, ended);
    };
  }
}
