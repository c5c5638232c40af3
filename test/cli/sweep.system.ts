import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { example, freePort, place, type Place } from './chokepoint.ts';
import { assertEach } from '../kit/assert.ts';

const servers = [
  ['Express, CommonJS', 'express-crypto.cjs'],
  ['Fastify, an ES module', 'fastify-gzip.mjs'],
  ['node:http, an ES module', 'http-files.mjs'],
] as const;

async function swept(here: Place, line: string, command: readonly string[]) {
  const port = String(await freePort());
  const args = words(`sweep --url http://127.0.0.1:${port}/ ${line} --json --`);
  return here.json<RunResult>([...args, ...command], { PORT: port });
}

suite('sweep', () => {
  for (const [title, file] of servers) {
    test(`measures ${title}, at three pool sizes, and reads back that they are in force`, async () => {
      using here = place();
      const line = '--vary pool=1,4,16 --load closed:8 --blocks 2 --duration 300ms --warmup 100ms --seed 7';
      const command = [process.execPath, example(file)];
      const { code, stderr, document: result } = await swept(here, line, command);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /^(?!block \d)./m, 'nothing but its progress');
      assert.equal(result.schema, 2);
      // On a busy machine servers may be too slow to be loaded in turn: that block is measured once more, with fresh ones.
      const trials = result.trials.filter(({ problem }) => problem?.code !== 'TURNS_REFUSED');
      assert.equal(trials.length, 6);
      for (const trial of trials) {
        assert.equal(trial.problem, null);
        const [server] = trial.effective;
        assert.equal(server?.env['UV_THREADPOOL_SIZE'], String(trial.setting['pool']));
        assert.equal(server?.poolThreads, trial.setting['pool']);
      }
      assertEach(result.summaries, (summary) => summary.trials, [2, 2, 2]);
      assert.equal(result.plan.baseline, 'pool=4');
      assert.deepEqual(new Set(result.comparisons.map((one) => one.cell)), new Set(['pool=1', 'pool=16']));
    });
  }

  test('runs a script in several processes, each with a pool of its own', async () => {
    using here = place();
    const command = [process.execPath, example('http-files.mjs')];
    const line = '--vary processes=1,3 --load closed:12x10 --blocks 1';
    const { code, stderr, document } = await swept(here, line, command);
    assert.equal(code, 0, stderr);
    const trials = document.trials.filter(({ problem }) => !problem);
    const counts = Object.fromEntries(
      trials.map(({ setting, effective }) => [setting['processes'], effective.length]),
    );
    assert.deepEqual(counts, { 1: 1, 3: 4 }, 'three workers and their primary');
  });

  test('puts an argument where the command names it, else behind it', async () => {
    using here = place();
    const script = "require('http').createServer((_, r) => r.end()).listen(process.env.PORT)";
    const line = '--vary arg:first=a --vary arg:last=b --load closed:1x1 --blocks 1';
    const { stderr, document } = await swept(here, line, ['node', '-e', script, 'x-{first}']);
    const { trials } = document;
    assert.match(trials[0]?.effective[0]?.command ?? '', /x-a --last=b$/, stderr);
  });

  test('of a server that cannot be measured prints one JSON document, its last words on stderr, and exits with 3', async () => {
    using here = place();
    const command = [process.execPath, '-e', "console.error('no configuration'); process.exit(1)"];
    const line = '--vary pool=1,4 --load closed:1x1 --blocks 1';
    const { code, stderr, document } = await swept(here, line, command);
    assert.equal(code, 3);
    assert.equal(document.problem?.code, 'SERVER_EXITED');
    assert.equal(document.trials.length, 2);
    assert.match(
      stderr,
      /^error: .*\n {7}.*\nhint: .*\n\[SERVER_EXITED\]\n {2}the server's last lines:\n {2}\| no configuration\n$/m,
    );
  });
});
