/** What the last run of each case left behind, in `bench/data/cases`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseRecord } from './case.ts';

export const dataFile = (name: string) => join(import.meta.dirname, '../data/cases', `${name}.json`);

/** @returns null for a case that was never run */
export function recordOf(name: string): CaseRecord | null {
  const file = dataFile(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CaseRecord) : null;
}
