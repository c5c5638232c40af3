import type { Step } from './system.ts';

/** What can be measured of one kind of request, as means for each request, all in one unit of time. */
export interface MeasuredRequest {
  /** From the request to its answer while nobody else is served. */
  readonly response: number;
  /** CPU of the whole process. */
  readonly cpu: number;
  /** How long the event loop is busy. */
  readonly loop: number;
  /** CPU of the loop's thread. Where it is not measured, the loop is taken to compute whenever it is busy. */
  readonly loopCpu?: number;
  /** How long pool threads are held, all jobs together; 0 without jobs. */
  readonly hold: number;
  /** CPU of the pool threads. Where it is not measured, it is what the loop leaves of `cpu`. */
  readonly poolCpu?: number;
  /** Pool jobs of one request, which are taken to start together. Default: 1. */
  readonly jobs?: number;
  /** How far a figure may be off, as a part of it: what contradicts another by less is noise. Default: 0.05. */
  readonly error?: number;
}

/** `contradiction`: the figures cannot all be true, in words that say why. */
export type Demands =
  | { readonly steps: readonly Step[]; readonly contradiction?: never }
  | { readonly steps?: never; readonly contradiction: string };

/**
 * The service demands of a request: what the loop computes and waits (in synchronous calls), what a pool job computes and waits,
 * and what is left of the response, which sockets and timers take. Figures that contradict each other are refused: a demand
 * would come out below zero, and predictions from it look as good as others.
 */
export function demandsOf(measured: MeasuredRequest): Demands {
  const { response, cpu, loop, hold, jobs = 1, error = 0.05 } = measured;
  const { loopCpu = loop } = measured;
  const { poolCpu = Math.max(0, cpu - loopCpu) } = measured;
  const contradiction =
    notTimes({ response, cpu, loop, loopCpu, hold, poolCpu, jobs }) ??
    contradictionOf({ response, cpu, loop, loopCpu, hold, poolCpu, jobs, error });
  if (contradiction !== undefined) return { contradiction };
  const compute = Math.min(loopCpu, loop);
  const steps: Step[] = [{ kind: 'loop', cpu: compute, wait: loop - compute }];
  if (hold > 0) {
    const jobCpu = Math.min(poolCpu, hold) / jobs;
    steps.push({ kind: 'jobs', count: jobs, cpu: jobCpu, wait: hold / jobs - jobCpu });
  }
  const delay = response - loop - hold / jobs;
  if (delay > 0) steps.push({ kind: 'delay', time: delay });
  return { steps };
}

function notTimes(figures: Readonly<Record<string, number>>): string | undefined {
  const wrong = Object.entries(figures).find(([, value]) => !(value >= 0 && value < Infinity));
  if (wrong) return `${wrong[0]} is ${wrong[1]}`;
  if (figures['jobs'] === 0) return 'jobs is 0; a request without jobs has a hold of 0';
  return undefined;
}

function contradictionOf(figures: Required<MeasuredRequest>): string | undefined {
  const { response, cpu, loop, loopCpu, hold, poolCpu, jobs, error } = figures;
  const isAbove = (value: number, limit: number) => value > limit * (1 + error);
  if (isAbove(loopCpu, loop)) {
    return `the loop computes for ${round(loopCpu)} and is busy for ${round(loop)} only`;
  }
  if (isAbove(loopCpu + poolCpu, cpu)) {
    return `loop (${round(loopCpu)}) and pool threads (${round(poolCpu)}) compute for longer than their process (${round(cpu)})`;
  }
  // What is left of the process's CPU is small against all of it, not against itself.
  if (poolCpu - hold > error * Math.max(hold, cpu)) {
    return `pool threads would compute for ${round(poolCpu)} and are held for ${round(hold)} only: other threads take CPU`;
  }
  if (isAbove(cpu, loopCpu + poolCpu)) {
    return `the process computes for ${round(cpu)}, its loop and its pool for ${round(loopCpu + poolCpu)}: other threads take CPU`;
  }
  if (isAbove(loop + hold / jobs, response)) {
    return `the loop (${round(loop)}) and one job (${round(hold / jobs)}) take longer than the response without load (${round(response)})`;
  }
  return undefined;
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
