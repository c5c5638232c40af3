import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { preflight } from '../../src/server/preflight.ts';
import { nodeVersion } from '../../src/host/node-versions.ts';
import { jobSample } from '../../src/server/jobs.ts';
import type { EpochMilliseconds } from '../../src/model/units.ts';
import { clusterExperiment } from '../../src/lab/experiments/cluster/experiment.ts';
import { poolSizeExperiment } from '../../src/lab/experiments/pool-size/experiment.ts';
import { applySetting, requireNodeCommand } from '../../src/topologies/command.ts';
import { handsOverSockets, hasReusePort } from '../../src/topologies/guest-protocol.ts';
import { host } from '../kit/trials.ts';
import { until } from '../kit/until.ts';
import { servingCell } from './serving-cell.ts';

const facts = { host, cpus: 2, iterationsPerMillisecond: 100, has: new Set(['pm2']) };
const options = { scale: 'quick', seed: 1, blocks: 1, node: null } as const;

/**
 * How many processes serve, and how many there are in all: a cluster's primary and PM2 itself serve nothing. Then how
 * many sockets listen, and how many of the serving processes hold one: under round robin only the primary does.
 */
const expected = [
  ['node', 1, 1, 1, 1],
  ['cluster', 2, 3, 1, 0],
  ['cluster-none', 2, 3, 1, 2],
  ['reuse-port', 2, 3, 2, 2],
  // Four threads with a socket each, in one process.
  ['threads', 1, 1, 4, 1],
  // One socket, whose connections are handed to four threads.
  ...(handsOverSockets(process.versions.node) ? [['handed-sockets', 1, 1, 1, 1] as const] : []),
  ['pm2-fork', 1, 2, 1, 1],
  ['pm2-cluster', 2, 3, 1, 0],
] as const;

/** Inodes of the sockets that listen on a port, as the kernel has them. */
function listening(url: string): string[] {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(`:${port}`) && state === '0A')
    .map((fields) => fields[9] ?? '');
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
  });
}

suite('A topology is started for real, has the pool that was asked for, and leaves nothing behind:', () => {
  for (const [topology, serving, all, sockets, holders] of expected) {
    test(topology, async () => {
      const only = [
        { key: 'topology', levels: ['node'] },
        { key: 'pool', levels: [3] },
        { key: 'case', levels: [2] },
        { key: 'answer', levels: ['before'] },
      ];
      const plan = await poolSizeExperiment.plan({ ...options, only }, facts);
      const [first] = plan.cells;
      const cell = first && { ...first, setting: { ...first.setting, topology } };
      // PM2 runs an app by its ending, and knows no TypeScript: what is started here is what is shipped.
      await using own = await servingCell(plan, cell, (word) =>
        word.replace(/src\/(topologies|lab)\/(.*)\.ts$/, 'dist/$1/$2.js'),
      );
      const { server, target, request } = own;
      const answer = await fetch(request.url);
      assert.equal(await answer.text(), 'server: ok', 'it answers before it has worked, as published');
      const seen = () => server.effective(['UV_THREADPOOL_SIZE'], new Map());
      // PM2 starts others for a moment: it asks git what it runs.
      const processes = await until(() => seen().length === all && seen(), { seen });
      assert.ok(processes.every(({ env }) => env['UV_THREADPOOL_SIZE'] === '3'));
      const apps = processes.filter(({ command }) => /(^|node )(app|threads-primary)\.js/.test(command));
      assert.equal(apps.length, serving, JSON.stringify(processes, null, 1));
      assert.deepEqual([...new Set(apps.map(({ node }) => node))], [process.versions.node]);
      if (process.platform !== 'linux') return;
      const inodes = listening(target.url);
      assert.equal(inodes.length, sockets);
      const held = apps.map(({ pid }) => socketsOf(pid).filter((inode) => inodes.includes(inode)));
      assert.equal(held.filter((each) => each.length > 0).length, holders);
      // No two hold the same, where each has one of its own.
      if (sockets === serving) assert.equal(new Set(held.flat()).size, serving);
    });
  }
});

test('Handed connections go to every thread in turn, and stay with it', async (t) => {
  if (!handsOverSockets(process.versions.node)) return t.skip('this Node hands no connections to threads');
  const only = [{ key: 'topology', levels: ['handed-sockets'] }];
  const capable = { ...facts, has: new Set(['handed-sockets']) };
  const plan = await clusterExperiment.plan({ ...options, only }, capable);
  const light = plan.cells.find(({ setting }) => setting['variant'] === 'light');
  await using own = await servingCell(plan, light);
  const { target, folder } = own;
  for (let request = 0; request < 6; request++)
    await (await fetch(target.url, { headers: { connection: 'close' } })).text();
  const shares = (from: EpochMilliseconds) => {
    const { traces = [] } = jobSample(folder, from, 0) ?? {};
    return [...Map.groupBy(traces, ({ thread }) => thread)].map(([thread, jobs]) => [
      typeof thread,
      jobs.length,
    ]);
  };
  assert.deepEqual(shares(0), [
    ['number', 3],
    ['number', 3],
  ]);
  const later = Date.now();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let request = 0; request < 4; request++) {
    const [answer] = (await once(get(target.url, { agent }), 'response')) as [IncomingMessage];
    await answer.toArray();
  }
  agent.destroy();
  assert.deepEqual(shares(later), [['number', 4]]);
});

