/** The user's own command as a topology: what `--vary` means for a command that nobody here wrote. */
import { basename, extname, join } from 'node:path';
import type { Setting } from '../model/plan.ts';
import { problem } from '../model/problem.ts';
import { poolVariable, type Launch } from './topology.ts';

/**
 * Applies a setting to a command.
 * - `pool`: UV_THREADPOOL_SIZE, from outside, the only way that always works; the level `default` leaves it unset.
 * - `processes`: the script under node:cluster; 1 is the command as it is.
 * - `cpus`: nothing here; affinity is set on the process that is started (`measure/server.ts`).
 * - `env:NAME`: an environment variable; `default` leaves it as it is.
 * - `arg:NAME`: replaces `{NAME}` in the command; where that is missing, `--NAME=value` is appended.
 * @throws Problem PROCESSES_NEED_NODE if the command is not `node [options] script …`.
 */
export function applySetting(command: readonly string[], setting: Setting, directory: string): Launch {
  const env: Record<string, string | undefined> = { CHOKEPOINT_DIR: directory };
  let words = [...command];
  let announces = 0;

  for (const [key, level] of Object.entries(setting)) {
    if (key === 'pool') {
      env['UV_THREADPOOL_SIZE'] = poolVariable(level);
    } else if (key.startsWith('env:')) {
      if (level !== 'default') env[key.slice('env:'.length)] = String(level);
    } else if (key.startsWith('arg:')) {
      words = withArgument(words, key.slice('arg:'.length), String(level));
    }
  }
  const processes = Number(setting['processes'] ?? 1);
  if (processes > 1) {
    words = underCluster(words, processes);
    announces = processes;
  }
  const [file = '', ...args] = words;
  return { file, args, env, announces };
}

function withArgument(words: readonly string[], name: string, level: string): string[] {
  const placeholder = `{${name}}`;
  if (words.some((word) => word.includes(placeholder)))
    return words.map((word) => word.replaceAll(placeholder, level));
  return [...words, `--${name}=${level}`];
}

function underCluster(words: readonly string[], processes: number): string[] {
  const at = scriptIndex(words);
  const primary = join(import.meta.dirname, `cluster-primary${extname(import.meta.filename)}`);
  return [...words.slice(0, at), primary, String(processes), ...words.slice(at)];
}

/** Node options that take their value as the next word; all others stand alone or hold it behind "=". */
const optionsWithValue = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--env-file',
  '-C',
  '--conditions',
]);

const inlineScript = new Set(['-e', '--eval', '-p', '--print', '-pe']);

/** @returns the index of the script in `node [options] script …`. @throws Problem PROCESSES_NEED_NODE */
export function scriptIndex(words: readonly string[]): number {
  const program = words[0] ?? '';
  if (!/^node(\d+)?(\.exe)?$/.test(basename(program))) throw problem('PROCESSES_NEED_NODE', { program });
  let at = 1;
  while (words[at]?.startsWith('-') && !inlineScript.has(words[at] ?? ''))
    at += optionsWithValue.has(words[at] ?? '') ? 2 : 1;
  if (at >= words.length || inlineScript.has(words[at] ?? ''))
    throw problem('PROCESSES_NEED_NODE', { program: words.join(' ') });
  return at;
}
