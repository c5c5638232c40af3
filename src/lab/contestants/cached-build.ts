/**
 * Builds a server once and keeps it: a second run finds it by a hash of its sources and tools. It is built in a folder of
 * its own and renamed when it is whole, so that a build that was killed leaves nothing which looks like one.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { makeFolder, newDraft, requireOwnFile, writeWhole } from '../../files.ts';
import { within } from '../../host/clock.ts';
import { identity, isAlive, pidOf } from '../../host/processes.ts';
import { toolPath } from '../../host/tools.ts';
import { cachePlace } from '../../host/verified-cache.ts';
import { message, type Message } from '../../messages/message.ts';
import { Problem, problem } from '../../messages/problem.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { runScope } from '../../server/run-scope.ts';
import { startServer } from '../../server/server.ts';

export interface Recipe {
  /** What is built, as part of file names: `spring`. */
  readonly kind: string;
  readonly name: string;
  /** A folder of sources; it is copied, never written. */
  readonly sources: string;
  /** Versions of all tools that the result depends on. */
  readonly versions: Readonly<Record<string, string>>;
  /** What the user is told before the build: what is built, how much is loaded, how long it takes. */
  readonly announcement: Message;
  readonly command: { readonly file: string; readonly args: readonly string[] };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files of the build that are kept, by the names that they get: `{ 'mvc.jar': 'mvc/target/mvc.jar' }`. */
  readonly results: Readonly<Record<string, string>>;
}

export interface BuildOptions {
  /** The folder of all builds. */
  readonly cache: string;
  readonly clock: Clock;
  readonly tell: (line: Message) => void;
  readonly signal?: AbortSignal | undefined;
}

export const cacheFolder = () => cachePlace('contestants');

/** The longest time of a build: over a slow line Maven takes minutes. */
const timeout: Milliseconds = 600_000;
const progressInterval: Milliseconds = 10_000;
/** Time to read what a build that has ended left in its pipe. */
const lastWords: Milliseconds = 1000;
const pollInterval: Milliseconds = 250;
/** Lines of output that a failed build is shown with. */
const shownLines = 6;

/** @returns the folder of the finished build; null if there is none yet */
function findBuilt(recipe: Recipe, cache: string): string | null {
  const folder = join(cache, folderName(recipe));
  return Object.keys(recipe.results).every((name) => existsSync(join(folder, name))) ? folder : null;
}

/**
 * @returns the folder of the finished build, with `results` in it
 * @throws Problem CONTESTANT_BUILD_FAILED, FOLDER_OF_OTHERS; the signal's reason
 */
export async function built(recipe: Recipe, options: BuildOptions): Promise<string> {
  try {
    return await foundOrBuilt(recipe, options);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof Problem || !(error instanceof Error) || !/^E[A-Z]/.test(code)) throw error;
    // A full disk, a home that may not be written, a missing result of the build: the other contestants can go on.
    throw problem('CONTESTANT_BUILD_FAILED', {
      name: recipe.name,
      how: code,
      lines: error.message,
      log: '—',
    });
  }
}

async function foundOrBuilt(recipe: Recipe, options: BuildOptions): Promise<string> {
  const { cache } = options;
  makeFolder(cache);
  // Build tools take settings and packages from the home folder, and these can name programs.
  requireOwnFile(homedir());
  const place = join(cache, folderName(recipe));
  const lock = await locked(`${place}.lock`, options);
  try {
    const folder = findBuilt(recipe, cache) ?? (await build(recipe, place, options));
    for (const name of Object.keys(recipe.results)) requireOwnFile(join(folder, name));
    return folder;
  } finally {
    lock.release();
  }
}

function folderName({ kind, sources, versions, command, results }: Recipe): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([versions, command.args, results]));
  for (const file of filesIn(sources)) hash.update(`\0${file}\0`).update(readFileSync(join(sources, file)));
  return `${kind}-${hash.digest('hex').slice(0, 16)}`;
}

/** Whether a path is a source: what a build by hand has left beside the sources is neither hashed nor copied. */
const isSource = (path: string) => !['target', 'build'].includes(basename(path));

function filesIn(folder: string, under = ''): string[] {
  const entries = readdirSync(join(folder, under), { withFileTypes: true });
  return entries
    .filter(({ name }) => isSource(name))
    .flatMap((entry) => {
      const path = join(under, entry.name);
      return entry.isDirectory() ? filesIn(folder, path) : [path];
    })
    .toSorted();
}

