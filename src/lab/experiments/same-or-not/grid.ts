/** Which cells the experiment has: two servers that are the same in all but their name, and one that takes longer. */
import { expectedProofKey, idHeader } from '../../../workloads/cluster.ts';
import type { Cell, Plan } from '../../../model/plan.ts';

export const servers = ['one', 'other', 'slower'] as const;
export type Server = (typeof servers)[number];

/** Blocks of one comparison: so many trials of each server. */
export const trialsEach = { quick: 3, full: 5, 'as-published': 3 } as const;
/** Comparisons. */
export const pairs = { quick: 20, full: 40, 'as-published': 20 } as const;

/** Blocks of each comparison, in the order in which they were measured; one that was cut off is left out. */
export function comparisonsOf({ scale }: Pick<Plan, 'scale'>, blocks: readonly number[]): number[][] {
  const each = trialsEach[scale];
  const groups = [...Map.groupBy(blocks, (block) => Math.floor(block / each)).values()];
  return groups.filter((own) => own.length === each);
}

/** Some hundred requests in a window of a quick run, thousands in one of a full run: as a benchmark of a server has. */
export const timing = {
  quick: { warmup: 80, duration: 250 },
  full: { warmup: 300, duration: 1000 },
  'as-published': { warmup: 80, duration: 250 },
} as const;

const clients = 8;

/** @param iterations of the loop that each request runs */
export function cell(server: Server, iterations: number): Cell {
  return {
    id: server,
    setting: { server },
    load: { kind: 'closed', clients },
    requests: [
      {
        url: 'http://127.0.0.1/',
        method: 'GET',
        headers: {},
        weight: 1,
        proof: { idHeader, key: expectedProofKey(iterations) },
      },
    ],
    parameters: { answer: 'proof', clock: 'handler', iterations },
  };
}
