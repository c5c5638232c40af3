/** Which processes belong to the server that is watched, and what each is there for. */
import { readlinkSync } from 'node:fs';
import { problem } from '../../model/problem.ts';
import type { ProcessRole } from '../../model/watch.ts';
import type { NodeProcess } from '../../model/look.ts';
import { nodeTree } from '../external/tree.ts';
import { whoIs } from '../external/who.ts';
import { environment, processTree } from '../../host/processes.ts';

export interface Member extends NodeProcess {
  readonly role: ProcessRole;
}

/** Programs that start others, and answer nothing themselves. */
const launchers = /(^|[ /])(npm|npx|pnpm|yarn|corepack)(-cli)?(\.c?js)?( |$)|God Daemon/;
/** More are no longer a choice. */
const mostPrograms = 8;

/** `root` and all Node processes below it, parents first; none if there is no Node among them, this one apart. */
export function family(root: number): Member[] {
  const members = withoutSelf(nodeTree(root));
  const isClusterWorker = new Map(members.map(({ pid }) => [pid, inCluster(pid)]));
  return members.map((member) => {
    const children = members.filter(({ parent }) => parent === member.pid);
    return { ...member, role: roleOf(member, children) };
  });

  function roleOf({ pid, command }: NodeProcess, children: readonly NodeProcess[]): ProcessRole {
    if (launchers.test(command)) return 'launcher';
    if (children.some((child) => isClusterWorker.get(child.pid))) return 'primary';
    return isClusterWorker.get(pid) ? 'worker' : 'single';
  }
}

/**
 * Those of a number that the user gave.
 * @param note told where they are not quite what that number says
 * @throws Problem as `whoIs`, OWN_PROCESS
 */
export function membersOf(root: number, note: (text: string) => void): Member[] {
  if (root === process.pid) throw problem('OWN_PROCESS', { pid: root });
  const members = process.platform === 'linux' ? family(root) : [];
  // Says what is wrong with the number; a shell or npm in front of a Node is no mistake.
  if (members.length === 0)
    return [{ pid: root, parent: 0, command: whoIs(root).command, rss: 0, role: 'single' }];
  if (members[0]?.pid !== root) note(`The process ${root} is no Node: watched are those that it started.`);
  const several = severalPrograms(root, members);
  if (several !== null) note(several);
  return members;
}

/** The doctor runs in the shell or container that it was pointed at: neither it, nor what it started, nor npx above it. */
function withoutSelf(members: readonly NodeProcess[]): readonly NodeProcess[] {
  if (!members.some(({ pid }) => pid === process.pid)) return members;
  const own = new Set(processTree(process.pid));
  const others = members.filter(({ pid }) => !own.has(pid));
  const isLauncherOfOthers = ({ pid, command }: NodeProcess) =>
    !launchers.test(command) || processTree(pid).some((below) => below !== pid && isAmong(others, below));
  return others.filter(isLauncherOfOthers);
}

function isAmong(members: readonly NodeProcess[], pid: number): boolean {
  return members.some((member) => member.pid === pid);
}

/** node:cluster numbers its workers by this variable, and PM2 the instances that it starts by the other. */
function inCluster(pid: number): boolean {
  return environment(pid)?.some((line) => /^(NODE_UNIQUE_ID|NODE_APP_INSTANCE)=/.test(line)) ?? false;
}

/** Says that several programs are judged as one, and which could be chosen; null where they are one. */
function severalPrograms(root: number, members: readonly Member[]): string | null {
  const programs = new Map<string, { readonly command: string; readonly pids: number[] }>();
  for (const { pid, parent, command, role } of members) {
    // What an application starts belongs to it; what a launcher, a shell or a container's init starts need not.
    const above = members.find((member) => member.pid === parent);
    if (role === 'launcher' || (above && above.role !== 'launcher')) continue;
    const key = `${/\S+\.[cm]?[jt]s(?= |$)/.exec(command)?.[0] ?? command}\n${workingFolder(pid)}`;
    const known = programs.get(key) ?? { command, pids: [] };
    known.pids.push(pid);
    programs.set(key, known);
  }
  if (programs.size < 2) return null;
  const [first] = programs.values();
  const named = [...programs.values()]
    .slice(0, mostPrograms)
    .map(({ command, pids }) => `${command} (${pids.join(', ')})`);
  const rest = programs.size - named.length;
  return `Below the process ${root} run ${programs.size} different programs, which are judged here as if they were one server: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}. Choose one of them: --pid ${first?.pids[0]}`;
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // it has ended
  }
}
