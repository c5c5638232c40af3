/** The base of a gate: a revision of the same repository, checked out beside the working tree and made ready to run. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  realpathSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { problem } from '../messages/problem.ts';
import type { Clock, Milliseconds } from '../model/units.ts';
import { git, GitError, objectOf, requireNoPrograms } from './git.ts';
import { runScope, type RunScope } from './run-scope.ts';
import { within } from '../host/clock.ts';
import { signalGroup } from '../host/offspring.ts';
import { childIdentity, runMarker } from '../host/processes.ts';
import { message, type Message } from '../messages/message.ts';

export interface BaseOptions {
  /** Any name that git knows for a commit. */
  readonly revision: string;
  /** Where the server command runs: a folder of the repository. */
  readonly cwd: string;
  readonly command: readonly string[];
  /** A shell command that installs and builds in the checkout; without it the working tree's packages are reused. */
  readonly prepare: string | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** The store's file, for the problem's text: runs were looked for there first. */
  readonly store: string;
}

export interface Base extends AsyncDisposable {
  readonly commit: string;
  /** The folder of the checkout that corresponds to `BaseOptions.cwd`. */
  readonly cwd: string;
  /** Files of the working tree that are not as in the commit, untracked ones among them. */
  readonly changes: number;
}

/** @returns whether git knows a commit of that name here; not where there is no git, or no repository */
export async function isRevision(cwd: string, name: string): Promise<boolean> {
  return objectOf(cwd, `${name}^{commit}`).then(
    () => true,
    () => false,
  );
}

