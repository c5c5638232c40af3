/** A server of several processes: a cluster's primary with its workers, PM2 with what it started. */
import type { NodeProcess } from '../../model/look.ts';
import { inspectProcess, isNode, processTree } from '../processes.ts';

/** `root` and all Node processes below it, parents first, also those whose own parent is no Node (a shell between). */
export function nodeTree(root: number): NodeProcess[] {
  return processTree(root)
    .filter(isNode)
    .flatMap((pid) => {
      const seen = inspectProcess(pid, [], 0);
      return seen ? [{ pid, parent: seen.parent, command: seen.command, rss: seen.rss }] : [];
    });
}
