/** What the probe did to the main thread is not the server's; what the server did beside it still is. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../../src/messages/message.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { vitalsOf } from '../../src/doctor/vitals.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import { momentsOf } from '../../src/report/doctor/series.ts';
import { near } from '../kit/near.ts';
import { probed, processByHand, watchByHand } from '../kit/watches.ts';

const late = (max: number, p50 = 0.1) => ({
  utilization: 0.95,
  delay: { mean: max / 10, p50, p99: max, max },
});
const usual = { utilization: 0.3, delay: { mean: 0.2, p50: 0.1, p99: 2, max: 3 } };
const watched = (readings: readonly Partial<ProbeReading>[]) => {
  const all = readings.map((parts, i) => ({ at: 250 * (i + 1), loop: usual, ...parts }));
  const process = processByHand({ probe: probed(all) });
  return { process, ...vitalsOf(process, watchByHand(process)) };
};

/** Nine readings at 0.3, and one that counts in full. */
const withOne = (value: number) => (9 * 0.3 + value) / 10;

/** What one reading among nine usual ones says; the worst delay, the silence, the stalls and the utilisation that are told. */
const rows = [
  [
    'a delay that the own stop explains is left out, with the time that it took',
    { loop: late(280), ownStop: 260 },
    [3, 0, 0, 0.3],
  ],
  ['a delay without an own stop is the server’s', { loop: late(280) }, [280, 0, 1, withOne(0.95)]],
  [
    'a delay far beyond the own stop is the server’s, but for the stop',
    { loop: late(2260), ownStop: 260 },
    [2000, 0, 1, withOne(0.95)],
  ],
  ['a silence that the own stop explains is none', { loop: null, silent: 200, ownStop: 220 }, [3, 0, 0, 0.3]],
  [
    'a server that was silent before the stop, and stays so, is silent',
    { loop: null, silent: 4400, ownStop: 400 },
    [3, 4000, 1, withOne(1)],
  ],
  [
    'a small stop does not hide a stall in the same reading',
    { loop: late(140), ownStop: 15 },
    [125, 0, 1, withOne(0.95)],
  ],
  [
    'what Node counts as busy while a profile is taken is not, but its delays are true',
    { loop: late(150), isProfiled: true },
    [150, 0, 1, 0.3],
  ],
  [
    'a server that hangs while a profile is taken has no time left',
    { loop: null, silent: 3000, isProfiled: true },
    [3, 3000, 1, withOne(1)],
  ],
] as const;

suite('Beside the probe', () => {
  for (const [title, said, [max, silent, stalls, utilization]] of rows)
    test(title, () => {
      const { loop } = watched([...Array.from({ length: 9 }, () => ({})), said]);
      assert.deepEqual([loop.delay?.max, loop.silent, loop.stalls], [max, silent, stalls]);
      near(loop.utilization, utilization);
    });

  test('what is disturbed in every reading is told as it was', () => {
    const { loop } = watched([{ loop: late(280), ownStop: 260 }]);
    assert.deepEqual([loop.utilization, loop.delay], [0.95, null]);
  });

  test('pictures leave the same out', () => {
    const { process } = watched([{ loop: late(280), ownStop: 260 }, {}, { loop: late(300) }]);
    const delays = momentsOf(process).map(({ delay }) => delay);
    assert.deepEqual(delays, [null, 3, 300]);
  });

  test('how long a profile stopped the process is told where it can be felt', () => {
    const notes = (stopped: number) => {
      const profile = { type: 'profile', duration: 1000, stopped, idle: 0, gc: 0, functions: [] } as const;
      const watch = watchByHand({ probe: probed([{}], { profile }) });
      const { notes: said, processes } = diagnose(watch);
      assert.equal(processes[0]?.loop.profileStopped, stopped);
      return said.filter(({ code }) => code === 'note.profile-stop');
    };
    assert.deepEqual(notes(312), [message('note.profile-stop', { pid: 42, stop: 312 })]);
    assert.deepEqual(notes(12), []);
  });
});
