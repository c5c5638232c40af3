/** What the probe did to the main thread is not the server's; what the server did beside it still is. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../../src/messages/message.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { vitalsOf } from '../../src/doctor/vitals.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import { momentsOf } from '../../src/report/doctor/series.ts';
import { probedByHand, probeReading, processByHand, watchByHand } from '../kit/watches.ts';

const late = (max: number, p50 = 0.1) => ({
  utilization: 0.95,
  delay: { mean: max / 10, p50, p99: max, max },
});
const usual = { utilization: 0.3, delay: { mean: 0.2, p50: 0.1, p99: 2, max: 3 } };
const watched = (readings: readonly Partial<ProbeReading>[]) => {
  const all = readings.map((parts, i) => probeReading({ at: 250 * (i + 1), loop: usual, ...parts }));
  const process = processByHand({ probe: { ok: true, ...probedByHand(all) } });
  return { process, ...vitalsOf(process, watchByHand([process])) };
};

interface Row {
  readonly name: string;
  /** Of one reading among nine usual ones. */
  readonly said: Partial<ProbeReading>;
  readonly told: {
    readonly max: number;
    readonly silent: number;
    readonly stalls: number;
    readonly utilization: number;
  };
}

/** Nine readings at 0.3, and one that counts in full. */
const withOne = (value: number) => (9 * 0.3 + value) / 10;

const rows: readonly Row[] = [
  {
    name: 'a delay that the own stop explains is left out, with the time that it took',
    said: { loop: late(280), ownStop: 260 },
    told: { max: 3, silent: 0, stalls: 0, utilization: 0.3 },
  },
  {
    name: 'a delay without an own stop is the server’s',
    said: { loop: late(280) },
    told: { max: 280, silent: 0, stalls: 1, utilization: withOne(0.95) },
  },
  {
    name: 'a delay far beyond the own stop is the server’s, but for the stop',
    said: { loop: late(2260), ownStop: 260 },
    told: { max: 2000, silent: 0, stalls: 1, utilization: withOne(0.95) },
  },
  {
    name: 'a silence that the own stop explains is none',
    said: { loop: null, silent: 200, ownStop: 220 },
    told: { max: 3, silent: 0, stalls: 0, utilization: 0.3 },
  },
  {
    name: 'a server that was silent before the stop, and stays so, is silent',
    said: { loop: null, silent: 4400, ownStop: 400 },
    told: { max: 3, silent: 4000, stalls: 1, utilization: withOne(1) },
  },
  {
    name: 'a small stop does not hide a stall in the same reading',
    said: { loop: late(140), ownStop: 15 },
    told: { max: 125, silent: 0, stalls: 1, utilization: withOne(0.95) },
  },
  {
    name: 'what Node counts as busy while a profile is taken is not, but its delays are true',
    said: { loop: late(150), isProfiled: true },
    told: { max: 150, silent: 0, stalls: 1, utilization: 0.3 },
  },
  {
    name: 'a server that hangs while a profile is taken has no time left',
    said: { loop: null, silent: 3000, isProfiled: true },
    told: { max: 3, silent: 3000, stalls: 1, utilization: withOne(1) },
  },
];

suite('Beside the probe', () => {
  for (const { name, said, told } of rows) {
    test(name, () => {
      const { max, silent, stalls, utilization } = told;
      const { loop } = watched([...Array.from({ length: 9 }, () => ({})), said]);
      assert.deepEqual([loop.delay?.max, loop.silent, loop.stalls], [max, silent, stalls]);
      assert.ok(Math.abs((loop.utilization ?? Number.NaN) - utilization) < 1e-9, `${loop.utilization}`);
    });
  }

  test('what is disturbed in every reading is told as it was', () => {
    const { loop } = watched([{ loop: late(280), ownStop: 260 }]);
    assert.deepEqual([loop.utilization, loop.delay], [0.95, null]);
  });

  test('pictures leave the same out', () => {
    const { process } = watched([{ loop: late(280), ownStop: 260 }, {}, { loop: late(300) }]);
    assert.deepEqual(
      momentsOf(process).map(({ delay }) => delay),
      [null, 3, 300],
    );
  });

  test('how long a profile stopped the process is told where it can be felt', () => {
    const notes = (stopped: number) => {
      const profile = { type: 'profile', duration: 1000, stopped, idle: 0, gc: 0, functions: [] } as const;
      const process = processByHand({ probe: { ok: true, ...probedByHand([probeReading()], { profile }) } });
      const { notes: said, processes } = diagnose(watchByHand([process]));
      assert.equal(processes[0]?.loop.profileStopped, stopped);
      return said.filter(({ code }) => code === 'note.profile-stop');
    };
    assert.deepEqual(notes(312), [message('note.profile-stop', { pid: 42, stop: 312 })]);
    assert.deepEqual(notes(12), []);
  });
});
