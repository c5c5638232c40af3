/** A command line without a verb, or with an option before it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { meant } from '../../../src/cli/meant.ts';
import { Problem } from '../../../src/messages/problem.ts';
import { words } from '../../kit/words.ts';

suite('A command line', () => {
  for (const [line, result] of [
    ['4711', 'doctor 4711'],
    [':3000 --watch', 'doctor :3000 --watch'],
    ['3000', 'doctor 3000'],
    ['localhost:3000 -c 8', 'doctor localhost:3000 -c 8'],
    ['api --watch', 'api --watch'],
    ['-- node server.js --json', 'find -- node server.js --json'],
    ['-q -- npm start', 'find -q -- npm start'],
    ['--json :3000', 'doctor --json :3000'],
    ['--lang ko runs list', 'runs --lang ko list'],
    ['--lang=ko --json runs', 'runs --lang=ko --json'],
    ['--json --out here -- npm start', '--json --out here -- npm start'],
    ['--no-color -q lab', 'lab --no-color -q'],
    ['--lang ko --help', '--help'],
    ['--lang ko help tune', 'help tune'],
    ['-v', '-v'],
    ['tune -- node server.js', 'tune -- node server.js'],
    ['swep 4711', 'swep 4711'],
  ] as const)
    test(`"${line}" means "${result}"`, () => assert.equal(meant(words(line)).join(' '), result));

  for (const [line, command] of [
    ['node server.js', 'chokepoint -- node server.js'],
    ['server.mjs 3000', 'chokepoint -- node server.mjs 3000'],
    ['--json npm start', 'chokepoint --json -- npm start'],
  ] as const)
    test(`"${line}" is told to be "${command}"`, () =>
      assert.throws(
        () => meant(words(line)),
        (error) =>
          error instanceof Problem && error.code === 'SEPARATOR_MISSING' && error.details.command === command,
      ));
});
