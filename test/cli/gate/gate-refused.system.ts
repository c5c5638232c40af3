import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { entry, finished, place } from '../chokepoint.ts';
import { gateWords, judged, quiet, refused } from './gate.ts';
import { busyServer, repository } from './repository.ts';

suite('Dependencies of the base', () => {
  /** A server that answers with what its package says. */
  const server = `import { createServer } from 'node:http';
import word from 'word';
createServer((_request, response) => response.end(word)).listen(Number(process.env.PORT), '127.0.0.1');
`;
  const install = (folder: string) => {
    mkdirSync(join(folder, 'node_modules/word'), { recursive: true });
    const repo = repository(folder);
    repo.write('.gitignore', 'node_modules/\n.chokepoint/\n');
    repo.write('package.json', '{ "dependencies": { "word": "1.0.0" } }');
    repo.write('package-lock.json', '{ "lockfileVersion": 3 }');
    repo.write('server.mjs', server);
    repo.write('node_modules/word/package.json', '{ "name": "word", "main": "word.js" }');
    repo.write('node_modules/word/word.js', 'module.exports = "installed";');
    repo.commit('base');
    return repo;
  };

  test('are those of the working tree where the lockfile is the same, and stay there', async () => {
    using here = place();
    const repo = install(here.folder);
    const { document } = await judged(here, 'HEAD', { options: ['--blocks', '2', '--fail-if-worse', '90%'] });
    const measured = document.summaries.map(({ cell, trials }) => [cell, trials > 0]);
    assert.deepEqual(measured, [
      ['revision=base', true],
      ['revision=head', true],
    ]);
    assert.equal(repo.git('status', '--porcelain').trim(), '');
    assert.deepEqual(readdirSync(join(here.folder, 'node_modules')), ['word']);
  });

  test('must be installed with --prepare where the lockfile is another', async () => {
    using here = place();
    const repo = install(here.folder);
    repo.write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }');
    const { code, why, todo } = await refused(here, 'HEAD');
    assert.equal(code, 'BASE_NOT_INSTALLED');
    assert.match(why, /^package-lock\.json is not the same/);
    assert.match(todo, /--prepare 'npm ci'/);
    assert.equal(repo.checkouts().length, 1);
  });

  test('must be installed where a package is a link into the working tree, as in a workspace', async () => {
    using here = place();
    install(here.folder);
    mkdirSync(join(here.folder, 'packages', 'own'), { recursive: true });
    symlinkSync('../packages/own', join(here.folder, 'node_modules', 'own'), 'dir');
    const { code, why } = await refused(here, 'HEAD');
    assert.equal(code, 'BASE_NOT_INSTALLED');
    assert.match(why, /node_modules\/own is a link to packages\/own/);
  });

  test('are what --prepare makes of them, in the checkout of the base', async () => {
    using here = place();
    const repo = install(here.folder);
    repo.write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }');
    const prepare = 'mkdir node_modules && cp -r "$INSTALLED/word" node_modules/';
    const { code, document } = await judged(here, 'HEAD', {
      options: ['--blocks', '2', '--fail-if-worse', '90%', '--prepare', prepare],
      env: { INSTALLED: join(here.folder, 'node_modules') },
    });
    assert.equal(code, 0);
    assert.ok(document.summaries.every(({ trials }) => trials > 0));
    assert.equal(document.gate?.notes.length, 0, 'the two are not the same');
  });

  test('are nothing if --prepare fails; its last lines are told if it fails', async () => {
    using here = place();
    install(here.folder);
    const { code, what, why } = await refused(here, 'HEAD', {
      options: ['--prepare', 'ls && echo no network >&2 && exit 7'],
    });
    assert.equal(code, 'PREPARE_FAILED');
    assert.match(what, /exit code 7/);
    assert.match(why, /server\.mjs.*no network/);
    assert.doesNotMatch(why, /node_modules/, 'nothing is lent where a command was given');
  });
});

suite('A gate is refused before anything is measured', () => {
  test('outside of a repository, with an unknown revision, or with a command that names the working tree', async () => {
    using here = place();
    const outside = await refused(here, 'main');
    assert.equal(outside.code, 'REPOSITORY_MISSING');
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    const unknown = await refused(here, 'mian');
    assert.equal(unknown.code, 'REVISION_UNKNOWN');
    assert.match(unknown.todo, /fetch-depth/);
    const option = await refused(here, '--output=x');
    assert.equal(option.code, 'REVISION_UNKNOWN', 'a revision is never taken for an option of git');
    const line = `sweep --against main --url http://127.0.0.1:3999/ --json -- node ${join(here.folder, 'server.mjs')}`;
    const { document } = await here.json(line, quiet);
    assert.equal(document.problem?.code, 'COMMAND_NOT_RELATIVE');
    assert.equal(repo.checkouts().length, 1);
  });

  test('from a folder, or with a script, that the base does not have', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('other.mjs', '');
    repo.commit('base');
    repo.write('server.mjs', busyServer(1));
    assert.equal((await refused(here, 'HEAD')).code, 'SERVER_FILE_NOT_FOUND');
    mkdirSync(join(here.folder, 'new'));
    repo.write(join('new', 'server.mjs'), busyServer(1));
    const [args, env] = await gateWords('HEAD', []);
    const inside = { cwd: join(here.folder, 'new'), env: { ...process.env, ...env } };
    const { stderr } = await finished(spawn(process.execPath, [entry, ...args], inside));
    assert.match(stderr, /^error: The folder new does not exist in the revision HEAD\./);
    assert.equal(repo.checkouts().length, 1);
  });
});
