/** What the benches with real servers have alike: the plan of a sweep, and how a plan is measured to its end. */
import { judgedIn } from '../src/cli/run.ts';
import { requestSchema, type Plan, type Request } from '../src/model/plan.ts';
import type { RunResult } from '../src/model/verdict.ts';
import { planSweep, type SweepOptions } from '../src/run/plans.ts';
import { run } from '../src/api/verbs.ts';
import { freePort } from '../src/server/launch.ts';
import { inMemory, openStore, type StoredRun } from '../src/store/store.ts';

/** Of every server, and of every request. */
export const timeouts = { timeout: 30_000, startTimeout: 30_000 } as const;

/** Has the servers that are started from now on listen to a port of their own. @returns the request that they are asked with */
export async function requestsAtPort(): Promise<Request[]> {
  const port = await freePort();
  process.env['PORT'] = String(port);
  return [requestSchema.parse({ url: `http://127.0.0.1:${port}/` })];
}

type Swept = Pick<SweepOptions, 'command' | 'factors' | 'blocks' | 'seed' | 'warmup' | 'duration'>;

/** @returns a sweep of a server that takes its port from PORT: every setting in every block */
export async function sweepOf(clients: number, swept: Swept): Promise<Plan> {
  return planSweep({
    ...swept,
    ...timeouts,
    cwd: process.cwd(),
    requests: await requestsAtPort(),
    load: { kind: 'closed', clients },
    strategy: { kind: 'all' },
  });
}

/** Measures a plan, and tells on a terminal which trial is going on. @throws the signal's reason */
export async function measured(
  plan: Plan,
  what: string,
  signal = new AbortController().signal,
): Promise<{ readonly result: RunResult; readonly stored: StoredRun }> {
  using store = openStore(inMemory, 'write');
  const say = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001B[K${text}`);
  const result = await judgedIn(run(plan, store, { signal }), (event) => {
    if (event.type === 'trial-started') say(`${what}: trial ${event.ordinal + 1} of ${event.of}`);
  });
  say('');
  return { result, stored: store.read(result.run.id) };
}
