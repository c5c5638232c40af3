/** Uniform numbers in [0, 1), the same for the same seed: Marsaglia's xorshift family as sfc32 (Doty-Humphrey, PractRand). */
export function seededRandom(seed: number): () => number {
  let a = 0x9e37_79b9;
  let b = seed | 0;
  let c = Math.floor(seed / 2 ** 32) | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first outputs of neighbouring seeds resemble each other; PractRand's author asks for 12 rounds.
  for (let round = 0; round < 12; round++) next();
  return next;
}
