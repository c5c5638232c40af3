import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefText } from '../../src/messages/brief.ts';
import { message } from '../../src/messages/message.ts';

const read = (document: object) => {
  const text = briefText(document);
  assert.ok(Buffer.byteLength(text) <= 2048, `${Buffer.byteLength(text)} bytes`);
  return JSON.parse(text) as Record<string, unknown>;
};

test('what is short stays, but for digits that nobody needs and the parameters of a text', () => {
  const headline = message('limit.nearly-cpu', { cpu: 0.912345 });
  assert.deepEqual(read({ at: 1795675154469, value: 199.98765, headline, none: [] }), {
    at: 1795675154469,
    value: 200,
    headline: { code: 'limit.nearly-cpu', text: 'nearly limited by CPU: the CPUs are 91% busy' },
    none: [],
  });
});

test('the longest lists lose their ends, each keeps its first item, and what was left out is counted', () => {
  const rows = Array.from({ length: 90 }, (_, i) => ({ id: i, text: 'x'.repeat(30) }));
  const found = read({ few: [1, 2], rows, nested: { rows } }) as {
    few: number[];
    rows: { id: number }[];
    nested: { rows: unknown[] };
    leftOut: number;
  };
  assert.deepEqual(found.few, [1, 2]);
  assert.equal(found.rows[0]?.id, 0);
  assert.ok(found.nested.rows.length > 1, 'one list is not sacrificed for the other');
  assert.equal(found.rows.length + found.nested.rows.length + found.leftOut, 180);
});

test('a text is shortened, and all of them where nothing else can go', () => {
  const { long } = read({ long: 'x'.repeat(5000) }) as { long: string };
  assert.equal(long, `${'x'.repeat(400)}…`);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, '가'.repeat(300)]));
  assert.equal(Object.keys(read(many)).length, 40);
});
