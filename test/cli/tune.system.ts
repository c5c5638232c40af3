import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunDocument } from '../../src/model/verdict.ts';
import { until } from '../kit/until.ts';
import { words } from '../kit/words.ts';
import { freePort, place, root, type Place } from './chokepoint.ts';
import { assertEach } from '../kit/assert.ts';

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

const short = '--duration 200ms --warmup 50ms';

/** The words of a search over a server, and its environment. */
async function callOf(script: string, line: string): Promise<[string[], NodeJS.ProcessEnv]> {
  const port = String(await freePort());
  const first = words(`tune --url http://127.0.0.1:${port}/ --load closed:16 --seed 7 ${line}`);
  return [[...first, '--', process.execPath, '-e', script], { PORT: port }];
}

const tune = async (here: Place, script: string, line: string) =>
  here.run(...(await callOf(script, `${short} ${line}`)));
const tuned = async (here: Place, script: string, line: string) =>
  here.json<RunDocument>(...(await callOf(script, `${line} --json`)));

suite('tune', () => {
  test('gives a blocking server more threads, says why, and how to apply it', async () => {
    using here = place();
    const line = '--vary pool=4,16 --within 20% --budget 25s --verbose';
    const { code, stdout, stderr } = await tune(here, blocking, line);
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
    const text = stdout.replaceAll(/\s+/g, ' ');
    // On a busy machine a validity check may take the certainty away, and says so.
    assert.match(text, /Set pool=16 instead of pool=4: |the best guess is pool=16 instead of pool=4: /);
    assert.match(text, /pool=16 has [234]\.\d+ times the throughput of the current setting .*: better\./);
    assert.match(text, /pool=4: limited by the pool threads \(event loop .* CPUs: server \d+%/);
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
    const line = '--vary pool=4,16 --within 20% --budget 25s';
    const { code, stdout, stderr, document } = await tuned(here, blocking, line);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /load +closed:16; the first trial chooses how long to measure/);
    const { trials, recommendation } = document;
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
    const line = `${short} --vary pool=2,4,8 --budget 20s`;
    const { code, stderr, document } = await tuned(here, flat, line);
    assert.equal(code, 0, stderr);
    const { recommendation, trials, run: head } = document;
    assert.equal(trials.length, 1, 'the rest of the budget is saved');
    const { id, stopped, kept } = recommendation ?? assert.fail();
    assert.deepEqual([id, stopped], ['pool=4', 'pool unused']);
    assert.deepEqual([kept?.code, head.reason?.code], ['tune.pool-unused', 'stop.pool-unused']);
  });

  test('searches on where two variables are varied, though no job enters the pool', async () => {
    using here = place();
    const line = `${short} --vary pool=2,4 --vary env:SIZE=1,2 --budget 10s`;
    const { code, stderr, document } = await tuned(here, flat, line);
    assert.equal(code, 0, stderr);
    const { recommendation, trials } = document;
    assert.ok(trials.length > 1);
    assert.notEqual(recommendation?.stopped, 'pool unused');
  });

  test('exits with 1 where no setting keeps the limits, and says so', async () => {
    using here = place();
    const line = '--vary pool=4,16 --subject-to p50<1ms --budget 20s';
    const { code, stdout } = await tune(here, blocking, line);
    assert.equal(code, 1, stdout);
    const nearest = /comes nearest: response time p50 \d+(\.\d+)? ms, but at most 1 ms was requested\./;
    assert.match(
      stdout.replaceAll(/\s+/g, ' '),
      /Nothing is recommended: (none|1) of the 2 settings measured /,
    );
    assert.match(stdout.replaceAll(/\s+/g, ' '), nearest);
  });

  test('ends after its first settings where the windows are too short for the percentile, or nothing comes up', async () => {
    using here = place();
    const brief = await tune(here, blocking, '--vary pool=4,8 --objective p99');
    assert.equal(brief.code, 2);
    assert.match(brief.stderr, /error: .* requests in its window for a p99: pool=\d answered most, \d+\.\n/);
    assert.match(brief.stderr, /--duration \d+s.*\n\[WINDOW_TOO_SHORT\]/);
    const dies = "console.error('no configuration'); process.exit(1)";
    const dead = await tuned(here, dies, `${short} --vary pool=4,8`);
    assert.equal(dead.code, 3);
    assert.equal(dead.document.problem?.code, 'SERVER_EXITED');
    assert.equal(dead.document.trials.length, 1);
    assert.match(dead.stderr, /\| no configuration\n$/);
  });

  test('ends after its first block where the server sets its pool size itself, and names the cause once', async () => {
    using here = place();
    const own = `process.env.UV_THREADPOOL_SIZE = '8';
      const { pbkdf2 } = require('node:crypto');
      require('node:http').createServer((request, response) => {
        pbkdf2('a', 'b', 500, 32, 'sha256', () => response.end('done'));
      }).listen(process.env.PORT, '127.0.0.1');`;
    const { code, stdout, stderr } = await tune(here, own, '--vary pool=2,4,16 --verbose');
    assert.equal(code, 3);
    assert.match(stderr, /Pools of [\d, and]+ were requested, but 8 is in force in every trial: /);
    assert.match(stderr, /--vary env:NAME.*\n\[SETTING_WITHOUT_EFFECT\]/);
    const text = stdout.replaceAll(/\s+/g, ' ');
    assert.match(text, /Ended the variable has no effect on the server, after 1 block/);
    assert.match(text, /NO SETTING\s+Nothing is recommended\. Pools of/);
    assert.doesNotMatch(text, /Keep the current setting|Nothing was measured|Settings that were tried/);
  });

  test('after Ctrl-C gives the best answer so far, ends with 130, and goes on with --resume', async () => {
    using here = place();
    const line = `${short} --vary pool=4,16 --within 20% --budget 40s`;
    const [args, env] = await callOf(blocking, line);
    const running = here.start(args, env);
    await until(async () => ((await here.runs())[0]?.trials ?? 0) >= 1);
    const { code, stdout, stderr } = await running.stop();
    assert.equal(code, 130);
    // On one page: the best so far, and how to go on.
    assert.match(stdout, / interrupted · ?/);
    assert.match(stdout, /\nNext +chokepoint tune --resume /);
    const id = /chokepoint tune --resume (\S+)/.exec(stderr)?.[1] ?? '';
    assert.notEqual(id, '', stderr);
    const before = (await here.json<RunDocument>(`runs export ${id} --format json`)).document;
    // One or a few more: nothing can be certain yet.
    assert.notEqual(before.recommendation?.verdict, 'certified');

    const resumed = await here.json<RunDocument>(`tune --resume ${id} --json`, env);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.match(resumed.stderr, /\n {2}time +at most \d+ s; \d+ trials? done before\n/);
    const { run: head, trials, recommendation } = resumed.document;
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
