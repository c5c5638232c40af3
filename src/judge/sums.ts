/** Small sums over readings. */

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : total(values) / values.length;
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The value below which this share of them lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Mean of values that stand for spans of different length. */
export function weighted(
  values: readonly { readonly value: number; readonly weight: number }[],
): number | null {
  const weight = total(values.map((each) => each.weight));
  return weight > 0 ? total(values.map((each) => each.value * each.weight)) / weight : null;
}

export function atLeastZero(value: number): number {
  return Math.max(0, value);
}
