/** `--engine k6:script.js` from the command line, with a real k6. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { RunResult } from '../../src/model/verdict.ts';
import { words } from '../kit/words.ts';
import { until } from '../kit/until.ts';
import { withoutK6 } from '../load/k6/k6.ts';
import { alive } from '../server/processes-of.ts';
import { entry, freePort, place, type Place } from './chokepoint.ts';

const asks = `import http from 'k6/http';
export default function () { http.get(__ENV.BASE_URL + '/'); }
`;

/** A server that answers after so many milliseconds. */
const serves = `require('node:http')
  .createServer((_, response) => setTimeout(() => response.end('hello'), Number(process.env.AFTER)))
  .listen(process.env.PORT, '127.0.0.1');
`;

async function sweep(here: Place, options: string): Promise<string[]> {
  here.write('asks.js', asks);
  here.write('server.cjs', serves);
  const port = await freePort();
  return words(
    `sweep --engine k6:asks.js --url http://127.0.0.1:${port}/ --vary env:PORT=${port} ${options} -- '${process.execPath}' server.cjs`,
  );
}

/** With more options before its command, which is three words. */
const measured = (here: Place, line: readonly string[], more: readonly string[] = []) =>
  here.json<RunResult>([...line.slice(0, -3), '--json', ...more, ...line.slice(-3)]);

const generate = `exec '${process.execPath}' '${entry}' generate`;
const twoGenerators = ['--generator', generate, '--generator', generate];

suite('A sweep with a k6 script', { skip: withoutK6 }, () => {
  test('compares settings, names its script, and is found again', async () => {
    using here = place();
    const line = await sweep(here, '--vary env:AFTER=5,40 -c 2 -d 2 --warmup 500ms --blocks 3');
    const { code, stderr, document } = await measured(here, line);
    assert.equal(code, 0, stderr);
    const { comparisons, trials, plan } = document;
    assert.ok(trials.every(({ problem }) => problem === null));
    assert.ok(trials.every(({ sample }) => sample?.outcome.engine.startsWith('k6 v')));
    assert.partialDeepStrictEqual(plan.cells[0]?.engine, {
      name: 'k6',
      script: join(here.folder, 'asks.js'),
    });
    const throughput = comparisons.find(({ metric }) => metric === 'throughput');
    // Two users, each of whom waits 5 or 40 ms. A word may be withheld on a machine that others use.
    assert.ok(throughput && throughput.ratio.value < 0.5, JSON.stringify(throughput));
    const page = await here.run('runs show last');
    assert.match(page.stdout, /k6:asks\.js\s+closed:2/);
  });

  test('hides the percentiles of a setting that dropped iterations, and withholds its words', async () => {
    using here = place();
    // Twenty users hold two seconds of ten a second: an answer after three finds none free.
    const line = await sweep(here, '--vary env:AFTER=5,3000 -r 10 --timeout 4s -d 3 --warmup 0 --blocks 2');
    const { stderr, document } = await measured(here, line);
    const { comparisons, summaries, checks } = document;
    const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    for (const id of ['G1', 'D2'])
      assert.ok(failed.includes(id as never), `${id} of ${failed.join()}: ${stderr}`);
    const slow = summaries.find(({ setting }) => setting['env:AFTER'] === 3000);
    assert.ok(slow?.metrics.throughput);
    for (const metric of ['p50', 'p90', 'p99', 'mean'] as const)
      assert.equal(slow.metrics[metric], undefined, metric);
    for (const { word } of comparisons) assert.equal(word, 'undecided');
  });

  for (const [from, generators] of [
    ['this machine', []],
    ['two generators', twoGenerators],
  ] as const)
    test(`from ${from} that is killed leaves no k6, and no samples`, () => leavesNothing(generators));

  test('from two generators counts what both of them sent, and so does a search', async () => {
    using here = place();
    const line = await sweep(here, '--vary env:AFTER=5,40 -c 3 -d 1 --warmup 0 --blocks 2');
    const compared = await measured(here, line, twoGenerators);
    assert.equal(compared.code, 0, compared.stderr);
    const search = ['tune', ...line.slice(1)].filter(
      (word, at, all) => ![word, all[at - 1]].includes('--blocks'),
    );
    const searched = await measured(here, search, [...twoGenerators, '--budget', '30s']);
    assert.equal(searched.code, 0, searched.stderr);
    for (const { document } of [compared, searched]) {
      const { trials } = document;
      assert.ok(trials.length >= 4);
      for (const { sample, problem } of trials) {
        assert.equal(problem, null);
        const { engine, counts, iterations, generators = [] } = sample?.outcome ?? assert.fail();
        assert.match(engine, /^k6 v/);
        assert.ok(iterations && iterations.begun > 0);
        assert.equal(generators.length, 2);
        const verified = generators.reduce((sum, one) => sum + one.verified, 0);
        assert.equal(verified, counts.verified);
      }
    }
    const page = await here.run('runs show last');
    assert.match(page.stdout, /k6:asks\.js\s+closed:3/);
  });
});

async function leavesNothing(generators: readonly string[]): Promise<void> {
  using here = place();
  const line = await sweep(here, '--vary env:AFTER=5,40 -c 2 -d 60 --blocks 3');
  const loading = () =>
    alive(
      (environment) =>
        environment.some((one) => one.startsWith('K6_CSV_FILENAME=')) &&
        environment.includes(`CHOKEPOINT_TEST=${here.folder}`),
    );
  const running = here.start([...line.slice(0, -3), ...generators, ...line.slice(-3)], {
    TMPDIR: here.folder,
  });
  await until(() => loading().length === Math.max(1, generators.length / 2));
  await running.stop('SIGKILL');
  await until(() => here.alive().length === 0);
  assert.deepEqual(globSync(join(here.folder, 'chokepoint-*')), []);
}
