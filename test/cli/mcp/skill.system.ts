/** What the skill tells an agent to type is typed, word by word but for shorter times, and gives what the skill says it gives. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startNode } from '../../kit/targets.ts';
import { place, root } from '../chokepoint.ts';
import { repository } from '../gate/repository.ts';
import { client } from './client.ts';

const skill = readFileSync(join(root, 'skills/chokepoint/SKILL.md'), 'utf8');
const commands = [...skill.matchAll(/^```sh\n(.*?)```$/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** Its jobs wait in libuv's pool: a larger pool helps. */
const server = `const { createServer } = require('node:http');
const { pbkdf2 } = require('node:crypto');
createServer((request, response) => pbkdf2('a', 'b', 2000, 32, 'sha1', () => response.end('ok')))
  .listen(process.env.PORT ?? 0, function () { console.log(this.address().port); });
`;

/** The part of the document that the command is asked for. */
const answers: readonly (readonly [RegExp, string])[] = [
  [/ doctor --list /, 'processes'],
  [/ doctor :/, 'diagnosis'],
  [/ tune /, 'recommendation'],
  [/--against/, 'gate'],
  [/ sweep /, 'comparisons'],
  [/ capacity /, 'capacity'],
  [/ predict /, 'settings'],
  [/ runs show /, 'headline'],
  [/ runs /, 'runs'],
  [/^npx chokepoint --/, 'diagnosis'],
];
/** So that all of them take two minutes. */
const shorter = (line: string) =>
  line
    .replace(/^npx chokepoint /, '')
    .replace('--budget 60s', '--budget 25s')
    .replace('--duration 10s', '--duration 3s')
    .replace('--blocks 4 --duration 2s', '--blocks 2 --duration 500ms');

test('the skill is short, and names what it is for', () => {
  assert.ok(skill.split('\n').length <= 120);
  assert.match(skill, /^---\nname: chokepoint\ndescription: .{100,1000}\n---\n/);
  assert.ok(commands.length >= 10);
});

test('Each command of the skill gives what it says, in at most 2 kB:', async (all) => {
  using here = place();
  const repo = repository(here.folder);
  const file = here.write('server.js', server);
  repo.commit('a server');
  await using running = await startNode([file]);
  for (const line of commands) {
    await all.test(line, async () => {
      const typed = shorter(line).replace(':3000', `:${running.first}`);
      const { code, stdout, stderr, document } = await here.json<object>(typed);
      assert.ok(Buffer.byteLength(stdout.trimEnd()) <= 2048, `${Buffer.byteLength(stdout)} bytes`);
      const [, key = ''] = answers.find(([form]) => form.test(line)) ?? [];
      assert.ok(key in document, `${key} is not in ${stdout} ${stderr}`);
      assert.ok([0, 1].includes(code ?? -1), stderr);
    });
  }
});

test('an agent starts a sweep, asks until it has ended, and reads its report', async () => {
  using here = place();
  here.write('server.js', server);
  await using agent = await client(here, 'legacy', ['--allow', 'start']);
  const options = ['--vary', 'pool=1,2', '--blocks', '2', '--duration', '500ms', '--warmup', '100ms'];
  let found = await agent.ask('start_run', { verb: 'sweep', command: ['node', 'server.js'], options });
  const { id } = found.data;
  for (let asked = 0; found.data['status'] === 'running' && asked < 20; asked++)
    found = await agent.ask('get_run', { id, wait: 10 });
  assert.equal(found.data['status'], 'ended');
  assert.ok(!found.isError, found.text);
  const { id: stored } = found.data['run'] as { id: string };
  const [link = ''] = found.links;
  const { contents } = await agent.one.readResource({ uri: link });
  assert.match(JSON.stringify(contents), /pool=2|pool 2/);
  const again = await agent.ask('get_run', { id: stored });
  assert.equal(again.text, found.text);
  const told = await agent.ask('predict', { id: stored, whatIf: 'pool=4' });
  assert.ok(told.isError || Array.isArray(told.data['settings']), told.text);
});
