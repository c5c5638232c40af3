/** Whether the packages that are installed in the working tree are those that another checkout of it needs. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { message, type Message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';

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
export function lendDependencies(workingTree: string, base: string, folders: readonly string[]): void {
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
  const other = deciding.find((path) => text(join(workingTree, path)) !== text(join(base, path)));
  return other === undefined ? null : `${other} is not the same in the base as in the working tree.`;
}

function text(path: string): string | null {
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
