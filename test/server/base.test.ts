import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '../../src/host/clock.ts';
import { virtualClock } from '../kit/virtual-clock.ts';
import { identity } from '../../src/host/processes.ts';
import { checkOut, type BaseOptions } from '../../src/server/base.ts';
import { repository, type Repository } from '../cli/gate/repository.ts';
import { emptyPlace } from '../kit/place.ts';
import { until } from '../kit/until.ts';

function options(cwd: string, change: Partial<BaseOptions> = {}): BaseOptions {
  return {
    revision: 'HEAD',
    cwd,
    command: ['node', 'server.mjs'],
    prepare: null,
    signal: new AbortController().signal,
    clock: systemClock,
    store: 'none',
    ...change,
  };
}

/** A repository with one commit, in a folder that is there until the end of the block. */
function place(fill: (repo: Repository) => void = () => {}) {
  const here = emptyPlace('base');
  const folder = join(here.folder, 'repository');
  mkdirSync(folder);
  const repo = repository(folder);
  repo.write('server.mjs', '');
  fill(repo);
  repo.commit('base');
  return { ...here, folder, repo, beside: (name: string) => join(here.folder, name) };
}

suite('Of a repository that came as an archive', () => {
  const long = new Date(0);

  test('git starts neither a hook nor a file monitor, and nothing of a submodule', async () => {
    using here = place((repo) => {
      mkdirSync(join(repo.folder, 'part'));
      const part = repository(join(repo.folder, 'part'));
      part.write('file', '');
      part.write('.gitattributes', 'file filter=evil\n');
      part.commit('part');
    });
    const started = here.beside('started');
    const says = (what: string) => `echo ${what} >> '${started}'; false`;
    here.repo.git('config', 'core.fsmonitor', says('monitor'));
    here.repo.git('-C', 'part', 'config', 'filter.evil.clean', says('filter of a part'));
    mkdirSync(join(here.folder, '.git/hooks'), { recursive: true });
    for (const name of ['post-checkout', 'post-index-change', 'reference-transaction'])
      writeFileSync(join(here.folder, '.git/hooks', name), `#!/bin/sh\n${says(name)}\n`, { mode: 0o755 });
    // What looks changed is looked at.
    for (const name of ['server.mjs', 'part/file']) utimesSync(join(here.folder, name), long, long);
    await using base = await checkOut(options(here.folder));
    assert.ok(existsSync(join(base.cwd, 'server.mjs')));
    await base[Symbol.asyncDispose]();
    assert.equal(existsSync(started) && readFileSync(started, 'utf8'), false);
  });

  test('a filter is not started either: the base would be other files without it, and so there is none', async () => {
    using here = place((repo) => repo.write('.gitattributes', 'server.mjs filter=evil\n'));
    const started = here.beside('started');
    for (const how of ['clean', 'smudge', 'process']) {
      here.repo.git('config', `filter.evil.${how}`, `echo ${how} >> '${started}'; cat`);
      utimesSync(join(here.folder, 'server.mjs'), long, long);
      await assert.rejects(checkOut(options(here.folder)), { code: 'GIT_STARTS' }, how);
      here.repo.git('config', '--unset', `filter.evil.${how}`);
    }
    assert.equal(existsSync(started) && readFileSync(started, 'utf8'), false);
    // What is included counts, and so does what a partial clone would fetch by.
    writeFileSync(here.beside('more'), '[filter "evil"]\nsmudge = cat\n');
    here.repo.git('config', 'include.path', here.beside('more'));
    await assert.rejects(checkOut(options(here.folder)), { code: 'GIT_STARTS' });
    here.repo.git('config', '--unset', 'include.path');
    here.repo.git('config', 'core.sshCommand', 'ssh -i key');
    await (await checkOut(options(here.folder)))[Symbol.asyncDispose]();
    here.repo.git('config', 'remote.origin.promisor', 'true');
    await assert.rejects(checkOut(options(here.folder)), { code: 'GIT_STARTS' });
  });

  test('git-lfs may be named, as actions/checkout names it', async () => {
    using here = place();
    here.repo.git('config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
    here.repo.git('config', 'filter.lfs.process', 'git-lfs filter-process --skip');
    await using base = await checkOut(options(here.folder));
    assert.equal(base.changes, 0);
    here.repo.git('config', 'filter.lfs.smudge', 'git-lfs smudge -- %f; id');
    await assert.rejects(checkOut(options(here.folder)), { code: 'GIT_STARTS' });
  });

  test('a folder that the base has as a link gets no packages: they would lie where it leads', async () => {
    using here = place((repo) => {
      mkdirSync(join(repo.folder, 'packages'));
      symlinkSync(join(repo.folder, '../user'), join(repo.folder, 'packages/own'));
    });
    mkdirSync(here.beside('user'));
    here.repo.git('rm', '--quiet', '--cached', 'packages/own');
    here.repo.git('clean', '--quiet', '--force', '-d', 'packages');
    mkdirSync(join(here.folder, 'packages/own/node_modules'), { recursive: true });
    here.repo.write('packages/own/package.json', '{}');
    writeFileSync(join(here.beside('user'), 'package.json'), '{}');
    await assert.rejects(checkOut(options(here.folder)), {
      code: 'BASE_NOT_INSTALLED',
      why: /packages\/own/,
    });
    assert.equal(existsSync(here.beside('user/node_modules')), false);
  });
});

suite('What --prepare says', { timeout: 60_000 }, () => {
  /** It has left the group, and holds both ends of the output. */
  const daemon =
    'setsid sh -c \'echo $$ > "$PLACE/daemon"; exec sleep 600\' & until [ -s "$PLACE/daemon" ]; do :; done;';
  const prepared = async (prepare: string, change: Partial<BaseOptions> = {}) => {
    const here = place();
    process.env['PLACE'] = here.beside('');
    const pid = () => Number(readFileSync(here.beside('daemon'), 'utf8'));
    return {
      here,
      pid,
      base: checkOut(options(here.folder, { prepare, ...change })),
      [Symbol.dispose]() {
        if (existsSync(here.beside('daemon'))) process.kill(pid(), 'SIGKILL');
        here[Symbol.dispose]();
      },
    };
  };

  test('has ended when its shell has, also where a daemon holds its output', async () => {
    using work = await prepared(`${daemon} true`);
    await using base = await work.base;
    assert.equal(base.changes, 0);
    assert.ok(identity(work.pid()) !== null, 'it is left alone');
  });

  test('is told whole where it failed, also then', async () => {
    using work = await prepared(`${daemon} echo no network; exit 7`);
    await assert.rejects(work.base, { code: 'PREPARE_FAILED', why: /no network/ });
  });

  test('ends at Ctrl-C, also then', async () => {
    const controller = new AbortController();
    using work = await prepared(`${daemon} sleep 600`, { signal: controller.signal });
    const { base, here } = work;
    base.catch(() => {}); // awaited below
    await until(() => existsSync(here.beside('daemon')) && work.pid() > 0);
    controller.abort(new Error('interrupted'));
    await assert.rejects(base, /^Error: interrupted$/);
    assert.equal(here.repo.checkouts().length, 1);
  });

  test('ends after half an hour at most', async () => {
    const clock = virtualClock();
    using work = await prepared('echo waiting; sleep 600', { clock });
    await assert.rejects(work.base, { code: 'PREPARE_TOO_LONG', what: /30 minutes/ });
    assert.ok(clock.now() >= 30 * 60_000);
  });
});
