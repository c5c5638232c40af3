/** Runs the built command as a user does: a real process, its two streams, and its exit code. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemData } from '../../src/messages/problem.ts';
import { quoted } from '../../src/messages/shell.ts';
import { emptyPlace, type EmptyPlace } from '../kit/place.ts';
import { words } from '../kit/words.ts';
import { alive } from '../server/processes-of.ts';

export const root = join(import.meta.dirname, '../..');
export const entry = join(root, 'dist/cli/main.js');
export const example = (name: string) => join(root, 'examples', name);

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<Finished>;
  readonly hasEnded: () => boolean;
  /** Waits until one of its streams has this. @throws Error if it ends before */
  says(text: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal, Ctrl-C unless told. @returns how it ended */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** A line of `runs list`. */
export interface ListedRun {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly trials: number;
}

/** Words, or the line that has them. */
type Args = string | readonly string[];

export interface Place extends EmptyPlace {
  start(args: Args, env?: NodeJS.ProcessEnv): Running;
  run(args: Args, env?: NodeJS.ProcessEnv): Promise<Finished>;
  /** Runs it where its words ask for JSON. @returns its document as well */
  // oxlint-disable-next-line no-unnecessary-type-parameters -- who asks knows what the verb writes
  json<Document>(
    args: Args,
    env?: NodeJS.ProcessEnv,
  ): Promise<Finished & { readonly document: Document & Told }>;
  /** What it has stored, the newest first. */
  runs(): Promise<readonly ListedRun[]>;
  /** Pids of all that was started here and lives. Linux only. */
  alive(): number[];
}

/** What each document has. */
interface Told {
  readonly schema: number;
  readonly problem?: ProblemData;
}

/** An empty folder to run in. */
export function place(): Place {
  const empty = emptyPlace('cli');
  const { folder } = empty;
  const mark = `CHOKEPOINT_TEST=${folder}`;
  // CHOKEPOINT_TEST_NODE: another Node to try all of it on.
  const node = process.env['CHOKEPOINT_TEST_NODE'] ?? process.execPath;
  const start = (args: Args, env: NodeJS.ProcessEnv = {}) =>
    running(
      spawn(node, [entry, ...(typeof args === 'string' ? words(args) : args)], {
        cwd: folder,
        // The test runner asks for colours where it has a terminal itself.
        env: {
          ...process.env,
          FORCE_COLOR: undefined,
          NO_COLOR: '1',
          CHOKEPOINT_COMMAND: 'chokepoint',
          CHOKEPOINT_TEST: folder,
          ...env,
        },
      }),
    );
  const run = async (args: Args, env?: NodeJS.ProcessEnv) => {
    const found = await start(args, env).end;
    keepPrinted(found.stdout, found.stderr);
    return found;
  };
  // oxlint-disable-next-line no-unnecessary-type-parameters
  const json = async <Document>(args: Args, env?: NodeJS.ProcessEnv) => {
    const found = await run(args, env);
    return { ...found, document: JSON.parse(found.stdout) as Document & Told };
  };
  const end = () => {
    if (process.env['CHOKEPOINT_PRINTED'] !== undefined)
      for (const file of globSync('**/*.{json,md}', { cwd: folder }))
        keepPrinted(readFileSync(join(folder, file), 'utf8'));
    empty[Symbol.dispose]();
  };
  return {
    ...empty,
    start,
    run,
    json,
    runs: async () => (await json<{ runs: ListedRun[] }>('runs list --json')).document.runs,
    alive: () => alive((environment) => environment.includes(mark)),
    [Symbol.dispose]: end,
  };
}

/** Why a test of a terminal is skipped. */
export const withoutTerminal =
  !spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') &&
  'there is no script(1) of util-linux, which gives a command a terminal';

/** Runs it on a terminal, whose bytes are all that comes back. @param size set there by stty(1) */
export function onTerminal(
  here: Place,
  args: Args,
  { env = {}, size = '' }: { readonly env?: NodeJS.ProcessEnv; readonly size?: string } = {},
): Running {
  const all = [process.execPath, entry, ...(typeof args === 'string' ? words(args) : args)];
  // exec: a shell that waits for the command would get Ctrl-C too, and dash ends with 130 then.
  const command = `${size && `stty ${size}; `}exec ${all.map(quoted).join(' ')}`;
  return running(
    spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      cwd: here.folder,
      env: { ...process.env, TERM: 'xterm', ...env },
    }),
  );
}

/** For test/run.ts, which tries every command that was printed. In a JSON document each text is a line. */
function keepPrinted(...texts: readonly string[]): void {
  const file = process.env['CHOKEPOINT_PRINTED'];
  if (file === undefined) return;
  const lines = texts.map((text) =>
    /^[[{]/.test(text) ? text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (word) => `\n${unquoted(word)}\n`) : text,
  );
  // What another process adds begins a line.
  appendFileSync(file, `${lines.join('\n')}\n`);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

export function running(child: ChildProcess): Running {
  const text = { stdout: '', stderr: '' };
  let isOver = false;
  const seen = new EventEmitter();
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (more: string) => {
      text[name] += more;
      seen.emit('more');
    });
  const end = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      seen.emit('more');
      resolve({ code, ...text });
    });
  });
  return {
    child,
    end,
    hasEnded: () => isOver,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(text.stderr) ?? pattern.exec(text.stdout);
        if (found) return found;
        assert.ok(!isOver, `it ended without saying ${pattern}: ${text.stderr}${text.stdout}`);
        await once(seen, 'more');
      }
    },
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return end;
    },
  };
}

export const finished = (child: ChildProcess): Promise<Finished> => running(child).end;

/** What went wrong and why, what to do, and the code: four lines, and nothing else. */
export function assertProblem(result: Finished, code: string, exit: number, todo: RegExp): void {
  assert.match(result.stderr, new RegExp(`^error: .+\\n {7}.+\\nhint:  .+\\n\\[${code}\\]\\n$`));
  assert.match(result.stderr.slice(result.stderr.indexOf('hint:')), todo);
  assert.equal(result.stdout, '');
  assert.equal(result.code, exit);
}

export { freePort } from '../../src/server/launch.ts';
