/** A k6 script on several generators, with a real k6: one load, begun together, of which nothing is left behind. */
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { allProcesses, environment } from '../../../src/host/processes.ts';
import type { LoadJob, LoadPhase } from '../../../src/load/engine.ts';
import { findK6 } from '../../../src/load/k6/find-k6.ts';
import { k6Engine } from '../../../src/load/k6/k6-engine.ts';
import { packScript } from '../../../src/load/k6/parcel.ts';
import { openGenerators } from '../../../src/run/generators.ts';
import { Histogram } from '../../../src/stats/histogram.ts';
import { total } from '../../../src/stats/mean-and-spread.ts';
import { inconclusive, systemTest } from '../../kit/inconclusive.ts';
import { near, nearly } from '../../kit/near.ts';
import { emptyFolder } from '../../kit/place.ts';
import { planOf } from '../../kit/trials.ts';
import { until } from '../../kit/until.ts';
import { failures, job } from '../jobs.ts';
import { withoutK6 } from '../k6/k6.ts';
import { saying, serving } from '../../kit/localhost.ts';

const skip = withoutK6;
const program = join(import.meta.dirname, '../../../src/cli/main.ts');
const folder = emptyFolder('k6-segments');
process.env['TMPDIR'] = folder;

const generate = `exec '${process.execPath}' '${program}' generate`;

/** With a file that is imported and one that is opened, below a home: k6 writes no name of a user into an archive. */
function script(name: string, text: string): string {
  const home = join(folder, 'home/somebody');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'path.js'), 'export const path = "/asked";');
  writeFileSync(join(home, 'body.txt'), 'from a file');
  const file = join(home, name);
  writeFileSync(file, text);
  return file;
}

const askingScript = () =>
  script('asks.js', `import http from 'k6/http';\nexport default () => http.get(__ENV.BASE_URL);\n`);

/** Says in each request which iteration of the whole load it is. */
const counting = `import http from 'k6/http';
import exec from 'k6/execution';
import { check, sleep } from 'k6';
import { path } from './path.js';
const body = open('./body.txt');
export const options = { discardResponseBodies: true, setupTimeout: '1s', thresholds: { no_metric: ['p(95)<1'] } };
export function setup() {
  sleep(Number(__ENV.SLOW_START ?? 0));
  return { from: 'setup' };
}
export default function ({ from }) {
  const response = http.post(__ENV.BASE_URL + path + '?i=' + exec.scenario.iterationInTest + '&from=' + from, body);
  check(response, { 'is right': ({ status }) => status === 200 });
}
`;

async function opened(file: string, ...generators: string[]) {
  const plan = planOf('4');
  const cells = plan.cells.map((cell) => ({ ...cell, engine: { name: 'k6', script: file } as const }));
  const options = { signal: new AbortController().signal, allowsPublic: false, tell: () => {} };
  const whole = { ...plan, cells, generators };
  const found = (await openGenerators(whole, whole, options)) ?? assert.fail();
  return { engine: found.engine.withScript(file), [Symbol.asyncDispose]: () => found[Symbol.asyncDispose]() };
}

const atRate = (perSecond: number): Partial<LoadJob> => ({
  load: { kind: 'rate', perSecond },
  warmup: 0,
  duration: 2000,
});

/** PIDs of the k6 that this test has running. */
const running = () =>
  allProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => environment(pid)?.some((one) => one.startsWith(`K6_CSV_FILENAME=${folder}`)));

