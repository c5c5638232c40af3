/** Jobs for the engine's tests, and what to look at in their outcomes. */
import type { LoadJob } from '../../src/load/engine.ts';
import type { Request } from '../../src/model/plan.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import { errorKinds } from '../../src/model/error-kind.ts';

/** Three clients with four requests each, unless changed. */
export function job(
  requests: Partial<Request> | readonly Partial<Request>[],
  changes: Partial<LoadJob> = {},
): LoadJob {
  return {
    load: { kind: 'closed', clients: 3, requestsEach: 4 },
    requests: [requests]
      .flat()
      .map((request) => ({ url: '', method: 'GET', headers: {}, weight: 1, ...request })),
    warmup: 0,
    duration: null,
    timeout: 10_000,
    seed: 7,
    traces: 1_000,
    ...changes,
  };
}

/** The kinds of errors that came up, with their numbers. */
export function failures(outcome: Pick<LoadOutcome, 'errors'>): Record<string, number> {
  return Object.fromEntries(
    errorKinds.filter((kind) => outcome.errors[kind] > 0).map((kind) => [kind, outcome.errors[kind]]),
  );
}
