/** The whole action, on a real server in a real repository: pass, fail, undecided, broken. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { busyServer, repository } from '../cli/gate/repository.ts';
import { githubApi, own, token, type Api } from './github.ts';
import { runAction, runnerFolders, type JobResult } from './steps.ts';
import { assertEach } from '../kit/assert.ts';

interface Change {
  readonly base: string;
  readonly head: string;
}

async function gated(api: Api, { base, head }: Change, inputs: Readonly<Record<string, string>>) {
  using place = emptyPlace('action');
  const { workspace, temp } = runnerFolders(place);
  const repo = repository(workspace);
  repo.write('server.mjs', base);
  repo.commit('base');
  repo.write('server.mjs', head);
  repo.write('note', 'of head');
  repo.commit('head');
  return await runAction({
    workspace,
    temp,
    inputs: { command: 'node server.mjs', clients: '2', duration: '300ms', ...inputs },
    pull: 7,
    api: api.url,
    token,
    // Any free port, which is found.
    env: { PORT: '0' },
  });
}

const few = { options: '--warmup 50ms --seed 5 --blocks 4' };
const oneComment = ({ comments }: Api) => {
  assertEach(comments, ({ user }) => user.login, [own]);
  const body = comments[0]?.body ?? '';
  assert.ok(body.trimEnd().split('\n').length <= 15, body);
  return body;
};

/** What the log says first: the sentence of the gate. */
const sentence = ({ steps }: JobResult) => steps['tell']?.stdout.split('\n')[0] ?? '';

suite('The action', () => {
  systemTest('passes a change that costs nothing', {}, async () => {
    await using api = await githubApi();
    const same = await gated(api, { base: busyServer(2), head: busyServer(2) }, { ...few, limit: '90%' });
    if (same.outputs['verdict'] === 'undecided') inconclusive(sentence(same));
    assert.deepEqual([same.code, same.outputs['verdict']], [0, 'pass'], sentence(same));
    assert.match(same.summary, /Gate passed/);
    assert.match(oneComment(api), /gate passed/);
  });

  systemTest('fails one that costs much, and says how much in the comment', {}, async () => {
    await using api = await githubApi();
    const slow = await gated(api, { base: busyServer(2), head: busyServer(8) }, few);
    if (slow.outputs['verdict'] === 'undecided') inconclusive(sentence(slow));
    assert.deepEqual([slow.code, slow.outputs['verdict']], [1, 'fail'], sentence(slow));
    assert.match(slow.summary, /Gate failed/);
    assert.match(oneComment(api), /gate failed[^]*\| head \| [\d.,]+ \|/);
  });

  systemTest('warns of a gate that is undecided, and lets it pass', {}, async () => {
    await using api = await githubApi();
    // Two blocks say nothing about a thousandth.
    const inputs = { options: '--warmup 50ms --seed 5 --blocks 2', limit: '0.1%' };
    const { code, outputs, steps, summary } = await gated(
      api,
      { base: busyServer(2), head: busyServer(2) },
      inputs,
    );
    if (outputs['verdict'] !== 'undecided') inconclusive(`two blocks have decided a thousandth: ${summary}`);
    assert.equal(code, 0);
    assert.match(steps['tell']?.stdout ?? '', /^::warning title=chokepoint::Gate undecided/);
    assert.match(oneComment(api), /gate undecided/);
  });

  systemTest('ends with 3 where the server is broken, and says what it said', {}, async () => {
    await using api = await githubApi();
    const head = `console.error('no database ::error::planted @octocat'); process.exit(1);`;
    const { code, outputs, steps, summary } = await gated(api, { base: busyServer(2), head }, few);
    assert.deepEqual([code, outputs['verdict']], [3, 'unmeasured'], JSON.stringify(steps));
    assert.match(summary, /gate not measured/);
    assert.match(
      oneComment(api),
      /gate not measured[^]*```\n[^]*no database ::error::planted @octocat\n[^]*```/,
    );
    // What it printed is between two lines that switch commands of the log off.
    const log = steps['gate']?.stdout ?? '';
    assert.match(log, /^::stop-commands::([0-9a-f-]{36})\n[^]*\n::\1::\n$/);
  });
});
