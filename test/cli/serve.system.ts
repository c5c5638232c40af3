import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accepting } from '../kit/localhost.ts';
import { until } from '../kit/until.ts';
import { freePort, place, root, type Place, type Running } from './chokepoint.ts';
import { environment } from '../kit/environment.ts';
import { listeners } from '../../src/host/listeners.ts';
import { commandLine } from '../../src/host/processes.ts';
import { assertEach } from '../kit/assert.ts';

const run = promisify(execFile);
/** Small enough for a burst of 150 jobs to be over in a moment. */
const small = ['--set', 'iterations=200'];

interface Serving extends AsyncDisposable {
  readonly running: Running;
  readonly port: number;
  readonly url: string;
  /** The line or document that says that it is up. */
  readonly first: string;
  /** Pids of all that the command has started. */
  started(): number[];
}

/** `chokepoint serve …` on a free port, as far as it is up; ended with the test, however that ends. */
async function serve(here: Place, args: readonly string[], up = /^\S+: http.*\n/m): Promise<Serving> {
  const port = await freePort();
  const running = here.start(['serve', ...args, '--port', String(port)]);
  const [first = ''] = await running.says(up).catch((): string[] => []);
  return {
    running,
    port,
    url: `http://127.0.0.1:${port}`,
    first,
    started: () => here.alive().filter((pid) => pid !== running.child.pid),
    async [Symbol.asyncDispose]() {
      await running.stop('SIGKILL');
    },
  };
}

const curl = (...args: string[]) =>
  run(join(root, 'curl.sh'), args).catch((error: unknown) => error as Failed);
type Failed = { readonly code?: number; readonly stdout: string; readonly stderr: string };

/** Cells of the one row of curl.sh's table. */
function row(table: string): number[] {
  const line = table.split('\n').find((each) => /^\| \d/.test(each)) ?? '';
  return line.split('|').slice(1, -1).map(Number);
}

interface Subjects {
  readonly subjects: readonly {
    readonly name: string;
    readonly topologies: readonly { readonly port: number }[];
  }[];
}

