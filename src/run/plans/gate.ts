/** The plans of a gate: two checkouts of one server in the blocks of one run, or the working tree alone. */
import { describeSetting, type Cell, type Gate, type Plan, type Setting } from '../../model/plan.ts';
import type { Factor } from '../../model/vary.ts';
import { planOf, type SweepOptions } from './sweep.ts';

export interface GateOptions extends Omit<SweepOptions, 'factors'> {
  /** Levels that base and head share: one for each key. */
  readonly held: Setting;
  readonly gate: Gate;
  /** Where the base's command runs; null if a stored run is the base. */
  readonly baseCwd: string | null;
}

/** Levels of the factor that a gate against a revision varies. */
const revisions = { base: 'base', head: 'head' } as const;

/** Base is the baseline, and what the control is a copy of; without one it is head. */
export function gatePlan({ held, gate, baseCwd, ...options }: GateOptions): Plan {
  const common = { load: options.load, requests: [...options.requests], parameters: {} };
  const cellOf = (setting: Setting): Cell => ({
    ...common,
    id: describeSetting(setting) || 'the working tree',
    setting,
  });
  const fixed: Factor[] = Object.entries(held).map(([key, level]) => ({ key, levels: [level] }));
  if (baseCwd === null) {
    const head = cellOf(held);
    return { ...planOf([head], head, fixed, options), gate };
  }
  const base = { ...cellOf({ revision: revisions.base, ...held }), cwd: baseCwd };
  const head = cellOf({ revision: revisions.head, ...held });
  const factors = [{ key: 'revision', levels: [revisions.base, revisions.head] }, ...fixed];
  return { ...planOf([base, head], base, factors, options), gate };
}
