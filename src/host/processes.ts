/**
 * Processes as the kernel shows them (Linux: /proc). Read from outside, so nothing is injected into what is measured.
 * Elsewhere `ps` gives the tree, and what only /proc knows stays null.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { linkOf, namesIn, textOf } from './kernel-files.ts';
import { redactText, redactWords } from '../redact/redact.ts';
import type { EffectiveProcess } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { releaseOf } from './binary/release.ts';
import { processRows, type ProcessRow } from './ps.ts';

/** Every process that descends from a run carries this variable in its environment, whatever it did to its parent. */
export const runMarker = 'CHOKEPOINT_RUN';

/** Options meant for the controller or the server (preloads, thread pools, coverage) have no business in a helper process. */
export function leanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_') && !name.startsWith('UV_')),
  );
}

/** Whether the kernel shows processes in /proc. A Linux may hide it; a test hides it from this program alone, by the variable. */
export const hasProc =
  process.platform === 'linux' && !process.env['CHOKEPOINT_WITHOUT_PROC'] && existsSync('/proc/self/stat');

/** The system, as messages name one that does not show what Linux does. */
export const systemName = process.platform === 'linux' ? 'a Linux without /proc' : process.platform;

let psWorks: boolean | null = null;

/** Whether the processes of the machine can be listed at all. */
export function seesProcesses(): boolean {
  return hasProc || (psWorks ??= processRows(['-p', String(process.pid)]).length > 0);
}

/** Length of a tick in /proc: USER_HZ is 100 on every Linux that Node runs on, and the kernel converts to it. */
export const millisecondsPerTick = 10;

/** The fields of /proc/PID/stat from the third on; the second is the name, and may hold spaces and brackets. */
export const fieldsOfStat = (text: string | null) =>
  text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
export const statFields = (pid: number | string) => fieldsOfStat(textOf(`/proc/${pid}/stat`));

