/** Experiments that put versions of Node side by side: their settings on each of them, and what each has counted. */
import type { Facts, Trial } from '../../model/sample.ts';
import type { Measured } from '../../model/verdict.ts';
import type { PlanOptions } from './experiment.ts';

/** The version of Node that a setting runs on; absent unless several were asked for. */
export interface OnNode {
  readonly node?: string;
}

/** @returns the settings on each version that was asked for, or on the one that runs all */
export const onEachNode = <Setting extends object>(
  { nodes = [] }: PlanOptions,
  settings: readonly Setting[],
): (Setting & OnNode)[] =>
  nodes.length === 0
    ? [...settings]
    : nodes.flatMap(({ label }) => settings.map((setting) => ({ node: label, ...setting })));

/** The cell of a program that counts: it gets no requests. */
export function countingCell({ nodes = [] }: PlanOptions, node: string | undefined) {
  const binary = nodes.find(({ label }) => label === node)?.binary;
  return { load: { kind: 'none' as const }, requests: [], ...(binary !== undefined && { node: binary }) };
}

export interface NodeFacts {
  readonly node: string;
  readonly trials: readonly Trial[];
  /** One row for each process that left facts. */
  readonly rows: readonly Facts[];
}

/** @returns what the trials that count have left, by version, in the order of the plan */
export function factsByNode(
  { trials, plan }: Pick<Measured, 'trials' | 'plan'>,
  isMeant: (setting: Trial['setting']) => boolean = () => true,
): NodeFacts[] {
  const order = plan.cells.map(({ setting }) => String(setting['node'] ?? ''));
  const meant = trials.filter(
    ({ problem, setting, facts = [] }) => !problem && facts.length > 0 && isMeant(setting),
  );
  return [...Map.groupBy(meant, ({ setting }) => String(setting['node'] ?? ''))]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([label, group]) => {
      const rows = group.flatMap(({ facts = [] }) => facts);
      return { node: label === '' ? String(rows[0]?.['node'] ?? '') : label, trials: group, rows };
    });
}
