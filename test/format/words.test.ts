import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratioTexts } from '../../src/format/number.ts';
import {
  amountOf,
  bytes,
  exactTime,
  ratioFigures,
  rounded,
  roundTime,
  time,
} from '../../src/format/words.ts';
import { aboutOf } from '../../src/messages/ko/words.ts';
import { stream } from '../../src/queueing/simulate.ts';

test('a number in a sentence has two significant digits, and all before the point', () => {
  const values = [0, 0.0243, 0.682, 3.96, 9.97, 22.1, 328.4, 1045.2];
  assert.deepEqual(values.map(rounded), ['0', '0.024', '0.68', '4', '10', '22', '328', '1,045']);
  const times = [0.0243, 0.3, 8.02, 16.3, 999.7, 5000, 11_140, 190_000, 300_000];
  const said = '24 µs, 0.3 ms, 8 ms, 16 ms, 1 s, 5 s, 11 s, 3 min 10 s, 5 min';
  assert.equal(times.map(time).join(', '), said);
  assert.deepEqual([1500, 179_700, 200_000].map(roundTime), ['1.5 s', '3 min', '3 min 20 s']);
  assert.equal(exactTime(12.5), '12.5 ms', 'a limit is what was set');
  assert.equal(bytes(67.3 * 2 ** 20), '67 MiB');
});

test('an average of things that are whole is about so many; CPUs are used in parts', () => {
  const jobs = [0, 0.4, 1, 1.2, 3.89, 4].map((value) => amountOf(value, 'job'));
  assert.deepEqual(jobs, ['0 jobs', '0.4 jobs', '1 job', 'about 1 job', 'about 4 jobs', '4 jobs']);
  assert.equal(amountOf(1.52, 'CPU'), '1.5 CPUs');
  assert.deepEqual(
    [0.4, 3.89, 4].map((value) => aboutOf(value)),
    ['0.4개', '약 4개', '4개'],
  );
});

test('a rounded interval never says of 1 what it does not say', () => {
  const side = (bound: number) => Math.sign(bound - 1);
  const random = stream(7, 0);
  for (let i = 0; i < 20_000; i++) {
    const value = Math.exp(
      random() * 2 ** -Math.floor(random() * 12) - random() * 2 ** -Math.floor(random() * 12),
    );
    const [low, high] = [value * Math.exp(-random() * 0.2), value * Math.exp(random() * 0.2)];
    for (const written of [ratioFigures({ value, low, high }), ratioTexts({ value, low, high })]) {
      const all = [written.low, written.value, written.high].map(Number);
      assert.deepEqual(
        all.toSorted((a, b) => a - b),
        all,
      );
      assert.equal(side(Number(written.low)), side(low), `${low} as ${written.low}`);
      assert.equal(side(Number(written.high)), side(high), `${high} as ${written.high}`);
    }
  }
  for (const [value, low, high, ...texts] of [
    [1.42, 1.16, 1.74, '1.4', '1.2', '1.7'],
    [1.54, 1.01, 2.37, '1.54', '1.01', '2.37'],
    [1.21, 1.16, 1.27, '1.21', '1.16', '1.27'],
  ] as const)
    assert.deepEqual(Object.values(ratioFigures({ value, low, high })), texts);
});
