import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { EngineOptions, LoadJob, LoadPhase } from '../../src/load/engine.ts';
import { httpEngine } from '../../src/load/http-engine.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import { failures, job } from './jobs.ts';
import { assertEach } from '../kit/assert.ts';
import { accepting, nobody, saying, serving } from '../kit/localhost.ts';
import { near, nearly } from '../kit/near.ts';
import { onLinux } from '../kit/nodes.ts';
import { until } from '../kit/until.ts';
import { identity } from '../../src/host/processes.ts';

const engine = httpEngine();
const run = (url: string, changes: Partial<LoadJob> = {}, options: EngineOptions = {}) =>
  engine.run(job({ url }, changes), options);
const endless = { load: { kind: 'closed', clients: 1 }, duration: 60_000 } as const;

test('each client sends as many requests as it was told, one after the other', async () => {
  await using server = await saying();
  const outcome = await run(server.url);
  assert.deepEqual(outcome.counts, { due: 12, sent: 12, answered: 12, verified: 12 });
  assert.deepEqual(failures(outcome), {});
  assert.equal(outcome.response.count, 12);
  for (const client of [0, 1, 2]) {
    const own = outcome.traces.filter((trace) => trace.client === client);
    assert.equal(own.length, 4);
    own.slice(1).forEach((trace, i) => assert.ok(trace.sent >= (own[i]?.done ?? Infinity)));
  }
});

test('the window of a burst is from the first request to the last answer, and X·R is the requests in flight', async () => {
  await using server = await saying();
  const { window, traces, concurrency, throughput, response } = await run(server.url);
  assert.equal(window.duration, Math.max(...traces.map(({ done }) => done)));
  const little = (throughput * response.sum) / response.count / 1e6;
  nearly(little, concurrency, 0.02, `${little} and ${concurrency}`);
});

test('a batch waits for all of its requests before the next begins', async () => {
  await using server = await saying();
  const load = { kind: 'batch', size: 5, batches: 3 } as const;
  const { traces } = await run(server.url, { load });
  assert.equal(traces.length, 15);
  for (const batch of [1, 2]) {
    const before = traces.slice((batch - 1) * 5, batch * 5);
    const own = traces.slice(batch * 5, (batch + 1) * 5);
    assert.ok(Math.min(...own.map(({ sent }) => sent)) >= Math.max(...before.map(({ done }) => done)));
  }
});

test('a timed closed loop counts what was done in its window, and says when its phases begin', async () => {
  await using server = await saying();
  const phases: LoadPhase[] = [];
  const load = { kind: 'closed', clients: 4 } as const;
  const onPhase = (phase: LoadPhase) => phases.push(phase);
  const outcome = await run(server.url, { load, warmup: 100, duration: 400 }, { onPhase });
  assert.deepEqual(phases, ['warmup', 'window', 'drain']);
  near(outcome.window.duration, 400, 1e-6);
  assert.ok(outcome.warmup.requests > 0);
  near(outcome.counts.due, outcome.counts.answered, 4);
  assert.equal(outcome.throughput.toFixed(6), (outcome.counts.verified / 0.4).toFixed(6));
  assert.ok(outcome.generator.cpu > 0 && outcome.generator.utilization > 0);
  assert.notEqual(outcome.generator.pid, process.pid);
});

