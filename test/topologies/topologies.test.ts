import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '../../src/measure/clock.ts';
import { launchFor } from '../../src/measure/launch.ts';
import { awaitReady } from '../../src/measure/ready.ts';
import { startServer } from '../../src/measure/server.ts';
import { poolSizeExperiment } from '../../src/experiments/pool-size/experiment.ts';
import { applySetting, scriptIndex } from '../../src/topologies/command.ts';
import { alive } from '../measure/processes-of.ts';
import { host } from '../diagnose/trials-by-hand.ts';

const facts = { host, cpus: 2, iterationsPerMillisecond: 100, has: new Set(['pm2']) };
const options = { scale: 'quick', seed: 1, blocks: 1, node: null } as const;

/** How many processes serve, and how many there are in all: a cluster's primary and PM2 itself serve nothing. */
const expected = [
  ['node', 1, 1],
  ['cluster', 2, 3],
  ['pm2-fork', 1, 2],
  ['pm2-cluster', 2, 3],
] as const;

suite('A topology is started for real, has the pool that was asked for, and leaves nothing behind:', () => {
  for (const [topology, serving, all] of expected) {
    test(topology, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'chokepoint-topology-'));
      const only = [
        { key: 'topology', levels: [topology] },
        { key: 'pool', levels: [3] },
        { key: 'case', levels: [2] },
        { key: 'answer', levels: ['before'] },
      ];
      const plan = await poolSizeExperiment.plan({ ...options, only }, facts);
      const [cell] = plan.cells;
      assert.ok(cell);
      const { launch, ...target } = await launchFor(plan, cell, folder);
      // PM2 runs an app by its ending, and knows no TypeScript: what is started here is what is shipped.
      const args = launch.args.map((word) =>
        word.replace(/src\/topologies\/(.*)\.ts$/, 'dist/topologies/$1.js'),
      );
      const server = startServer({
        launch: { ...launch, args },
        cwd: folder,
        mark: folder,
        cpus: null,
        clock: systemClock,
      });
      try {
        const signal = AbortSignal.timeout(30_000);
        const ready = { ...target, launch };
        await awaitReady({
          server,
          target: ready,
          directory: folder,
          setting: topology,
          timeout: 30_000,
          clock: systemClock,
          signal,
        });
        const answer = await fetch(target.requests[0]?.url ?? '');
        assert.equal(await answer.text(), 'server: ok', 'it answers before it has worked, as published');
        const processes = server.effective(['UV_THREADPOOL_SIZE'], new Map());
        assert.equal(processes.length, all);
        assert.ok(processes.every(({ env }) => env['UV_THREADPOOL_SIZE'] === '3'));
        const apps = processes.filter(({ command }) => /(^|node )app\.js/.test(command));
        assert.equal(apps.length, serving, JSON.stringify(processes, null, 1));
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
      assert.deepEqual(
        alive((environment) => environment.includes(`CHOKEPOINT_RUN=${folder}`)),
        [],
      );
    });
  }
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
    for (const command of ['npm start', 'sh run.sh', 'node', 'node -e 1', 'node --watch']) {
      assert.throws(() => scriptIndex(command.split(' ')), { code: 'PROCESSES_NEED_NODE' }, command);
    }
  });
});
