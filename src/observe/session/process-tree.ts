/** Finds the processes that belong to the watched server, and what each is there for. */
import { message } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import type { Note, ProcessRole } from '../../model/watch.ts';
import type { NodeProcess } from '../../model/process-snapshot.ts';
import { inspectTarget } from '../external/target-process.ts';
import type { ToldProcess } from '../../server/told-ports.ts';
import { pm2AppOf } from './pm2-apps.ts';
import { linkOf } from '../../host/kernel-files.ts';
import {
  allPids,
  environment,
  processTree,
  commandLine,
  isNode,
  statFields,
  statusOf,
  hasProc,
  isThere,
  shownCommand,
} from '../../host/processes.ts';

export interface Member extends NodeProcess {
  readonly role: ProcessRole;
}

/** Programs that start others, and answer nothing themselves. */
const launchers = /(^|[ /])(npm|npx|pnpm|yarn|corepack)(-cli)?(\.c?js)?( |$)|God Daemon/;
/** Most programs that are named to choose from. */
const mostPrograms = 8;

/**
 * Returns `root` and all Node processes below it, parents first; none if there is no Node but this one.
 * @param app an application of PM2: only processes that belong to it, those that it starts among them
 */
export function treeMembers(root: number, app?: string): Member[] {
  const all = withoutSelf(nodeTree(root));
  const members = app === undefined ? all : all.filter(({ pid }) => pm2AppOf(pid) === app);
  return members.map(roleAmong(members, new Set(members.flatMap(({ pid }) => (inCluster(pid) ? pid : [])))));
}

/** The members of a server whose processes told of themselves, where the system does not show them. */
export function toldMembers(told: readonly ToldProcess[]): Member[] {
  const workers = new Set(told.flatMap(({ pid, isWorker }) => (isWorker ? pid : [])));
  const members = told
    .filter(({ pid }) => isThere(pid))
    .map(({ pid, parent, words }) => ({ pid, parent, command: shownCommand(words), rss: 0 }));
  return members.map(roleAmong(members, workers));
}

function roleAmong(all: readonly NodeProcess[], workers: ReadonlySet<number>) {
  const roleOf = ({ pid, command }: NodeProcess): ProcessRole => {
    if (launchers.test(command)) return 'launcher';
    if (all.some((one) => one.parent === pid && workers.has(one.pid))) return 'primary';
    return workers.has(pid) ? 'worker' : 'single';
  };
  return (member: NodeProcess): Member => ({ ...member, role: roleOf(member) });
}

/** Calls from one look at all processes to the next: a process that is known may have become another program. */
const seldom = 10;

/**
 * Looks at the tree only if a new process may belong to it: the rest of the machine has many.
 * @returns what gives the members of the tree; null if nobody has joined since its last call
 */
export function familyOf(app?: string): (root: number) => Member[] | null {
  let [pids, tree]: [ReadonlySet<number>, ReadonlySet<number>] = [new Set(), new Set()];
  let looks = 0;
  return (root) => {
    const all = allPids();
    const strangers = all.filter((pid) => !pids.has(pid));
    pids = new Set(all);
    const parents = new Map(strangers.map((pid) => [pid, Number(statFields(pid)?.[1])]));
    const isBelow = (pid: number): boolean => {
      const parent = parents.get(pid);
      return parent !== undefined && (tree.has(parent) || isBelow(parent));
    };
    if (looks++ % seldom !== 0 && !strangers.some(isBelow)) return null;
    tree = new Set(processTree(root));
    return treeMembers(root, app);
  };
}

/**
 * Returns the members for a PID that the user gave, or of one application of PM2 below it.
 * @param note called if they are not quite what that PID says
 * @throws Problem as `inspectTarget`, OWN_PROCESS
 */
export function membersOf(root: number, note: (note: Note) => void, app?: string): Member[] {
  if (root === process.pid) throw problem('OWN_PROCESS', { pid: root });
  const members = hasProc ? treeMembers(root, app) : [];
  // Says what is wrong with the number; a shell or npm in front of a Node is no mistake.
  if (members.length === 0)
    return [{ pid: root, parent: 0, command: inspectTarget(root).command, rss: 0, role: 'single' }];
  if (app !== undefined) return members;
  if (members[0]?.pid !== root) note(message('note.not-node', { pid: root }));
  const programs = severalPrograms(members);
  const more = Math.max(0, programs.length - mostPrograms);
  if (programs.length > 1)
    note(message('note.several-programs', { root, programs: programs.slice(0, mostPrograms), more }));
  return members;
}

/** Drops the doctor itself, what it started, and npx above it: it may run in the shell or container that it watches. */
function withoutSelf(members: readonly NodeProcess[]): readonly NodeProcess[] {
  if (!members.some(({ pid }) => pid === process.pid)) return members;
  const own = new Set(processTree(process.pid));
  const others = members.filter(({ pid }) => !own.has(pid));
  const pids = new Set(others.map(({ pid }) => pid));
  const isLauncherOfOthers = ({ pid, command }: NodeProcess) =>
    !launchers.test(command) || processTree(pid).some((below) => below !== pid && pids.has(below));
  return others.filter(isLauncherOfOthers);
}

/** Whether a process is a worker: node:cluster numbers its workers by one of these variables, PM2 its instances by the other. */
function inCluster(pid: number): boolean {
  return environment(pid)?.some((line) => /^(NODE_UNIQUE_ID|NODE_APP_INSTANCE)=/.test(line)) ?? false;
}

/** @returns the programs among them, each with its processes: where there are several, one could be chosen */
function severalPrograms(members: readonly Member[]) {
  const programs = new Map<string, { readonly command: string; readonly pids: number[] }>();
  for (const { pid, parent, command, role } of members) {
    // What an application starts belongs to it; what a launcher, a shell or a container's init starts need not.
    const above = members.find((member) => member.pid === parent);
    if (role === 'launcher' || (above && above.role !== 'launcher')) continue;
    const key = `${/\S+\.[cm]?[jt]s(?= |$)/.exec(command)?.[0] ?? command}\n${linkOf(`/proc/${pid}/cwd`)}`;
    const known = programs.get(key) ?? { command, pids: [] };
    known.pids.push(pid);
    programs.set(key, known);
  }
  return [...programs.values()];
}

/**
 * Returns `root` and all Node processes below it, parents first, also those whose own parent is no Node (a shell
 * between). Reads /proc alone: whoever owns a process chooses what its binary is, so nothing of it is started here.
 */
export function nodeTree(root: number): NodeProcess[] {
  return processTree(root)
    .filter(isNode)
    .flatMap((pid) => {
      const field = statusOf(pid);
      if (!field) return [];
      const rss = Number.parseInt(field('VmRSS'), 10) * 1024 || 0;
      return [{ pid, parent: Number(field('PPid')), command: commandLine(pid), rss }];
    });
}
