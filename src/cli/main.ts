#!/usr/bin/env node
/**
 * The only place that exits. It must load on any Node, also one that is too old for the rest, to say what to do then:
 * so it imports nothing of its own but the catalogue of problems, and the rest when the version is known.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printProblem } from './problem-text.ts';
import { exitCodes, Problem, problem, problemData } from '../model/problem.ts';
import { quoted } from '../model/shell.ts';

const needed = '24.15 or newer (not 25)';

function requireNode(version: string, args: readonly string[]): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= 15)) return;
  // A checkout has brought its own with `npm ci`; else the registry has one.
  const own = join(import.meta.dirname, '../../node_modules/.bin/node');
  const program = existsSync(own)
    ? `${own} ${import.meta.filename}`
    : 'npx -p node@26 -p chokepoint chokepoint';
  throw problem('NODE_TOO_OLD', { version, needed, command: [program, ...args.map(quoted)].join(' ') });
}

async function main(args: readonly string[]): Promise<number> {
  try {
    requireNode(process.versions.node, args);
    const { dispatch } = await import('./commands.ts');
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // One document on stdout, also when it is bad news; the words go to stderr for whoever reads along.
    const isJson = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json');
    if (isJson) {
      process.stdout.write(`${JSON.stringify({ schema: 1, problem: problemData(error) })}\n`);
    }
    return printProblem(error);
  }
}

// Whoever reads has gone (`chokepoint runs list | head -1`): nothing is wrong.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.fine);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
