/** How this program can be called again: a line that is printed has to run where it is typed. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from '../messages/shell.ts';

interface Call {
  /** The file that Node was given, as it was given: a link is not followed. */
  readonly script: string;
  /** The Node that runs it. */
  readonly node: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const name = 'chokepoint';
const viaNpx = `npx ${name}`;
/** The folder of the package. */
const home = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * `chokepoint` where it is on the PATH, `npx chokepoint` where npm finds it, else Node with its file. A wrapper (an alias, an image)
 * says how it is called in CHOKEPOINT_COMMAND.
 */
export function ownCommand({ script, node, cwd, env }: Call): string {
  const own = env['CHOKEPOINT_COMMAND'];
  if (own) return own;
  const folders = (env['PATH'] ?? '').split(delimiter);
  if (basename(script) === name) {
    const folder = dirname(script);
    // npm puts that folder on the PATH of what it starts; the shell of the user does not have it.
    if (folder.endsWith(join('node_modules', '.bin'))) return viaNpx;
    if (folders.some((one) => resolve(one) === folder)) return name;
  }
  const isOfNpm = env['npm_lifecycle_event'] === 'npx' || env['npm_package_name'] === name;
  if (isOfNpm || cwd === home) return viaNpx;
  const isUsual = folders.some((folder) => isSame(join(folder, 'node'), node));
  return `${quoted(isUsual ? 'node' : shortest(node, cwd))} ${quoted(shortest(script, cwd))}`;
}

/** A path below the current folder without that; a file in it needs a folder before it, or the PATH is searched. */
function shortest(path: string, cwd: string): string {
  const below = relative(cwd, path);
  if (below.startsWith('..') || isAbsolute(below)) return path;
  return below.includes('/') ? below : `./${below}`;
}

function isSame(file: string, other: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return realpathSync(file) === realpathSync(other);
  } catch {
    return false;
  }
}

/** @returns how this process was called */
export function thisCommand(): string {
  const script = process.argv[1] ?? fileURLToPath(new URL('./main.js', import.meta.url));
  return ownCommand({ script, node: process.execPath, cwd: process.cwd(), env: process.env });
}
