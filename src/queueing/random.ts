/** Random numbers of a simulation. Not for secrets. */

/** Uniform in [0, 1). */
export type Random = () => number;

/**
 * A span of time that something takes: constant, exponential, or log-normal with a coefficient of variation. The unit is the
 * caller's; all spans and rates of one system have the same.
 */
export type Demand =
  | number
  | { readonly exponential: number }
  | { readonly mean: number; readonly cv: number };

export function meanOf(demand: Demand): number {
  if (typeof demand === 'number') return demand;
  return 'exponential' in demand ? demand.exponential : demand.mean;
}

/**
 * xoshiro128** (Blackman and Vigna 2018), its state filled by a multiplicative hash of the seed as its authors advise.
 * One stream for each purpose: a system with another pool then gets the same demands in the same order, and two settings
 * differ by what they are and not by their luck (common random numbers).
 */
export function stream(seed: number, purpose: number): Random {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  const fill = () => {
    hash = (hash + 0x9e3779b9) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [a, b, c, d] = [fill(), fill(), fill(), fill() | 1];
  return () => {
    const five = Math.imul(b, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result / 2 ** 32;
  };
}

/** A function that draws one span after another. */
export function sampler(demand: Demand, random: Random): () => number {
  if (typeof demand === 'number') return () => demand;
  if ('exponential' in demand) return () => -demand.exponential * Math.log(1 - random());
  const { mean, cv } = demand;
  if (cv === 0) return () => mean;
  // A log-normal variable with this mean and cv: σ² = ln(1 + cv²), μ = ln(mean) − σ²/2.
  const variance = Math.log(1 + cv * cv);
  const sigma = Math.sqrt(variance);
  return () => mean * Math.exp(sigma * normal(random) - variance / 2);
}

/** A standard normal number (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
