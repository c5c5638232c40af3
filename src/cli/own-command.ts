/** How this program can be called again: a line that is printed has to run where it is typed. */
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from '../messages/shell.ts';
import { isSuitable, starterVariable } from './this-node.ts';

interface NodeCall {
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
 * says in CHOKEPOINT_COMMAND how it is called; a process on an older Node that started this one says so in `starterVariable`.
 */
export function ownCommand({ script, node, cwd, env }: NodeCall): string {
  const own = env['CHOKEPOINT_COMMAND'] ?? env[starterVariable];
  if (own) return own;
  const bin = join('node_modules', '.bin');
  // npm puts such folders on the PATH of what it starts; the shell of the user does not have them.
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.endsWith(bin));
  const isNamed = (folder: string) => join(folder, name) === script || isSame(join(folder, name), script);
  // If several folders have the program, a shell runs that of the first.
  const first = (file: string) => folders.find((folder) => isProgram(join(folder, file)));
  const named = first(name);
  if (named === undefined ? folders.some((folder) => join(folder, name) === script) : isNamed(named))
    return name;
  const isOfNpm = env['npm_lifecycle_event'] === 'npx' || env['npm_package_name'] === name;
  const project = projectOf(cwd);
  if (isOfNpm || dirname(script).endsWith(bin) || project === home || isNamed(join(project, bin)))
    return viaNpx;
  const usual = first('node');
  const isUsual = usual !== undefined && runsThis(join(usual, 'node'), node);
  return `${quoted(isUsual ? 'node' : shortest(node, cwd))} ${quoted(shortest(script, cwd))}`;
}

/** The folder in which npm looks for what npx names. */
function projectOf(folder: string): string {
  const isProject = ['package.json', 'node_modules'].some((own) => existsSync(join(folder, own)));
  return isProject || dirname(folder) === folder ? folder : projectOf(dirname(folder));
}

/** A path relative to the current folder where that is shorter. A bare file name gets `./`, or a shell would search the PATH. */
function shortest(path: string, cwd: string): string {
  const seen = relative(cwd, path);
  if (seen.length >= path.length || isAbsolute(seen)) return path;
  return seen.includes('/') ? seen : `./${seen}`;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isSame = (file: string, other: string) =>
  isProgram(file) && existsSync(other) && realpathSync(file) === realpathSync(other);

/**
 * Whether the Node on the PATH runs this program too: it is the same Node, its version is suitable, or it starts the Node of
 * this checkout (another-node.ts). The version is in the headers beside it.
 */
function runsThis(usual: string, node: string): boolean {
  if (isSame(usual, node)) return true;
  const header = join(dirname(realpathSync(usual)), '../include/node/node_version.h');
  const text = existsSync(header) ? readFileSync(header, 'utf8') : '';
  const [major = 0, minor = 0] = ['MAJOR', 'MINOR'].map((part) =>
    Number(new RegExp(`define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1] ?? 0),
  );
  const hasOwn = existsSync(join(home, 'node_modules/.bin/node'));
  return isSuitable(`${major}.${minor}`) || (major >= 18 && hasOwn);
}

/** @returns how this process was called */
export function thisCommand(): string {
  const script = process.argv[1] ?? fileURLToPath(new URL('./main.js', import.meta.url));
  return ownCommand({ script, node: process.execPath, cwd: process.cwd(), env: process.env });
}
