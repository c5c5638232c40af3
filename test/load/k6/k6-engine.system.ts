/** k6 as an engine, with a real k6: what it is told, what it says, and what is left of it. */
import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { isAlive } from '../../../src/host/processes.ts';
import type { EngineOptions, LoadJob, LoadPhase } from '../../../src/load/engine.ts';
import { httpEngine } from '../../../src/load/http-engine.ts';
import { k6Engine } from '../../../src/load/k6/k6-engine.ts';
import { Histogram } from '../../../src/stats/histogram.ts';
import { refusals } from '../../kit/faults.ts';
import { inconclusive, systemTest } from '../../kit/inconclusive.ts';
import { near, nearly } from '../../kit/near.ts';
import { emptyFolder } from '../../kit/place.ts';
import { failures, job } from '../jobs.ts';
import { withoutK6 } from './k6.ts';
import { saying, serving } from '../../kit/localhost.ts';

const skip = withoutK6;
const folder = emptyFolder('scripts-of-k6');
process.env['TMPDIR'] = folder;
let scripts = 0;

/** @returns the path of a script */
function script(text: string): string {
  const file = join(folder, `a %23 #script? ${++scripts}.js`);
  writeFileSync(file, text);
  return file;
}

const get = `import http from 'k6/http';
export default function () { http.get(__ENV.BASE_URL + '/'); }
`;
const closed: Partial<LoadJob> = { load: { kind: 'closed', clients: 2 }, warmup: 0, duration: 1000 };
/** A run of this script. */
const run = (url: string, changes = closed, text = get, options: EngineOptions = {}) =>
  k6Engine(script(text)).run(job({ url }, changes), options);
const atRate = (perSecond: number): Partial<LoadJob> => ({
  load: { kind: 'rate', perSecond },
  warmup: 0,
  duration: 2000,
});

const problemOf = async (running: Promise<unknown>) =>
  (await refusals(() => running))[0] ?? assert.fail('it succeeded');

