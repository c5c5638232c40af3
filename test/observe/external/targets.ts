/** Targets to look at: real processes of several Node versions, each in a known state. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { say } from '../../../src/messages/message.ts';
import type { ProcessSampler } from '../../../src/observe/external/process-snapshot.ts';
import { emptyPlace } from '../../kit/place.ts';
import { startTarget, type Target, type TargetOptions } from '../../kit/targets.ts';

/** A process in its state: all jobs are submitted. @param script a program that lies here */
export const target = (
  binary: string,
  words: readonly string[],
  { script = 'target.cjs', ...options }: TargetOptions & { readonly script?: string } = {},
): Promise<Target> => startTarget(join(import.meta.dirname, script), words, { binary, ...options });

/** Named pipes that hold the threads of a target, in a folder of their own. */
export class Pipes implements Disposable {
  readonly #place = emptyPlace('look');
  readonly folder = this.#place.folder;
  readonly paths: readonly string[];

  constructor(count: number) {
    this.paths = Array.from({ length: count }, (_, index) => join(this.folder, `${index}.pipe`));
    if (count > 0) execFileSync('mkfifo', [...this.paths]);
  }

  /** Lets the thread go that opens this pipe: whoever opens both sides waits for nobody. */
  release(index: number): void {
    const file = openSync(this.paths[index] ?? '', constants.O_RDWR | constants.O_NONBLOCK);
    this.#open.push(file);
  }

  readonly #open: number[] = [];

  [Symbol.dispose](): void {
    for (const file of this.#open) closeSync(file);
    this.#place[Symbol.dispose]();
  }
}

/** What a target has that a look might leave behind or take away. */
export function belongings(pid: number): { threads: string[]; files: string[] } {
  const list = (name: string) => readdirSync(`/proc/${pid}/${name}`).toSorted();
  return { threads: list('task'), files: list('fd') };
}

/** Whether the memory can be read here at all; if not, the test is skipped, and says why. */
export function canPeek(open: ProcessSampler, t: TestContext): boolean {
  const { peek } = open.subject;
  if (peek.ok || peek.why.code !== 'unseen.memory-forbidden') {
    assert.deepEqual(peek.ok || peek.why, true);
    return true;
  }
  t.skip(`no ptrace rights here: ${say(peek.why)}`);
  return false;
}
