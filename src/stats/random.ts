/** Random numbers from a stored seed, so that an order of trials can be repeated. Not for secrets. */

/** Uniform in [0, 1). */
export type Random = () => number;

/**
 * sfc32 (Doty-Humphrey, PractRand): 128 bits of state, period at least 2^32, passes PractRand to 32 TB; a dozen
 * integer operations for each number. The first twelve outputs are dropped, as its author does: similar
 * seeds give similar ones there.
 */
export function seeded(seed: number): Random {
  let a = 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = seed | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A copy in random order; every order is equally likely (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as Item, order[i] as Item];
  }
  return order;
}

/** A standard normal number (Box and Muller; the second of the pair is not kept, which keeps this free of state). */
export function normal(random: Random): number {
  // 1 − u instead of u: the logarithm of 0 must not come up.
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
