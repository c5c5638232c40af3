/** From a run to the figures of one kind of job: throughput of one size over another. */
import type { Nature } from '../../../workloads/pool-classes/kind.ts';
import { kinds } from '../../../workloads/pool-classes/workload.ts';
import type { Comparison, Evidence, Measured } from '../../../model/verdict.ts';
import { cpusOf, ratio } from '../evidence.ts';
import { cellId, kindOf } from './grid.ts';

export const at = (kind: string, pool: number) => cellId({ kind, pool });

/** Sizes of a kind that were measured, ascending. */
export function sizesOf({ summaries }: Measured, kind: string): number[] {
  return summaries
    .filter(({ setting, trials }) => setting['kind'] === kind && trials > 0)
    .map(({ setting }) => Number(setting['pool']))
    .toSorted((a, b) => a - b);
}

/** Kinds that were measured, in the catalogue's order. */
export function measuredKinds(measured: Measured, nature?: Nature): string[] {
  return kinds
    .filter((kind) => nature === undefined || kind.nature === nature)
    .map(({ name }) => name)
    .filter((name) => sizesOf(measured, name).length > 0);
}

/** Why kinds of this nature are not in the plan; empty if they are. */
export function reasonsWithout({ plan }: Measured, nature: Nature): string[] {
  if (plan.subject.kind === 'command') return [];
  const { parameters } = plan.subject;
  return kinds
    .filter((kind) => kind.nature === nature)
    .flatMap(({ name }) => {
      const why = parameters[`without-${name}`];
      return why === undefined ? [] : `${name}: ${why}`;
    });
}

export const labelOf = (kind: string) => kindOf(kind)?.label ?? kind;

export function sizeRatio(kind: string, compared: Comparison, pool: number, base: number): Evidence {
  return ratio(`${kind}: throughput with ${pool} threads ÷ with ${base}`, compared);
}

/** The throughput of one size over that of another; null where intervals need more blocks. */
export function against(measured: Measured, kind: string, pool: number, base: number): Comparison | null {
  return measured.compare('throughput', at(kind, pool), at(kind, base));
}

/** Every other size against `base`, with simultaneous intervals: what one of them shows is no chance of many. */
export function othersAgainst(measured: Measured, kind: string, pools: readonly number[], base: number) {
  return measured.compareAll(
    'throughput',
    pools.filter((pool) => pool !== base).map((pool) => at(kind, pool)),
    at(kind, base),
  );
}

/** Sizes around the CPUs: the smallest, the CPUs themselves, and those beyond; null where one side is missing. */
export function around(measured: Measured, kind: string) {
  const cpus = cpusOf(measured);
  const pools = sizesOf(measured, kind);
  const beyond = pools.filter((pool) => pool > cpus);
  const [least] = pools;
  if (!pools.includes(cpus) || beyond.length === 0 || least === undefined) return null;
  return { cpus, least, beyond, most: Math.max(...beyond) };
}
