/** Every command that a text of the program prints is one that the program takes, and what a rule prints for a shell does its work. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { say } from '../../src/messages/message.ts';
import { ruleIds } from '../../src/doctor/evaluate-rules.ts';
import { alone } from '../doctor/rules/case.ts';
import { firing } from '../doctor/rules/cases.ts';
import { emptyPlace } from '../kit/place.ts';
import { codes, given } from '../messages/samples.ts';
import { root } from './chokepoint.ts';
import { printedCommands, requireTaken } from './printed-commands.ts';

/** What the rules print to be pasted, of all their cases. */
const pasted = ruleIds
  .flatMap(firing)
  .flatMap(alone)
  .flatMap(({ findings }) => findings.flatMap(({ changes }) => changes));

const texts = {
  'the messages': codes.flatMap(given).map(say).join('\n'),
  'the problems': readFileSync(join(root, 'src/messages/en/problems.ftl'), 'utf8')
    .replaceAll('{ $chokepoint }', 'chokepoint')
    .replaceAll(/\{ \$(?:pid|port) \}/g, '4711')
    .replaceAll(/\{ \$\w+ \}/g, '…'),
  'the rules': pasted.map(({ text }) => text).join('\n'),
  'the help': commands.flatMap(({ examples }) => examples.map((each) => `chokepoint ${each}`)).join('\n'),
};

suite('Every command is taken by the program that is printed by', () => {
  for (const [whose, text] of Object.entries(texts))
    test(whose, () => {
      const found = printedCommands(text);
      assert.ok(found.length > 0);
      for (const command of found) assert.doesNotThrow(() => requireTaken(command), command);
    });

  test('the collector, which sees commands as they are printed', () => {
    const page = [
      'Next      chokepoint --path /login \\',
      '            --body @body.json -- node srv.js    after the change',
      'hint:  Run "chokepoint help tune". Or write: chokepoint doctor :3000 -c 32, and wait.',
      'chokepoint runs on Node. Write chokepoint doctor PID.',
      'chokepoint tune',
      'node server.js · POST /login',
    ].join('\n');
    assert.deepEqual(printedCommands(page), [
      'chokepoint --path /login --body @body.json -- node srv.js',
      'chokepoint help tune',
      'chokepoint doctor :3000 -c 32',
    ]);
    assert.throws(() => requireTaken('chokepoint tune --vari pool=1 -- node s.js'));
  });
});

test('what a rule prints to be searched for is found in every kind of file', () => {
  using here = emptyPlace('grep');
  const greps = new Set(pasted.map(({ text }) => text).filter((text) => text.startsWith('grep -r')));
  assert.ok(greps.size > 0);
  for (const kind of ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts', 'jsx', 'tsx', 'json'])
    here.write(`server.${kind}`, 'const pool = new Pool({ max: 10 });\n');
  for (const text of greps) {
    const { stdout, stderr } = spawnSync('sh', ['-c', text], { cwd: here.folder, encoding: 'utf8' });
    assert.equal(stdout.trim().split('\n').length, 8, stdout + stderr);
    assert.doesNotMatch(stdout, /\.json/);
  }
});

test('what a rule prints for a shell can be read by one', () => {
  for (const { type, text } of pasted) {
    if (type !== 'command') continue;
    const { status, stderr } = spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' });
    assert.equal(status, 0, `${text}\n${stderr}`);
  }
});
