import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageIn } from '../../../src/observe/attach/message.ts';

const note = { type: 'note', about: 'loop', why: 'so' };

suite('A line of a probe', () => {
  test('is taken over field by field: what is not known is left out', () => {
    assert.deepEqual(messageIn(JSON.stringify(note)), note);
    const more = messageIn(`{"__proto__":{"polluted":1},"new":[1],${JSON.stringify(note).slice(1)}`);
    assert.deepEqual(more, note);
    assert.equal(Object.getPrototypeOf(more), Object.prototype);
  });

  test('is refused if a field is missing, of another type, or too long', () => {
    for (const [line, why] of [
      [{ ...note, why: undefined }, /its why: /],
      [{ ...note, why: 7 }, /its why: /],
      [{ ...note, why: 'x'.repeat(5000) }, /its why: .*4096/],
      [{ ...note, about: 'else' }, /its about: .*"profile"/],
      [{ ...note, more: 'x'.repeat(70_000) }, /a note has 7\d+ characters, and 65536 are the most/],
      [{ ...note, type: 'else' }, /a line has no known type/],
      [{ ...note, type: '__proto__' }, /a line has no known type/],
      [[note], /a line has no known type/],
      [null, /a line has no known type/],
    ] as const) {
      assert.throws(() => messageIn(JSON.stringify(line)), why);
    }
  });
});
