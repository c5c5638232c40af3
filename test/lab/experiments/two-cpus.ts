/** What the tests of all experiments share: a machine with two CPUs, what is asked of it, and the words that claims get. */
import { measured } from '../../../src/judge/judge.ts';
import type { Capabilities, Experiment, PlanOptions } from '../../../src/lab/experiments/experiment.ts';
import type { Cell, Plan } from '../../../src/model/plan.ts';
import type { Trial } from '../../../src/model/sample.ts';
import { normal, seeded } from '../../../src/stats/random.ts';
import { host } from '../../kit/trials.ts';

export const cpus = 2;
export const options: PlanOptions = { scale: 'quick', seed: 1, blocks: null, only: [], node: null };

/** @param has programs and packages that were found */
export const capabilities = (...has: string[]): Capabilities => ({
  host,
  cpus,
  iterationsPerMillisecond: 450,
  has: new Set(has),
  whyNoOwnNames: () => Promise.resolve(null),
});

/** @returns the word of each claim by its id, without the experiment's name */
export function words(
  { name, claims }: Experiment,
  plan: Plan,
  trials: readonly Trial[],
  of = host,
): Record<string, string> {
  const data = measured(plan, of, trials);
  return Object.fromEntries(claims.map(({ id, judge }) => [id.slice(name.length + 1), judge(data).verdict]));
}

/** Trials of all blocks and cells, in the plan's order. @param noise of the factor `jitter`: its standard deviation */
export function trialsOf(
  plan: Plan,
  seed: number,
  noise: number,
  make: (block: number, cell: Cell, jitter: number) => Trial,
): Trial[] {
  const random = seeded(seed);
  return Array.from({ length: plan.blocks }, (_, block) => block).flatMap((block) =>
    plan.cells.map((cell, index) => ({
      ...make(block, cell, Math.exp(noise * normal(random))),
      ordinal: block * plan.cells.length + index,
      setting: cell.setting,
    })),
  );
}
