import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { say } from '../../src/messages/message.ts';
import { applications } from '../../src/apply/apply.ts';
import {
  assignmentOf,
  clusterLines,
  clusterText,
  scriptName,
  type PackageScript,
} from '../../src/apply/apply-command.ts';

type Levels = Record<string, string | number>;

const textOf = (setting: Levels, place: string, command = ['node', 'server.js']) =>
  applications(setting, command).ways.find((way) => way.place === place)?.text;
const places = (setting: Levels, command = ['node', 'server.js']) =>
  applications(setting, command).ways.map(({ place }) => place);
const notes = (setting: Levels, command: readonly string[], script?: PackageScript) =>
  applications(setting, command, script).notes.map(say).join('\n');

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

test('processes are instances of PM2, replicas of Kubernetes, and a cluster in every other place', () => {
  const setting = { pool: 16, processes: 4 };
  const command = ['node', '--title', 'api', 'server.js', '--port', '80'];
  const text = textOf(setting, 'PM2', command) ?? '';
  const object = /^module\.exports = (.*);$/s.exec(text)?.[1] ?? '';
  assert.deepEqual(JSON.parse(object), {
    apps: [
      {
        name: 'SERVICE',
        script: 'server.js',
        args: ['--port', '80'],
        node_args: ['--title', 'api'],
        instances: 4,
        exec_mode: 'cluster',
        env: { UV_THREADPOOL_SIZE: '16' },
      },
    ],
  });
  assert.match(textOf(setting, 'Kubernetes') ?? '', /^spec:\n {2}replicas: 4 #/);
  const start = 'UV_THREADPOOL_SIZE=16 node --title api cluster.cjs';
  assert.equal(textOf(setting, 'shell', command), start);
  assert.deepEqual(JSON.parse(textOf(setting, 'package.json', command) ?? ''), { scripts: { start } });
  assert.match(
    textOf(setting, 'Dockerfile', command) ?? '',
    /\nCOPY cluster\.cjs \.\/\nCMD .*"cluster\.cjs"\]$/,
  );
  assert.match(textOf(setting, 'systemd', command) ?? '', /\nExecStart=\nExecStart=node .*cluster\.cjs$/);
  assert.match(textOf(setting, 'cluster.cjs', command) ?? '', /exec: "server\.js", args: \["--port","80"\]/);
  assert.match(notes(setting, ['node', 'x.js']), /4 processes × 16 threads are 64/);
  assert.match(notes({ pool: 1, processes: 2 }, ['node', 'x.js']), /2 processes × 1 thread are 2/);
});

