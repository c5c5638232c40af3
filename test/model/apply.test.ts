import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { applications } from '../../src/model/apply.ts';

const textOf = (setting: Record<string, string | number>, place: string, command = ['node', 'server.js']) =>
  applications(setting, command).ways.find((way) => way.place === place)?.text;

test('a pool size is an environment variable wherever services are defined', () => {
  const setting = { pool: 16 };
  assert.equal(textOf(setting, 'shell'), 'UV_THREADPOOL_SIZE=16 node server.js');
  assert.equal(textOf(setting, 'Dockerfile'), 'ENV UV_THREADPOOL_SIZE=16\nCMD ["node","server.js"]');
  assert.equal(textOf(setting, 'systemd'), '[Service]\nEnvironment=UV_THREADPOOL_SIZE=16');
  assert.match(textOf(setting, 'Kubernetes') ?? '', /env:\n +- name: UV_THREADPOOL_SIZE\n +value: "16"$/);
  assert.deepEqual(JSON.parse(textOf(setting, 'package.json') ?? ''), {
    scripts: { start: 'UV_THREADPOOL_SIZE=16 node server.js' },
  });
});

test('processes are instances of PM2 and replicas of Kubernetes, and multiply the threads', () => {
  const setting = { pool: 16, processes: 4 };
  const text = textOf(setting, 'PM2', ['node', 'server.js', '--port', '80']) ?? '';
  const object = /^module\.exports = (.*);$/s.exec(text)?.[1] ?? '';
  assert.deepEqual(JSON.parse(object), {
    apps: [
      {
        name: 'SERVICE',
        script: 'server.js',
        args: ['--port', '80'],
        instances: 4,
        exec_mode: 'cluster',
        env: { UV_THREADPOOL_SIZE: '16' },
      },
    ],
  });
  assert.match(textOf(setting, 'Kubernetes') ?? '', /^spec:\n {2}replicas: 4\n/);
  assert.ok(
    applications(setting, ['node', 'x.js']).notes.some((note) =>
      note.includes('4 processes × 16 threads are 64'),
    ),
  );
});

test('a shell does with the line what was measured', () => {
  const command = ['printenv', 'CACHE', 'UV_THREADPOOL_SIZE'];
  const line = textOf({ pool: 8, 'env:CACHE': `it's "on" $HOME` }, 'shell', command) ?? '';
  assert.equal(execFileSync('sh', ['-c', line], { encoding: 'utf8' }), `it's "on" $HOME\n8\n`);
});

test('arguments stand where a trial puts them, and a default pool sets nothing', () => {
  assert.equal(
    textOf({ 'arg:size': 4, pool: 'default' }, 'shell', ['node', 'a.js', '{size}']),
    'node a.js 4',
  );
  assert.equal(textOf({ 'arg:size': 4 }, 'shell'), 'node server.js --size=4');
  assert.equal(textOf({ cpus: 2 }, 'shell'), 'taskset --cpu-list 0-1 node server.js');
});

test('values with spaces and per cent signs survive unit files and Dockerfiles', () => {
  const setting = { 'env:FORMAT': 'a b%c' };
  assert.equal(textOf(setting, 'systemd'), '[Service]\nEnvironment="FORMAT=a b%%c"');
  assert.equal(textOf(setting, 'Dockerfile'), 'ENV FORMAT="a b%c"\nCMD ["node","server.js"]');
});
