import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { until } from '../kit/until.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { canaries, type Canaries } from './canaries.ts';
import { repository } from './gate/repository.ts';
import { assertEach, assertNone } from '../kit/assert.ts';
import { held } from '../kit/process.ts';

const short = ['--load', 'closed:2', '--duration', '300ms', '--warmup', '50ms', '--seed', '5'];

function sweep({ url, request, levels, command }: Canaries, ...options: string[]): string[] {
  return ['sweep', '--url', url, ...request, '--vary', levels, ...short, ...options, '--', ...command];
}

/** Null when nobody serves it any more. */
const page = (address: string) =>
  fetch(address).then(
    (answer) => answer.text(),
    () => null,
  );

suite('No secret that was given is in anything that is written or said', () => {
  test('by a sweep, and by all that is made of its stored run', async () => {
    using one = await canaries();
    const first = await one.run(sweep(one, '--blocks', '2', '--json'));
    assert.equal(first.code, 0, first.stderr);
    const { run, plan, trials } = JSON.parse(first.stdout) as RunResult;
    // Levels stay apart, and what was asked for is what was read back.
    assertEach(plan.cells, ({ id }) => id, ['env:API_TOKEN=***1', 'env:API_TOKEN=***2']);
    assertNone(trials, ({ problem }) => problem !== null);
    for (const { setting, effective } of trials)
      assert.ok(effective.some(({ env }) => env['API_TOKEN'] === setting['env:API_TOKEN']));
    const isPrinted = trials.some(({ output }) => output.join('').includes('***'));
    assert.ok(isPrinted, 'the server has printed them');
    const { code, stdout } = await one.run(sweep(one, '--blocks', '1', '--verbose'));
    assert.deepEqual([code, stdout.match(/report\.html/g)?.length], [0, 1], 'the report is named once');
    for (const line of [
      'list',
      'list --json',
      `show ${run.id}`,
      `show ${run.id} --json`,
      `show ${run.id} --checks`,
      `compare ${run.id} last`,
      `compare ${run.id} last --json`,
      `report ${run.id}`,
      `export ${run.id}`,
      `export ${run.id} --format csv`,
      `export ${run.id} --out ${join(one.here.folder, 'run.json')}`,
    ])
      assert.equal((await one.run(`runs ${line}`)).code, 0, line);
    one.silent();
  });

  test('by a gate, its summary and its JUnit file', async () => {
    using one = await canaries();
    const { url, request, command, levels } = one;
    const repo = repository(one.here.folder);
    repo.write('.gitignore', '.chokepoint\n');
    repo.commit('first');
    const kept = ['--vary', levels.slice(0, levels.indexOf(','))];
    const words = ['sweep', '--against', 'HEAD', '--url', url, ...request, ...kept, ...short];
    const prepare = `API_TOKEN=${levels.slice(levels.indexOf(',') + 1)} true`;
    const outputs = ['--junit', 'junit.xml', '--prepare', prepare, '--blocks', '2', '--verbose'];
    const { stderr } = await one.run([...words, ...outputs, '--', ...command]);
    assert.ok(existsSync(join(one.here.folder, 'summary.md')), stderr);
    assert.ok(existsSync(join(one.here.folder, 'junit.xml')), stderr);
    // Held to the stored run it needs the level again, and finds it there.
    const later = ['sweep', '--against', 'last', '--url', url, ...request, ...short, '--blocks', '2'];
    const missing = await one.run([...later, '--', ...command]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^error: .*--vary env:API_TOKEN[^]*\[SECRETS_NEEDED\]/);
    assert.doesNotMatch(
      (await one.run([...later, ...kept, '--', ...command])).stderr,
      /^[A-Z_]+_NEEDED|RUN_NOT/,
    );
    one.silent();
  });

  test('by a search and by a prediction', async () => {
    using one = await canaries();
    const { url, request, command, levels } = one;
    const server = ['--url', url, ...request, ...short];
    await one.run(['tune', ...server, '--vary', levels, '--budget', '10s', '--verbose', '--', ...command]);
    await one.run(['predict', ...server, '--blocks', '1', '--what-if', 'pool=8', '--', ...command]);
    await one.run(['predict', '--run', 'last', '--json']);
    one.silent();
  });

  test('by the doctor, of a server that it starts, and by its metrics', async () => {
    using one = await canaries();
    const { url, request, command } = one;
    const load = ['--url', url, ...request, '--load', 'closed:2', '--for', '3s', '--prometheus', '0'];
    const running = one.here.start(
      ['doctor', ...load, '--verbose', '--json', '--out', 'watched', '--', ...command],
      one.env,
    );
    const [address] = await running.says(/http:\/\/127\.0\.0\.1:\d+\/metrics/);
    // The last that it has before it ends.
    let metrics = '';
    for (let text: string | null = ''; text !== null; text = await page(address)) metrics = text || metrics;
    one.heard(metrics);
    const { stdout, stderr } = await running.end;
    one.heard(stdout + stderr);
    assert.match(metrics, /^# TYPE /m);
    assert.ok(existsSync(join(one.here.folder, 'watched/watch.json')), stderr);
    await one.run(['doctor', '--replay', 'watched/watch.json', '--verbose']);
    // A server that fails has its last words shown.
    const fails = ['--eval', 'console.log(process.env); process.exit(3)'];
    await one.run(['doctor', '--load', 'none', '--', ...command.slice(0, 3), ...fails], { TEAM: '' });
    one.silent();
  });

  test('by the doctor, of a process that runs already', async () => {
    using one = await canaries();
    const [program = '', ...args] = one.command;
    await using child = held(
      spawn(program, args, { cwd: one.here.folder, env: { ...process.env, ...one.env } }),
    );
    // Its title says that it is about to listen.
    await until(() => readFileSync(`/proc/${child.pid}/cmdline`, 'latin1').includes('--api-token'));
    const bare = { NODE_OPTIONS: '', DB_PASSWORD: '', TITLE_TOKEN: '', TEAM: '' };
    const words = ['doctor', '--pid', String(child.pid), '--for', '1s', '--verbose'];
    const { stderr } = await one.run([...words, '--json', '--out', 'watched'], bare);
    const watch = readFileSync(join(one.here.folder, 'watched/watch.json'), 'utf8');
    assert.match(watch, /--api-token=\*\*\*/, stderr);
    await one.run([...words, '--watch'], bare);
    one.silent();
  });

  test('when something is wrong: with the words, with the server, with its answers', async () => {
    using one = await canaries();
    const { url, request, command, levels } = one;
    const options = [...short, '--blocks', '1', '--vary', levels];
    await one.run(sweep(one, '--blocks', '1', '--json'), { STATUS: '401' });
    await one.run(sweep(one, '--blocks', '1'), { STATUS: '401' });
    const [program = '', ...words] = command;
    const at = (address: string, ...more: string[]) => ['sweep', '--url', address, ...more, ...options, '--'];
    await one.run([...at(url, ...request), program, ...words.slice(0, 2), 'no.mjs']);
    await one.run([...at(url.replace('127.0.0.1', 'elsewhere')), ...command]);
    await one.run([...at(url.replace('http:', 'htp:'), '--json'), ...command]);
    await one.run([...at(url, '--header', (request[0] ?? '').replaceAll(/^.*?=|:/g, '')), ...command]);
    await one.run(['sweep', '--url', url, ...request, ...options, ...command]);
    await one.run(['doctor', '--attach', '--', ...command]);
    await one.run(['lab', 'pool-size', '--', ...command]);
    await one.run(['serve', 'pool-size', '--json', '--', ...command]);
    one.silent();
  });

  test('by the lab and its servers', async () => {
    using one = await canaries();
    const running = one.here.start(['serve', 'pool-size', '--port', one.port], one.env);
    await running.says(/Ctrl-C/);
    const { stdout, stderr } = await running.stop();
    one.heard(stdout + stderr);
    await one.run('lab --list --json');
    await one.run('lab pool-map --quick --blocks 1 --json');
    one.silent();
  });
});

test('A run that has secrets goes on when they are given again, and never with a mask', async () => {
  using one = await canaries();
  const running = one.here.start(sweep(one, '--blocks', '5'), one.env);
  const row = async () => (await one.here.runs())[0];
  while (((await row())?.trials ?? 0) < 2) assert.ok(!running.hasEnded());
  const { stderr } = await running.stop();
  one.heard(stderr);
  assert.match(stderr, /give again the values that are not stored: .*--url URL/);
  const { id = '', trials = 0 } = (await row()) ?? {};

  const { url, request, levels, command } = one;
  const bare = await one.run(['sweep', '--resume', id]);
  assert.equal(bare.code, 2);
  assert.match(bare.stderr, /\[SECRETS_NEEDED\]/);
  for (const name of [
    "--header 'Authorization: VALUE'",
    "--header 'X-Team: VALUE'",
    '--vary env:API_TOKEN=LEVELS',
    '--url',
    '--body',
    '-- COMMAND',
  ])
    assert.ok(bare.stderr.includes(name), name);
  const again = ['sweep', '--resume', id, '--url', url, ...request, '--vary', levels];
  const other = await one.run([...again, '--', ...command.slice(0, -1)]);
  assert.match(other.stderr, /\[RUN_NOT_RESUMABLE\]/);
  const done = await one.run([...again, '--', ...command]);
  assert.equal(done.code, 0, done.stderr);
  assert.ok(((await row())?.trials ?? 0) > trials);
  one.silent();
});
