/** Which cells the experiment has: a short job beside k long ones, at sizes around k, and with the long ones limited. */
import { idHeader } from '../../../workloads/pool-size.ts';
import { expectedMixedKey, type Long } from '../../../workloads/pool-mixed.ts';
import type { Parameters } from '../../../workloads/workload.ts';
import type { Cell, Plan } from '../../../model/plan.ts';
import type { Factor } from '../../../model/vary.ts';
import { filterCells } from '../filter-cells.ts';

export interface MixedSetting {
  readonly long: Long;
  /** Long jobs that come at once. */
  readonly count: number;
  readonly pool: number;
  /** Long jobs that may be in the pool at once. */
  readonly limit: number;
}

/** As many long jobs as Node's own pool has threads: every scale has them, and the claims are about them. */
export const usualCount = 4;

/** Short requests per second: too few to fill anything by themselves. */
const perSecond = 250;

export const limited = (long: Long, count: number): MixedSetting => ({
  long,
  count,
  pool: count,
  limit: count - 1,
});
export const free = (long: Long, count: number, pool: number): MixedSetting => ({
  long,
  count,
  pool,
  limit: count,
});
/** Nothing in the way. */
export const alone: MixedSetting = { long: 'none', count: 0, pool: usualCount, limit: 0 };

const counts = { quick: [usualCount], full: [usualCount, 8], 'as-published': [usualCount, 8] } as const;

export function settings(
  scale: Plan['scale'],
  longs: readonly Exclude<Long, 'none'>[],
  only: readonly Factor[],
): readonly MixedSetting[] {
  const all = [
    alone,
    ...longs.flatMap((long) =>
      counts[scale].flatMap((count) => {
        const sizes = [count - 1, count, count + 1, ...(scale === 'quick' ? [] : [count * 2])];
        return [...sizes.map((pool) => free(long, count, pool)), limited(long, count)];
      }),
    ),
  ];
  return filterCells(all, only, cellId);
}

export function cellId({ long, count, pool, limit }: MixedSetting): string {
  if (long === 'none') return `none/pool-${pool}`;
  return `${count}-${long}/pool-${pool}${limit < count ? `/limit-${limit}` : ''}`;
}

/** @param parameters of the long jobs: `hold`, `iterations` */
export async function cell(setting: MixedSetting, parameters: Parameters): Promise<Cell> {
  const { long, count, limit } = setting;
  const all: Parameters = long === 'none' ? { long } : { long, count, limit, ...parameters };
  const proof = { idHeader, key: await expectedMixedKey(long, all) };
  return {
    id: cellId(setting),
    setting: { ...setting },
    load: { kind: 'rate', perSecond },
    requests: [{ url: 'http://127.0.0.1/stat', method: 'GET', headers: {}, weight: 1, proof }],
    parameters: all,
  };
}
