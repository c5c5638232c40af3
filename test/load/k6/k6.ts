/** The k6 that the tests run, if this machine has one: on the PATH, or as CHOKEPOINT_K6 names it. */
import { delimiter, dirname } from 'node:path';
import { findProgram } from '../../../src/host/tools.ts';
import type { K6Sample } from '../../../src/load/k6/csv.ts';

const named = process.env['CHOKEPOINT_K6'];
if (named) process.env['PATH'] = [dirname(named), process.env['PATH'] ?? ''].join(delimiter);

/** What to pass as `skip`. */
export const withoutK6 = findProgram('k6') === null && 'k6 is not on the PATH, and CHOKEPOINT_K6 names none';

/** A sample as the CSV gives it. */
export function sample(
  metric: string,
  time: number,
  value: number,
  tags: Readonly<Record<string, string>> = {},
): K6Sample {
  const { status } = tags;
  return {
    metric,
    time,
    value,
    status: status === undefined ? null : Number(status),
    tag: (name) => tags[name] ?? '',
  };
}
