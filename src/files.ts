/**
 * Folders and files that this program writes. It never writes through a link that another user planted, and root never
 * writes where another user owns a folder on the way: that user could turn the path to any file of the machine.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  fstatSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { message, type Message } from './messages/message.ts';
import { problem } from './messages/problem.ts';

/** The folder that is made where nobody names another: git ignores it, and what an older version left open is closed. */
const ownFolder = '.chokepoint';
/** What is written is private wherever it lies: a report shows what was asked and answered. */
const privateFolder = 0o700;
export const privateFile = 0o600;
const writableByAll = 0o002;
const writableByGroup = 0o020;
const sticky = 0o1000;
/** Owner of files whose real owner a user namespace does not map. */
const overflowUid = 65534;

/** Whether a path lies in `.chokepoint` of the current folder. */
export function isPrivate(path: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(ownFolder)}${sep}`);
}

/**
 * As `mkdir -p`. Node's own recursive form never returns where a folder cannot be made below an existing one (/proc).
 * Folders that are made are private; one that was there keeps its rights, unless it is `.chokepoint`.
 * @throws Problem FOLDER_OF_OTHERS
 */
export function makeFolder(folder: string): void {
  requireOwnPlace(folder);
  make(resolve(folder));
}

function make(path: string): void {
  const isOwn = path === resolve(ownFolder);
  if (existsSync(path)) {
    if (isOwn) tighten(path, privateFolder);
    return;
  }
  make(dirname(path));
  try {
    mkdirSync(path, { mode: privateFolder });
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  if (isOwn) writeWhole(join(path, '.gitignore'), '*\n');
}

/** Takes the rights of others from what an older version made with the rights of its umask. */
export function tighten(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || found.uid !== process.geteuid?.()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(path, mode);
}

/**
 * Writes a file beside its place and puts it there whole. What stood there before is replaced, a link too.
 * @throws Problem FOLDER_OF_OTHERS
 */
export function writeWhole(file: string, text: string): string {
  const draft = newDraft(dirname(file));
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return file;
}

/**
 * An empty private file under a name that nobody can know before.
 * @throws Problem FOLDER_OF_OTHERS
 */
export function newDraft(folder: string): string {
  requireOwnPlace(folder);
  const draft = join(folder, `.${randomBytes(8).toString('hex')}.new`);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  closeSync(openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, privateFile));
  return draft;
}

/**
 * Reads a file that nobody else can have put there.
 * @param forbidden rights of others with which it is worth nothing: to write it, perhaps to read it
 * @returns null where there is none, or it may be another's
 */
export function readOwn(path: string, forbidden: number): string | null {
  let file: number | null = null;
  try {
    requireOwnPlace(dirname(path));
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    const { uid, mode } = fstatSync(file);
    return uid === process.geteuid?.() && (mode & forbidden) === 0 ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/**
 * Reads a regular file. A pipe in its place would hold the reader for good, and a link leads to another file than was looked at.
 * @param most bytes
 * @returns null where there is no such file
 */
export function readRegular(
  path: string,
  most: number,
): { readonly text: string; readonly found: Stats } | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(file);
    return found.isFile() && found.size <= most ? { text: readFileSync(file, 'utf8'), found } : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Gives a draft its name, unless another process was first: then that file stays. */
export function placeOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    // A file system without hard links has only this.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Refuses a folder in which another user could redirect what is written. For root that is every folder that has an owner
 * or a writer beside root. For everybody else it is what another user put into a folder that all may write.
 * @throws Problem FOLDER_OF_OTHERS
 */
function requireOwnPlace(folder: string): void {
  for (const place of placesOf(folder)) requireOwn(place);
}

/** The same of a file that is opened under its own name. @throws Problem FOLDER_OF_OTHERS */
export function requireOwnFile(file: string): void {
  requireOwnPlace(dirname(file));
  requireOwn(resolve(file));
}

/**
 * Whether a file that was found, not named, may be executed or loaded: nobody else can have put it there, or what leads
 * to it. For root it must be root's alone. For everybody else it is not what a third one put where all may write.
 * @param file in full: one that depends on the current folder is refused
 */
export function mayRun(file: string): boolean {
  return ownOnly(file)?.isFile() ?? false;
}

/** The same of a folder in which programs are looked for: nobody else can put one there. */
export function maySearch(folder: string): boolean {
  return ownOnly(folder)?.isDirectory() ?? false;
}

function ownOnly(path: string): Stats | null {
  if (!isAbsolute(path)) return null;
  try {
    requireOwnFile(path);
    requireOwnFile(realpathSync(path));
    const found = statSync(path);
    return process.geteuid?.() === 0 && othersMayWrite(found) ? null : found;
  } catch {
    return null;
  }
}

/**
 * Whether a file belongs to the owner of another that runs already, and nobody else may write it: who could plant it could
 * change that one as well. So root, in a checkout of somebody, finds the packages of that checkout.
 */
export function isOfSameOwner(file: string, running: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  const isOnlyOwners = found !== undefined && (found.mode & (writableByAll | writableByGroup)) === 0;
  return isOnlyOwners && found.isFile() && found.uid === statSync(running).uid;
}

/** Why a file or folder that was found may be somebody else's work: its owner, or that others may write it. */
export type Doubt = { readonly by: 'owner'; readonly uid: number } | { readonly by: 'writers' };

/**
 * Whether others may have written what is to be believed unseen: a file that names a program to start, or the folder it lies in.
 * Root may, and so may the owner of this very program, who could change that as well.
 * @returns null: nobody else
 */
export function doubtAbout({ uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>): Doubt | null {
  const own = process.geteuid?.();
  if (own === undefined || process.platform === 'win32') return null;
  const trusted = [own, 0, statSync(import.meta.filename).uid];
  if (!trusted.includes(uid)) return { by: 'owner', uid };
  // A group with the number of its user is that user's own, on systems that give each user one.
  const isShared = (mode & writableByAll) !== 0 || ((mode & writableByGroup) !== 0 && gid !== uid);
  return isShared ? { by: 'writers' } : null;
}

function requireOwn(path: string): void {
  const uid = process.geteuid?.();
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (uid === undefined || !found) return;
  const refuse = (why: Message) => problem('FOLDER_OF_OTHERS', { path, uid, why });
  if (uid === 0) {
    if (!rootOwners().includes(found.uid)) throw refuse(message('folder.owner', { owner: found.uid }));
    if (found.isDirectory() && othersMayRename(found)) throw refuse(message('folder.writers'));
  } else if (found.uid !== uid && found.uid !== 0 && isWritableByAll(dirname(path))) {
    throw refuse(message('folder.in-shared', { owner: found.uid }));
  }
}

/** Every folder on the way, as it is written and as its links lead. */
function placesOf(folder: string): Set<string> {
  const path = resolve(folder);
  const existing = ancestors(path).find((place) => existsSync(place)) ?? sep;
  return new Set([...ancestors(path), ...ancestors(realpathSync(existing))]);
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...ancestors(above)];
}

/** In a sticky folder (/tmp) each user may rename and remove only what is his own. */
function othersMayRename(folder: Stats): boolean {
  return othersMayWrite(folder) && (folder.mode & sticky) === 0;
}

/** Beside root and the members of its group. */
function othersMayWrite({ mode, gid }: Stats): boolean {
  return (mode & (gid === 0 ? writableByAll : writableByAll | writableByGroup)) !== 0;
}

function isWritableByAll(folder: string): boolean {
  const mode = lstatSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & writableByAll) !== 0;
}

/** Root of a user namespace sees the folders of the machine's root as those of nobody. */
function rootOwners(): readonly number[] {
  try {
    const [inside, outside, length] = readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split(/\s+/)
      .map(Number);
    const isWhole = inside === 0 && outside === 0 && length === 2 ** 32 - 1;
    return isWhole ? [0] : [0, overflowUid];
  } catch {
    return [0];
  }
}
