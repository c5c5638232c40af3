import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { wantsColor } from '../../src/cli/output/terminal.ts';
import { place } from './chokepoint.ts';

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
