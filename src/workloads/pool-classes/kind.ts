/** One kind of job for the pool, and what an honest one yields. Guest code. */
import { createHash } from 'node:crypto';
import type { Parameters } from '../workload.ts';

/** `computes`: needs a CPU for as long as it holds its thread. `cached`: microseconds of system call. `waits`: neither. */
export type Nature = 'computes' | 'cached' | 'waits';

/** Runs one job; `value` is what only the work yields. */
export type Job = (done: (error: Error | null, value: string) => void) => void;

export interface Kind {
  readonly name: string;
  readonly nature: Nature;
  /** In a few words, for tables. */
  readonly label: string;
  /**
   * Makes ready what its jobs need. May block: no request has come yet.
   * @param folder for files; it is removed with the trial
   */
  prepare(parameters: Parameters, folder: string): Job;
  /** The value of a job with these parameters, as the controller expects it. */
  expected(parameters: Parameters): Promise<string>;
}

/** Jobs that are under way at once, unless told: pipes, buffers and files are made for so many. */
export const usualFlight = 64;

export function number(parameters: Parameters, name: string, unless: number): number {
  return Number(parameters[name] ?? unless);
}

/** The values of all jobs of one request as one key: whoever skipped one does not know it. */
export function proofKey(values: readonly string[]): string {
  return createHash('sha256').update(values.join('\n')).digest('hex');
}

export function digest(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
