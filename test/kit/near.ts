/** Figures that are right to some digits. */
import assert from 'node:assert/strict';

type Figure = number | null | undefined;

/** @param within how far it may be off */
export function near(actual: Figure, expected: number, within = 1e-9, note = ''): void {
  const off = Math.abs((actual ?? Number.NaN) - expected);
  assert.ok(off <= within, `${note} ${actual} is not ${expected} ± ${within}`.trim());
}

/** @param part as which it may be off, of what is expected */
export function nearly(actual: Figure, expected: number, part: number, note = ''): void {
  near(actual, expected, part * Math.abs(expected), note);
}
