import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  brief,
  bytes,
  columnFormat,
  counted,
  duration,
  percent,
  ratioTexts,
} from '../../src/format/number.ts';

test('a number alone has three significant digits', () => {
  const texts = [0, 0.01234, 1.234, 12.34, 123.4, 1234.5, 1_234_567].map(brief);
  assert.equal(texts.join(' '), '0 0.0123 1.23 12.3 123 1,235 1,234,567');
});

test('a column has as many decimals as its smallest value needs', () => {
  assert.deepEqual([9.75, 116.8].map(columnFormat([9.75, 116.8])), ['9.75', '116.80']);
});

test('a column over many orders of magnitude gives each value its own digits', () => {
  assert.deepEqual([0.0123, 20_000].map(columnFormat([0.0123, 20_000])), ['0.0123', '20,000']);
});

test('a bound that decides the word is not rounded to 1', () => {
  const rows = [
    [0.93, 0.861, 0.9973, '0.930', '0.861', '0.997'],
    [2.06, 1.974, 2.16, '2.06', '1.97', '2.16'],
    [0.516, 0.265, 1.1, '0.516', '0.265', '1.100'],
    [12.34, 9.87, 15.4, '12.3', '9.9', '15.4'],
    [1.33, 0.0001, 14_511, '1.33', '0', '∞'],
    [1.02, 1.004, 1.04, '1.020', '1.004', '1.040'],
  ] as const;
  for (const [value, low, high, ...texts] of rows)
    assert.deepEqual(Object.values(ratioTexts({ value, low, high })), texts);
});

test('durations, shares and sizes come in the unit that suits them', () => {
  assert.deepEqual([0.85, 12.3, 4560, 200_000].map(duration), ['850 µs', '12.3 ms', '4.56 s', '3 min 20 s']);
  assert.deepEqual([0, 0.0004, 0.01, 0.034, 0.85].map(percent), ['0%', 'under 0.1%', '1%', '3.4%', '85%']);
  assert.deepEqual([-0.0004, -0.0531, -0.354].map(percent), ['0%', '−5.3%', '−35%']);
  assert.equal(bytes(33_567_000_000), '31.3 GiB');
  assert.deepEqual([counted(1, 'trial'), counted(1200, 'trial')], ['1 trial', '1,200 trials']);
});
