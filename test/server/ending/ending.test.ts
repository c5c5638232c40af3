import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { emptyFolder, emptyPlace } from '../../kit/place.ts';
import type { Problem } from '../../../src/messages/problem.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { runScope } from '../../../src/server/run-scope.ts';
import type { ProcessEnd } from '../../../src/server/ending.ts';
import { findProgram } from '../../../src/host/tools.ts';
import { identity, isAlive, pidOf } from '../../../src/host/processes.ts';
import { startServer } from '../../../src/server/server.ts';
import { held } from '../../kit/process.ts';
import { until } from '../../kit/until.ts';
import { alive } from '../processes-of.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const file = (name: string) => join(import.meta.dirname, name);
const folder = emptyFolder('ending');
chmodSync(folder, 0o755);
after(() => {
  // Nothing of them is left but where a test has failed.
  for (const pid of alive((environment) => environment.includes('CHOKEPOINT_RUN=test-refused')))
    process.kill(pid, 'SIGKILL');
});

/** What a program of this folder prints. */
function said(command: readonly string[], user: { uid?: number; gid?: number } = {}): unknown {
  const [program = '', ...args] = command;
  const env = { PATH: process.env['PATH'], TMPDIR: tmpdir() };
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000, env, ...user });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

const inNamespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

function withoutNamespace(): string | false {
  if (process.platform !== 'linux') return 'only Linux has pid namespaces';
  const write = 'echo 300 > /proc/sys/kernel/ns_last_pid';
  const { status } = spawnSync('unshare', [...inNamespace.slice(1), 'sh', '-c', write]);
  return status === 0 ? false : 'a pid namespace in which numbers can be chosen cannot be made (needs root)';
}

suite('The number of a server that has ended', { skip: withoutNamespace() }, () => {
  const run = (part: string) => said([...inNamespace, process.execPath, file('reuse.ts'), part]);

  test('may be a stranger’s by now, who is neither taken for the server nor ended with it', () => {
    assert.deepEqual(run('server'), { adopted: false, left: [], lives: true });
  });

  test('is of no use to the reaper of a killed controller: it ends the rest, and no stranger', () => {
    assert.deepEqual(run('reaper'), { cleaned: true, childEnded: true, lives: true });
  });

  test('is not signalled where the shell of a generator, or of ab, had it', () => {
    assert.deepEqual(run('generator'), { lives: true });
    assert.deepEqual(run('ab'), { lives: true });
  });
});

suite('The mark of a run', { skip: process.platform !== 'linux' && 'only Linux has /proc' }, () => {
  test('is another one each time, and stands in no command line, which every user may read', () => {
    using one = runScope('doctor');
    using other = runScope('doctor');
    assert.notEqual(one.mark, other.mark);
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const lines = pids.map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it has ended
      }
    });
    const stands = (text: string) => lines.some((line) => line.includes(text));
    assert.deepEqual([one.folder, one.mark].map(stands), [true, false], 'the reaper is told of its folder');
  });
});

suite('A server is stopped', { skip: process.platform !== 'linux' && 'only Linux has /proc' }, () => {
  test('with whoever is in its session, also without a mark, a parent, and a look at it before', async () => {
    // Its parent ends at once, and it takes no notice of SIGTERM.
    const script = '(trap "" TERM; env -i sleep 1002 & echo $!); exec sleep 1003';
    const lines: string[] = [];
    const server = startServer({
      launch: { file: '/bin/sh', args: ['-c', script], env: {}, announces: 0 },
      cwd: '/',
      mark: 'test-session',
      cpus: null,
      clock: systemClock,
      onLine: (line) => lines.push(line),
    });
    await until(() => lines.length > 0);
    await until(() => readFileSync(`/proc/${lines[0]}/environ`, 'utf8') === '');
    const child = identity(Number(lines[0])) ?? '';
    assert.ok(isAlive(child));
    try {
      const ended = await server.stop();
      assert.deepEqual([ended.left.length, ended.alive], [1, []]);
      assert.ok(!isAlive(child));
    } finally {
      if (isAlive(child)) process.kill(pidOf(child), 'SIGKILL');
    }
  });
});

const needsRoot = process.getuid?.() !== 0 && 'only root can start a process that this user may not end';

suite('A process that may not be ended', { skip: needsRoot }, () => {
  const setpriv = findProgram('setpriv');

  const skip = !setpriv && 'there is no setpriv';
  test('keeps none of the others alive, and is named with its owner', { skip }, () => {
    const launcher = join(folder, 'launcher');
    copyFileSync(setpriv ?? '', launcher);
    chmodSync(launcher, 0o4755);
    const command = [process.execPath, file('refused.ts'), launcher];
    type Said = { before: number[]; ended: ProcessEnd; problem: Problem; after: number[] };
    const { before, ended, problem, after: rest } = said(command, nobody) as Said;
    const [survivor = 0] = rest;
    try {
      assert.ok(before.length >= 4, `${before.length}`);
      assert.equal(rest.length, 1);
      assert.deepEqual(ended.alive, [`${survivor} sleep 1000 (of root)`]);
      assert.equal(problem.code, 'CHILDREN_LEFT');
      assert.match(problem.what, /sleep 1000 \(of root\)/);
      assert.match(problem.why, /could not be ended/);
    } finally {
      for (const pid of rest) process.kill(pid, 'SIGKILL');
    }
  });

  test('does not keep the reaper from ending the others and from removing the folder', async () => {
    using here = emptyPlace('reaper');
    const { folder: own } = here;
    chownSync(own, nobody.uid, nobody.gid);
    await using rootsOwn = held(spawn('sleep', ['1004']));
    await using another = held(spawn('sleep', ['1005'], nobody));
    const entry = join(import.meta.dirname, '../../../src/server/orphan-reaper.ts');
    const reaper = spawn(process.execPath, [entry, own], { ...nobody, stdio: ['pipe', 'ignore', 'pipe'] });
    let complaints = '';
    reaper.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const code = new Promise((resolve) => reaper.once('close', resolve));
    const told = [rootsOwn, another].map(({ pid = 0 }) => `seen ${identity(pid)}\n`);
    reaper.stdin.end(`mark test-reaper\n${told.join('')}`);
    assert.equal(await code, 0, complaints);
    await until(() => identity(another.pid ?? 0) === null);
    assert.ok(identity(rootsOwn.pid ?? 0) !== null);
    assert.ok(!existsSync(own));
  });
});
