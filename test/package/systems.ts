/** The systems that can be tried where this runs, and the program on each of them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { entry, finished, type Finished } from '../cli/chokepoint.ts';
import { whyNoHiding, withoutProc } from '../kit/without-proc.ts';

/** How the program is started, and what it sees. */
export interface System {
  readonly name: string;
  readonly start: (command: readonly string[]) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly seesProc: boolean;
  /** Its column in docs/platforms.md; empty: none. */
  readonly column: string;
  /** Whether anything tells what all programs use of the CPUs. */
  readonly seesCpus: boolean;
  readonly skip?: string | false;
}

export const isLinux = process.platform === 'linux';
const columnOf = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as Partial<Record<string, string>>;
export const here: System = {
  name: process.platform,
  column: columnOf[process.platform] ?? '',
  start: (command) => command,
  seesProc: isLinux,
  seesCpus: true,
};
export const systems: readonly System[] = [
  here,
  {
    ...here,
    column: '',
    name: 'Linux, /proc hidden from the program', // processes are listed by `ps` then, as on macOS
    env: { CHOKEPOINT_WITHOUT_PROC: '1' },
    seesProc: false,
    skip: !isLinux && 'this is no Linux',
  },
  {
    name: 'Linux, /proc hidden from all',
    column: 'Linux without `/proc`',
    start: withoutProc,
    seesProc: false,
    seesCpus: false,
    skip: whyNoHiding,
  },
];

/** @returns what starts the program on a system, in a folder, and waits for its end */
export function telling({ start, env: own }: System, cwd: string) {
  return async function told(args: readonly string[], port?: number): Promise<Finished> {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      CHOKEPOINT_LANG: 'en',
      ...own,
      ...(port && { PORT: String(port) }),
    };
    const [file = '', ...rest] = start([process.execPath, entry, ...args]);
    const result = await finished(spawn(file, rest, { cwd, env }));
    assert.doesNotMatch(result.stderr, /\[DEFECT\]/);
    return result;
  };
}
