/** What a setting got done in a second. */
import type { Metric } from '../../model/verdict.ts';

/** Requests; or jobs, where the answers say nothing (see `early.ts`). */
export function rateOf<Value>(one: Readonly<Partial<Record<Metric, Value>>>): Value | undefined {
  return one.throughput ?? one.jobRate;
}
