/** Which processes belong to the server that is watched, and what each is there for. */
import type { ProcessRole } from '../../model/watch.ts';
import type { NodeProcess } from '../../model/look.ts';
import { nodeTree } from '../look/tree.ts';
import { environment } from '../processes.ts';

export interface Member extends NodeProcess {
  readonly role: ProcessRole;
}

/** Programs that start others, and answer nothing themselves. */
const launchers = /(^|[ /])(npm|npx|pnpm|yarn|corepack)(-cli)?(\.c?js)?( |$)|God Daemon/;

/** `root` and all Node processes below it, parents first; none if there is no Node among them. */
export function family(root: number): Member[] {
  const members = nodeTree(root);
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

/** node:cluster numbers its workers by this variable, and PM2 the instances that it starts by the other. */
function inCluster(pid: number): boolean {
  return environment(pid)?.some((line) => /^(NODE_UNIQUE_ID|NODE_APP_INSTANCE)=/.test(line)) ?? false;
}
