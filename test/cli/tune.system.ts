import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProblemData } from '../../src/model/problem.ts';
import { isDisturbed } from '../../src/model/sample.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { finished, freePort, place, root, type Place } from './chokepoint.ts';

type Document = RunResult & { readonly problem?: ProblemData };

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

async function tuning(script: string, ...options: readonly string[]): Promise<Call> {
  const port = String(await freePort());
  const short = ['--load', 'closed:16', '--duration', '200ms', '--warmup', '50ms', '--seed', '7'];
  const url = `http://127.0.0.1:${port}/`;
  const command = [process.execPath, '-e', script];
  return { args: ['tune', '--url', url, ...short, ...options, '--', ...command], env: { PORT: port } };
}

const run = (here: Place, { args, env }: Call) => here.run(args, env);

suite('tune', () => {
  test('says of every usage error what is wrong and what to write, before anything starts', async () => {
    using here = place();
    const url = ['--url', 'http://127.0.0.1:9/'];
    const rows: readonly (readonly [words: string, said: RegExp])[] = [
      [
        '--objective p95',
        /OPTION_INVALID: --objective .*\n.*throughput, p50, p99, cpu-per-request.*\n.*"p99"/,
      ],
      ['--subject-to p99<200', /OPTION_INVALID: --subject-to does not take "p99<200"/],
      ['--subject-to p99=200ms', /OPTION_INVALID: --subject-to/],
      ['--subject-to errors<5', /OPTION_INVALID: --subject-to/],
      ['--subject-to constructor<5', /OPTION_INVALID: .*\n.*first-response, cpu-per-request/],
      ['--within 0', /OPTION_INVALID: --within/],
      ['--confidence 20%', /OPTION_INVALID: --confidence/],
      ['--confidence 100%', /OPTION_INVALID: --confidence .*\n.*\n.*--confidence 95%/],
      ['--subject-to p99>200ms', /OPTION_INVALID: --subject-to .*\n.*the lower it is.*\n.*'p99<200ms'/],
      ['--subject-to throughput>100/s', /OPTION_INVALID: --subject-to .*\n.*number of requests a second/],
      ['--subject-to latency<1ms', /OPTION_INVALID: --subject-to .*\n.*It is about one of errors/],
      [
        '--budget 15s --duration 10s',
        /OPTION_INVALID: --budget .*\n.*two trials each.*\n.*--budget \d+s at least/,
      ],
      ['--budget 5s', /OPTION_INVALID: --budget .*\n.*of 10 s or more/],
      ['--budget 1s', /OPTION_INVALID: --budget/],
      ['--vary pool=1,2 --vary pool=4', /OPTION_INVALID: --vary .*\n.*named twice/],
      [
        '--vary pool=1,2 --vary processes=1,2 --vary cpus=1,2',
        /OPTION_INVALID: --vary .*\n.*two that form a grid/,
      ],
      ['--vary env:MODE=fast', /OPTION_INVALID: --vary .*\n.*leaves one setting/],
      ['--vary pool=0', /VARY_LEVEL_INVALID: --vary pool/],
      ['--load rate:100', /OPTION_INVALID: --objective .*\n.*come by the clock.*\n.*--objective p99/],
      [
        '-- env UV_THREADPOOL_SIZE=16',
        /OPTION_INVALID: --vary .*\n.*The command sets UV_THREADPOOL_SIZE=16 itself.*\n.*UV_THREADPOOL_SIZE=16 chokepoint tune/,
      ],
      ['-- sh -c UV_THREADPOOL_SIZE=8', /OPTION_INVALID: --vary .*\n.*The command sets UV_THREADPOOL_SIZE=8/],
      ['--blocks 3', /OPTION_UNKNOWN: The option --blocks/],
    ];
    const ended = await Promise.all(
      rows.map(([words]) => {
        const command = words.startsWith('-- ') ? [] : ['--'];
        return here.run(['tune', ...url, ...words.split(' '), ...command, 'node', 'server.js']);
      }),
    );
    for (const [i, [words, said]] of rows.entries()) {
      const { code, stdout, stderr } = ended[i] ?? {};
      assert.match(stderr ?? '', said, words);
      assert.equal(code, 2, words);
      assert.equal(stdout, '', words);
    }
  });

  test('gives a blocking server more threads, says why, and how to put it to work', async () => {
    using here = place();
    const { code, stdout, stderr } = await run(
      here,
      await tuning(blocking, '--vary', 'pool=4,16', '--within', '20%', '--budget', '25s'),
    );
    assert.equal(code, 0, stderr);
    // Before it starts, and whoever listens: what it does, and how long that takes.
    assert.match(
      stderr,
      /^tune\n {2}search +the best throughput, within 20 %, with 95 % confidence \(fast\)\n/,
    );
    assert.match(stderr, /\n {2}over +pool 4, 16\n {2}today +pool=4, one of 2 settings\n {2}load +closed:16/);
    assert.match(stderr, /\n {2}time +\d+.* s to 25 s, its budget: the sooner, the more clearly/);
    assert.match(stderr, /\nbracket: 2 of 2 settings, to see where to look\n/);
    // The noise is known by then.
    assert.match(stderr, /\ncertify: which is best of .*; (about )?\d.* left\n/);
    const words = stdout.replaceAll(/\s+/g, ' ');
    // On a busy machine a validity check may take the certainty away, and says so.
    assert.match(words, /Set pool=16 instead of pool=4: |the best guess is pool=16 instead of pool=4: /);
    assert.match(words, /pool=16 has [234]\.\d+ times the throughput of the default .*: better\./);
    assert.match(words, /pool=4 is limited by its pool threads \(busy: .* of the CPUs the server \d/);
    assert.match(stdout, /\n {2}UV_THREADPOOL_SIZE=16 .*node/);
    // PM2 starts a file, and this server is none.
    for (const where of ['Dockerfile', 'systemd', 'Kubernetes', 'package.json'])
      assert.match(stdout, new RegExp(`^${where}( \\(|$)`, 'm'));
    assert.ok(stdout.indexOf('\nRecommendation\n') < stdout.indexOf('\nValidity checks\n'));
    assert.doesNotMatch(stdout, /undefined|NaN|Infinity|null/);
  });

  test('keeps what runs today where no setting is better, in one JSON document', async () => {
    using here = place();
    const { code, stdout, stderr } = await run(
      here,
      await tuning(flat, '--vary', 'pool=2,4,8', '--within', '30%', '--budget', '10s', '--json'),
    );
    assert.equal(code, 0, stderr);
    const { recommendation, trials, plan } = JSON.parse(stdout) as Document;
    assert.ok(recommendation);
    // Right, or honestly undecided: whatever else this machine has to do.
    if (recommendation.verdict === 'certified') assert.equal(recommendation.keepsDefault, true);
    else assert.ok(recommendation.band.includes('pool=4'), recommendation.certainty);
    assert.ok(recommendation.settings.every((one) => one.trials > 0));
    const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
    const longest = Math.max(...trials.map(({ duration }) => duration));
    assert.ok(spent <= (plan.limit ?? 0) + longest, `${spent} ms`);
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
      /Nothing is recommended: (none|1) of the 2 settings measured .* comes nearest: response time p50 \d+(\.\d+)? ms, and at most 1 ms was asked for\./,
    );
  });

  test('ends after its first trial where the windows are too short for the percentile, or nothing comes up', async () => {
    using here = place();
    const short = await run(here, await tuning(flat, '--vary', 'pool=4,8', '--objective', 'p99'));
    assert.equal(short.code, 2);
    assert.match(
      short.stderr,
      /WINDOW_TOO_SHORT: In its window pool=4 answered \d+ requests, too few for a p99\.\n.*\n.*--duration \d+s/,
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
    const { code, stdout, stderr } = await run(here, await tuning(own, '--vary', 'pool=2,4,16'));
    assert.equal(code, 3);
    assert.match(
      stderr,
      /SETTING_WITHOUT_EFFECT: Pools of [\d, and]+ were asked for, and 8 is in force in every trial: .*\n.*\n.*--vary env:NAME/,
    );
    const words = stdout.replaceAll(/\s+/g, ' ');
    assert.match(words, /Ended the variable has no effect on the server, after 1 block/);
    assert.match(words, /No setting is recommended\. Nothing is recommended\. Pools of/);
    assert.doesNotMatch(words, /Keep what runs today|Nothing was measured|Settings that were tried/);
  });

  test('after Ctrl-C gives the best answer so far, ends with 130, and goes on with --resume', async () => {
    using here = place();
    const call = await tuning(blocking, '--vary', 'pool=4,16', '--within', '20%', '--budget', '40s');
    const child = here.start(call.args, call.env);
    const end = finished(child);
    await someTrials(here, 3);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    assert.equal(code, 130);
    assert.match(stdout, /\nRecommendation\n/);
    assert.match(stdout, /interrupted by the user/);
    const id = /chokepoint tune --resume (\S+)/.exec(stderr)?.[1] ?? '';
    assert.notEqual(id, '', stderr);
    const before = JSON.parse(
      (await here.run(['runs', 'export', id, '--format', 'json'])).stdout,
    ) as Document;
    // Three or a few more: nothing can be certain yet.
    assert.notEqual(before.recommendation?.verdict, 'certified');

    const resumed = await here.run(['tune', '--resume', id, '--json'], call.env);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.match(resumed.stderr, /\n {2}time +at most \d+ s; \d+ trials done before\n/);
    const { run: head, trials, recommendation } = JSON.parse(resumed.stdout) as Document;
    assert.equal(head.id, id);
    assert.equal(recommendation?.id, 'pool=16');
    assert.deepEqual(
      trials.slice(0, before.trials.length).map(({ ordinal, startedAt }) => [ordinal, startedAt]),
      before.trials.map(({ ordinal, startedAt }) => [ordinal, startedAt]),
    );
    // No block holds a setting twice, but for trials that were disturbed.
    const held = trials.filter((trial) => !isDisturbed(trial)).map(({ block, cell }) => `${block} ${cell}`);
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
