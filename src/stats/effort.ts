/**
 * How many blocks it takes to find a difference between two settings, with the looks of `sequential.ts`. No formula is
 * known for a sequence that begins with Student's interval and goes on by ranks; but on the scale of logarithms all of it
 * depends on a single number, the effect in units of a trial's noise, so one simulated table serves every machine.
 */

/** `found`: share of sessions that find it by 28 blocks. `blocks`: mean number when the session ends. */
export interface Effort {
  readonly blocks: number;
  readonly found: number;
}

/**
 * [ln(ratio) ÷ CV of a trial, blocks, found]: 10,000 simulated sessions each, normal noise, no stop for equivalence.
 * `npm run bench -- coverage --effort` prints it anew; a test simulates some of its rows again.
 */
export const effortTable: readonly (readonly [signal: number, blocks: number, found: number])[] = [
  [0, 27.2, 0.024],
  [0.2, 26.9, 0.072],
  [0.3, 26.5, 0.122],
  [0.4, 26.0, 0.191],
  [0.5, 25.2, 0.286],
  [0.6, 24.1, 0.398],
  [0.7, 23.0, 0.52],
  [0.85, 20.7, 0.714],
  [1, 18.3, 0.851],
  [1.2, 15.1, 0.958],
  [1.4, 12.7, 0.991],
  [1.7, 9.9, 1],
  [2, 8.3, 1],
  [2.5, 6.6, 1],
  [3, 5.7, 1],
  [4, 4.8, 1],
  [5, 4.4, 1],
  [6, 4.2, 1],
  [8, 4.0, 1],
];

/**
 * Between the rows of the table along straight lines; above its last row, as there.
 * @param effect 0.05 for a setting that is 5 % faster or slower than the other
 * @param cv coefficient of variation of a trial
 */
export function effort(effect: number, cv: number): Effort {
  const signal = Math.abs(Math.log1p(effect)) / cv;
  const above = effortTable.findIndex(([row]) => row > signal);
  const [from, to] = [effortTable[above - 1], effortTable[above]];
  if (!from || !to) return { blocks: 4, found: 1 };
  const part = (signal - from[0]) / (to[0] - from[0]);
  const between = (a: number, b: number) => a + part * (b - a);
  return { blocks: between(from[1], to[1]), found: between(from[2], to[2]) };
}
