/** What is asked of git: always of the repository in a folder, never of one that the environment names. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { problem } from '../model/problem.ts';

const run = promisify(execFile);

/** A hook that starts a gate has these set, and they would send every command to the wrong checkout. */
const pointers = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** git's own words for what went wrong. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * @returns stdout, without the last line break
 * @throws GitError, Problem GIT_MISSING, the signal's reason
 */
export async function git(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const kept = Object.entries(process.env).filter(([name]) => !pointers.has(name));
  // Asking must not lock the user's index: an editor or a hook may be at work in it.
  const env = { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  try {
    const options = { cwd, env, maxBuffer: 64 << 20, ...(signal && { signal }) };
    const { stdout } = await run('git', ['-c', 'core.quotePath=false', ...args], options);
    return stdout.replace(/\n$/, '');
  } catch (error) {
    signal?.throwIfAborted();
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT') throw problem('GIT_MISSING', {}, { cause: error });
    const last = stderr.trim().split('\n').at(-1) ?? '';
    throw new GitError(last.replace(/^fatal: /, '') || String(error), { cause: error });
  }
}