test('an open loop keeps its schedule while the server stands still, and counts from the due time', async () => {
  let requests = 0;
  await using server = await serving((_, response) => {
    if (requests++ === 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    response.end('hello');
  });
  const load = { kind: 'rate', perSecond: 100 } as const;
  const outcome = await run(server.url, { load, duration: 1_000 });
  assert.deepEqual(outcome.counts, { due: 100, sent: 100, answered: 100, verified: 100 });
  assertEach(outcome.traces, ({ due }, n) => Math.round(due) - n * 10, Array(100).fill(0));
  const stalled = outcome.traces.filter(({ due, done }) => done - due > 50);
  assert.ok(stalled.length >= 20, `${stalled.length} requests felt the stall`);
  assert.equal(outcome.lateness.count, 100);
});

test('Poisson and ramp loads are sent as their schedules say', async () => {
  await using server = await saying();
  const ramp = await run(server.url, { load: { kind: 'ramp', from: 0, to: 200 }, duration: 500 });
  assert.equal(ramp.counts.verified, 50);
  const poisson = { load: { kind: 'poisson', perSecond: 100 }, duration: 500 } as const;
  const [one, two] = [await run(server.url, poisson), await run(server.url, poisson)];
  const dues = ({ traces }: LoadOutcome) => traces.map(({ due }) => due.toFixed(3));
  assert.ok(one.counts.verified > 10);
  assert.deepEqual(dues(one), dues(two));
});

test('where nothing listens a long load ends early, in the warm-up too', async () => {
  const url = await nobody();
  const closed = { load: { kind: 'closed', clients: 8 }, warmup: 60_000, duration: 60_000 } as const;
  const open = { load: { kind: 'rate', perSecond: 250 }, duration: 60_000 } as const;
  for (const changes of [closed, open]) {
    const outcome = await run(url, changes);
    assert.ok(outcome.window.duration < 60_000);
    assert.ok(outcome.errors.connect >= 200);
    assert.equal(outcome.counts.due, outcome.errors.connect);
    assert.equal(outcome.counts.answered, 0);
  }
});

test('no listener, a connection that is reset, an answer that never comes and a foreign protocol are told apart', async () => {
  const refused = await run(await nobody());
  assert.deepEqual([refused.counts.answered, failures(refused)], [0, { connect: 12 }]);
  await using resetting = await accepting((socket) => socket.once('data', () => socket.resetAndDestroy()));
  assert.deepEqual(failures(await run(resetting.url)), { reset: 12 });
  await using silent = await accepting(() => {});
  assert.deepEqual(failures(await run(silent.url, { timeout: 100 })), { timeout: 12 });
  await using foreign = await accepting((socket) => socket.once('data', () => socket.write('220 smtp\r\n')));
  const outcome = await run(foreign.url);
  assert.deepEqual(failures(outcome), { protocol: 12 });
  assert.match(outcome.errorExamples[0] ?? '', /not a status line: "220 smtp/);
});

test('a load that is aborted rejects with the reason, and its process is gone', async () => {
  await using server = await saying();
  const controller = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const onPhase = () => controller.abort(new Error('enough'));
  const running = run(server.url, endless, { signal: controller.signal, onPhase });
  await assert.rejects(running, /^Error: enough$/);
  await closed;
});

test('a generator that dies is a problem with a code', onLinux, async () => {
  await using server = await saying();
  const running = run(server.url, endless, { onPhase: () => void killChildren() });
  await assert.rejects(running, { code: 'GENERATOR_FAILED' });
});

async function killChildren(): Promise<void> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL');
}

test('a generator ends when its controller is killed', async () => {
  await using server = await saying();
  const closed = new Promise<void>((resolve) => {
    server.server.once('connection', (socket) => {
      controller.kill('SIGKILL');
      socket.once('close', () => resolve());
    });
  });
  const script = `
    const { httpEngine } = await import(${JSON.stringify(new URL('../../src/load/http-engine.ts', import.meta.url))});
    await httpEngine().run(${JSON.stringify(job({ url: server.url }, endless))});
  `;
  const controller = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await closed;
});

test('requests that cannot be sent as they are, and loads without an end, are refused before anything starts', async () => {
  const url = 'http://127.0.0.1:9/';
  for (const wrong of [{ headers: { a: 'b\r\nc: d' } }, { headers: { 'a b': 'c' } }, { method: 'GET /' }])
    await assert.rejects(engine.run(job({ url, ...wrong })), { code: 'OPTION_INVALID' });
  await assert.rejects(run(url, { load: { kind: 'closed', clients: 1 } }), RangeError);
});

test('a generator that is kept serves job after job, and one that ended between two of them says so', async () => {
  await using server = await saying();
  await using kept = engine.keep?.();
  assert.ok(kept);
  const one = await kept.run(job({ url: server.url }));
  const { generator, counts } = await kept.run(job({ url: server.url }));
  assert.deepEqual([generator.pid, counts.verified], [one.generator.pid, 12]);
  await assert.rejects(kept.run(job({ url: server.url }), { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
  process.kill(generator.pid, 'SIGKILL');
  await until(() => identity(generator.pid) === null);
  await assert.rejects(kept.run(job({ url: server.url })), { code: 'GENERATOR_FAILED' });
});