/** Takes the lock: one builder at a time. A lock whose holder has ended counts for nothing, whatever number its process had. */
async function locked(file: string, { tell, clock, signal }: BuildOptions): Promise<{ release(): void }> {
  const own = identity(process.pid) ?? `${process.pid}:`;
  for (let toldOf = ''; ;) {
    const draft = newDraft(dirname(file));
    try {
      writeFileSync(draft, own);
      linkSync(draft, file);
      return {
        release: () => {
          if (holderOf(file) === own) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = holderOf(file);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      removeDead(file, holder);
      continue;
    }
    if (toldOf !== holder) tell(message('contestant.build-waits', { pid: pidOf(holder) }));
    toldOf = holder;
    await clock.sleep(pollInterval, signal);
  }
}

/**
 * Removes a dead holder's lock, and no other: another waiter may have removed it since, and hold the lock itself. Were a third one quicker
 * than the link back, both would build, each in a folder of its own, and the first result would count.
 */
function removeDead(file: string, holder: string): void {
  const aside = newDraft(dirname(file));
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @returns null if it has just been released */
function holderOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function build(recipe: Recipe, place: string, options: BuildOptions): Promise<string> {
  const { tell, clock } = options;
  const { name, sources, results } = recipe;
  const begin = clock.now();
  for (const entry of readdirSync(options.cache))
    if (entry.startsWith(`${basename(place)}.new`)) swept(join(options.cache, entry));
  // A folder for each build: what a killed one has started may still write into its own.
  const work = mkdtempSync(`${place}.new-`);
  tell(recipe.announcement);
  try {
    const kept = join(work, 'kept');
    mkdirSync(kept, { recursive: true });
    cpSync(sources, join(work, 'sources'), { recursive: true, filter: isSource });
    await runBuild(recipe, join(work, 'sources'), place, options);
    for (const [file, path] of Object.entries(results))
      renameSync(join(work, 'sources', path), join(kept, file));
    // Another builder can have been first, on a machine that shares the folder: its servers run from there.
    if (findBuilt(recipe, options.cache) === null) {
      // Remains of a build from which something was removed by hand.
      rmSync(place, { recursive: true, force: true });
      renameSync(kept, place);
    }
  } finally {
    swept(work);
  }
  tell(message('contestant.built', { name, seconds: Math.round((clock.now() - begin) / 1000) }));
  return place;
}

/** Removes a work folder. If that fails, it stands in nobody's way, and the next build tries again. */
function swept(work: string): void {
  try {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Something still writes there.
  }
}

/** The lines that tell why a build failed: the errors that Maven prints before its advice; else the last lines. */
function telling(lines: readonly string[]): readonly string[] {
  const spoken = lines.filter((line) => line.trim() !== '');
  const errors = spoken.filter((line) => /^\[ERROR\] \S/.test(line));
  return errors.length > 0 ? errors.slice(0, shownLines) : spoken.slice(-shownLines);
}

/** @throws Problem CONTESTANT_BUILD_FAILED; the signal's reason */
async function runBuild(
  { name, command, env }: Recipe,
  cwd: string,
  place: string,
  { tell, clock, signal }: BuildOptions,
): Promise<void> {
  const begin = clock.now();
  const lines: string[] = [];
  let told = begin;
  let loaded = 0;
  let last = '';
  // The reaper ends the build if the controller is killed, as it ends servers.
  using scope = runScope('build');
  await using child = startServer({
    launch: { ...command, env: { PATH: toolPath(), ...env }, announces: 0 },
    cwd,
    mark: scope.mark,
    cpus: null,
    clock,
    onProcess: (who) => scope.process(who),
    onLine(text) {
      const said = stripVTControlCharacters(text);
      const spoken = said.replace(/^\[INFO\]/, '').trim();
      lines.push(said);
      // Maven prints two lines for each file that it loads, too long to be shown.
      const [, load] = /^Download(ed|ing) from/.exec(spoken) ?? [];
      if (load === 'ed') loaded++;
      if (load === undefined && /\w{3}/.test(spoken)) last = spoken;
      if (clock.now() - told < progressInterval) return;
      told = clock.now();
      tell(
        message('contestant.build-line', { seconds: Math.round((told - begin) / 1000), loaded, line: last }),
      );
    },
  });
  scope.server(child.root, true);
  const done = new AbortController();
  const stops = signal ? [signal, done.signal] : [done.signal];
  const late = clock
    .sleep(timeout, AbortSignal.any(stops))
    .then(() => `no end after ${timeout / 60_000} min`);
  try {
    const how = await Promise.race([child.exited, late]);
    if (how === 'exit code 0') return;
    await within(child.silent, lastWords, clock);
    const log = writeWhole(`${place}.log`, `${lines.join('\n')}\n`);
    throw problem('CONTESTANT_BUILD_FAILED', { name, how, lines: telling(lines).join(' | '), log });
  } finally {
    done.abort();
    late.catch(() => {}); // it was awaited above, or nobody waits for it any more
  }
}
