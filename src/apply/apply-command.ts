/** The command that applies a setting: several processes, or a script of package.json. */
import { isNode, nameOf, type NodeCommand, nodeCommand } from './node-command.ts';
import { jsonText } from '../messages/message.ts';
import { quoted } from '../messages/shell.ts';

/** Name of the file with the primary: its own, so that no file of the service is overwritten. */
export const clusterFile = 'cluster.cjs';

/** The lines of every primary. A process that ends in its first seconds would do so again and again: it is not replaced. */
export function clusterLines({ script, args }: Pick<NodeCommand, 'script' | 'args'>, processes: number) {
  const given = args.length > 0 ? `, args: ${jsonText(args)}` : '';
  return `const cluster = require('node:cluster');
cluster.setupPrimary({ exec: ${jsonText(script)}${given} });
const again = (one) => one.on('exit', () => cluster.fork());
cluster.on('fork', (one) => setTimeout(again, 10_000, one).unref());
for (let i = 0; i < ${processes}; i++) cluster.fork(); // ${processes} connection pools to a database`;
}

/** The whole file: in addition, processes end with the primary, and the primary with the first process that cannot start. */
export function clusterText(command: NodeCommand, processes: number): string {
  return `// ${processes} processes behind one port, each with its own connection pool. One that has run for 10 seconds is started
// again when it ends; if one ends sooner, all end: what watches the service starts it again.
${clusterLines(command, processes)}
function stop(code) {
  process.exitCode ??= code;
  cluster.fork = () => {};
  for (const one of Object.values(cluster.workers)) one.process.kill('SIGTERM');
}
cluster.on('exit', (one, code) => one.listenerCount('exit') > 0 || stop(code || 1));
process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));`;
}

/** A script of package.json, and the text that it runs. */
export interface PackageScript {
  readonly name: string;
  readonly text: string;
}

const managers = new Set(['npm', 'yarn', 'pnpm', 'bun']);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash', 'busybox']);
const runs = new Set(['run', 'run-script']);
/** Scripts that npm starts without `run`; the other managers start every script so. */
const ownVerbs = new Set(['start', 'stop', 'restart', 'test']);
/** Verbs that run a program, not a script. */
const programs = new Set(['exec', 'x', 'dlx']);

/**
 * The script of package.json that a command starts. Null if none; `''` if its name cannot be found, behind options or inside a
 * shell. A script that was given the command itself would call itself for ever.
 */
export function scriptName(command: readonly string[]): string | null {
  const [first = '', ...words] = command;
  const flag = words.find((word) => word === '--run' || word.startsWith('--run='));
  if (isNode(first) && flag !== undefined && nodeCommand(command) === null)
    return flag === '--run' ? (words[words.indexOf(flag) + 1] ?? '') : flag.slice('--run='.length);
  if (!managers.has(nameOf(first))) return isNested(first, words) ? '' : null;
  const [verb = '', name = ''] = words;
  if (programs.has(verb)) return null;
  if (runs.has(verb)) return name.startsWith('-') ? '' : name;
  if (verb.startsWith('-')) return '';
  return ownVerbs.has(verb) || nameOf(first) !== 'npm' ? verb : '';
}

/** Whether a manager is started inside another command: `sh -c "npm start"`, `env A=1 npm start`. */
function isNested(first: string, words: readonly string[]): boolean {
  const isShell = shells.has(nameOf(first));
  return words.some((word) =>
    isShell ? /\b(npm|yarn|pnpm|bun)\b|--run\b/.test(word) : managers.has(nameOf(word)),
  );
}

/** `NAME=value` for a shell. */
export function assignments(environment: readonly (readonly [name: string, value: string])[]): string[] {
  return environment.map(([name, value]) => `${name}=${quoted(value)}`);
}

/**
 * The script's own text with variables in front of it; null where the text sets one of them itself, so that they would not
 * reach the program that it starts.
 */
export function scriptWith(
  { text }: PackageScript,
  environment: readonly (readonly [name: string, value: string])[],
): string | null {
  if (environment.length === 0) return text;
  if (environment.some(([name]) => assignmentIn(text, name) !== null)) return null;
  const variables = assignments(environment).join(' ');
  // In front of several commands they would be set for the first alone.
  return /[;&|()`\n]/.test(text) ? `export ${variables} && ${text}` : `${variables} ${text}`;
}

/**
 * The value that a shell's text gives a variable: `UV_THREADPOOL_SIZE=16 node server.js`. Null if it gives none, or only a default:
 * `UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16}`.
 */
function assignmentIn(text: string, name: string): string | null {
  // A variable's name may hold anything but "=". `RegExp.escape` came with Node 24.
  const literal = name.replaceAll(/\W/g, String.raw`\$&`);
  const found = new RegExp(`(?:^|[\\s;&|('"])${literal}=("[^"]*"|'[^']*'|[^\\s;&|)]*)`).exec(text);
  const value = found?.[1]?.replaceAll(/^["']|["']$/g, '');
  return value === undefined || value.includes(`\${${name}`) || value === `$${name}` ? null : value;
}

/**
 * The value that a command gives a variable, whatever its environment holds; null if none can be read there.
 * @param script script of package.json that the command starts
 */
export function assignmentOf(
  command: readonly string[],
  name: string,
  script: PackageScript | null,
): string | null {
  if (script) return assignmentIn(script.text, name);
  const [first = '', ...words] = command;
  if (shells.has(nameOf(first))) {
    const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    return at < 0 ? null : assignmentIn(words[at + 1] ?? '', name);
  }
  const from = words.findIndex((word) => nameOf(word) === 'cross-env');
  const isCross = nameOf(first) === 'npx' && from >= 0;
  if (!isCross && nameOf(first) !== 'env' && nameOf(first) !== 'cross-env') return null;
  const rest = isCross ? words.slice(from + 1) : words;
  const end = rest.findIndex((word) => !word.includes('=') && !word.startsWith('-'));
  const own = (end < 0 ? rest : rest.slice(0, end)).findLast((word) => word.startsWith(`${name}=`));
  return own === undefined ? null : own.slice(name.length + 1);
}
