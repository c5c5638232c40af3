/** Which cells the experiment has: one total of pool threads, split over processes, for jobs that compute and that wait. */
import { heldKind } from '../../../workloads/held-jobs.ts';
import { pbkdf2Kind } from '../../../workloads/pool-classes/kind.ts';
import { expectedKey } from '../../../workloads/pool-classes/workload.ts';
import { idHeader } from '../../../workloads/pool-size.ts';
import type { Parameters } from '../../../workloads/workload.ts';
import type { Cell } from '../../../model/plan.ts';
import type { Factor } from '../../../model/vary.ts';
import { filterCells } from '../filter-cells.ts';

export type JobKind = 'pbkdf2' | 'held';
export type SplitTopology = 'node' | 'cluster' | 'threads';

export interface SplitSetting {
  readonly kind: JobKind;
  readonly topology: SplitTopology;
  readonly processes: number;
  /** Worker threads that each run the server; 1: none, its main thread does. */
  readonly workers: number;
  /** UV_THREADPOOL_SIZE: of each process. */
  readonly pool: number;
}

/** Node's own size: what a server has that was only given more processes or more workers. */
export const usualSize = 4;
/** Processes, or workers, of the second question. */
export const many = 8;
/** More than eight for each of eight processes: round robin goes by connection, and none may run dry. */
const clients = 64;

const kinds = { pbkdf2: pbkdf2Kind, held: heldKind } as const;

export function split(kind: JobKind, processes: number, pool: number): SplitSetting {
  return { kind, topology: processes === 1 ? 'node' : 'cluster', processes, workers: 1, pool };
}

export function threads(workers: number): SplitSetting {
  return { kind: 'held', topology: 'threads', processes: 1, workers, pool: usualSize };
}

/** 8: 1 × 8, 2 × 4, 4 × 2, 8 × 1. */
export function splitsOf(total: number): readonly (readonly [processes: number, pool: number])[] {
  const powers = Array.from({ length: Math.floor(Math.log2(total)) + 1 }, (_, power) => 2 ** power);
  return powers.map((processes) => [processes, total / processes] as const);
}

/** @param totals of pool threads: powers of two */
export function settings(totals: readonly number[], only: readonly Factor[]): readonly SplitSetting[] {
  const all = [
    ...(['pbkdf2', 'held'] as const).flatMap((kind) =>
      totals.flatMap((total) => splitsOf(total).map(([processes, pool]) => split(kind, processes, pool))),
    ),
    split('held', 1, usualSize),
    threads(many),
    split('held', many, usualSize),
  ];
  return filterCells(all, only, cellId);
}

export function cellId({ kind, topology, processes, workers, pool }: SplitSetting): string {
  return `${kind}/${topology}/${topology === 'threads' ? `${workers}-threads` : processes}x${pool}`;
}

export async function cell(setting: SplitSetting, parameters: Parameters): Promise<Cell> {
  // Every process could get them all: each has a pipe for each client.
  const all = { kind: setting.kind, flight: clients, ...parameters };
  const key = await expectedKey(kinds[setting.kind], all);
  const floor = setting.kind === 'held' ? { floor: Number(parameters['hold']) - 1 } : {};
  return {
    id: cellId(setting),
    setting: { ...setting },
    load: { kind: 'closed', clients },
    requests: [
      {
        url: `http://127.0.0.1/${setting.kind}`,
        method: 'GET',
        headers: {},
        weight: 1,
        proof: { idHeader, key },
        ...floor,
      },
    ],
    parameters: all,
  };
}
