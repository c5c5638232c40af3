/**
 * The number that Node gives to each of its asynchronous operations, the async id of async_hooks: a double that lies
 * in the same object before libuv's request, at a distance that differs from version to version. It is learnt from jobs
 * that a child submitted one after the other: their numbers must go up by one.
 *
 *   ReqWrap (fs, dns)            … async id  trigger id  [context]  …  uv_req_t, with its uv__work far behind its start
 *   ThreadPoolWork (crypto, …)   … async id  trigger id  [context]  vtable  env  uv_work_t
 *
 * Distances are told from 88 bytes before the uv__work, where a uv_work_t begins.
 */

/** Bytes that are read before a request; the number lies within. */
export const beforeRequest = 320;

/** Distance of the number before the request, in bytes, by kind of job; absent where it was not found. */
export type JobNumbers = Readonly<Partial<Record<string, number>>>;

export const noNumbers: JobNumbers = {};

/**
 * @param jobs of one kind, in the order in which they were submitted: at least two, each from `beforeRequest` on
 * @returns the distance of the number; null if there is no such place, or more than one
 */
export function numberPlace(jobs: readonly Buffer[]): number | null {
  if (jobs.length < 2) return null;
  const places: number[] = [];
  for (let distance = 8; distance <= beforeRequest; distance += 8) {
    const numbers = jobs.map((job) => jobNumber(job, distance));
    const [first] = numbers;
    if (typeof first !== 'number') continue;
    if (numbers.every((number, index) => number === first + index)) places.push(distance);
  }
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** The number of a job that was read from `beforeRequest` on; null if no number is there. */
export function jobNumber(job: Buffer, distance: number): number | null {
  const value = job.readDoubleLE(beforeRequest - distance);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
