/** Reads what the lab's servers say of their event loops: one file for each loop, `time active idle` in each line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOutcome, Sample } from '../model/sample.ts';
import { wholeLines } from '../topologies/whole-lines.ts';

interface Reading {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Milliseconds since the loop began. */
  readonly active: number;
  readonly idle: number;
}

/** Utilisation over the readings that lie in the window; a loop with fewer than two of them is left out. */
export function loopUtilization(
  directory: string,
  { start, duration }: LoadOutcome['window'],
): NonNullable<Sample['loops']> {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.loop'))
    .flatMap((name) => {
      const inside = readings(readFileSync(join(directory, name), 'utf8')).filter(
        ({ time }) => time >= start && time <= start + duration,
      );
      const [first, last] = [inside[0], inside.at(-1)];
      if (!first || !last || first === last) return [];
      const active = last.active - first.active;
      const total = active + last.idle - first.idle;
      return total > 0 ? [{ pid: Number.parseInt(name, 10), utilization: active / total }] : [];
    });
}

function readings(text: string): Reading[] {
  return wholeLines(text).flatMap((line) => {
    const [time, active, idle] = line.split(' ').map(Number);
    return time !== undefined && active !== undefined && idle !== undefined ? [{ time, active, idle }] : [];
  });
}
