/** Targets to look at: real processes of several Node versions, each in a known state. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNodes } from '../../../src/host/node-versions.ts';
import { started, type Started } from '../../kit/process.ts';

const program = join(import.meta.dirname, 'target.cjs');

export interface Target extends Started {
  readonly port: number;
}

/** A process in its state: all jobs are submitted. */
export async function target(
  binary: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: { uid?: number; gid?: number } = {},
  script = program,
): Promise<Target> {
  const child = spawn(binary, [script, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
    ...user,
  });
  const one = await started(child, /ready (\d+)/);
  return { ...one, port: Number(one.first) };
}

/** Named pipes that hold the threads of a target, in a folder of their own. */
export class Pipes implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'chokepoint-look-'));
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
    rmSync(this.folder, { recursive: true });
  }
}

/** What a target has that a look might leave behind or take away. */
export function belongings(pid: number): { threads: string[]; files: string[] } {
  const list = (name: string) => readdirSync(`/proc/${pid}/${name}`).toSorted();
  return { threads: list('task'), files: list('fd') };
}

export type Version =
  | { readonly label: string; readonly binary: string }
  | { readonly label: string; readonly why: string };

/** This Node and the older ones that npm can bring: from its cache first, from the registry in a short time. */
export async function versions(): Promise<Version[]> {
  Object.assign(process.env, {
    npm_config_prefer_offline: 'true',
    npm_config_fetch_retries: '0',
    npm_config_fetch_timeout: '20000',
  });
  const found: Version[] = [{ label: process.versions.node, binary: process.execPath }];
  let why: string | null = null;
  for (const label of ['20', '22', '24']) {
    if (why === null) {
      try {
        found.push(...(await findNodes(label)));
        continue;
      } catch (error) {
        why = (error as Error & { why?: string }).why ?? String(error);
      }
    }
    found.push({ label, why });
  }
  return found;
}
