/** From a run to the figures of one kind of job: throughput of one size over another. */
import type { Nature } from '../../../workloads/pool-classes/kind.ts';
import { kinds } from '../../../workloads/pool-classes/workload.ts';
import { counted } from '../../../format/number.ts';
import type { Measured } from '../../../model/verdict.ts';
import { ratioOf } from '../judgement.ts';
import type { Estimated } from '../outcome.ts';
import { cellId, kindOf } from './grid.ts';

export const at = (kind: string, pool: number) => cellId({ kind, pool });

/** Sizes of a kind that were measured, ascending. */
export function sizesOf({ summaries }: Measured, kind: string): number[] {
  return summaries
    .filter(({ setting, trials }) => setting['kind'] === kind && trials > 0)
    .map(({ setting }) => Number(setting['pool']))
    .toSorted((a, b) => a - b);
}

/** Kinds of which sizes were measured, in the catalogue's order; whole files only if they are asked for. */
export function measuredKinds(measured: Measured, nature?: Nature): string[] {
  return kinds
    .filter((kind) => (nature === undefined ? kind.nature !== 'whole' : kind.nature === nature))
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

/** The throughput of one size over that of another; null where intervals need more blocks. */
export function against(measured: Measured, kind: string, pool: number, base: number): Estimated | null {
  const text = `${kind}: throughput with ${counted(pool, 'thread')} ÷ with ${base}`;
  return ratioOf(measured, 'throughput', text, at(kind, pool), at(kind, base));
}
