/** What stderr is told on a terminal, and where there is none. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onScreen, wantsColor } from '../../src/cli/output/terminal.ts';
import { textWidth } from '../../src/format/width.ts';
import { assertNone } from '../kit/assert.ts';
import { place } from './chokepoint.ts';

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

const terminal = { isTTY: true };
const pipe = { isTTY: false };

const rows: readonly [
  title: string,
  values: { color?: boolean },
  stream: { isTTY: boolean },
  env: NodeJS.ProcessEnv,
  expected: boolean,
][] = [
  ['a terminal has colours', {}, terminal, {}, true],
  ['a pipe has none', {}, pipe, {}, false],
  ['NO_COLOR takes them away', {}, terminal, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR does not', {}, terminal, { NO_COLOR: '' }, true],
  ['a dumb terminal has none', {}, terminal, { TERM: 'dumb' }, false],
  ['FORCE_COLOR gives them to a pipe', {}, pipe, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR may be empty', {}, pipe, { FORCE_COLOR: '' }, true],
  ['FORCE_COLOR=0 takes them away', {}, terminal, { FORCE_COLOR: '0' }, false],
  ['FORCE_COLOR wins over NO_COLOR, as in Node', {}, pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ['CLICOLOR_FORCE gives them to a pipe', {}, pipe, { CLICOLOR_FORCE: '1' }, true],
  ['CLICOLOR_FORCE=0 does nothing', {}, pipe, { CLICOLOR_FORCE: '0' }, false],
  ['--color wins over all', { color: true }, pipe, { NO_COLOR: '1', TERM: 'dumb' }, true],
  ['--no-color too', { color: false }, terminal, { FORCE_COLOR: '1' }, false],
];

suite('Colours:', () => {
  for (const [title, values, stream, env, expected] of rows)
    test(title, () => assert.equal(wantsColor(values, stream, env), expected));

  test('an error has them where they are forced', async () => {
    using here = place();
    const forced = { FORCE_COLOR: '1', NO_COLOR: undefined };
    const { stderr } = await here.run(['swep'], forced);
    const [what = '', , hint = '', code] = stderr.split('\n');
    assert.ok(what.startsWith('\u001B[31merror:\u001B[0m '));
    assert.ok(hint.startsWith('\u001B[36mhint:\u001B[0m '));
    assert.equal(code, '\u001B[2m[COMMAND_UNKNOWN]\u001B[0m');
    const plain = await here.run('runs show x --no-color', forced);
    assert.match(plain.stderr, /^error: /);
  });
});

for (const verb of ['lab', 'serve'])
  test(`${verb} --list fits into 80 columns`, async () => {
    using here = place();
    const { code, stdout } = await here.run([verb, '--list']);
    assert.equal(code, 0);
    assert.ok(stdout.includes('pool-size'));
    assertNone(stdout.split('\n'), (line) => textWidth(line) > 80);
  });
