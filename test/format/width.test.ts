import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pad, shorten, terminalColumns, textWidth, wrap, wrapProse } from '../../src/format/width.ts';

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

test('a page is as wide as its terminal, else as COLUMNS says, else 80 columns', () => {
  assert.equal(terminalColumns({ isTTY: true, columns: 120 }, { COLUMNS: '100' }), 120);
  assert.equal(terminalColumns({ isTTY: true, columns: 0 }, { COLUMNS: '100' }), 100);
  for (const COLUMNS of [undefined, '', '0', '-1', '1e9', 'wide'])
    assert.equal(terminalColumns({ isTTY: true, columns: 0 }, { COLUMNS }), 80);
  assert.equal(terminalColumns({ columns: 120 }, { COLUMNS: '100' }), 80, 'no terminal');
});

suite('Sentences with something to copy are broken beside it, never in it:', () => {
  const rows: readonly (readonly [title: string, text: string, ...lines: string[]])[] = [
    ['prose at spaces', 'one two three four five', 'one two three', 'four five'],
    ['a text that fits stays', 'a  b   c', 'a  b   c'],
    ['each line by itself', '  one two three four\nfive', '  one two three', '  four', 'five'],
    ['a path', 'look at /a/very/long/path/of/a.json now', 'look at', '/a/very/long/path/of/a.json', 'now'],
    ['quotes', 'see "runs show last id" first', 'see', '"runs show last id"', 'first'],
    ['an apostrophe is no quote', "Node's own server's lines", "Node's own", "server's lines"],
    ['an option and its value', 'Leave --vary pool=4 out', 'Leave', '--vary pool=4', 'out'],
    ['the words before it', 'Write vegeta report -type=json now', 'Write', 'vegeta report -type=json', 'now'],
    ['this program with its verb', 'Try (it) chokepoint doctor PID.', 'Try (it)', 'chokepoint doctor PID.'],
    ['the same in brackets', 'Try it (chokepoint doctor PID).', 'Try it', '(chokepoint doctor PID).'],
    ['an option in brackets', 'Out (--vary pool=4) of it', 'Out', '(--vary pool=4)', 'of it'],
    ['a command', 'Run: pgrep -af node', 'Run:', 'pgrep -af node'],
    [
      'its end, and what follows',
      'Run: npm install pm2. Or not at all',
      'Run:',
      'npm install pm2.',
      'Or not at all',
    ],
    [
      'a variable before it',
      'Run: BASE_URL=http://a k6 run FILE now',
      'Run:',
      'BASE_URL=http://a k6 run FILE now',
    ],
    [
      'a variable alone',
      'Set: NODE_OPTIONS="--import x/y". Or do not',
      'Set:',
      'NODE_OPTIONS="--import x/y".',
      'Or do not',
    ],
    ['words behind a colon', 'It is so: it ends here', 'It is so: it', 'ends here'],
    ['JSON', 'Write [{ "a": 1, "b": 2 }] there', 'Write', '[{ "a": 1, "b": 2 }]', 'there'],
  ];
  for (const [title, text, ...lines] of rows) test(title, () => assert.deepEqual(wrapProse(text, 15), lines));
});
