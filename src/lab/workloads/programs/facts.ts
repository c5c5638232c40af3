/** How a program tells what it found out (guest): one file for each process, put in its place whole. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parameters } from '../workload.ts';

export type Facts = Record<string, string | number | boolean | null>;

/** Parameters that the controller has given to the program. */
export function parametersOf(): Parameters {
  return JSON.parse(process.env['CHOKEPOINT_PROGRAM'] ?? '{}') as Parameters;
}

/** Writes the facts synchronously: the pool may be full, or be what is asked about. */
export function leaveFacts(facts: Facts): void {
  const directory = process.env['CHOKEPOINT_DIR'];
  if (!directory) throw new Error('no folder for the facts: CHOKEPOINT_DIR is not set');
  const file = join(directory, `${process.pid}.facts`);
  writeFileSync(`${file}.part`, JSON.stringify(facts));
  renameSync(`${file}.part`, file);
}
