import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { english } from '../../src/messages/en/english.ts';
import { message, quoted, say, withText } from '../../src/messages/message.ts';

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

test('a code from a newer version is shown as it is, not passed over', () => {
  assert.equal(say({ code: 'warning.of-2030', params: { n: 3 } }), 'warning.of-2030 {"n":3}');
});

test('JSON documents carry the text beside the code', () => {
  const document = { warnings: [message('warning.one-block')] };
  assert.deepEqual(JSON.parse(JSON.stringify(document, withText)), {
    warnings: [{ code: 'warning.one-block', params: {}, text: say(message('warning.one-block')) }],
  });
});

test('every code begins with its family', () => {
  for (const code of Object.keys(english)) assert.match(code, /^(?:text|[a-zA-Z]\w*(?:[.-]\w+)+)$/);
});

test('no code has two texts: the later would hide the earlier', () => {
  const folder = join(import.meta.dirname, '../../src/messages/en');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const codes = files.flatMap((name) =>
    Array.from(
      readFileSync(join(folder, name), 'utf8').matchAll(/^  '([^' ]+\.[^' ]+)':/gm),
      ([, code]) => code,
    ),
  );
  assert.ok(codes.length > 500);
  assert.deepEqual(
    codes.filter((code, i) => codes.indexOf(code) !== i),
    [],
  );
});

test('a code that a file of a stranger brought is shown as it is, also where every object has such a name', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    assert.equal(say({ code, params: { a: 1 } }), `${code} {"a":1}`);
});
