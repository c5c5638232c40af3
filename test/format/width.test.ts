import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pad, shorten, textWidth, wrap } from '../../src/format/width.ts';

test('a Korean syllable takes two columns, composed or not, and a combining mark none', () => {
  assert.equal(textWidth('무엇이 문제일까'), 15);
  assert.equal(textWidth('문제'.normalize('NFD')), 4);
  assert.equal(textWidth('n\u0303'), 1);
  assert.equal(textWidth('p50 – 12.3 ms ±'), 15);
});

test('padding counts columns, not characters', () => {
  assert.equal(pad('문제', 6, 'left'), '문제  ');
  assert.equal(pad('문제', 6, 'right'), '  문제');
});

test('a cut text ends with an ellipsis and never takes more than its columns', () => {
  assert.equal(shorten('문제일까', 6), '문제…');
  assert.equal(shorten('문제일까', 8), '문제일까');
});

test('lines break at spaces, and a word only where it is longer than a line', () => {
  assert.deepEqual(wrap('평균 응답 시간은', 10), ['평균 응답', '시간은']);
  assert.deepEqual(wrap('aaaa bbbbbbbbbb c', 6), ['aaaa', 'bbbbbb', 'bbbb c']);
  assert.deepEqual(wrap('', 10), ['']);
});
