/** Which cells the experiment has: sizes × kinds of jobs, each kind with the load that suits it. */
import { idHeader } from '../../../workloads/pool-size.ts';
import { expectedKey, kinds } from '../../../workloads/pool-classes/workload.ts';
import type { Kind } from '../../../workloads/pool-classes/kind.ts';
import type { Cell, Load, Plan } from '../../../model/plan.ts';
import type { Factor } from '../../../model/vary.ts';
import type { Parameters } from '../../../workloads/workload.ts';
import { isHeld } from './scaling.ts';
import { ascending } from '../filter-cells.ts';
import { publishedSizes } from '../pool-size/published.ts';

export interface ClassSetting {
  readonly kind: string;
  readonly pool: number;
}

/** Node's own size: what every other is compared with. */
export const usualSize = 4;

/** One below the CPUs, the CPUs themselves, and at least two above them on any machine. */
export function sizes(scale: Plan['scale'], cpus: number): readonly number[] {
  if (scale === 'as-published') return publishedSizes;
  const beyond = cpus > 8 ? [Math.min(1024, cpus * 2), Math.min(1024, cpus * 8)] : [];
  const quick = [1, cpus, usualSize, 16, 64, ...beyond];
  return ascending(scale === 'quick' ? quick : [...quick, 2, 8, 32, 128]);
}

/** Jobs in flight: enough for the largest pool, but for those that no real server would fill. */
export function inFlight(pools: readonly number[]): number {
  return Math.min(256, Math.max(64, ...pools));
}

export const cellId = ({ kind, pool }: ClassSetting) => `${kind}/pool-${pool}`;

export function kindOf(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

/** Whether a kind is a whole file, of which no sizes are compared. */
const isWhole = (name: string) => kindOf(name)?.nature === 'whole';

/** @returns what the user narrowed the grid to; sizes of which it has not thought can be asked for by name */
export function settings(
  pools: readonly number[],
  names: readonly string[],
  only: readonly Factor[],
): readonly ClassSetting[] {
  const asked = (key: string) => only.find((factor) => factor.key === key)?.levels;
  const chosen = asked('pool')?.filter((pool) => typeof pool === 'number') ?? pools;
  return (
    names
      .filter((name) => asked('kind')?.includes(name) ?? true)
      .flatMap((kind) => ascending(chosen).map((pool) => ({ kind, pool })))
      // Two ways to the same end are held against one another, with the size that most servers have.
      .filter(({ kind, pool }) => !isWhole(kind) || pool === usualSize)
  );
}

/** So many threads are through with one request of each client in a few rounds, too short to be timed well. */
const largePool = 16;

/** Jobs of some milliseconds end by their number; the others are counted in a window, after the code has warmed up. */
export function loadOf(kind: Kind, clients: number, pool: number): Load {
  if (isHeld(kind.name)) return { kind: 'closed', clients, requestsEach: pool < largePool ? 1 : 4 };
  if (kind.nature === 'computes') return { kind: 'closed', clients, requestsEach: 2 };
  return { kind: 'closed', clients };
}

export const timing = { warmup: 150, duration: 350 } as const;

export async function cell(setting: ClassSetting, clients: number, parameters: Parameters): Promise<Cell> {
  const kind = kindOf(setting.kind);
  if (!kind) throw new Error(`no kind "${setting.kind}"`);
  const load = loadOf(kind, clients, setting.pool);
  const isTimed = load.kind === 'closed' && load.requestsEach === undefined;
  const all = { kind: kind.name, flight: clients, ...parameters };
  return {
    id: cellId(setting),
    setting: { ...setting },
    load,
    requests: [
      {
        url: `http://127.0.0.1/${kind.name}`,
        method: 'GET',
        headers: {},
        weight: 1,
        proof: { idHeader, key: await expectedKey(kind, all) },
        ...(isHeld(kind.name) && { floor: Number(parameters['hold']) - 1 }),
      },
    ],
    parameters: all,
    ...(isTimed && timing),
  };
}
