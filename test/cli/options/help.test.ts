import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { help, overview } from '../../../src/cli/help.ts';
import { parseOptions } from '../../../src/cli/options/parse.ts';
import { commonOptions, groups } from '../../../src/cli/options/table.ts';
import { textWidth } from '../../../src/format/width.ts';
import { words } from '../../kit/words.ts';
import { place } from '../chokepoint.ts';

const tooWide = (text: string, columns: number) =>
  text.split('\n').filter((line) => textWidth(line) > columns);

suite('Help', () => {
  for (const command of commands) {
    const text = help(command, 80);

    test(`of ${command.name} is no wider than the terminal`, () => {
      assert.deepEqual(tooWide(text, 80), []);
      assert.deepEqual(tooWide(help(command, 200), 100), [], 'longer lines are hard to read');
    });

    test(`of ${command.name} begins with examples that can be typed`, () => {
      assert.ok(text.indexOf('Examples:') < text.indexOf('Usage:'));
      for (const example of command.examples) {
        const [verb = '', ...rest] = words(example);
        // A first look needs no verb.
        const isWithout = command.name === 'find' && verb.startsWith('-');
        assert.ok(isWithout || verb === command.name, example);
        parseOptions(command, isWithout ? [verb, ...rest] : rest).faults.end();
      }
    });

    test(`of ${command.name} has each of its options once, in the order of the groups`, () => {
      const listed = Array.from(text.matchAll(/^ {2}(?:-\w, | {4})--(\S+)/gm), ([, name = '']) =>
        name.replace(/^(?:\[no-\]|no-)/, ''),
      );
      assert.deepEqual(listed.toSorted(), [...command.options, ...commonOptions].toSorted());
      const headings = Array.from(text.matchAll(/^(\w+):$/gm), ([, heading = '']) => heading.toLowerCase());
      const known = Object.keys(groups).filter((group) => headings.includes(group));
      assert.deepEqual(headings.slice(2), known);
    });

    test(`of ${command.name} says its exit codes`, () => {
      assert.match(text, /^Exit codes: 0 fine, [^]*2 usage/m);
      assert.equal(/\b1 /.test(text.slice(text.lastIndexOf('Exit codes:'))), command.fails !== undefined);
    });
  }

  test('lists every command, no wider than the terminal', () => {
    const text = overview(commands, 80);
    assert.deepEqual(tooWide(text, 80), []);
    for (const { name, isHidden } of commands)
      assert.equal(new RegExp(`^ {2}${name} `, 'm').test(text), !isHidden, name);
  });

  test('of a command is the same however it is asked for', async () => {
    using here = place();
    const [option, before, after] = await Promise.all(
      ['sweep --help', 'help sweep', 'sweep help'].map((line) => here.run(words(line))),
    );
    assert.match(option?.stdout ?? '', /^chokepoint sweep: /);
    assert.deepEqual(before, option);
    assert.deepEqual(after, option);
  });

  test('and the version have the names of everywhere', async () => {
    using here = place();
    const versions = await Promise.all(
      ['version', '-V', '--version'].map(async (word) => (await here.run([word])).stdout),
    );
    assert.match(versions[0] ?? '', /^\d+\.\d+\.\d+/);
    assert.equal(new Set(versions).size, 1);
  });
});
