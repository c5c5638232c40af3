import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clientsBeyond, findKnee, kneeOf, nextClients } from '../../src/doctor/find-knee.ts';
import { virtualClock } from '../kit/virtual-clock.ts';
import type { LoadStep } from '../../src/model/approach.ts';
import { seeded } from '../../src/stats/random.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';

const step = (clients: number, throughput: number, parts: Partial<LoadStep> = {}): LoadStep => ({
  clients,
  throughput,
  mean: 1,
  failed: 0,
  generator: 0.3,
  ...parts,
});

/** What is asked of a server that gives these throughputs to 1, 2, 4, … clients. */
function raised(throughputs: readonly number[]) {
  const steps: LoadStep[] = [];
  for (;;) {
    const next = nextClients(steps);
    if (typeof next !== 'number') return kneeOf(steps, next);
    steps.push(step(next, throughputs[steps.length] ?? throughputs.at(-1) ?? 0));
  }
}

suite('The load is raised until', () => {
  for (const [title, throughputs, last, clients, end] of [
    ['two steps give no more', [100, 200, 390, 400, 402, 401], 16, 4, 'flat'],
    ['a thread is saturated from the first client on', [1000, 1010, 990], 4, 1, 'flat'],
    ['one step that was disturbed is passed', [100, 200, 150, 400, 800, 810, 790], 64, 16, 'flat'],
    ['small steps add up to growth', [100, 108, 116, 124, 126, 127], 16, 4, 'flat'],
    ['throughput falls', [100, 300, 250, 180], 8, 2, 'flat'],
    ['256 clients wait for somebody else', [10, 20, 40, 80, 160, 320, 640, 1280, 2560], 256, 256, 'most'],
    ['64 clients, where it hardly grows any more', [10, 20, 40, 80, 160, 320, 340], 64, 32, 'flat'],
    ['64 clients, where it grows by a fifth', [10, 20, 40, 80, 160, 320, 380], 64, 64, 'most'],
    ['nothing is answered by few clients, but by more', [0, 0, 10, 20, 20, 20], 32, 8, 'flat'],
  ] as const) {
    test(title, () => {
      const knee = raised(throughputs);
      assert.deepEqual([knee.steps.at(-1)?.clients, knee.clients, knee.end], [last, clients, end]);
    });
  }

  test('the load generator is at its limit: what comes then is not the server’s', () =>
    assert.equal(nextClients([step(1, 100), step(2, 200, { generator: 0.86 })]), 'generator'));

  test('requests fail: the knee is among the numbers that the server stood', () => {
    const steps = [step(1, 100), step(2, 200), step(4, 900, { failed: 0.2 })];
    assert.equal(nextClients(steps), 'failures');
    const knee = kneeOf(steps, 'failures');
    assert.deepEqual([knee.clients, clientsBeyond(knee)], [2, 2]);
  });
});

suite('The diagnosis has', () => {
  for (const [clients, throughput, beyond] of [
    [1, 100, 8],
    [2, 100, 8],
    [8, 100, 16],
    [64, 100, 128],
    [8, 2000, 40],
    [8, 20_000, 64],
    [64, 20_000, 128],
  ] as const)
    test(`${beyond} clients where the knee is at ${clients}, with ${throughput} requests/s`, () =>
      assert.equal(clientsBeyond(kneeOf([step(clients, throughput)], 'flat')), beyond));

  test('enough clients to saturate the server, under 6% of noise, in nearly all runs', () => {
    const draw = seeded(1);
    const noisy = () => 1 + 0.06 * (draw() + draw() + draw() - 1.5) * 2;
    let [enough, runs, widest] = [0, 0, 0];
    for (const saturation of [1, 3, 8, 20, 50]) {
      for (let run = 0; run < 200; run++, runs++) {
        const knee = raised(
          Array.from({ length: 9 }, (_, i) => 1000 * Math.min(1, 2 ** i / saturation) * noisy()),
        );
        if (clientsBeyond(knee) >= saturation) enough++;
        widest = Math.max(widest, clientsBeyond(knee) / Math.max(4, saturation));
      }
    }
    assert.ok(enough >= 0.98 * runs, `${enough} of ${runs}`);
    assert.ok(widest <= 32, `${widest} times as many as saturate it`);
  });
});

suite('The knee of a server', () => {
  const answered = (throughput: number) =>
    outcomeOf(histogramOf(Array.from({ length: 20 }, () => 5)), { throughput });
  const options = { clock: virtualClock(), url: 'http://127.0.0.1:3000/' };

  test('is found after a first load, of which nothing counts', async () => {
    const asked: number[] = [];
    const knee = await findKnee((clients) => {
      asked.push(clients);
      return Promise.resolve(answered(Math.min(400, clients * 100)));
    }, options);
    assert.deepEqual(asked, [8, 1, 2, 4, 8, 16]);
    assert.deepEqual([knee.clients, knee.throughput], [4, 400]);
  });

  test('is looked for in longer windows where answers take long', async () => {
    const windows: number[] = [];
    const slow = outcomeOf(histogramOf([400, 400, 400]), { throughput: 2 });
    await findKnee((_clients, { duration }) => (windows.push(duration), Promise.resolve(slow)), options);
    assert.deepEqual(windows, [1000, 750, 3000, 3000]);
  });

  test('is not known where nothing is answered: that is told with what came instead', async () => {
    const none = outcomeOf(histogramOf([]), {
      throughput: 0,
      counts: { due: 9, sent: 9, answered: 9, verified: 0 },
      errors: { ...answered(1).errors, status: 9 },
    });
    const finding = findKnee(() => Promise.resolve(none), options);
    await assert.rejects(finding, { code: 'NO_ANSWER', what: /9 status/ });
  });
});
