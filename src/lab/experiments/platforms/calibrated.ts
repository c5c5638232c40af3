/** The request of the view "same cost": its last part says how many units of computing follow the wait. */
import { expectedKey } from '../../../workloads/loop-or-threads.ts';
import type { Request } from '../../../model/plan.ts';

/** @returns the same request for another number of units, with the proof that belongs to it */
export function withUnits(given: Request, units: number): Request {
  const url = new URL(given.url);
  url.pathname = url.pathname.replace(/[^/]+$/, String(units));
  const { proof } = given;
  return {
    ...given,
    url: url.href,
    ...(proof && { proof: { ...proof, key: expectedKey(url.pathname, 0) } }),
  };
}