/** @returns the file as it is in the revision; null: it has none */
export async function textAt(revision: string, file: string): Promise<string | null> {
  const folder = dirname(file);
  try {
    const object = await objectOf(folder, `${revision}:./${basename(file)}`);
    return await git(folder, ['cat-file', 'blob', object]);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

/**
 * Checks the revision out. The checkout goes when the returned base is disposed of; if this process is killed first, the
 * reaper removes the folder, and git forgets the rest of it by itself.
 * @throws Problem GIT_MISSING, REPOSITORY_MISSING, GIT_STARTS, REVISION_UNKNOWN, BASE_NOT_CHECKED_OUT, BASE_FOLDER_MISSING,
 *   BASE_NOT_INSTALLED, PREPARE_FAILED, PREPARE_TOO_LONG, COMMAND_NOT_RELATIVE; the signal's reason
 */
export async function checkOut(options: BaseOptions): Promise<Base> {
  const { signal } = options;
  const cwd = realpathSync(options.cwd);
  const root = await repositoryOf(cwd, signal);
  requireRelative(options.command, [root, options.cwd]);
  await requireNoPrograms(root, signal);
  const commit = await commitOf(root, options);
  const changes = await changedFiles(root, commit, signal);

  const held = runScope(`base-${commit.slice(0, 10)}`);
  const checkout = join(held.folder, 'base');
  const dispose = async () => {
    await attempt(root, ['worktree', 'remove', '--force', checkout]);
    held[Symbol.dispose]();
    // Last of all, when the folder is gone: also what a run that was killed has left behind in the repository.
    await attempt(root, ['worktree', 'prune']);
  };
  try {
    const own = await madeReady(options, { root, cwd, commit, checkout, held });
    return { commit, cwd: own, changes, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

interface Checkout {
  readonly root: string;
  /** The folder of the working tree whose counterpart is made ready. */
  readonly cwd: string;
  readonly commit: string;
  readonly checkout: string;
  readonly held: RunScope;
}

/** @returns the counterpart of `cwd` in the new checkout, with its dependencies */
async function madeReady(
  { revision, prepare, signal, clock }: BaseOptions,
  { root, cwd, commit, checkout, held }: Checkout,
): Promise<string> {
  try {
    const quiet = ['-c', 'advice.detachedHead=false', 'worktree', 'add', '--quiet', '--detach'];
    await git(root, [...quiet, checkout, commit], signal);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw problem('BASE_NOT_CHECKED_OUT', { name: revision, why: error.message }, { cause: error });
  }
  const folder = relative(root, cwd);
  const own = join(checkout, folder);
  if (!existsSync(own)) throw problem('BASE_FOLDER_MISSING', { folder, name: revision });
  if (prepare === null) lendDependencies(root, checkout, await packageFolders(root, signal));
  else await runPrepare(prepare, own, held, { signal, clock });
  return own;
}

async function repositoryOf(cwd: string, signal: AbortSignal): Promise<string> {
  try {
    return realpathSync(await git(cwd, ['rev-parse', '--show-toplevel'], signal));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw problem('REPOSITORY_MISSING', { folder: cwd, why: error.message }, { cause: error });
  }
}

async function commitOf(root: string, { revision, store, signal }: BaseOptions): Promise<string> {
  try {
    return await objectOf(root, `${revision}^{commit}`, signal);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw problem('REVISION_UNKNOWN', { name: revision, repository: root, store }, { cause: error });
  }
}

/** Counts the files that are not as in the commit, without our own folder of runs and reports. */
async function changedFiles(root: string, commit: string, signal: AbortSignal): Promise<number> {
  // Within a submodule git would go by the settings there, which nobody has looked at.
  const quiet = ['--name-only', '--no-ext-diff', '--ignore-submodules=dirty'];
  const changed = await git(root, ['diff', ...quiet, commit, '--'], signal);
  const added = await git(root, ['ls-files', '--others', '--exclude-standard'], signal);
  const files = `${changed}\n${added}`.split('\n').filter((name) => name !== '');
  return files.filter((name) => !name.split('/').includes('.chokepoint')).length;
}

async function packageFolders(root: string, signal: AbortSignal): Promise<string[]> {
  const files = await git(
    root,
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', 'package.json', '**/package.json'],
    signal,
  );
  return files
    .split('\0')
    .filter((name) => name !== '')
    .map(dirname);
}

/** Refuses a command with a path into the working tree, which would run head as the base. What npm installed is neither's code. */
function requireRelative(command: readonly string[], roots: readonly string[]): void {
  const isOwn = (word: string) => roots.some((root) => word.includes(root + sep));
  const word = command.find((each) => isOwn(each) && !each.includes(`${sep}node_modules${sep}`));
  if (word !== undefined) throw problem('COMMAND_NOT_RELATIVE', { word });
}

const keptLines = 5;
const keptText = 8000;
/** Longest time for `prepare`, far beyond what an installation and a build take. */
const longestPrepare: Milliseconds = 30 * 60_000;
/** Longest wait for the end of its output, which processes that it left running may hold open. */
const lastWords: Milliseconds = 1000;

async function runPrepare(
  prepare: string,
  cwd: string,
  held: RunScope,
  { signal, clock }: Pick<BaseOptions, 'signal' | 'clock'>,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(prepare, {
    shell: true,
    cwd,
    env: { ...process.env, [runMarker]: held.mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const root = child.pid === undefined ? null : childIdentity(child.pid);
  held.server(root, true);
  const streams = [child.stdout, child.stderr];
  let text = '';
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-keptText)));
  // The whole group is ended: npm's children would go on installing into a folder that is being removed.
  const end = () => root !== null && signalGroup({ root, mark: held.mark }, [], 'SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<{ how: string | null }>((resolve) => {
    child.once('error', (error) => resolve({ how: error.message }));
    child.once('exit', (code, name) => resolve({ how: code === 0 ? null : (name ?? `exit code ${code}`) }));
  });
  const inTime = await within(ended, longestPrepare, clock);
  if (inTime === null) end();
  const { how } = await ended;
  await within(silent, lastWords, clock);
  for (const stream of streams) stream.destroy();
  signal.removeEventListener('abort', end);
  held.server(root, false);
  signal.throwIfAborted();
  const told = { command: prepare, output: lastLines(text) };
  if (inTime === null) throw problem('PREPARE_TOO_LONG', { ...told, minutes: longestPrepare / 60_000 });
  if (how !== null) throw problem('PREPARE_FAILED', { ...told, how });
}

function lastLines(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-keptLines);
  return lines.length > 0 ? lines.join(' | ') : 'it wrote nothing.';
}

/** Runs git to clean up, and ignores what it says: the folder goes with its run scope anyway. */
async function attempt(root: string, args: readonly string[]): Promise<void> {
  await git(root, args).catch(() => {});
}

/** Files in which the package managers of Node write down what they install. */
const lockfiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
];

/**
 * Links the node_modules folders of the working tree into the other checkout.
 * @param folders those with a package.json, relative to the root of the repository
 * @throws Problem BASE_NOT_INSTALLED where that would give the base other packages than it asks for
 */
function lendDependencies(workingTree: string, base: string, folders: readonly string[]): void {
  const installed = folders
    .map((folder) => join(folder, 'node_modules'))
    .filter((path) => existsSync(join(workingTree, path)) && existsSync(dirname(join(base, path))))
    .filter((path) => !existsSync(join(base, path)));
  for (const path of installed) {
    const why =
      linkOnTheWay(base, path) ??
      differingLockfile(workingTree, base, dirname(path)) ??
      ownPackage(workingTree, join(workingTree, path));
    if (why !== null) throw problem('BASE_NOT_INSTALLED', { why });
  }
  for (const path of installed) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    symlinkSync(join(workingTree, path), join(base, path), 'dir');
  }
}

/** Finds a link above the path in the base: what is made below it would lie elsewhere, perhaps with the user. */
function linkOnTheWay(base: string, path: string): Message | null {
  const parts = dirname(path).split(sep);
  const above = parts.map((_, at) => parts.slice(0, at + 1).join(sep));
  const link = above.find((place) => lstatSync(join(base, place)).isSymbolicLink());
  return link === undefined ? null : message('base.linked', { path: link });
}

/** Finds a lockfile, of the folder or of one above it, that differs in the base. Without any, package.json is compared. */
function differingLockfile(workingTree: string, base: string, folder: string): string | null {
  const above = [folder];
  while (above[0] !== '.') above.unshift(dirname(above[0] ?? '.'));
  const locks = above
    .flatMap((each) => lockfiles.map((name) => join(each, name)))
    .filter((path) => existsSync(join(workingTree, path)) || existsSync(join(base, path)));
  const deciding = locks.length > 0 ? locks : [join(folder, 'package.json')];
  const other = deciding.find((path) => textOf(join(workingTree, path)) !== textOf(join(base, path)));
  return other === undefined ? null : `${other} is not the same in the base as in the working tree.`;
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'latin1') : null;
}

/** Finds an installed package that is a link into the working tree (a workspace's): the base would run the code of head. */
function ownPackage(workingTree: string, modules: string): string | null {
  const root = realpathSync(workingTree);
  const entries = readdirSync(modules, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name.startsWith('@')
      ? readdirSync(join(modules, entry.name), { withFileTypes: true })
      : [entry],
  );
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    if (!existsSync(link)) continue;
    const target = relative(root, realpathSync(link));
    const isInside = !target.startsWith('..') && !target.split(sep).includes('node_modules');
    if (isInside)
      return `${relative(workingTree, link)} is a link to ${target || 'the repository'}, which base and head would share.`;
  }
  return null;
}
