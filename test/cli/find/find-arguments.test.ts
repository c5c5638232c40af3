import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { findArguments } from '../../../src/cli/options/find.ts';
import { parseOptions } from '../../../src/cli/options/parse.ts';

const parsed = (name: string, words: readonly string[]) => {
  const command = commands.find((one) => one.name === name);
  assert.ok(command);
  return parseOptions(command, words);
};
const look = (...words: readonly string[]) =>
  findArguments(parsed('find', [...words, '--', 'node', 'server.js']));

suite('What a first look shows of its request', () => {
  test('has no secret in it, and what it asks has', () => {
    const path = '/x?token=t0kenvalue77';
    const header = 'Authorization: Bearer s3cretvalue99';
    const { options, asked, requests } = look('--path', path, '-H', header);
    assert.deepEqual(options.target.request, ['--path=/x?token=***', '--header=Authorization: ***']);
    assert.deepEqual(asked, [`--path=${path}`, `--header=${header}`]);
    assert.match(requests[0]?.url ?? '', /t0kenvalue77/);
  });

  test('is the whole request, with the names of secrets, for every verb that goes on', () => {
    process.env['CHOKEPOINT_TEST_TOKEN'] = 's3cretvalue99';
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
