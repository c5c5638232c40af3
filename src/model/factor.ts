/** What is varied: a factor and its levels. */
import type { Level } from './plan.ts';

export interface Factor {
  readonly key: string;
  readonly levels: readonly Level[];
}

/** libuv's MAX_THREADPOOL_SIZE since 1.30. */
export const maximumPool = 1024;
/** Threads of a pool whose size nobody sets. */
export const ownPool = 4;