suite('Sockets of their own on one port', () => {
  test('are there from Node 22.12 and 23.1 on', () => {
    const versions = ['20.20.2', '22.11.0', '23.0.0', '22.12.0', '23.1.0', '24.0.0', '26.10.0'];
    assert.deepEqual(versions.filter(hasReusePort), ['22.12.0', '23.1.0', '24.0.0', '26.10.0']);
  });

  test('are handed to other threads from Node 24.20 and 26.6 on', () => {
    const versions = ['20.20.2', '24.19.0', '25.9.0', '26.5.1', '24.20.0', '24.21.0', '26.6.0', '27.0.0'];
    assert.deepEqual(versions.filter(handsOverSockets), ['24.20.0', '24.21.0', '26.6.0', '27.0.0']);
  });

  const old = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
    const version = nodeVersion(file);
    return version !== null && !hasReusePort(version);
  });
  const skip = old === undefined && 'no Node without reusePort is installed in /usr/bin or /usr/local/bin';
  test('an older Node is refused before anything starts, and refuses by itself', { skip }, async () => {
    const only = [{ key: 'topology', levels: ['node'] }];
    const plan = await poolSizeExperiment.plan({ ...options, only, node: old ?? null }, facts);
    const cells = plan.cells.slice(0, 1).map((cell) => ({
      ...cell,
      setting: { ...cell.setting, topology: 'reuse-port' },
    }));
    await assert.rejects(preflight({ ...plan, cells }), { code: 'REUSE_PORT_UNAVAILABLE' });
    const primary = join(import.meta.dirname, '../../dist/topologies/cluster-primary.js');
    const { status, stderr } = spawnSync(old ?? '', [primary, '2', 'app.js'], {
      env: { CHOKEPOINT_REUSE_PORT: '1' },
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^reusePort needs Node 22\.12/);
    const threads = join(import.meta.dirname, '../../dist/lab/servers/threads-primary.js');
    const refused = spawnSync(old ?? '', [threads, '2', 'app.js'], {
      env: { CHOKEPOINT_HANDED_SOCKETS: '1' },
      encoding: 'utf8',
    });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^Connections handed to worker threads need Node 24\.20, or 26\.6/);
  });
});

suite("A setting is applied to the user's command:", () => {
  const apply = (command: string, setting: Record<string, string | number>) => {
    const { file, args, env } = applySetting(command.split(' '), setting, '/tmp/x');
    return { command: [file, ...args].join(' '), env };
  };

  test('the pool by its environment variable, and "default" by leaving it out', () => {
    assert.equal(apply('node a.js', { pool: 8 }).env['UV_THREADPOOL_SIZE'], '8');
    assert.ok('UV_THREADPOOL_SIZE' in apply('node a.js', { pool: 'default' }).env);
    assert.equal(apply('node a.js', { pool: 'default' }).env['UV_THREADPOOL_SIZE'], undefined);
  });

  test('a variable and an argument by their names', () => {
    assert.equal(apply('node a.js', { 'env:CACHE': 'on' }).env['CACHE'], 'on');
    assert.equal(apply('node a.js', { 'arg:size': 4 }).command, 'node a.js --size=4');
    assert.equal(apply('node a.js -s {size}', { 'arg:size': 4 }).command, 'node a.js -s 4');
  });

  test('several processes by node:cluster, the options of node kept before the script', () => {
    const { command } = apply('node --import ./hook.mjs --max-old-space-size=99 a.js x', { processes: 3 });
    assert.match(
      command,
      /^node --import \.\/hook\.mjs --max-old-space-size=99 \S+cluster-primary\.ts 3 a\.js x$/,
    );
    assert.equal(apply('npm start', { processes: 1 }).command, 'npm start');
  });

  test('but a shell or a script from the command line cannot be run several times', () => {
    for (const command of [
      'npm start',
      'sh run.sh',
      'node',
      'node -e 1',
      'node --run start',
      'node --watch',
    ]) {
      assert.throws(() => requireNodeCommand(command.split(' ')), { code: 'PROCESSES_NEED_NODE' }, command);
    }
  });
});