/** The fields of /proc/PID/status (or of a thread: `PID/task/TID`) by their names, empty where there is no such; null if it has ended. */
export function statusOf(pid: number | string): ((name: string) => string) | null {
  const text = textOf(`/proc/${pid}/status`);
  return text === null ? null : (name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? '';
}

/** Reads all processes that live, once. */
export function allProcesses(): ProcessRow[] {
  if (!hasProc) return processRows(['-ax']);
  const rows: ProcessRow[] = [];
  for (const pid of allPids()) {
    const fields = statFields(pid);
    // A zombie has ended; it waits for its parent, and uses nothing.
    if (!fields || fields[0] === 'Z') continue;
    const [parent, session] = [Number(fields[1]), Number(fields[3])];
    rows.push({ pid, parent, session, who: `${pid}:${fields[19]}` });
  }
  return rows;
}

/** `root` and all that descend from it, parents first. */
export function processTree(root: number): number[] {
  const rows = allProcesses();
  const tree = rows.some((row) => row.pid === root) ? [root] : [];
  for (const pid of tree) for (const row of rows) if (row.parent === pid) tree.push(row.pid);
  return tree;
}

/**
 * Whether a process carries `CHOKEPOINT_RUN=mark`, or a mark below it (`mark/7`). It still does when it has left its
 * parent and its session.
 */
export function isMarked(pid: number, mark: string): boolean {
  const wanted = `${runMarker}=${mark}`;
  return environment(pid)?.some((line) => line === wanted || line.startsWith(`${wanted}/`)) ?? false;
}

/** The environment that a process was started with, as NAME=VALUE; null if it has ended or may not be read. */
export function environment(pid: number): string[] | null {
  return textOf(`/proc/${pid}/environ`)?.split('\0') ?? null;
}

/** Whether we may read which files and sockets it has open. */
export function canReadFiles(pid: number): boolean {
  try {
    readdirSync(`/proc/${pid}/fd`);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'; // it has ended, and hides nothing
  }
}

/** A variable that a process was started with; null if it was not set, or may not be read. */
export function variableOf(pid: number, name: string): string | null {
  return (
    environment(pid)
      ?.find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? null
  );
}

/** The numbers of all processes, of which some may have ended by now. */
export function allPids(): number[] {
  if (!hasProc) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A process as itself, not as its number, which the kernel gives to another one day: `PID:START`. Null if it has ended. */
export function identity(pid: number): string | null {
  if (!seesProcesses()) return isThere(pid) ? `${pid}:` : null;
  if (!hasProc) return processRows(['-p', String(pid)])[0]?.who ?? null;
  const fields = statFields(pid);
  return !fields || fields[0] === 'Z' ? null : `${pid}:${fields[19]}`;
}

/** Whether there is a process of that number. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The identity of a child of this process, also of one that has ended since. It is right only before the event loop goes
 * on: until then nobody has asked how the child ended, and so its number is still its own.
 */
export function childIdentity(pid: number): string {
  if (!hasProc) return identity(pid) ?? `${pid}:`;
  return `${pid}:${statFields(pid)?.[19] ?? ''}`;
}

/** Time that the process of that identity has lived; null where the kernel does not tell. */
export function ageOf(who: string): Milliseconds | null {
  const uptime = 1000 * Number.parseFloat(textOf('/proc/uptime') ?? '');
  const [, start = ''] = who.split(':');
  // In a container the clock may have begun later than what the kernel counts from.
  const age = uptime - Number(start) * millisecondsPerTick;
  return start !== '' && age >= 0 ? age : null;
}

export function pidOf(who: string): number {
  return Number.parseInt(who, 10);
}

/** Whether the process of that identity still lives. */
export function isAlive(who: string): boolean {
  return identity(pidOf(who)) === who;
}

/** CPU time of the process and all its threads since it began; 0 where it cannot be read. */
export function cpuTime(pid: number | string): Milliseconds {
  const fields = hasProc ? statFields(pid) : null;
  return fields ? (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick : 0;
}

/** The words that a process was started with, or the one that it calls itself by; none if it has ended. @param most characters */
export function wordsOf(pid: number, most = Infinity): string[] {
  const words = (textOf(`/proc/${pid}/cmdline`) ?? '').slice(0, most).split('\0');
  while (words.at(-1) === '') words.pop();
  return words;
}

/** Characters of a command line that are shown: a process may call itself whatever it likes, at any length. */
const longestCommand = 4096;

/** The command that a process was started with, or what it calls itself, without the values of its secrets. */
export function commandLine(pid: number): string {
  return shownCommand(wordsOf(pid, longestCommand));
}

/** A command as it is shown, without the values of its secrets. @param said its words, or the one that it calls itself by */
export function shownCommand(said: readonly string[]): string {
  const words = said.length === 1 ? said.map((word) => redactText(word)) : redactWords(said);
  // A title that the process gave itself is one word with spaces in it: "PM2 v7: God Daemon (/home/ann/.pm2)", "node /app.js".
  const [title = ''] = words;
  const isTitle = words.length === 1 && title.includes(' ');
  const text = (isTitle ? title.trim().split(' ') : words)
    .map((word, index) => (index < 2 && (!isTitle || word.startsWith('/')) ? basename(word) : word))
    .join(' ');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/**
 * Reads what is in force in one process: the environment that it was started with, its threads, its pool threads.
 * @returns null if the process has ended.
 */
export function inspectProcess(
  pid: number,
  keys: readonly string[],
  cpu: Milliseconds,
): EffectiveProcess | null {
  const field = statusOf(pid);
  if (!field) return null;
  return {
    pid,
    parent: Number(field('PPid')),
    command: commandLine(pid),
    node: isNode(pid) ? releaseOf(`/proc/${pid}/exe`) : null,
    env: Object.fromEntries(keys.map((key) => [key, variableOf(pid, key)])),
    threads: Number(field('Threads')),
    poolThreads: poolThreads(pid),
    cpusAllowed: parseCpuList(field('Cpus_allowed_list')).length || null,
    rss: Number.parseInt(field('VmRSS'), 10) * 1024 || 0,
    cpu,
  };
}

/** Ticks of 10 ms in which the pool's threads start: its first job starts them all, which a busy machine takes a while for. */
const startsTogether = 50;

/** The name of the pool's threads, since Node 22. */
export const poolThreadName = 'libuv-worker';

/**
 * Whether a thread with the pool's name is of the pool: a library that starts threads within a job (argon2 does, for each hash)
 * gives them the name of the thread that the job is on.
 * @param start when it was started, in ticks; `first`: the earliest of all that have the name
 */
export function startedWith(first: number, start: number): boolean {
  return start <= first + startsTogether;
}

/** @param starts when each thread was started, in ticks @returns how many of them are threads of the pool */
export function ofThePool(starts: readonly number[]): number {
  const first = Math.min(...starts);
  return starts.filter((start) => startedWith(first, start)).length;
}

/** Start of a thread, in ticks since the machine started; Infinity where it has ended. */
export function startOfThread(pid: number, tid: number): number {
  return Number(statFields(`${pid}/task/${tid}`)?.[19] ?? Infinity);
}

/**
 * Counts the threads of the pool by their name. Node 20 names none: there 0 and "unknown" look alike, and a process in which
 * no thread has a name of its own gives null.
 */
function poolThreads(pid: number): number | null {
  if (!isNode(pid)) return null;
  const names = new Set<string>();
  const starts: number[] = [];
  for (const task of namesIn(`/proc/${pid}/task`)) {
    const name = textOf(`/proc/${pid}/task/${task}/comm`)?.trim() ?? '';
    names.add(name);
    if (name === poolThreadName) starts.push(startOfThread(pid, Number(task)));
  }
  if (starts.length > 0) return ofThePool(starts);
  return names.size > 1 ? 0 : null;
}

/** Whether the binary of a process is called as Node is. */
export function isNode(pid: number): boolean {
  return /^node(js|\d+)?$/.test(basename(executable(pid) ?? ''));
}

/** The binary of a process. One that was replaced since (an upgrade under a running server) keeps its name. */
export function executable(pid: number): string | null {
  return linkOf(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, '') ?? null;
}

/** `0-3,8` → [0, 1, 2, 3, 8]. */
export function parseCpuList(text: string): number[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}
