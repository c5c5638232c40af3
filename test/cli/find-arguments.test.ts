import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { findArguments } from '../../src/cli/options/find.ts';
import { parseOptions } from '../../src/cli/options/parse.ts';

test('What a first look shows of its request has no secret in it, and what it asks has', () => {
  const command = commands.find(({ name }) => name === 'find');
  assert.ok(command);
  const path = '/x?token=t0kenvalue77';
  const header = 'Authorization: Bearer s3cretvalue99';
  const words = ['--path', path, '-H', header, '--', 'node', 'server.js'];
  const { shown, asked, requests } = findArguments(parseOptions(command, words));
  assert.deepEqual(shown, ['--path', '/x?token=***']);
  assert.deepEqual(asked, ['--path', path, '--header', header]);
  assert.match(requests[0]?.url ?? '', /t0kenvalue77/);
});
