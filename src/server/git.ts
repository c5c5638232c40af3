/**
 * git, asked about a repository that may have come as an archive: its `.git/config` can name programs, which no clone
 * brings along. None of them is started here.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTool, toolPath, whyNoTool } from '../host/tools.ts';
import { problem } from '../messages/problem.ts';

const run = promisify(execFile);

/** Variables that a hook has set if it starts a gate: they would send every command to the wrong checkout. */
const pointers = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** Settings of each call. Hooks are off: one after a checkout would be measured too, and may write to the working tree. */
const quiet = ['core.quotePath=false', 'core.hooksPath=/dev/null', 'core.fsmonitor=false'].flatMap(
  (setting) => ['-c', setting],
);

/** An error whose message is git's own words for what went wrong. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Asks git, always of the repository in a folder, never of one that the environment names.
 * @returns stdout, without the last line break
 * @throws GitError, Problem GIT_MISSING, the signal's reason
 */
export async function git(cwd: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const kept = Object.entries(process.env).filter(([name]) => !pointers.has(name));
  // Asking must not lock the user's index: an editor or a hook may be at work in it.
  const env = { ...Object.fromEntries(kept), PATH: toolPath(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  const program = findTool('git');
  if (program === null) throw problem('GIT_MISSING', { why: whyNoTool('git') });
  try {
    const options = { cwd, env, maxBuffer: 64 << 20, ...(signal && { signal }) };
    const { stdout } = await run(program, [...quiet, ...args], options);
    return stdout.replace(/\n$/, '');
  } catch (error) {
    signal?.throwIfAborted();
    const { stderr = '' } = error as { stderr?: string };
    const last = stderr.trim().split('\n').at(-1) ?? '';
    throw new GitError(last.replace(/^fatal: /, '') || String(error), { cause: error });
  }
}

/** @returns the object of that name. @throws what `git` throws */
export function objectOf(cwd: string, name: string, signal?: AbortSignal): Promise<string> {
  return git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', name], signal);
}

/** Settings with programs that git starts to compare or check out files. They cannot be left out: files would differ. */
const starts = /^(filter\..+\.(clean|smudge|process)|lfs\.(customtransfer|extension)\..+)$/;
/** Settings with programs that git starts to fetch what a partial clone lacks. */
const startsToFetch =
  /^(core\.(sshcommand|gitproxy|askpass)|remote\..+\.(uploadpack|vcs)|credential\..+|protocol\..+)$/;
const isPartial = /^(extensions\.partialclone|remote\..+\.promisor)$/;
/** Commands that `git lfs install --local` writes, as actions/checkout does. */
const lfs = /^git-lfs (clean|smudge|filter-process)( --skip)?( -- %f)?$/;

/** @throws Problem GIT_STARTS where the repository's own settings name a program that a checkout would start; what `git` throws */
export async function requireNoPrograms(root: string, signal: AbortSignal): Promise<void> {
  const words = (await git(root, ['config', '--list', '--show-scope', '-z'], signal)).split('\0');
  const own = words.flatMap((scope, at) => {
    const [name = '', ...value] = (words[at + 1] ?? '').split('\n');
    return at % 2 === 0 && (scope === 'local' || scope === 'worktree')
      ? [{ name, value: value.join('\n') }]
      : [];
  });
  const fetches = own.some(({ name }) => isPartial.test(name));
  const found = own.find(
    ({ name, value }) => (starts.test(name) && !lfs.test(value)) || (fetches && startsToFetch.test(name)),
  );
  if (found) throw problem('GIT_STARTS', { name: found.name, repository: root });
}
