/** What a first look at the servers of docs/cases said, as `bench -- first-look --cases --write` keeps it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Milliseconds } from '../../src/model/units.ts';

export const firstLooksFile = fileURLToPath(new URL('../data/first-looks.json', import.meta.url));

export interface FirstLookRecord {
  /** The folder of the case. */
  readonly name: string;
  /** Words besides the command: none, or the request. */
  readonly words: readonly string[];
  /** Without these words: the exit code, 2 where `GET /` is no use, with the code of the problem. */
  readonly bare: { readonly code: number; readonly took: Milliseconds; readonly problem: string | null };
  /** Exit code with them. */
  readonly code: number;
  /** `as known`: what the person found; `disturbed`: other programs had the CPUs, or the machine kept it from an answer. */
  readonly word: 'as known' | 'other' | 'disturbed';
  /** Rule of the first finding, the status where there is none, or the code of the problem. */
  readonly found: string;
  readonly title: string;
  /** What the proof said, in one sentence; empty where there was none. */
  readonly proof: string;
  readonly took: Milliseconds;
}

export const firstLooksOf = (): FirstLookRecord[] =>
  JSON.parse(readFileSync(firstLooksFile, 'utf8')) as FirstLookRecord[];