test('the cluster starts as many processes as were recommended, each with its pool', () => {
  using here = emptyPlace('apply');
  // Each says who it is, and asks the primary to end when both are there.
  writeFileSync(
    join(here.folder, 'server.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs';
     const [, , file] = process.argv;
     const server = (await import('node:http')).createServer().listen(0, '127.0.0.1', () => {
       appendFileSync(file, process.pid + ' ' + process.env.UV_THREADPOOL_SIZE + '\\n');
       const wait = setInterval(() => {
         if (readFileSync(file, 'utf8').split('\\n').length < 3) return;
         clearInterval(wait);
         process.kill(process.ppid, 'SIGTERM');
       }, 20);
     });`,
  );
  const setting = { pool: 8, processes: 2 };
  const command = [process.execPath, 'server.mjs', 'seen.txt'];
  writeFileSync(join(here.folder, 'cluster.cjs'), textOf(setting, 'cluster.cjs', command) ?? '');
  execFileSync('sh', ['-c', textOf(setting, 'shell', command) ?? ''], { cwd: here.folder, timeout: 30_000 });
  const seen = readFileSync(join(here.folder, 'seen.txt'), 'utf8').trim().split('\n');
  assert.equal(new Set(seen).size, 2);
  assert.ok(
    seen.every((line) => line.endsWith(' 8')),
    seen.join(),
  );
});

/** How often a server was started under the lines, and how its primary ended. @param before what stands in front of them */
function startsOf(text: string, server: string, before = '') {
  using here = emptyPlace('apply-again');
  const seen = join(here.folder, 'seen.txt');
  const start = `require('node:fs').appendFileSync('seen.txt', '.');`;
  writeFileSync(join(here.folder, 'server.cjs'), `${start}\n${server}`);
  writeFileSync(join(here.folder, 'cluster.cjs'), `${before}\n${text}`);
  const { status } = spawnSync(process.execPath, ['cluster.cjs'], { cwd: here.folder, timeout: 30_000 });
  return { starts: readFileSync(seen, 'utf8').length, status };
}

const server = { program: 'node', flags: [], script: 'server.cjs', args: [] };

test('a process that ran for a while is started again by the cluster', () => {
  // The while is over at once; the fifth start asks the primary to end.
  const quick = `const { setTimeout: real } = globalThis;
    globalThis.setTimeout = (made, ms, ...given) => real(made, ms / 10_000, ...given);`;
  const ends = `const { readFileSync } = require('node:fs');
    if (readFileSync('seen.txt').length >= 5) process.kill(process.ppid, 'SIGTERM');
    else setTimeout(() => process.exit(1), 50);`;
  assert.ok(startsOf(clusterLines(server, 2), ends, quick).starts >= 5);
  const whole = startsOf(
    clusterText(server, 2),
    `process.on('SIGTERM', () => process.exit());${ends}`,
    quick,
  );
  assert.ok(whole.starts >= 5);
  assert.equal(whole.status, 0);
});

test('a process that ends as it starts is not started over and over', () => {
  assert.deepEqual(startsOf(clusterLines(server, 2), 'process.exit(3);'), { starts: 2, status: 0 });
  const whole = startsOf(clusterText(server, 2), 'process.exit(3);');
  assert.ok(whole.starts <= 2, 'the first that ends may end the other before it starts');
  assert.equal(whole.status, 3);
});

test('what cannot apply the whole recommendation is left out, and says why', () => {
  // Nobody here knows how several of these are started behind one port.
  assert.deepEqual(places({ processes: 2 }, ['npm', 'start']), ['PM2', 'Kubernetes']);
  assert.match(notes({ processes: 2 }, ['npm', 'start']), /no plain "node script"/);
  assert.ok(!places({ cpus: 2 }).includes('PM2'));
  assert.match(notes({ cpus: 2 }, ['node', 'a.js']), /PM2 is left out: it cannot bind/);
  assert.match(textOf({ cpus: 2 }, 'Dockerfile') ?? '', /^# .*docker run --cpuset-cpus=0-1 IMAGE\n/);
  assert.equal(textOf({ cpus: 1 }, 'systemd'), '[Service]\nCPUAffinity=0');
  assert.match(textOf({ cpus: 2 }, 'Kubernetes') ?? '', /cpu: "2" # a quota of time/);
  assert.equal(
    textOf({ cpus: 2, pool: 8 }, 'package.json'),
    JSON.stringify(
      { scripts: { start: 'UV_THREADPOOL_SIZE=8 taskset --cpu-list 0-1 node server.js' } },
      null,
      2,
    ),
  );
  assert.ok(!places({ pool: 8 }, ['node', '-e', 'listen()']).includes('PM2'));
  assert.match(notes({ pool: 8, cpus: 1 }, ['node', 'a.js']), /SERVICE and IMAGE: put in your own names\./);
});

test('a script of package.json gets the variable in front of what it runs, and never calls itself', () => {
  const started = (text: string, command = ['npm', 'start']) =>
    applications({ pool: 16 }, command, { name: 'start', text }).ways.find(
      ({ place }) => place === 'package.json',
    )?.text;
  const scripts = (start: string) => JSON.stringify({ scripts: { start } }, null, 2);
  assert.equal(started('node server.js'), scripts('UV_THREADPOOL_SIZE=16 node server.js'));
  assert.equal(
    started('npm run build && node server.js'),
    scripts('export UV_THREADPOOL_SIZE=16 && npm run build && node server.js'),
  );
  assert.equal(started('UV_THREADPOOL_SIZE=8 node server.js'), undefined);
  for (const command of [
    ['npm', 'start'],
    ['sh', '-c', 'npm start'],
    ['node', '--run', 'start'],
  ]) {
    assert.ok(!places({ pool: 16 }, command).includes('package.json'), command.join(' '));
    assert.match(notes({ pool: 16 }, command), /In package\.json put UV_THREADPOOL_SIZE=16 in front of what/);
  }
  assert.equal(textOf({ pool: 16 }, 'shell', ['npm', 'start']), 'UV_THREADPOOL_SIZE=16 npm start');
  // As it is pasted.
  using here = emptyPlace('apply');
  writeFileSync(join(here.folder, 'package.json'), started('cd . && printenv UV_THREADPOOL_SIZE') ?? '');
  const output = execFileSync('npm', ['--silent', 'start'], {
    cwd: here.folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(output, '16\n');
});

test('it is known which script of package.json a command runs', () => {
  const rows: readonly (readonly [command: string, name: string | null])[] = [
    ['npm start', 'start'],
    ['npm run dev -- --port 80', 'dev'],
    ['/usr/bin/npm run-script dev', 'dev'],
    ['yarn dev', 'dev'],
    ['pnpm run dev', 'dev'],
    ['pnpm exec tsx a.ts', null],
    ['npx tsx a.ts', null],
    ['npm exec tsx a.ts', null],
    ['node --run start', 'start'],
    ['node server.js --run', null],
    ['npm --prefix app start', ''],
    ['env A=1 npm start', ''],
    ['node server.js', null],
  ];
  for (const [command, name] of rows) assert.equal(scriptName(command.split(' ')), name, command);
});

test('it is known what a command sets by itself', () => {
  const set = (...command: readonly string[]) => assignmentOf(command, 'UV_THREADPOOL_SIZE', null);
  assert.equal(set('env', 'A=1', 'UV_THREADPOOL_SIZE=16', 'node', 's.js'), '16');
  assert.equal(set('sh', '-c', 'UV_THREADPOOL_SIZE=16 node s.js'), '16');
  assert.equal(set('bash', '-ec', 'cd a; export UV_THREADPOOL_SIZE="32"; node s.js'), '32');
  assert.equal(set('npx', 'cross-env', 'UV_THREADPOOL_SIZE=8', 'node', 's.js'), '8');
  assert.equal(set('sh', '-c', 'UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE:-16} node s.js'), null);
  assert.equal(set('sh', '-c', 'MY_UV_THREADPOOL_SIZE=16 node s.js'), null);
  assert.equal(set('node', 's.js', 'UV_THREADPOOL_SIZE=16'), null);
  const script = { name: 'start', text: 'UV_THREADPOOL_SIZE=64 node s.js' };
  assert.equal(assignmentOf(['npm', 'start'], 'UV_THREADPOOL_SIZE', script), '64');
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
  assert.equal(textOf({ 'arg:a-b': 4 }, 'shell', ['node', '--a_b=2', 'a.js']), 'node --a-b=4 a.js');
  assert.equal(textOf({ cpus: 2 }, 'shell'), 'taskset --cpu-list 0-1 node server.js');
});

test('values with spaces, dollars and per cent signs survive unit files and Dockerfiles', () => {
  const setting = { 'env:FORMAT': 'a b%c' };
  assert.equal(textOf(setting, 'systemd'), '[Service]\nEnvironment="FORMAT=a b%%c"');
  assert.equal(textOf(setting, 'Dockerfile'), 'ENV FORMAT="a b%c"\nCMD ["node","server.js"]');
  // In Environment= a dollar is a dollar; in ExecStart= it would begin a variable.
  const price = { 'env:PRICE': String.raw`5$ "a\b"`, 'arg:price': '$5%' };
  assert.equal(
    textOf(price, 'systemd'),
    String.raw`[Service]
Environment="PRICE=5$ \"a\\b\""
ExecStart=
ExecStart=node server.js --price=$$5%%`,
  );
  assert.equal(textOf({ 'env:PRICE': '5$' }, 'Dockerfile')?.split('\n')[0], String.raw`ENV PRICE=5\$`);
  assert.match(textOf({ 'env:PRICE': '$(A)' }, 'Kubernetes') ?? '', /value: "\$\$\(A\)"$/);
});
