/** From the arguments of `predict` to what is calibrated and what is asked. */
import { planSweep } from '../../run/plans.ts';
import type { Plan } from '../../model/plan.ts';
import { parseWhatIf, type WhatIf } from '../../predict/parse-what-if.ts';
import type { Arguments } from './parse.ts';
import { measuring } from './sweep.ts';
import { defaults } from './defaults.ts';

export interface PredictArguments {
  readonly source:
    | { readonly kind: 'run'; readonly id: string; readonly cell: string | null }
    | { readonly kind: 'demands'; readonly file: string }
    | { readonly kind: 'measure'; readonly plan: Plan };
  readonly asked: WhatIf;
  /** The load comes from another machine. */
  readonly isElsewhere: boolean;
}

const mostTrials = 20;

/** @throws Problem of every kind that a command line can have */
export function predictArguments(args: Arguments): PredictArguments {
  const { values, faults } = args;
  const {
    run,
    demands,
    cell = null,
    blocks = defaults.predict.blocks,
    'load-elsewhere': isElsewhere = false,
  } = values;
  const asked = faults.read(() => parseWhatIf(values['what-if'] ?? [])) ?? {};
  const isStored = run !== undefined || demands !== undefined;
  const common = isStored ? null : measuring(args);
  faults.end();
  if (run !== undefined) return { source: { kind: 'run', id: run, cell }, asked, isElsewhere };
  if (!common) return { source: { kind: 'demands', file: demands ?? '' }, asked, isElsewhere };
  const measured = {
    ...common,
    factors: [],
    blocks: Math.min(blocks, mostTrials),
    strategy: { kind: 'all' } as const,
  };
  const plan = { ...planSweep(measured), name: 'predict' };
  return { source: { kind: 'measure', plan }, asked, isElsewhere };
}
