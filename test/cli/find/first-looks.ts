/** A first look at each example without another word, and what limits it: for a test of one, and a bench of all. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../src/messages/message.ts';
import { exitCodes } from '../../../src/messages/problem.ts';
import type { Approach } from '../../../src/model/approach.ts';
import type { Diagnosis } from '../../../src/model/diagnosis.ts';
import type { Proof } from '../../../src/model/proof.ts';
import { example, type Finished, freePort, place, root } from '../chokepoint.ts';

export interface Document {
  readonly approach: Approach;
  readonly diagnosis: Diagnosis;
  readonly proof: Proof | null;
}

/** @returns the title of the first finding; empty where there is none */
export function titleOf({ findings: [first] }: Diagnosis): string {
  return first ? say(first.title) : '';
}

/** What limits each of them where server and load share few CPUs: by the person who wrote it. */
export const known: Readonly<Record<string, readonly string[]>> = {
  'express-crypto.cjs': ['pool-starved-of-cpu'],
  'express-mixed.cjs': ['pool-starved-of-cpu', 'pool-too-small', 'pool-hog', 'cpu-saturated'],
  'fastify-gzip.mjs': ['pool-starved-of-cpu', 'cpu-saturated'],
  // In a virtual machine a direct read takes CPU: there `tune` keeps four threads on two CPUs.
  'http-disk.mjs': ['pool-too-small', 'pool-starved-of-cpu', 'loop-saturated', 'cpu-saturated'],
  'http-files.mjs': ['loop-saturated', 'cpu-saturated'],
  'http-memory.mjs': ['loop-saturated', 'cpu-saturated'],
  'http-names.mjs': ['loop-saturated', 'cpu-saturated', 'slow-lane'],
  'http-render.mjs': ['loop-saturated', 'cpu-saturated'],
  'http-stat.mjs': ['loop-saturated', 'cpu-saturated'],
};

export const slowDevice = join(import.meta.dirname, '../servers/slow-device.cjs');

/** What limits a server may not be told on every machine. That it was looked at must be. */
export function wasLookedAt({ code, stderr }: Finished): void {
  assert.ok(code === exitCodes.fine || code === exitCodes.unmeasured, `${code}: ${stderr}`);
  assert.doesNotMatch(stderr, /^error: /m);
}

/** The files of the folder; what is in a folder below it is no server. */
export const examples = () =>
  readdirSync(join(root, 'examples'), { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .toSorted();

export interface FirstLook {
  /** The rule of the first finding; the status where there is none. */
  readonly found: string;
  readonly title: string;
  /** Other programs had the CPUs: nothing is said of the server. */
  readonly isOfOthers: boolean;
  /** Milliseconds. */
  readonly took: number;
}

/** Fails where there is no diagnosis, or it is that of another port. */
export async function firstLook(file: string): Promise<FirstLook> {
  using here = place();
  const port = await freePort();
  const begun = performance.now();
  const asked = ['--json', '--', process.execPath, example(file)];
  const result = await here.json<Document>(asked, { PORT: String(port) });
  const took = performance.now() - begun;
  wasLookedAt(result);
  const { approach, diagnosis } = result.document;
  assert.equal(approach.first.origin, `http://127.0.0.1:${port}`);
  const [finding] = diagnosis.findings;
  return {
    found: finding?.rule ?? diagnosis.status,
    title: titleOf(diagnosis),
    isOfOthers: finding?.title.code === 'cpu-saturated.others.title',
    took,
  };
}
