/** UV_THREADPOOL_SIZE as libuv reads it. */
import { maximumPool, ownPool } from './vary.ts';

/** `atoi` into an unsigned number: digits at the start count, none is 0, and 0 becomes 1; -1 is a very large one. */
export function poolSizeOf(text: string | null): number {
  if (text === null) return ownPool;
  const number = Number.parseInt(/^\s*[+-]?\d+/.exec(text)?.[0] ?? '0', 10);
  return number < 0 ? maximumPool : Math.min(maximumPool, Math.max(1, number));
}

/** Whether somebody who wrote this got what stands there. */
export function isPlainSize(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= maximumPool;
}
