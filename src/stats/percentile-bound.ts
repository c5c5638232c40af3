/** What is known of a percentile by values that are too few to show it: what it is at least. */

/**
 * How many of `count` values exceed the percentile `q` is binomial, whatever they are distributed as (David and Nagaraja,
 * "Order statistics", 2003, 7.1): all that are so many that chance hardly explains it cannot lie above it. Of 16 values the
 * third largest is below p99 in all but 0.05% of cases.
 * @param error the chance that the bound is above the percentile
 * @returns how many of the values, in ascending order, the bound is the last of; null if not even the smallest is one
 */
export function lowerBoundRank(count: number, q: number, error: number): number | null {
  const above = 1 - q;
  let chance = q ** count;
  let atMost = chance;
  for (let larger = 0; larger < count; larger++) {
    if (1 - atMost <= error) return count - larger;
    chance *= ((count - larger) * above) / ((larger + 1) * q);
    atMost += chance;
  }
  return null;
}
