/** A server of several processes: a cluster's primary with its workers, PM2 with what it started. */
import type { NodeProcess } from '../../model/look.ts';
import { commandLine, isNode, processTree, statusOf } from '../../host/processes.ts';

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
