/** The runs that are stored beside the pages of docs/experiments, each read and judged once by whoever asks: it takes seconds. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { RunResult } from '../../src/model/verdict.ts';
import { judge } from '../../src/api/verbs.ts';
import type { StoredRun } from '../../src/store/store.ts';

const folder = new URL('../../docs/experiments/runs/', import.meta.url);

export const runFile = (name: string) => new URL(`${name}.json.gz`, folder);

/** Names of experiments. */
export const storedNames: readonly string[] = globSync('*.json.gz', { cwd: fileURLToPath(folder) })
  .map((file) => basename(file, '.json.gz'))
  .toSorted();

export function storedRun(name: string): StoredRun {
  return JSON.parse(gunzipSync(readFileSync(runFile(name))).toString()) as StoredRun;
}

const judged = new Map<string, RunResult>();

/** @returns null where no run of the experiment is stored */
export function judgedRun(name: string): RunResult | null {
  const known = judged.get(name);
  if (known || !existsSync(runFile(name))) return known ?? null;
  const result = judge(storedRun(name));
  judged.set(name, result);
  return result;
}
