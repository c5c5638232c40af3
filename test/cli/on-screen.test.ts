/** What stderr is told on a terminal, and where there is none. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onScreen } from '../../src/cli/output/terminal.ts';
import { textWidth } from '../../src/format/width.ts';

suite('Sentences on stderr', () => {
  const text = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
  const widest = (lines: readonly string[]) => Math.max(...lines.map(textWidth));

  test('are as wide as the terminal, less what stands before them', () => {
    assert.ok(widest(onScreen(text, 0, { isTTY: true, columns: 100 })) > 90);
    assert.ok(widest(onScreen(text, 0, { isTTY: true, columns: 60 })) <= 60);
    assert.ok(widest(onScreen(text, 7, { isTTY: true, columns: 60 })) <= 53);
    assert.equal(onScreen(text, 7, { isTTY: true, columns: 60 }).join(' '), text);
  });

  test('take 80 columns of a terminal that tells none, and 40 of a narrower one', () => {
    const width = (columns: number) => widest(onScreen(text, 0, { isTTY: true, columns }));
    assert.ok(width(0) > 70 && width(0) <= 80);
    assert.ok(width(10) > 30 && width(10) <= 40);
  });

  test('hold nothing that a terminal obeys, whoever wrote it', () => {
    const planted = 'one\u0008\u001B[2J\u202E two';
    for (const isTTY of [true, false])
      assert.deepEqual(onScreen(planted, 0, { isTTY, columns: 80 }), ['one two']);
  });

  test('are one line each where there is no terminal, for whoever searches a log', () => {
    assert.deepEqual(onScreen(`${text}\n${text}`, 7, { isTTY: false }), [text, text]);
  });
});
