/** Real servers of which the truth is known: `servers/limited.mjs` with so many slots, and the rate at which its p99 meets a limit. */
import { join } from 'node:path';
import { openQueue, quantile, poissonQueue } from '../../src/queueing/single-queue.ts';
import type { RunDocument } from '../../src/model/verdict.ts';
import { place } from '../cli/chokepoint.ts';
import { truthOf } from './simulated.ts';

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

function exponential(slots: number, mean: number, limit: number): Limited {
  const p99 = (rate: number) => 1000 * quantile(openQueue(rate, slots, mean / 1000), 0.99);
  const env = { SLOTS: slots, MEAN: mean, TIMES: 'exponential' };
  return { command, env, slots, limit, truth: truthOf({ p99, top: (1000 * slots) / mean }, limit) };
}

function fixedOne(mean: number, limit: number): Limited {
  const p99 = (rate: number) => 1000 * quantile(poissonQueue(rate, mean / 1000), 0.99);
  const env = { SLOTS: 1, MEAN: mean, TIMES: 'fixed' };
  return { command, env, slots: 1, limit, truth: truthOf({ p99, top: 1000 / mean }, limit) };
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
  const asked = ['capacity', ...args, '--json', '--', ...command];
  const { code, stderr, document: result } = await here.json<RunDocument>(asked, texts);
  return { code, stderr, result };
}
