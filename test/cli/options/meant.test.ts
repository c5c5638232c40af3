/** A command line without a verb, or with an option before it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { meant } from '../../../src/cli/dispatch.ts';
import { Problem } from '../../../src/messages/problem.ts';
import { environment } from '../../kit/environment.ts';
import { words } from '../../kit/words.ts';
import { commands } from '../../../src/cli/commands.ts';
import { findArguments } from '../../../src/cli/options/find.ts';
import { parseOptions } from '../../../src/cli/options/parse.ts';

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
    ['--json --out here -- npm start', 'find --json --out here -- npm start'],
    ['--store x.db -- npm start', 'find --store x.db -- npm start'],
    ['--path runs -- npm start', 'find --path runs -- npm start'],
    ['--frob -- npm start', 'find --frob -- npm start'],
    ['-d 2 -q', 'find -d 2 -q'],
    ['--pid 4711 -v', 'doctor --pid 4711 -v'],
    ['-v :3000', 'doctor -v :3000'],
    ['--store x.db runs list', 'runs --store x.db list'],
    ['--vary pool=1,4 sweep -- npm start', 'sweep --vary pool=1,4 -- npm start'],
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

const parsed = (name: string, args: readonly string[]) => {
  const command = commands.find((one) => one.name === name);
  assert.ok(command);
  return parseOptions(command, args);
};
const look = (...args: readonly string[]) =>
  findArguments(parsed('find', [...args, '--', 'node', 'server.js']));

suite('What a first look shows of its request', () => {
  test('has no secret in it, and what it asks has', () => {
    const path = '/x?token=t0kenvalue77';
    const header = 'Authorization: Bearer s3cretvalue99';
    const { options, server } = look('--path', path, '-H', header);
    assert.deepEqual(options.target.request, ['--path=/x?token=***', '--header=Authorization: ***']);
    assert.deepEqual(server.asked, [`--path=${path}`, `--header=${header}`]);
    assert.match(server.requests[0]?.url ?? '', /t0kenvalue77/);
  });

  test('is the whole request, with the names of secrets, for every verb that goes on', () => {
    using _ = environment({ CHOKEPOINT_TEST_TOKEN: 's3cretvalue99' });
    const header = 'Authorization: Bearer $CHOKEPOINT_TEST_TOKEN';
    const body = `@${import.meta.filename}`;
    const content = ['--method=POST', `--header=${header}`, '--header=Accept: text/html', `--body=${body}`];
    const { request: shown = [] } = look(...content, '--timeout', '3s', '--start-timeout', '9s').options
      .target;
    assert.deepEqual(shown, [...content, '--timeout=3s', '--start-timeout=9s']);
    for (const verb of ['find', 'doctor', 'sweep', 'tune', 'capacity'])
      assert.doesNotThrow(() => parsed(verb, [...shown, '--', 'node', 'server.js']), verb);
  });
});
