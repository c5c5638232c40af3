/** Finds Go, Bun, Deno and Express. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mayRun } from '../files.ts';
import { programsOn } from '../host/tools.ts';
import { message, type Message } from '../messages/message.ts';
import { findPackage, isOfUsersFolder } from '../topologies/topology.ts';
import { existing, isFile, newestFirst, type Places } from './places.ts';

export interface Program {
  readonly file: string;
  /** Empty where it was not asked. */
  readonly version: string;
}

/** @returns all that are here, the newest first */
export function findGoes(places: Places): Program[] {
  const files = existing([
    ...programsOn(places.env['PATH'], 'go'),
    places.env['GOROOT'] && join(places.env['GOROOT'], 'bin/go'),
    ...places.system.map((folder) => join(folder, 'bin/go')),
    join(places.home, 'sdk/go*/bin/go'),
  ]);
  return newestFirst(files.flatMap((file) => goAt(file) ?? []));
}

/** Its version stands beside it. */
function goAt(file: string): Program | null {
  if (!mayRun(file)) return null;
  try {
    const text = readFileSync(join(dirname(dirname(file)), 'VERSION'), 'utf8');
    const version = /^go(\d[\w.]*)/.exec(text)?.[1];
    return version === undefined ? null : { file, version };
  } catch {
    return null;
  }
}

/** Where a runtime's own installer puts it, and the npm packages that hold nothing but its binary. */
const runtimes = {
  bun: {
    own: '.bun/bin/bun',
    packages: (system: string) => [`@oven/bun-${system}/bin/bun`, 'bun/bin/bun.exe'],
  },
  deno: {
    own: '.deno/bin/deno',
    packages: (system: string) => [`@deno/${system}-glibc/deno`, `@deno/${system}/deno`, 'deno/deno'],
  },
} as const;

/**
 * @param asks whether they may be started to tell their versions
 * @param tell hears of a package of the user's folder before it is started
 * @returns the newest, or the first where none is asked; null if none is here
 */
export function findRuntime(
  name: keyof typeof runtimes,
  places: Places,
  asks: boolean,
  tell: (line: Message) => void = () => {},
): Program | null {
  const { own, packages } = runtimes[name];
  const packaged = packages(`${process.platform}-${process.arch}`).flatMap((path) => inPackage(path) ?? []);
  if (asks) tellOfUsers(packaged, tell);
  const files = existing([
    ...programsOn(places.env['PATH'], name),
    join(places.home, own),
    ...packaged,
  ]).filter(mayRun);
  if (!asks) return files[0] === undefined ? null : { file: files[0], version: '' };
  return newestFirst(files.flatMap((file) => programAt(file, name) ?? []))[0] ?? null;
}

/** Each by itself: whoever stands in a clone sees what of it is about to run. */
export function tellOfUsers(files: readonly string[], tell: (line: Message) => void): void {
  for (const file of files.filter(isOfUsersFolder)) tell(message('tool.of-folder', { file }));
}

/** @param path of a file in a package: `@oven/bun-linux-x64/bin/bun` */
function inPackage(path: string): string | null {
  const parts = path.split('/');
  const name = parts.slice(0, path.startsWith('@') ? 2 : 1).join('/');
  const manifest = findPackage(name);
  if (manifest === null) return null;
  const file = join(dirname(manifest), ...parts.slice(name.split('/').length));
  return isFile(file) ? file : null;
}

/** @returns null where it cannot be run: the binary of another system, or a stub that its package did not replace */
function programAt(file: string, name: string): Program | null {
  try {
    // Away from the current folder, whose settings it could heed.
    const said = execFileSync(file, ['--version'], {
      cwd: '/',
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 10_000,
    });
    const version = new RegExp(`^(?:${name} )?(\\d+\\.\\d+\\.\\d+)`).exec(said)?.[1];
    return version === undefined ? null : { file, version };
  } catch {
    return null;
  }
}

/** The package.json of Express as `file`; null if it is not installed. */
export function findExpress(): Program | null {
  const file = findPackage('express');
  if (file === null) return null;
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    return { file, version };
  } catch {
    return null; // half installed
  }
}
