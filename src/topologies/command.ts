/** The user's own command as a topology: what `--vary` means for a command that nobody here wrote. */
import { isNode, type NodeCommand, nodeCommand, withArguments } from '../apply/node-command.ts';
import type { Setting } from '../model/plan.ts';
import { problem } from '../messages/problem.ts';
import { moduleFile } from './guest-protocol.ts';
import { poolVariable, type Launch } from './topology.ts';

/**
 * Applies a setting to a command.
 * - `pool`: UV_THREADPOOL_SIZE, from outside, the only way that always works; the level `default` leaves it unset.
 * - `processes`: the script under node:cluster; 1 is the command as it is.
 * - `cpus`: nothing here; affinity is set on the process that is started (`server/server.ts`).
 * - `env:NAME`: an environment variable; `default` leaves it as it is.
 * - `arg:NAME`: replaces `{NAME}` in the command; without that the value of its `--NAME=`; without that `--NAME=value` is appended.
 * @throws Problem PROCESSES_NEED_NODE if the command is not `node [options] script …`.
 */
export function applySetting(command: readonly string[], setting: Setting, directory: string): Launch {
  const pool = 'pool' in setting ? { UV_THREADPOOL_SIZE: poolVariable(setting['pool']) } : {};
  const processes = Number(setting['processes'] ?? 1);
  const words = withArguments(command, setting);
  const [file = '', ...args] = processes > 1 ? underCluster(words, processes) : words;
  return {
    file,
    args,
    env: { CHOKEPOINT_DIR: directory, ...pool, ...variablesOf(setting) },
    announces: processes > 1 ? processes : 0,
  };
}

const prefix = 'env:';

/** The environment variables of a setting. */
export function variablesOf(setting: Setting): Record<string, string> {
  const own = Object.entries(setting).filter(([key, level]) => key.startsWith(prefix) && level !== 'default');
  return Object.fromEntries(own.map(([key, level]) => [key.slice(prefix.length), String(level)]));
}

function underCluster(words: readonly string[], processes: number): string[] {
  const { program, flags, script, args } = requireNodeCommand(words);
  return [program, ...flags, moduleFile('topologies/cluster-primary'), String(processes), script, ...args];
}

/** @throws Problem PROCESSES_NEED_NODE if the command is not `node [options] script …` */
export function requireNodeCommand(words: readonly string[]): NodeCommand {
  const found = nodeCommand(words);
  if (found) return found;
  const [program = ''] = words;
  throw problem('PROCESSES_NEED_NODE', { program: isNode(program) ? words.join(' ') : program });
}
