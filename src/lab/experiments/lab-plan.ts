/** What every plan of the lab shares, so that an experiment says only what is its own. */
import type { Plan } from '../../model/plan.ts';
import type { PlanOptions } from './experiment.ts';

type Own = Pick<
  Plan,
  'name' | 'subject' | 'factors' | 'cells' | 'baseline' | 'blocks' | 'expected' | 'limit'
> &
  Partial<Pick<Plan, 'absent' | 'affinity' | 'warmup' | 'duration' | 'timeout' | 'startTimeout'>>;

export function labPlan({ asked = [], scale, seed, node }: PlanOptions, own: Own): Plan {
  return {
    asked: [...asked],
    scale,
    stopping: null,
    seed,
    warmup: 0,
    duration: null,
    timeout: 30_000,
    startTimeout: 30_000,
    node,
    affinity: null,
    ...own,
  };
}