suite('serve', () => {
  test('starts the published pool-size server: it answers before its jobs have run, and its log has their times', async () => {
    using here = place();
    await using server = await serve(here, ['pool-size', '--pool', '3', ...small]);
    assert.match(server.first, /^pool-size: http:\/\/127\.0\.0\.1:\d+\/test \(node, pool 3, answers before/);
    assert.match(server.first, new RegExp(`Try: ./curl.sh -c 1 -u ${server.url}/test`));
    assert.equal(await (await fetch(`${server.url}/test`)).text(), 'server: ok');
    await until(async () => (await (await fetch(`${server.url}/jobs`)).text()).includes('\nended 10\n'));
    const jobs = await (await fetch(`${server.url}/jobs`)).text();
    assert.match(jobs, /^pool 3$/m);
    assert.equal(jobs.match(/^job \d+ \d+\.\d{3} \d+\.\d{3}$/gm)?.length, 10);
    const { code, stdout } = await server.running.stop();
    assert.equal(code, 0, 'Ctrl-C is how it is meant to end');
    assert.equal(stdout.match(/^job of process \d+: \d+\.\d{3} sec$/gm)?.length, 10);
    assert.deepEqual(server.started(), []);
  });

  test('answers after the jobs, with the proof, when it is asked for corrected', async () => {
    using here = place();
    await using server = await serve(here, ['pool-size', '--corrected', ...small]);
    const answer = (await (await fetch(`${server.url}/test`)).json()) as { proof: string; jobs: number };
    assert.equal(answer.jobs, 10);
    assert.match(answer.proof, /^[0-9a-f]{64}$/);
  });

  test('takes the size of the pool from the environment, as the article’s server did', async () => {
    using here = place();
    using _ = environment({ UV_THREADPOOL_SIZE: '7' });
    await using server = await serve(here, ['pool-size', ...small]);
    assert.match(await (await fetch(`${server.url}/jobs`)).text(), /^pool 7$/m);
  });

  for (const [subject, topology, path, says] of [
    ['loop-or-threads/prime', 'own-pool', '/prime/10000', /"results":\[1229\]/],
    ['loop-or-threads/io', 'node', '/io-test', /"results":\[1024,2048,3072,4096,5120\]/],
    ['loop-or-threads', 'express', '/facts', /"framework":"express 5/],
  ] as const) {
    test(`starts ${subject} on ${topology}`, async () => {
      using here = place();
      await using server = await serve(here, [subject, '--topology', topology]);
      assert.match(await (await fetch(server.url + path)).text(), says);
    });
  }

  test('starts the published cluster server: its log has an elapsed time that grows by itself', async () => {
    using here = place();
    const args = ['cluster', '--topology', 'cluster', '--processes', '1', '--set', 'iterations=1000'];
    await using server = await serve(here, args);
    assert.match(server.first, /Try: ab -n 10 -c 2 http:\S+\/ /);
    for (const _ of [1, 2]) {
      assert.equal(await (await fetch(`${server.url}/`)).text(), 'hello world\n');
      await delay(20);
    }
    const { stdout } = await server.running.stop();
    const elapsed = Array.from(stdout.matchAll(/^response complete elapsed time (\d+)$/gm), ([, n]) =>
      Number(n),
    );
    assert.equal(elapsed.length, 2);
    assert.ok((elapsed[1] ?? 0) - (elapsed[0] ?? 0) >= 15, elapsed.join(', '));
  });

  test('says with --json in one document where it is to be asked', async () => {
    using here = place();
    await using server = await serve(here, ['pool-size', '--json', ...small], /^\{.*\}\n/);
    const { schema, urls, pids } = JSON.parse(server.first) as {
      schema: number;
      urls: string[];
      pids: number[];
    };
    assert.equal(schema, 1);
    assert.deepEqual(urls, [`${server.url}/test`]);
    assert.equal(pids.length, 1);
    if (process.platform === 'linux') {
      const { port } = new URL(server.url);
      const at = listeners(process.pid).filter((one) => one.port === Number(port));
      assertEach(at, ({ address }) => address, ['127.0.0.1'], 'nobody else hears it');
    }
    await fetch(`${server.url}/test`);
    const { code, stdout } = await server.running.stop('SIGTERM');
    assert.equal(code, 0);
    assert.equal(stdout, server.first);
  });

  test('ends with 3 and the last lines when the server dies, also where PM2 lives on', async () => {
    for (const topology of ['node', 'pm2-fork']) {
      using here = place();
      const args = ['pool-size', '--topology', topology, '--json', ...small];
      await using server = await serve(here, args, /^\{.*\}\n/);
      const [pid = 0] = (JSON.parse(server.first) as { pids: number[] }).pids;
      process.kill(pid, 'SIGKILL');
      const { code, stderr } = await server.running.end;
      assert.equal(code, 3);
      assert.match(stderr, /^error: .+\n {7}.+\nhint: {2}.+\n\[SERVER_GONE\]\n/m);
      // What PM2 had started for a moment ends by itself.
      await until(() => server.started().length === 0, { seen: () => server.started().map(commandLine) });
    }
  });

  test('that is killed leaves no process', async () => {
    using here = place();
    await using server = await serve(here, ['pool-size', '--topology', 'cluster', ...small]);
    assert.ok(server.started().length >= 3);
    await server.running.stop('SIGKILL');
    await until(() => server.started().length === 0);
  });

  test('lists what it can start', async () => {
    using here = place();
    const { code, document } = await here.json<Subjects>('serve --list --json');
    assert.equal(code, 0);
    const { subjects } = document;
    const ports = new Map(subjects.map(({ name, topologies }) => [name, topologies.map(({ port }) => port)]));
    assert.deepEqual(ports.get('pool-size')?.[0], 8080);
    assert.deepEqual(ports.get('loop-or-threads/prime')?.slice(0, 2), [3000, 3001]);
    assert.equal(ports.get('cluster')?.[0], 8000);
    const [first] = (await here.run('serve')).stdout.split('\n');
    assert.equal(first, 'pool-size  (ten pbkdf2 jobs on the libuv pool for each request)');
  });

  test('refuses a port that is taken', async () => {
    await using taken = await accepting(() => {});
    using here = place();
    const { code, stderr } = await here.run(`serve pool-size --port ${taken.port}`);
    assert.equal(code, 3);
    assert.match(stderr, /\[PORT_TAKEN\]/);
  });
});

suite('curl.sh makes the table of a burst, all jobs counted, with', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  for (const [script, processes] of [
    ['start:dev', 1],
    ['start:fork', 1],
    ['start:cluster', 2],
  ] as const) {
    test(`npm run ${script}`, async () => {
      const [command, args = ''] = scripts[script]?.split(' serve ') ?? [];
      assert.equal(command, 'node dist/cli/main.js');
      using here = place();
      await using server = await serve(here, [...args.split(' '), '--pool', '4', ...small]);
      for (const [which, parallels, requests] of [
        [1, 1, 15],
        [2, 15, 1],
        [3, 15, 5],
      ] as const) {
        const { stdout, stderr } = await curl('-c', String(which), '-u', `${server.url}/test`);
        assert.equal(stderr, '');
        const [pool, p, r, operations, min = NaN, max = NaN, mean = NaN] = row(stdout);
        assert.deepEqual([pool, p, r, operations], [4, parallels, requests, 10]);
        assert.ok(min <= mean && mean <= max, stdout);
        assert.match(stdout, new RegExp(`^${parallels * requests * 10} jobs in ${processes} process`, 'm'));
      }
      assert.equal((await server.running.stop()).code, 0);
      await until(() => server.started().length === 0);
    });
  }

  test('no server, or none that tells of jobs: it says so and ends with 3', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/test`;
    const { code, stderr } = (await curl('-c', '1', '-u', nobody)) as Failed;
    assert.equal(code, 3);
    assert.match(stderr, /npm run start:dev/);
  });

  test('a case that is none: it says how it is used and ends with 2', async () => {
    const { code, stderr } = (await curl('-c', '4')) as Failed;
    assert.equal(code, 2);
    assert.match(stderr, /usage: .*curl\.sh -c CASE/);
  });
});
