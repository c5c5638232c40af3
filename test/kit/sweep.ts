/** Real servers, measured in this process. */
import type { Engine } from '../../src/load/engine.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { requestSchema, type Plan } from '../../src/model/plan.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { planSweep, type SweepOptions } from '../../src/run/plans.ts';
import { run } from '../../src/api/verbs.ts';
import { judgedIn } from '../../src/cli/run.ts';
import { inMemory, openStore } from '../../src/store/store.ts';

type Told = Pick<SweepOptions, 'command' | 'cwd' | 'factors' | 'load'>;

/** A sweep over one address: one block, without a warm-up, unless told. */
export const sweepOf = (url: string, options: Told & Partial<SweepOptions>): Plan =>
  planSweep({
    requests: [requestSchema.parse({ url })],
    blocks: 1,
    strategy: { kind: 'all' },
    seed: 1,
    warmup: 0,
    duration: null,
    timeout: 5000,
    startTimeout: 10_000,
    ...options,
  });

/** Measures a plan to its end; its store is gone then. @param hear told of each event @param engine not chokepoint's own */
export async function measuredRun(
  plan: Plan,
  hear?: (event: RunEvent) => void,
  engine?: Engine,
): Promise<RunResult> {
  using store = openStore(inMemory, 'write');
  const signal = AbortSignal.timeout(120_000);
  return await judgedIn(run(plan, store, { signal, ...(engine && { engine }) }), hear);
}
