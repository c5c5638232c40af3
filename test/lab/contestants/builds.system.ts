/** How a server is built once and kept: with small builds of a shell, and Go where it is. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { built, type BuildOptions, type Recipe } from '../../../src/lab/contestants/cached-build.ts';
import { findContestants } from '../../../src/lab/contestants/contestants.ts';
import { findGoes, systemPlaces } from '../../../src/lab/contestants/tools.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { inEnglish, message } from '../../../src/messages/message.ts';
import { emptyPlace } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import { assertEach, assertNone } from '../../kit/assert.ts';

const ownSources = join(import.meta.dirname, '../../../contestants');

function recipe(sources: string, script: string): Recipe {
  return {
    kind: 'small',
    name: 'Small',
    sources,
    versions: { sh: '1' },
    announcement: message('contestant.build-go', { version: '1.26.8' }),
    command: { file: 'sh', args: ['-c', script] },
    env: {},
    results: { server: 'build/server' },
  };
}

/** A folder with sources and one for the cache, and what is told. */
function workshop() {
  const place = emptyPlace('builds');
  const [sources, cache] = [join(place.folder, 'sources'), join(place.folder, 'cache')];
  cpSync(join(ownSources, 'go'), sources, { recursive: true });
  const told: string[] = [];
  const options: BuildOptions = { cache, clock: systemClock, tell: (line) => told.push(inEnglish(line)) };
  return { sources, cache, told, options, [Symbol.dispose]: () => place[Symbol.dispose]() };
}

const compile = 'mkdir build && cat *.go > build/server';

suite('A build', () => {
  test('is announced, kept, and not done again; a changed source builds again', async () => {
    using shop = workshop();
    const { sources, told, options } = shop;
    const small = recipe(sources, compile);
    const first = await built(small, options);
    assert.ok(existsSync(join(first, 'server')));
    assert.match(told.join('\n'), /is built once .*\nSmall: built in \d+ s/);
    told.length = 0;
    assert.equal(await built(small, options), first);
    assert.deepEqual(told, []);
    writeFileSync(join(sources, 'main.go'), 'package main\n');
    assert.notEqual(await built(small, options), first);
    assert.equal(told.length, 2);
    assert.notEqual(await built({ ...small, versions: { sh: '2' } }, options), first);
  });

  test('that fails shows its last lines, and leaves nothing that looks like a server', async () => {
    using shop = workshop();
    const failing = recipe(shop.sources, `${compile}; echo 'no such package' >&2; exit 3`);
    await assert.rejects(built(failing, shop.options), {
      code: 'CONTESTANT_BUILD_FAILED',
      what: /exit code 3/,
      why: /no such package/,
    });
    assertNone(readdirSync(shop.cache), (name) => !name.endsWith('.log'));
  });

  test('of Maven that fails shows what Maven called an error, not its advice behind it', async () => {
    using shop = workshop();
    const says = ['[INFO] Building work', '[ERROR] Work.java:[3,1] expected', '[ERROR] ', '[INFO] advice'];
    const script = `printf '%s\\n' ${says.map((line) => `'${line}'`).join(' ')}; exit 1`;
    await assert.rejects(built(recipe(shop.sources, script), shop.options), {
      why: 'The last lines of the build: [ERROR] Work.java:[3,1] expected',
    });
  });

  test('that its user ends is ended with all that it has started', async () => {
    using shop = workshop();
    const { sources, cache, options } = shop;
    const stop = new AbortController();
    const pid = join(cache, 'pid');
    const work = built(recipe(sources, `sleep 300 & echo $! > ${pid}; wait`), {
      ...options,
      signal: stop.signal,
    });
    await until(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '');
    stop.abort(new Error('enough'));
    await assert.rejects(work, { message: 'enough' });
    await until(() => !existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}`));
    await built(recipe(sources, compile), options);
  });

  test('whose process was killed stops nobody: the next one builds, and the old one has ended', async () => {
    using shop = workshop();
    const { sources, cache, told, options } = shop;
    const pid = join(cache, 'pid');
    const slow = recipe(sources, `[ -e ${pid} ] || { echo $$ > ${pid}; exec sleep 300; }; ${compile}`);
    const entry = join(import.meta.dirname, 'builder-process.ts');
    const child = spawn(process.execPath, [entry, cache, JSON.stringify(slow)], { stdio: 'inherit' });
    await until(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const folder = await built(slow, options);
    assert.ok(existsSync(join(folder, 'server')));
    assert.equal(told.length, 2);
    await until(() => !existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}`));
  });

  test('that another process does is waited for, and done once', async () => {
    using shop = workshop();
    const { sources, told, options } = shop;
    const slow = recipe(sources, `sleep 1; ${compile}`);
    const [one, two] = await Promise.all([built(slow, options), built(slow, options)]);
    assert.equal(one, two);
    assert.equal(told.filter((line) => line.includes('built in')).length, 1);
    assert.equal(told.filter((line) => line.includes('waiting for it')).length, 1);
  });

  test('that leaves no result, or has no place to write, is a failed build: others can do without', async () => {
    using shop = workshop();
    const failed = { code: 'CONTESTANT_BUILD_FAILED', what: 'Small could not be built (ENOENT).' };
    await assert.rejects(built(recipe(shop.sources, 'true'), shop.options), failed);
    const cache = join(shop.sources, 'main.go', 'cache');
    await assert.rejects(built(recipe(shop.sources, compile), { ...shop.options, cache }), {
      code: 'CONTESTANT_BUILD_FAILED',
    });
  });

  test('passes by the lock of a process that has ended, and does not remove what another holds by now', async () => {
    using shop = workshop();
    const { sources, cache, options } = shop;
    const small = recipe(sources, `${compile}; for lock in ${cache}/*.lock; do echo other > $lock; done`);
    const folder = await built(small, options);
    const lock = `${folder}.lock`;
    assert.equal(readFileSync(lock, 'utf8'), 'other\n');
    // Nobody has that identity.
    assert.equal(await built(small, options), folder);
    assert.ok(!existsSync(lock));
    assertNone(readdirSync(cache), (name) => name.startsWith('.') || name.includes('.new'));
  });
});

const skip = findGoes(systemPlaces()).length > 0 ? false : 'Go is not on this machine';

suite('A server that is broken', { skip }, () => {
  test('in its sources does not stop the others', async () => {
    using place = emptyPlace('broken');
    const { folder } = place;
    const sources = join(folder, 'sources');
    cpSync(ownSources, sources, { recursive: true });
    writeFileSync(join(sources, 'go/work.go'), 'package main\n\nfunc broken( {\n');
    const found = await findContestants({
      ids: ['express', 'go'],
      builds: true,
      sources,
      cache: join(folder, 'cache'),
    });
    assertEach(found, ({ id, state }) => [id, state], [
      ['go', 'broken'],
      ['express', 'ready'],
    ]);
    assert.match(
      found[0]?.reason ? inEnglish(found[0].reason) : '',
      /Go could not be built \(exit code 1\).*work\.go:3/,
    );
  });
});