suite('A script on several generators', { skip }, () => {
  systemTest('is one load: each iteration is made once, when the whole schedule has it', {}, async () => {
    const asked = new Map<number, number>();
    const bodies = new Set<string>();
    await using server = await serving((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const iteration = Number(searchParams.get('i'));
      asked.set(iteration, (asked.get(iteration) ?? 0) + 1);
      request.setEncoding('utf8').on('data', (text: string) => {
        bodies.add(`${pathname} ${searchParams.get('from')} ${text}`);
      });
      request.on('end', () => response.end('hello'));
    });
    const phases: LoadPhase[] = [];
    await using generators = await opened(
      script('counting.js', counting),
      generate,
      `SLOW_START=2 ${generate}`,
      generate,
    );
    const outcome = await generators.engine.run(job({ url: server.url }, atRate(50)), {
      onPhase: (phase) => phases.push(phase),
    });
    assert.deepEqual(phases, ['warmup', 'window', 'drain']);
    assert.deepEqual([...bodies], ['/asked setup from a file']);
    assert.match(outcome.engine, /^k6 v/);
    assert.deepEqual(failures(outcome), {});
    // On a busy machine k6 drops iterations, or makes them elsewhere than in the window.
    const { lateShare } = outcome.generator;
    if (lateShare > 0.01 || outcome.iterations?.begun !== outcome.iterations?.due)
      inconclusive(`${JSON.stringify(outcome.iterations)}, late ${lateShare}`);
    // All of 50/s for warm-up, window and a moment more, each once.
    const numbers = Array.from(asked.keys(), (_, at) => at);
    assert.deepEqual(new Set(asked.keys()), new Set(numbers));
    assert.deepEqual(new Set(asked.values()), new Set([1]));
    // None of them waits for its own setup alone: 50 iterations are a second.
    const moved = Math.max(...Array.from(asked.keys(), (iteration, at) => Math.abs(iteration - at)));
    assert.ok(moved < 50, `${moved}`);
    const { counts, iterations, generators: shares = [], warmup } = outcome;
    near(numbers.length, 50 * ((warmup.duration + 2500) / 1000), 1);
    near(iterations?.due, 100, 2);
    assert.equal(iterations?.checks.failed, 0);
    assert.equal(counts.verified, counts.sent);
    assert.equal(total(shares.map(({ sent }) => sent)), counts.sent);
    for (const { sent } of shares) near(sent, 33, 1);
  });

  test('is as many virtual users as one k6 would have, and the next trial is another one', async () => {
    await using server = await saying(20);
    const asks = askingScript();
    await using generators = await opened(asks, generate, generate);
    for (const clients of [3, 4, 1]) {
      const load = { load: { kind: 'closed', clients }, duration: 1000, warmup: 0 } as const;
      const outcome = await generators.engine.run(job({ url: server.url }, load));
      assert.ok(outcome.concurrency <= clients * 1.02, `${outcome.concurrency}`);
      assert.equal(outcome.generators?.length, Math.min(2, clients));
      assert.deepEqual(failures(outcome), {});
    }
  });

  test('that is killed, or whose generator is, leaves no k6 and no file', async () => {
    await using server = await saying();
    const asks = askingScript();
    const long = job({ url: server.url }, { load: { kind: 'closed', clients: 2 }, duration: 60_000 });
    {
      const pid = join(folder, 'pid');
      await using generators = await opened(asks, generate, `echo $$ > '${pid}'; ${generate}`);
      const killed = generators.engine.run(long, {
        onPhase(phase) {
          if (phase !== 'window') return;
          assert.equal(running().length, 2);
          process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
        },
      });
      await assert.rejects(killed, { code: 'GENERATOR_LOST' });
      // While the other generator lives on.
      await until(() => running().length === 0);
      const stop = new AbortController();
      const stopped = generators.engine.run(long, {
        signal: stop.signal,
        onPhase: (phase) => phase === 'window' && stop.abort(new Error('enough')),
      });
      await assert.rejects(stopped, /enough/);
      assert.deepEqual(running(), []);
    }
    await until(() => globSync(join(folder, 'chokepoint-*')).length === 0);
  });

  test('is sent without the variables of this machine', async () => {
    process.env['SECRET_OF_THIS_MACHINE'] = 'not to be sent';
    const file = script('counting.js', counting);
    const scenario = { options: { executor: 'constant-vus', vus: 1, duration: '1s' }, usersBy: 1 };
    const packing = { script: file, scenario, mark: 'mark ', origin: 'http://127.0.0.1:3000', server: [] };
    const { archive, version } = await packScript(packing, { signal: undefined });
    assert.equal(version, findK6().version);
    const text = Buffer.from(archive, 'base64').toString('latin1');
    assert.ok(text.includes('from a file') && !text.includes('not to be sent'));
  });

  test('says why it does not run there', async () => {
    await using server = await saying();
    const load = job({ url: server.url }, atRate(20));
    for (const [text, code, why] of [
      [
        'export function setup() { throw new Error("in setup"); } export default function () {}',
        'K6_FAILED',
        /in setup/,
      ],
      ['export default function () { missing(); }', 'K6_THREW', /missing is not defined/],
      [
        'import http from "k6/http"; export default () => http.get("http://192.0.2.1/");',
        'K6_ELSEWHERE',
        /another server/,
      ],
    ] as const) {
      await using generators = await opened(script('fails.js', text), generate, generate);
      // And which generator it was.
      await assert.rejects(generators.engine.run(load), { code, why, what: /main\.ts' generate/ });
      assert.deepEqual(running(), []);
    }
  });

  test('may have nothing to do, or throw, on some of them', async () => {
    await using server = await saying();
    const rare = { ...atRate(1), timeout: 5000 };
    {
      await using generators = await opened(askingScript(), generate, generate, generate, generate);
      const { counts, generators: shares = [] } = await generators.engine.run(job({ url: server.url }, rare));
      assert.ok(counts.sent >= 1 && counts.sent <= 3, `${counts.sent}`);
      assert.ok(shares.some(({ sent }) => sent === 0));
    }
    const odd = `import http from 'k6/http';
import exec from 'k6/execution';
import { sleep } from 'k6';
export default function () {
  sleep(0.1);
  if (exec.vu.idInTest % 2 === 0) throw new Error('every second one');
  http.get(__ENV.BASE_URL);
}
`;
    await using generators = await opened(script('odd.js', odd), generate, generate);
    const two = { load: { kind: 'closed', clients: 2 }, duration: 2000 } as const;
    const { counts, errors, errorExamples } = await generators.engine.run(job({ url: server.url }, two));
    assert.ok(counts.sent > 0 && errors.body > 0, JSON.stringify([counts, errors]));
    assert.equal(counts.verified, counts.answered - errors.body);
    assert.match(errorExamples.join(), /every second one/);
  });

  for (const [what, text, code] of [
    ['cannot be read', 'export default function () {', 'K6_FAILED'],
    ['opens too much', `const all = open('./large.bin', 'b'); export default function () {}`, 'K6_TOO_LARGE'],
  ] as const)
    test(`that ${what} is told before anything starts`, async () => {
      const file = script('faulty.js', text);
      writeFileSync(join(file, '../large.bin'), Buffer.alloc(65 * 2 ** 20));
      await assert.rejects(opened(file, generate), { code });
    });

  systemTest('at a rate gives the figures of one k6', {}, async () => {
    await using server = await saying(5);
    const asks = askingScript();
    const load = job({ url: server.url }, { ...atRate(200), duration: 5000 });
    const one = await k6Engine(asks).run(load);
    await using generators = await opened(asks, generate, generate);
    const two = await generators.engine.run(load);
    const median = (outcome: typeof one) => Histogram.fromData(outcome.response).percentile(0.5) / 1000;
    const { generators: shares = [] } = two;
    const overlaps = shares.map(({ overlap }) => overlap.toFixed(4));
    const late = [one, two].map(({ generator }) => generator.lateShare);
    const figures = `${one.throughput}/s and ${two.throughput}/s, p50 ${median(one)} and ${median(two)} ms, late ${late.join()}, common ${overlaps.join()}`;
    const due = [one, two].map(({ iterations }) => iterations?.due ?? 0);
    // Where the window begins between two iterations is known to a millisecond, of each generator.
    for (const count of due) near(count, 1000, 2, `${due.join()} were due; ${figures}`);
    if (Math.max(...late) > 0.01) inconclusive(figures);
    nearly(two.throughput, one.throughput, 0.01, figures);
    for (const { overlap } of shares) assert.ok(overlap > 0.98, figures);
    near(median(two), median(one), 0.3, figures);
  });
});
