/** Real servers of which the truth is known: `servers/limited.mjs` with so many slots, and the rate at which its p99 meets a limit. */
import { join } from 'node:path';
import { openQueue, quantile } from '../../src/queueing/single-queue.ts';
import { poissonQueue } from '../../src/queueing/poisson-queue.ts';
import type { ProblemData } from '../../src/messages/problem.ts';
import type { RunDocument } from '../../src/model/verdict.ts';
import { place } from '../cli/chokepoint.ts';

export interface Limited {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | number>>;
  readonly slots: number;
  /** Milliseconds of p99. */
  readonly limit: number;
  /** Requests a second at which the p99 is the limit, by the closed form. */
  readonly truth: number;
}

const command = [process.execPath, join(import.meta.dirname, 'servers/limited.mjs')];

/** The rate at which a figure that grows with it meets its limit. */
function crossingOf(p99: (rate: number) => number, limit: number, top: number): number {
  let [low, high] = [top / 100, top * 0.999];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (p99(middle) > limit) high = middle;
    else low = middle;
  }
  return low;
}

function exponential(slots: number, mean: number, limit: number): Limited {
  const p99 = (rate: number) => 1000 * quantile(openQueue(rate, slots, mean / 1000), 0.99);
  const env = { SLOTS: slots, MEAN: mean, TIMES: 'exponential' };
  return { command, env, slots, limit, truth: crossingOf(p99, limit, (1000 * slots) / mean) };
}

function fixedOne(mean: number, limit: number): Limited {
  const p99 = (rate: number) => 1000 * quantile(poissonQueue(rate, mean / 1000), 0.99);
  const env = { SLOTS: 1, MEAN: mean, TIMES: 'fixed' };
  return { command, env, slots: 1, limit, truth: crossingOf(p99, limit, 1000 / mean) };
}

export const limited: Readonly<Record<string, Limited>> = {
  /** M/M/40: 800 a second at most. */
  exponential: exponential(40, 50, 300),
  /** M/M/10, nearer to a single queue: 500 a second at most. */
  few: exponential(10, 20, 150),
  /** M/D/1: 200 a second at most. */
  fixed: fixedOne(5, 60),
};

/** `chokepoint capacity` on `servers/limited.mjs`. @param env what kind of server it is */
export async function capacity(args: readonly string[], env: Limited['env']) {
  using here = place();
  const texts = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]));
  const { code, stdout, stderr } = await here.run(['capacity', ...args, '--json', '--', ...command], texts);
  const result = JSON.parse(stdout) as RunDocument & { readonly problem?: ProblemData };
  return { code, stderr, result };
}
