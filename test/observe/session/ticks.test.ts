import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { virtualClock } from '../../kit/virtual-clock.ts';
import type { Clock } from '../../../src/model/units.ts';
import { ownCpu, ticks } from '../../../src/observe/session/ticks.ts';

const never = new AbortController().signal;

async function all(
  clock: Clock,
  duration: number,
  during: (at: number) => void = () => {},
  { signal = never, cpu = (): number => 0, share = (): number => 0.1 } = {},
): Promise<number[]> {
  const seen: number[] = [];
  const now = () => clock.now();
  for await (const at of ticks({ duration, interval: 20, clock, signal, now, cpu, share })) {
    seen.push(at);
    during(at);
  }
  return seen;
}

suite('Looks', () => {
  test('come on their schedule, the last at the end of the watch', async () => {
    assert.deepEqual(await all(virtualClock(), 100), [0, 20, 40, 60, 80, 100]);
  });

  test('that took too long cost the next ones, and move none', async () => {
    const clock = virtualClock();
    const seen = await all(clock, 200, (at) => {
      // A sleep in virtual time: the clock moves on at once.
      if (at === 40) void clock.sleep(65);
    });
    assert.deepEqual(seen, [0, 20, 40, 105, 120, 140, 160, 180, 200]);
  });

  test('leave the machine nine times the CPU that they take, and still see the end', async () => {
    let used = 0;
    const during = (at: number) => {
      // 30 ms of CPU for the first look: a process of a thousand threads.
      if (at === 0) used += 30;
    };
    const seen = await all(virtualClock(), 4000, during, { cpu: () => used });
    assert.deepEqual(seen.slice(0, 3), [0, 300, 320]);
    assert.equal(seen.at(-1), 4000);
  });

  test('that cost a little each come less often in the long run, but ten times a second whatever they cost', async () => {
    const spent = async (each: number, share: number) => {
      let used = 0;
      const options = { cpu: () => used, share: () => share };
      const seen = await all(virtualClock(), 60_000, () => void (used += each), options);
      return { seen, used };
    };
    const light = await spent(0.1, 0.01);
    assert.equal(light.seen.length, 3001, 'half a per cent is less than what it may');
    const dear = await spent(0.5, 0.01);
    const [cheap, costly] = [light, dear].map(({ seen }) => seen.slice(0, 100));
    assert.deepEqual(costly, cheap, 'a short watch is looked at as often');
    assert.ok(dear.used / 60_000 < 0.013, `${dear.used} ms`);
    const { seen } = await spent(2, 0.001);
    assert.ok(seen.length > 550, `${seen.length} looks`);
  });

  test('count the CPU time of this process', async () => {
    let used = 0;
    const burn = (at: number) => {
      if (at !== 0) return;
      const before = ownCpu();
      while (used < 30) used = ownCpu() - before;
    };
    const seen = await all(virtualClock(), 4000, burn, { cpu: ownCpu });
    assert.ok((seen[1] ?? 0) >= 10 * used, `${seen[1]} after ${used}`);
  });

  test('end with the signal', async () => {
    const stop = new AbortController();
    const during = (at: number) => {
      if (at === 60) stop.abort();
    };
    const seen = await all(virtualClock(), 1000, during, { signal: stop.signal });
    assert.deepEqual(seen, [0, 20, 40, 60]);
  });
});
