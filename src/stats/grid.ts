/** Full factorial designs: the levels of a factor, and every combination of several. */

/** 1..1024 → 1, 2, 4, … 1024: pools and processes act by ratio, so levels are equally far apart on a log axis. */
export function doublings(from: number, to: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const levels: number[] = [];
  for (let level = low; level < high; level *= 2) levels.push(level);
  return [...levels, high];
}

/** Every combination of the factors' levels, the last factor changing fastest. */
export function grid<Level>(
  factors: readonly { readonly key: string; readonly levels: readonly Level[] }[],
): Record<string, Level>[] {
  return factors.reduce<Record<string, Level>[]>(
    (settings, { key, levels }) =>
      settings.flatMap((setting) => levels.map((level) => ({ ...setting, [key]: level }))),
    [{}],
  );
}
