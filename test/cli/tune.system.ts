import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProblemData } from '../../src/messages/problem.ts';
import type { RunDocument } from '../../src/model/verdict.ts';
import { freePort, place, root, type Place } from './chokepoint.ts';
import { assertEach } from '../kit/assert.ts';

type Document = RunDocument & { readonly problem?: ProblemData };

/** Each request holds a thread of libuv's pool for 15 ms, asleep: more threads are more answers, without any CPU. */
const blocking = `
  const { blockingCall } = require(${JSON.stringify(`${root}/test/incidents/servers/libc.cjs`)});
  require('node:http').createServer((request, response) => {
    blockingCall(15).then(() => response.end('done'));
  }).listen(process.env.PORT, '127.0.0.1');`;

/** Waits on a timer: the pool has no part in it. */
const flat = `
  require('node:http').createServer((request, response) => {
    setTimeout(() => response.end('done'), 10);
  }).listen(process.env.PORT, '127.0.0.1');`;

interface Call {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const tuning = (script: string, ...options: readonly string[]): Promise<Call> =>
  tuningAsTold(script, '--duration', '200ms', '--warmup', '50ms', ...options);

async function tuningAsTold(script: string, ...options: readonly string[]): Promise<Call> {
  const port = String(await freePort());
  const short = ['--load', 'closed:16', '--seed', '7'];
  const url = `http://127.0.0.1:${port}/`;
  const command = [process.execPath, '-e', script];
  return { args: ['tune', '--url', url, ...short, ...options, '--', ...command], env: { PORT: port } };
}

const run = (here: Place, { args, env }: Call) => here.run(args, env);

suite('tune', () => {
  test('gives a blocking server more threads, says why, and how to apply it', async () => {
    using here = place();
    const { code, stdout, stderr } = await run(
      here,
      await tuning(blocking, '--vary', 'pool=4,16', '--within', '20%', '--budget', '25s', '--verbose'),
    );
    assert.equal(code, 0, stderr);
    // Before it starts, and whoever listens: what it does, and how long that takes.
    assert.match(
      stderr,
      /^tune\n {2}search +the best throughput, within 20%, with 95% confidence \(fast\)\n/,
    );
    assert.match(stderr, /\n {2}over +pool 4, 16\n {2}now +pool=4, one of 2 settings\n {2}load +closed:16/);
    assert.match(stderr, /\n {2}time +\d+.* s to 25 s, its budget: the sooner, the more clearly/);
    assert.match(stderr, /\nbracket: 2 of 2 settings, to see where to look; .* left\n/);
    // The noise is known by then.
    assert.match(stderr, /\ncertify: which is best of .*; (about )?\d.* left\n/);
    const words = stdout.replaceAll(/\s+/g, ' ');
    // On a busy machine a validity check may take the certainty away, and says so.
    assert.match(words, /Set pool=16 instead of pool=4: |the best guess is pool=16 instead of pool=4: /);
    assert.match(words, /pool=16 has [234]\.\d+ times the throughput of the current setting .*: better\./);
    assert.match(words, /pool=4: limited by the pool threads \(event loop .* CPU \d+% server/);
    assert.match(stdout, /\nAPPLY +UV_THREADPOOL_SIZE=16 /);
    // PM2 starts a file, and this server is none.
    for (const where of ['Dockerfile', 'systemd', 'Kubernetes', 'package.json'])
      assert.match(stdout, new RegExp(`^${where}( \\(|$)`, 'm'));
    // A terminal is read from its end: the answer stands below what it rests on.
    assert.ok(stdout.indexOf('\nAll validity checks\n') < stdout.indexOf('\nchokepoint tune\n'));
    assert.ok(stdout.includes('\nAll validity checks\n'));
    assert.doesNotMatch(stdout, /undefined|NaN|Infinity|null/);
  });

  test('chooses how long to measure by its first trial, and measures every other as long', async () => {
    using here = place();
    const { code, stdout, stderr } = await run(
      here,
      await tuningAsTold(blocking, '--vary', 'pool=4,16', '--within', '20%', '--budget', '25s', '--json'),
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /load +closed:16; the first trial chooses how long to measure/);
    const { trials, recommendation } = JSON.parse(stdout) as Document;
    const chosen = trials[0]?.sample?.chosen;
    assert.ok(chosen && chosen.duration !== null, stdout.slice(0, 400));
    assert.ok(chosen.duration >= 2000 && chosen.duration <= 5000, JSON.stringify(chosen));
    for (const { sample } of trials) {
      const { window, warmup } = sample?.outcome ?? {};
      assert.ok(Math.abs((window?.duration ?? 0) - (chosen.duration ?? 0)) < 200, JSON.stringify(window));
      // A window that was not steady is measured again after half a warm-up.
      assert.ok((warmup?.duration ?? 0) <= chosen.warmup + 200, JSON.stringify(warmup));
    }
    assert.equal(trials.filter(({ sample }) => sample?.chosen).length, 1);
    assert.equal(recommendation?.id, 'pool=16');
  });

  test('keeps the current setting after the first trial where no job enters the pool, in one JSON document', async () => {
    using here = place();
    const { code, stdout, stderr } = await run(
      here,
      await tuning(flat, '--vary', 'pool=2,4,8', '--budget', '20s', '--json'),
    );
    assert.equal(code, 0, stderr);
    const { recommendation, trials, run: head } = JSON.parse(stdout) as Document;
    assert.equal(trials.length, 1, 'the rest of the budget is saved');
    assert.deepEqual(
      [recommendation?.id, recommendation?.stopped, recommendation?.kept?.code, head.reason?.code],
      ['pool=4', 'pool unused', 'tune.pool-unused', 'stop.pool-unused'],
    );
  });

  test('searches on where two variables are varied, though no job enters the pool', async () => {
    using here = place();
    const two = ['--vary', 'pool=2,4', '--vary', 'env:SIZE=1,2', '--budget', '10s', '--json'];
    const { code, stdout, stderr } = await run(here, await tuning(flat, ...two));
    assert.equal(code, 0, stderr);
    const { recommendation, trials } = JSON.parse(stdout) as Document;
    assert.ok(trials.length > 1);
    assert.notEqual(recommendation?.stopped, 'pool unused');
  });

  test('exits with 1 where no setting keeps the limits, and says so', async () => {
    using here = place();
    const { code, stdout } = await run(
      here,
      await tuning(blocking, '--vary', 'pool=4,16', '--subject-to', 'p50<1ms', '--budget', '20s'),
    );
    assert.equal(code, 1, stdout);
    assert.match(
      stdout.replaceAll(/\s+/g, ' '),
      /Nothing is recommended: (none|1) of the 2 settings measured .* comes nearest: response time p50 \d+(\.\d+)? ms, but at most 1 ms was requested\./,
    );
  });

  test('ends after its first settings where the windows are too short for the percentile, or nothing comes up', async () => {
    using here = place();
    const short = await run(here, await tuning(blocking, '--vary', 'pool=4,8', '--objective', 'p99'));
    assert.equal(short.code, 2);
    assert.match(
      short.stderr,
      /error: No setting answered enough requests in its window for a p99: pool=\d answered most, \d+\.\n.*\n.*--duration \d+s.*\n\[WINDOW_TOO_SHORT\]/,
    );
    const dead = await run(
      here,
      await tuning("console.error('no configuration'); process.exit(1)", '--vary', 'pool=4,8', '--json'),
    );
    assert.equal(dead.code, 3);
    const { problem, trials } = JSON.parse(dead.stdout) as Document;
    assert.equal(problem?.code, 'SERVER_EXITED');
    assert.equal(trials.length, 1);
    assert.match(dead.stderr, /\| no configuration\n$/);
  });

  test('ends after its first block where the server sets its pool size itself, and names the cause once', async () => {
    using here = place();
    const own = `process.env.UV_THREADPOOL_SIZE = '8';
      const { pbkdf2 } = require('node:crypto');
      require('node:http').createServer((request, response) => {
        pbkdf2('a', 'b', 500, 32, 'sha256', () => response.end('done'));
      }).listen(process.env.PORT, '127.0.0.1');`;
    const { code, stdout, stderr } = await run(here, await tuning(own, '--vary', 'pool=2,4,16', '--verbose'));
    assert.equal(code, 3);
    assert.match(
      stderr,
      /error: The variable has no effect on the server\.\n +Pools of [\d, and]+ were requested, but 8 is in force in every trial: .*\n.*--vary env:NAME.*\n\[SETTING_WITHOUT_EFFECT\]/,
    );
    const words = stdout.replaceAll(/\s+/g, ' ');
    assert.match(words, /Ended the variable has no effect on the server, after 1 block/);
    assert.match(words, /NO SETTING\s+Nothing is recommended\. Pools of/);
    assert.doesNotMatch(words, /Keep the current setting|Nothing was measured|Settings that were tried/);
  });

  test('after Ctrl-C gives the best answer so far, ends with 130, and goes on with --resume', async () => {
    using here = place();
    const call = await tuning(blocking, '--vary', 'pool=4,16', '--within', '20%', '--budget', '40s');
    const running = here.start(call.args, call.env);
    await someTrials(here, 1);
    const { code, stdout, stderr } = await running.stop();
    assert.equal(code, 130);
    // On one page: the best so far, and how to go on.
    assert.match(stdout, / interrupted · ?/);
    assert.match(stdout, /\nNext +chokepoint tune --resume /);
    const id = /chokepoint tune --resume (\S+)/.exec(stderr)?.[1] ?? '';
    assert.notEqual(id, '', stderr);
    const before = JSON.parse(
      (await here.run(['runs', 'export', id, '--format', 'json'])).stdout,
    ) as Document;
    // One or a few more: nothing can be certain yet.
    assert.notEqual(before.recommendation?.verdict, 'certified');

    const resumed = await here.run(['tune', '--resume', id, '--json'], call.env);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.match(resumed.stderr, /\n {2}time +at most \d+ s; \d+ trials? done before\n/);
    const { run: head, trials, recommendation } = JSON.parse(resumed.stdout) as Document;
    assert.equal(head.id, id);
    assert.equal(recommendation?.id, 'pool=16');
    assertEach(
      trials.slice(0, before.trials.length),
      ({ ordinal, startedAt }) => [ordinal, startedAt],
      before.trials.map(({ ordinal, startedAt }) => [ordinal, startedAt]),
    );
    // No block holds a setting twice.
    const held = trials.map(({ block, cell }) => `${block} ${cell}`);
    assert.equal(new Set(held).size, held.length);
  });
});

/** Waits until so many trials are stored, for at most 60 s. */
async function someTrials(here: Place, count: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(100)) {
    const { stdout } = await here.run(['runs', 'list', '--json']);
    const { runs } = JSON.parse(stdout) as { runs: readonly { readonly trials: number }[] };
    if ((runs[0]?.trials ?? 0) >= count) return;
  }
  throw new Error(`${count} trials did not come within 60 s`);
}
