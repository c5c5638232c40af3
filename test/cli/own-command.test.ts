/** How the program can be called again: each of these lines has to run where it is printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, suite, test } from 'node:test';
import { ownCommand } from '../../src/cli/own-command.ts';
import { inEnglish, message, say } from '../../src/messages/message.ts';
import { problem, sayProblem } from '../../src/messages/problem.ts';
import { asTyped, calledAs, program } from '../../src/messages/program.ts';
import { emptyPlace } from '../kit/place.ts';
import { entry, root } from './chokepoint.ts';

const node = '/opt/node/bin/node';
const call = (script: string, env: Record<string, string> = {}, cwd = '/srv/app', own = node) =>
  ownCommand({ script, node: own, cwd, env });

suite('The program is called', () => {
  test('by its name where that is on the PATH', () => {
    assert.equal(call('/usr/local/bin/chokepoint', { PATH: '/usr/bin:/usr/local/bin' }), 'chokepoint');
  });

  test('through npx where npm has put it into the project, or into its cache', () => {
    const bin = '/srv/app/node_modules/.bin';
    assert.equal(call(join(bin, 'chokepoint'), { PATH: bin }), 'npx chokepoint');
    assert.equal(call('/home/me/.npm/_npx/1a2b/node_modules/.bin/chokepoint'), 'npx chokepoint');
    assert.equal(call('/srv/x/dist/cli/main.js', { npm_lifecycle_event: 'npx' }), 'npx chokepoint');
  });

  test('through npx in its own checkout, also in a folder below and by one of its scripts', () => {
    assert.equal(call(entry, {}, root), 'npx chokepoint');
    assert.equal(call(entry, {}, join(root, 'examples/api')), 'npx chokepoint');
    assert.equal(call(entry, { npm_package_name: 'chokepoint' }), 'npx chokepoint');
  });

  test('by Node with its file elsewhere, and the file needs no more than its place', () => {
    assert.equal(call('/srv/app/tools/main.js', {}), `${node} tools/main.js`);
    assert.equal(call('/srv/app/main.js', {}), `${node} ./main.js`);
    assert.equal(call('/srv/tools/main.js', {}), `${node} ../tools/main.js`);
    assert.equal(call("/opt/it's/main.js", {}), `${node} '/opt/it'\\''s/main.js'`);
  });

  test('by the Node of the PATH where that is the same', () => {
    using here = emptyPlace('own-command');
    symlinkSync(process.execPath, join(here.folder, 'node'));
    const PATH = ['/nowhere', here.folder].join(delimiter);
    assert.equal(call('/opt/main.js', { PATH }, '/srv', process.execPath), 'node /opt/main.js');
    here.write('other/node', '', 0o755);
    const other = { PATH: join(here.folder, 'other') };
    assert.notEqual(call('/opt/main.js', other, '/srv', process.execPath), 'node /opt/main.js');
  });

  test('by the Node of the PATH where that suits too, or starts the one of the checkout', () => {
    for (const [major, line] of [
      [24, 'node /opt/main.js'],
      [20, 'node /opt/main.js'],
      [16, `${node} /opt/main.js`],
    ] as const) {
      using here = emptyPlace('own-command');
      here.write('bin/node', '', 0o755);
      const header = `#define NODE_MAJOR_VERSION ${major}\n#define NODE_MINOR_VERSION 1\n`;
      here.write('include/node/node_version.h', header);
      // What it hides is not what a shell runs.
      symlinkSync(process.execPath, join(here.folder, 'node'));
      const PATH = [join(here.folder, 'bin'), here.folder].join(delimiter);
      assert.equal(call('/opt/main.js', { PATH }, '/srv'), line);
    }
  });

  test('by the name that npm has linked to it', () => {
    using here = emptyPlace('own-command');
    const [bin, below] = [join(here.folder, 'node_modules/.bin'), join(here.folder, 'routes')];
    for (const folder of [bin, below]) mkdirSync(folder, { recursive: true });
    symlinkSync(entry, join(bin, 'chokepoint'));
    assert.equal(call(entry, {}, below), 'npx chokepoint');
    // A script of npm has that folder on its PATH; the shell in which a line is pasted does not.
    assert.equal(call(entry, { PATH: bin }, below), 'npx chokepoint');
    const usual = join(here.folder, 'bin');
    mkdirSync(usual);
    symlinkSync(entry, join(usual, 'chokepoint'));
    assert.equal(call(entry, { PATH: usual }), 'chokepoint');
  });

  test('as the older Node that has started it was called', () => {
    assert.equal(call(entry, { CHOKEPOINT_STARTED_AS: 'node ../main.js' }), 'node ../main.js');
  });

  test('as a wrapper says', () => {
    assert.equal(call(entry, { CHOKEPOINT_COMMAND: 'docker run x' }), 'docker run x');
  });

  test('so that the line that is printed runs', () => {
    using here = emptyPlace('own-command');
    // As in a shell: npm puts folders of its own before it.
    const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const env = {
      ...process.env,
      PATH: path,
      CHOKEPOINT_COMMAND: undefined,
      npm_package_name: undefined,
      npm_lifecycle_event: undefined,
    };
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [entry, ...args], { cwd: here.folder, encoding: 'utf8', env });
    const [, hint = ''] = /hint: +Run "(.*)"\./.exec(run('nonsense').stderr) ?? [];
    assert.match(hint, /--help$/);
    const again = spawnSync('sh', ['-c', hint], { cwd: here.folder, encoding: 'utf8', env });
    assert.equal(again.status, 0, again.stderr);
    assert.equal(again.stdout, run('--help').stdout);
  });
});

suite('Where it is called otherwise', () => {
  afterEach(() => calledAs('chokepoint'));

  test('what is printed has its name, and what is stored the plain one', () => {
    const before = problem('REPLAY_INVALID', { file: 'a', why: message('replay.form') });
    calledAs('npx chokepoint');
    assert.equal(program(), 'npx chokepoint');
    assert.equal(say(message('hint.help')), 'Run "npx chokepoint --help".');
    assert.equal(inEnglish(message('hint.help')), 'Run "chokepoint --help".');
    assert.match(sayProblem(before).todo, /: npx chokepoint doctor --replay/);
    assert.match(problem('REPLAY_INVALID', { file: 'a', why: '' }).todo, /: chokepoint doctor --replay/);
    assert.equal(asTyped('chokepoint doctor 4711 --attach'), 'npx chokepoint doctor 4711 --attach');
    assert.equal(asTyped('node chokepoint server.js'), 'node chokepoint server.js');
  });

  test('what a problem of an older version said is said as it was', () => {
    const { code, what, why } = problem('STORE_UNWRITABLE', { file: 'runs.db', why: 'denied' });
    const old = { code, what, why, todo: 'As it was.' };
    assert.deepEqual(sayProblem(old), { what, why, todo: 'As it was.' });
    assert.deepEqual(sayProblem({ ...old, details: {} }), { what, why, todo: 'As it was.' });
  });
});
