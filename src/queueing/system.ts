import type { Capacity } from './capacity.ts';

/**
 * A span of time that something takes: constant, exponential, or log-normal with a coefficient of variation. The caller
 * chooses the unit; all spans and rates of one system use it.
 */
export type Demand =
  | number
  | { readonly exponential: number }
  | { readonly mean: number; readonly cv: number };

export function meanOf(demand: Demand): number {
  if (typeof demand === 'number') return demand;
  return 'exponential' in demand ? demand.exponential : demand.mean;
}

/** The square of the coefficient of variation. */
export function squaredVariation(demand: Demand): number {
  if (typeof demand === 'number') return 0;
  return 'exponential' in demand ? 1 : demand.cv ** 2;
}

/** What one request does, one step after the other. */
export type DemandStep =
  /** JavaScript, which holds the event loop of its process: CPU, and waiting in synchronous calls. */
  | { readonly kind: 'loop'; readonly cpu: Demand; readonly wait?: Demand }
  /**
   * Jobs for the libuv pool, all submitted at once; the step ends with the last of them. Each holds a thread while it waits
   * (a disk, a database) and while it computes. DNS lookups, which get half of the threads, are not modelled.
   */
  | { readonly kind: 'jobs'; readonly count: number; readonly cpu: Demand; readonly wait?: Demand }
  /** A socket or a timer: time passes, and nothing is held. */
  | { readonly kind: 'delay'; readonly time: Demand }
  /** A call to another service. It holds one of the process's connections to that service until the answer comes. */
  | { readonly kind: 'call'; readonly time: Demand }
  /** CPU time of the load generator for a request, where it shares the machine: all of it on one thread. */
  | { readonly kind: 'client'; readonly cpu: Demand }
  /** CPU time that a request causes on other threads, and that no answer waits for: garbage collection, compilation. */
  | { readonly kind: 'aside'; readonly cpu: Demand }
  /** The response is sent. Where this step is missing, it is sent after the last one. */
  | { readonly kind: 'answer' };

/** One span of time that a request asks of a step. */
export interface Span {
  /** Index of its step among the steps of the request. */
  readonly step: number;
  readonly kind: 'client' | 'aside' | 'loop' | 'jobs' | 'delay' | 'call';
  /** 0: CPU, or the time of a delay; 1: waiting in a thread. */
  readonly of: 0 | 1;
  readonly demand: Demand;
}

/** All spans of a request, in the order of its steps. A job has two, its CPU first; so has a turn of the loop. */
export function spansOf(steps: readonly DemandStep[]): Span[] {
  return steps.flatMap((step, i): Span[] => {
    if (step.kind === 'answer') return [];
    const span = (kind: Span['kind'], of: 0 | 1, demand: Demand) => ({ step: i, kind, of, demand });
    if (step.kind === 'delay' || step.kind === 'call') return [span(step.kind, 0, step.time)];
    if (step.kind === 'client' || step.kind === 'aside') return [span(step.kind, 0, step.cpu)];
    const both = [span(step.kind, 0, step.cpu), span(step.kind, 1, step.wait ?? 0)];
    return step.kind === 'loop' ? both : Array.from({ length: step.count }, () => both).flat();
  });
}

export type Load =
  /** Clients that wait for each answer, think, and ask again; `each`: how many requests each client sends. */
  | { readonly kind: 'closed'; readonly clients: number; readonly think?: Demand; readonly each?: number }
  /** Requests at equal distances, or as a Poisson process, whatever the answers do. */
  | { readonly kind: 'rate' | 'poisson'; readonly rate: number };

/** The setting that a server runs under. */
export interface SystemSetting {
  readonly processes: number;
  /** Threads of the libuv pool of each process. */
  readonly pool: number;
  /** Connections of each process to another service; absent: as many as it wants. */
  readonly connections?: number;
  readonly capacity: Capacity;
  readonly load: Load;
}

/** What one request asks, as sums of means. */
export interface Sums {
  readonly loop: Hold;
  readonly pool: Hold;
  /** Time of its calls to another service. */
  readonly calls: number;
  /** CPU time of the load generator, where it shares the machine. */
  readonly client: number;
  /** All CPU time: of loop, pool, load generator and other threads. */
  readonly cpu: number;
}

/** How long a thread is held: for waiting, for CPU at full speed. */
export interface Hold {
  readonly wait: number;
  readonly cpu: number;
}

export function sumsOf(steps: readonly DemandStep[]): Sums {
  const none = { wait: 0, cpu: 0 };
  const add = (to: Hold, step: { cpu: Demand; wait?: Demand }, times: number): Hold => ({
    wait: to.wait + times * meanOf(step.wait ?? 0),
    cpu: to.cpu + times * meanOf(step.cpu),
  });
  let loop: Hold = none;
  let pool: Hold = none;
  let [client, aside, calls] = [0, 0, 0];
  for (const step of steps) {
    if (step.kind === 'loop') loop = add(loop, step, 1);
    if (step.kind === 'jobs') pool = add(pool, step, step.count);
    if (step.kind === 'client') client += meanOf(step.cpu);
    if (step.kind === 'aside') aside += meanOf(step.cpu);
    if (step.kind === 'call') calls += meanOf(step.time);
  }
  return { loop, pool, calls, client, cpu: loop.cpu + pool.cpu + client + aside };
}