suite('k6 as an engine', { skip }, () => {
  test('runs a script of the user at a rate, and says what came back', async () => {
    const phases: LoadPhase[] = [];
    const told: string[] = [];
    await using server = await saying(20);
    const outcome = await run(server.url, atRate(50), get, {
      onPhase: (phase) => phases.push(phase),
      onProcess: (who) => told.push(who),
    });
    assert.match(outcome.engine, /^k6 v[12]\./);
    assert.deepEqual(phases, ['warmup', 'window', 'drain']);
    assert.equal(told.length, 1);
    // The window begins somewhere between two of them.
    near(outcome.counts.due, 100, 1);
    assert.equal(outcome.iterations?.due, outcome.iterations?.begun);
    assert.deepEqual(failures(outcome), {});
    assert.ok(outcome.response.min >= 19_000, `${outcome.response.min} µs`);
    assert.ok(outcome.warmup.requests >= 90, `${outcome.warmup.requests}`);
    assert.ok(outcome.bytesReceived > 100 * 5);
    assert.notEqual(outcome.generator.pid, process.pid);
    assert.ok(outcome.lateness.count > 90);
  });

  test('runs it in as many virtual users as there are clients', async () => {
    await using server = await saying(20);
    const outcome = await run(server.url);
    assert.ok(outcome.concurrency > 1 && outcome.concurrency < 2.02, `${outcome.concurrency}`);
    assert.equal(outcome.lateness.count, 0);
    assert.ok(outcome.counts.verified > 20);
  });

  test('keeps what a script brings: its setup, its data, its files, its checks, and none of its loads', async () => {
    writeFileSync(join(folder, 'body.txt'), 'from a file');
    const paths = new Set<string>();
    await using server = await serving((request, response) => {
      paths.add(`${request.method} ${request.url}`);
      response.end('hello');
    });
    const own = `import http from 'k6/http';
import { check } from 'k6';
const body = open('./body.txt');
export const options = {
  scenarios: { other: { executor: 'constant-vus', vus: 7, duration: '1h', exec: 'never' } },
  thresholds: { http_req_duration: [{ threshold: 'max<0', abortOnFail: true }] },
  noSetup: true,
};
export function setup() { return { path: '/made' }; }
export function never() { http.get(__ENV.BASE_URL + '/never'); }
export default function ({ path }) {
  const response = http.post(__ENV.BASE_URL + path, body);
  check(response, { 'is right': ({ body }) => body === 'hello', 'is "wrong", too': ({ body }) => body === 'no' });
}
export function teardown({ path }) { http.del(__ENV.BASE_URL + path); }
`;
    const { counts, errors, errorExamples, iterations } = await run(server.url, closed, own);
    assert.deepEqual([...paths].toSorted(), ['DELETE /made', 'POST /made']);
    assert.ok(iterations && iterations.checks.passed > 0);
    assert.equal(errors.body, iterations.checks.failed);
    assert.equal(counts.verified, Math.max(0, counts.answered - errors.body));
    assert.deepEqual(errorExamples, ['the check "is "wrong", too" failed']);
  });

  test('runs TypeScript and CommonJS, as k6 does', async () => {
    await using server = await saying();
    const typed = join(folder, 'typed.ts');
    writeFileSync(typed, get.replace('function ()', 'function (): void'));
    const common = script(`const http = require('k6/http');
module.exports.options = { vus: 3, duration: '1h' };
module.exports.default = function () { http.get(__ENV.BASE_URL); };
`);
    for (const file of [typed, common]) {
      const outcome = await k6Engine(file).run(job({ url: server.url }, closed));
      assert.ok(outcome.counts.verified > 0, file);
      assert.deepEqual(failures(outcome), {});
    }
  });

  test('drops what no virtual user is free for, and says how much', async () => {
    // Ten users for twenty a second, each of them busy for three seconds.
    await using server = await saying(3000);
    const { iterations, response, lateness } = await run(server.url, { ...atRate(20), timeout: 4000 });
    assert.ok(iterations && iterations.due - iterations.begun > 5, JSON.stringify(iterations));
    near(iterations.due, 40, 1);
    assert.ok(response.count <= iterations.begun);
    assert.equal(lateness.count, 0);
  });

  test('holds as many virtual users as the script asks for, if they are more', async () => {
    await using server = await saying(3000);
    const more = `${get}export const options = { vus: 100 };`;
    const { iterations } = await run(server.url, { ...atRate(20), timeout: 4000 }, more);
    assert.ok(iterations && iterations.due === iterations.begun, JSON.stringify(iterations));
  });

  test('counts iterations that were cut off as timeouts', async () => {
    await using server = await serving(() => {});
    const { counts, errors } = await run(server.url, { ...closed, timeout: 500 });
    assert.equal(counts.verified, 0);
    assert.equal(errors.timeout, 2);
  });

  test('counts what the server answers with errors, and what nobody answers', async () => {
    await using server = await serving((_, response) => response.writeHead(500).end());
    const wrong = await run(server.url);
    assert.deepEqual(Object.keys(failures(wrong)), ['status']);
    assert.match(wrong.errorExamples[0] ?? '', /^status 500 at http:/);
  });

  test('counts iterations that throw as wrong', async () => {
    await using server = await saying();
    // Each of the two once, in the middle of the window.
    const throwing = `import http from 'k6/http';
let hasThrown = false;
export const setup = () => Date.now();
export default function (begun) {
  http.get(__ENV.BASE_URL + '/');
  if (hasThrown || Date.now() < begun + 1000) return;
  hasThrown = true;
  throw new Error('in the window');
}
`;
    const { errors, errorExamples } = await run(server.url, closed, throwing);
    assert.equal(errors.body, 2);
    assert.match(errorExamples[0] ?? '', /in the window/);
  });

  test('reaches no other host', async () => {
    await using server = await saying();
    const away = get.replace('__ENV.BASE_URL', "'http://192.0.2.1'");
    const { code, details } = await problemOf(run(server.url, closed, away));
    assert.equal(code, 'K6_ELSEWHERE');
    assert.equal(details['url'], 'http://192.0.2.1/');
  });

  test('says what is wrong with a script', async () => {
    const none = 'export default function () {}';
    const rows: readonly [text: string, code: string, how: string, why: RegExp][] = [
      ['export default function () {', 'K6_FAILED', '107', /SyntaxError|Unexpected/],
      [`throw new Error("in the init stage"); ${none}`, 'K6_FAILED', '', /in the init stage/],
      [`export function setup() { throw new Error("in setup"); } ${none}`, 'K6_FAILED', '107', /in setup/],
      [
        `import exec from "k6/execution"; ${none.slice(0, -1)} exec.test.abort("enough"); }`,
        'K6_FAILED',
        '108',
        /enough/,
      ],
      ['export const other = 1;', 'K6_FAILED', '', /default|exported/],
      [`import { sleep } from "k6"; ${none.slice(0, -1)} sleep(0.1); }`, 'K6_NO_REQUEST', '', /./],
      [
        `import { sleep } from "k6"; ${none.slice(0, -1)} sleep(0.01); missing(); }`,
        'K6_THREW',
        '',
        /ReferenceError: missing is not defined/,
      ],
    ];
    await using server = await saying();
    for (const [text, code, how, why] of rows) {
      const found = await problemOf(run(server.url, closed, text));
      assert.equal(found.code, code, `${text}: ${found.message}`);
      assert.match(found.what, new RegExp(how));
      assert.match(found.why, why);
    }
  });

  test('is ended with its run, and leaves nothing', async () => {
    await using server = await saying();
    const cut = new AbortController();
    let who = '';
    const running = run(server.url, { ...closed, duration: 60_000 }, get, {
      signal: cut.signal,
      onProcess: (its) => (who = its),
      onPhase: (phase) => phase === 'window' && cut.abort(new Error('enough')),
    });
    await assert.rejects(running, /enough/);
    assert.notEqual(who, '');
    assert.ok(!isAlive(who));
    assert.deepEqual(globSync(join(folder, 'chokepoint-k6-*')), []);
  });

  test('that is killed from outside is a problem', async () => {
    await using server = await saying();
    let pid = 0;
    const running = run(server.url, { ...closed, duration: 60_000 }, get, {
      onProcess: (who) => (pid = Number.parseInt(who, 10)),
      onPhase: (phase) => phase === 'window' && process.kill(pid, 'SIGKILL'),
    });
    const { code, what } = await problemOf(running);
    assert.equal(code, 'K6_FAILED');
    assert.match(what, /SIGKILL/);
  });

  systemTest('gives the throughput and the median of our own engine at the same rate', {}, async () => {
    await using server = await saying(5);
    const load = job({ url: server.url }, { ...atRate(200), warmup: 2000, duration: 5000 });
    const ours = await httpEngine().run(load);
    const its = await k6Engine(script(get)).run(load);
    const median = (outcome: typeof ours) => Histogram.fromData(outcome.response).percentile(0.5) / 1000;
    const figures = `${ours.throughput}/s and ${its.throughput}/s, p50 ${median(ours)} and ${median(its)} ms`;
    if (its.generator.lateShare > 0.01)
      inconclusive(`${its.generator.lateShare} of k6's iterations were late: ${figures}`);
    nearly(its.throughput, ours.throughput, 0.01, figures);
    near(median(its), median(ours), 0.3, figures);
  });
});
