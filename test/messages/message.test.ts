import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allTexts, faultsOf, paramTypes } from '../../build/texts.ts';
import { message, quoted, say, withText } from '../../src/messages/message.ts';
import { languageOf } from '../../src/messages/functions.ts';
import { assertGolden } from '../kit/golden.ts';

test('a message is data that survives JSON, and its text is made where it is shown', () => {
  const warning = message('warning.failed', { failed: 2, trials: 9, codes: ['SERVER_DIED', 'NO_ANSWER'] });
  const read = JSON.parse(JSON.stringify(warning)) as typeof warning;
  assert.deepEqual(read, warning);
  assert.equal(say(read), '2 of 9 trials failed and do not count (SERVER_DIED, NO_ANSWER).');
});

test('what somebody else said is passed on as it is', () => {
  assert.equal(say(quoted('listen EADDRINUSE')), 'listen EADDRINUSE');
});

test('a nested message reaches the text as text', () => {
  const outer = { code: 'text', params: { text: quoted('inner') } };
  assert.equal(say(outer), 'inner');
});

test('a word that somebody chose is put in as it is, also where it is the key of a variant', () => {
  for (const word of ['none', 'true', 'false']) {
    assert.equal(say(quoted(word)), word);
    assert.match(say(message('calibration.take-cell', { cell: word })), new RegExp(` --cell ${word}$`));
  }
});

test('a code from a newer version is shown as it is, not passed over', () => {
  assert.equal(say({ code: 'warning.of-2030', params: { n: 3 } }), 'warning.of-2030 {"n":3}');
});

test('JSON documents carry the text beside the code', () => {
  const document = { warnings: [message('warning.one-block')] };
  assert.deepEqual(JSON.parse(JSON.stringify(document, withText)), {
    warnings: [{ code: 'warning.one-block', params: {}, text: say(message('warning.one-block')) }],
  });
});

const english = allTexts('en');

test('every code begins with its family', () => {
  assert.ok(english.size > 1000);
  for (const code of english.keys()) assert.match(code, /^(?:text|[A-Z][A-Z0-9_]*|[a-zA-Z]\w*(?:[.-]\w+)+)$/);
});

test('every language has every text, with what the English puts in', () => {
  assert.deepEqual(faultsOf(allTexts('ko'), english), []);
});

test('what a text takes is kept as types', () => {
  const kept = readFileSync(join(import.meta.dirname, '../../src/messages/params.ts'), 'utf8');
  assert.equal(kept, paramTypes(english));
});

test('a code that a file of a stranger brought is shown as it is, also where every object has such a name', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    assert.equal(say({ code, params: { a: 1 } }), `${code} {"a":1}`);
});

/** What is given: figures of every size, names, lists; whatever takes less leaves the rest. */
const given: readonly (readonly unknown[])[] = [
  [0, 0, 0],
  [0.0123, 0.01, 0.0156],
  [1, 0.97, 1.04],
  [12.34, 3, 14.5],
  [98_765.4, 5, 123_456],
  [1_795_345_669_000, 1, 2],
  ['pool threads', 'pool'],
  ['', ''],
  [null],
];

test('what texts may call makes of figures what it made before (UPDATE_GOLDEN=1 writes it anew)', () => {
  const made = ['en', 'ko'].flatMap((language) =>
    Object.entries(languageOf(language).functions).map(([name, make]) => {
      const results = given.map((all) => {
        try {
          return make(all);
        } catch {
          return 'throws';
        }
      });
      return `${language} ${name}: ${JSON.stringify(results)}`;
    }),
  );
  assertGolden(join(import.meta.dirname, '..'), 'functions.json', `${JSON.stringify(made, null, 1)}\n`);
});
