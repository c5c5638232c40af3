/** The built program on the oldest Node that it promises to run on: what newer ones have, it must not use. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { suite, test } from 'node:test';
import { needed } from '../../src/cli/this-node.ts';
import { findNodes, nodePackage } from '../../src/host/node-versions.ts';
import { entry, example, finished, type Finished } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';

suite(`On Node ${needed}.0`, { skip: nodePackage() === null && 'no Node is known for this system' }, () => {
  const cwd = emptyFolder('oldest');
  const server = ['--', 'node', example('http-stat.mjs')];
  const short = ['-c', '4', '-d', '1', '--warmup', '300ms'];

  async function told(...args: string[]): Promise<Finished> {
    const [found] = await findNodes(`${needed}.0`);
    assert.equal(found?.label, `${needed}.0`);
    const env = { ...process.env, NO_COLOR: '1', CHOKEPOINT_LANG: 'en' };
    const result = await finished(spawn(found.binary, [entry, ...args], { cwd, env }));
    assert.doesNotMatch(result.stderr, /Warning|\[DEFECT\]/);
    return result;
  }

  test('a sweep is measured, stored, shown, compared, exported and predicted from', async () => {
    const { code, stderr } = await told('sweep', '--vary', 'pool=1,4', '--blocks', '2', ...short, ...server);
    assert.equal(code, 0, stderr);
    for (const args of [
      ['runs', 'show', 'last', '--checks'],
      ['runs', 'list'],
      ['runs', 'report', 'last', '--out', 'again'],
      ['runs', 'export', 'last', '--format', 'csv'],
      ['predict', '--run', 'last', '--what-if', 'pool=8'],
    ]) {
      const answer = await told(...args);
      assert.equal(answer.code, 0, `${args.join(' ')}: ${answer.stderr}`);
      assert.notEqual(answer.stdout, '');
    }
  });

  test('a server that is started is diagnosed, with the probe in it', async () => {
    const { stdout, stderr } = await told('doctor', '-c', '4', '-d', '2', '--json', ...server);
    const { diagnosis } = JSON.parse(stdout) as { diagnosis: { processes: { probe?: unknown }[] } };
    assert.equal(diagnosis.processes.length, 1, stderr);
  });

  test('the load generator measures servers of known truth', async () => {
    const { stderr, stdout } = await told('selftest', '--quick', '--json');
    // Its figures are judged by test/selftest.system.ts: here a busy machine may fail one.
    const { checks } = JSON.parse(stdout) as { checks: unknown[] };
    assert.ok(checks.length > 5, stderr);
  });

  test('the experiments and the servers are listed', async () => {
    for (const verb of ['lab', 'serve']) assert.equal((await told(verb, '--list')).code, 0);
  });
});
