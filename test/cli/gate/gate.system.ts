import { hasCode, say } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import type { RunDocument } from '../../../src/model/verdict.ts';
import { parseXml } from '../../report/xml.ts';
import { until } from '../../kit/until.ts';
import { freePort, place, type Place } from '../chokepoint.ts';
import { gate, gateWords, judged, load, quiet, refused } from './gate.ts';
import { busyServer, committed } from './repository.ts';
import { assertEach } from '../../kit/assert.ts';

/** A machine that is busy with something else withholds the word, as it should; the figures must be there all the same. */
function assertFailed({ code, document }: Awaited<ReturnType<typeof judged>>, t: TestContext): void {
  const result = document.gate;
  assert.ok(result?.loss);
  assert.ok(result.loss.low > result.threshold, say(result.sentence));
  if (result.verdict === 'undecided') {
    assert.equal(result.because.code, 'gate.withheld', say(result.sentence));
    assert.equal(code, 0);
    t.diagnostic(`no exit code 1 to be seen here: ${say(result.because)}`);
  } else {
    assert.equal(result.verdict, 'fail');
    assert.equal(code, 1);
  }
}

/** A gate whose --prepare sleeps in the checkout of the base. @returns that folder too */
async function preparing(here: Place) {
  const repo = committed(here, busyServer(1));
  const [args, env] = await gateWords('HEAD', ['--prepare', 'touch started && sleep 600']);
  const running = here.start(args, env);
  const base = await until(() => repo.begun());
  await until(() => existsSync(join(base, 'started')));
  return { repo, running, base };
}

suite('sweep --against a revision', () => {
  test('fails with exit code 1 when head is much slower, and removes the checkout of the base', async (t) => {
    using here = place();
    const repo = committed(here, busyServer(2));
    repo.write('server.mjs', busyServer(5));
    repo.commit('head');
    const options = ['--budget', '90s', '--summary', 'summary.md', '--junit', 'junit.xml'];
    const found = await judged(here, 'HEAD^', { options });
    assertFailed(found, t);

    const { gate: result, plan, trials, checks } = found.document;
    const [base, head, control] = plan.cells;
    assert.deepEqual(base?.setting, { revision: 'base' });
    assert.deepEqual(head?.setting, { revision: 'head' });
    assert.equal(control?.control, true, 'the A/A′ control is always there');
    assert.equal(control?.cwd, base?.cwd);
    assert.equal(head?.cwd, undefined);
    assert.equal(result?.metric, 'throughput');
    assert.ok(hasCode(result?.base, 'gate.revision') && /^[0-9a-f]{10}$/.test(result.base.params.commit));
    const order = (block: number) => trials.filter((trial) => trial.block === block).map(({ cell }) => cell);
    if (trials.every((trial) => trial.problem === null))
      assert.deepEqual(order(1), order(0).toReversed(), 'ABBA');

    const summary = readFileSync(join(here.folder, 'summary.md'), 'utf8');
    assert.match(summary, /Gate (failed|undecided): head has 0\.\d+ times the throughput of base/);
    const suites = parseXml(readFileSync(join(here.folder, 'junit.xml'), 'utf8'));
    assert.equal(suites.children[0]?.children.length, checks.length + 1);
    assert.deepEqual(repo.checkouts().length, 1);
    assert.equal(existsSync(base?.cwd ?? ''), false);
  });

  test('does not fail for the same files, says that they are the same, and ends with its sentence', async () => {
    using here = place();
    const repo = committed(here, busyServer(2));
    // 300 ms say little about 5%: whether it passes depends on the machine, that it does not fail must not.
    const options = ['--blocks', '4', '--fail-if-worse', '30%', '--verbose'];
    const summary = join(here.folder, 'step.md');
    const { code, stdout } = await gate(here, 'main', { options, env: { GITHUB_STEP_SUMMARY: summary } });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /\nGate (passed|undecided)\. head has .* times the throughput of base .*\n$/);
    assert.match(stdout, /Base and head are the same files/);
    assert.match(readFileSync(summary, 'utf8'), /Base and head are the same files/);
    assert.equal(repo.checkouts().length, 1);

    const { gate: replayed } = (await here.json<RunDocument>('runs show last --json')).document;
    assert.ok(replayed && stdout.includes(say(replayed.sentence)), 'a stored gate is judged alike');
    const resumed = await here.run('sweep --resume last');
    assert.match(resumed.stderr, /\[RUN_NOT_RESUMABLE\]/);
  });

  test('leaves no checkout after Ctrl-C, and says that a gate is measured in one piece', async () => {
    using here = place();
    const repo = committed(here, busyServer(1));
    const [args, env] = await gateWords('HEAD', []);
    const running = here.start(args, env);
    const base = await until(() => repo.begun());
    // Its two reapers, a server and a generator, beside the command itself: a trial is running.
    await until(() => here.alive().length >= 5);
    const { code, stderr } = await running.stop();
    assert.equal(code, 130, stderr);
    assert.match(stderr, /\[INTERRUPTED\]/);
    assert.equal(repo.checkouts().length, 1);
    assert.equal(existsSync(base), false);
  });

  test('leaves no checkout and no process when --prepare is interrupted', async () => {
    using here = place();
    const { repo, running, base } = await preparing(here);
    const { code, stderr } = await running.stop();
    assert.equal(code, 130, stderr);
    assert.match(stderr, /\[INTERRUPTED\]/);
    assert.equal(repo.checkouts().length, 1);
    assert.equal(existsSync(base), false);
    await until(() => here.alive().length === 0);
  });

  test('leaves no folder when it is killed, and the next gate clears what git remembers of it', async () => {
    using here = place();
    const { repo, running, base } = await preparing(here);
    await running.stop('SIGKILL');
    await until(() => !existsSync(base));
    assert.equal((await refused(here, 'HEAD', { options: ['--prepare', 'false'] })).code, 'PREPARE_FAILED');
    assert.equal(repo.checkouts().length, 1);
  });
});

suite('sweep --against a stored run', () => {
  test('measures the working tree alone, and says that the two were not measured together', async () => {
    using here = place();
    const repo = committed(here, busyServer(2));
    const port = String(await freePort());
    const first = ['sweep', '--url', `http://127.0.0.1:${port}/`, ...load, '--blocks', '2', '--json'];
    const env = { ...quiet, PORT: port };
    const run = (...options: string[]) =>
      here.json<RunDocument>([...first, ...options, '--', 'node', 'server.mjs'], env);
    const { run: stored } = (await run('--vary', 'pool=1,4')).document;

    const several = (await run('--against', 'last')).document;
    assert.equal(several.problem?.code, 'RUN_NOT_COMPARABLE');
    assert.match(several.problem.why, /pool=1, pool=4/);
    const otherLoad = await run('--against', stored.id, '--vary', 'pool=4', '--method', 'POST');
    assert.match(otherLoad.stderr, /\[RUN_NOT_COMPARABLE\]/);

    const held = ['--against', stored.id, '--vary', 'pool=4', '--fail-if-worse', '90%'];
    const { code, stderr, document } = await run(...held);
    assert.equal(code, 0, stderr);
    const { gate: result, plan } = document;
    assert.equal(result?.notes[0]?.code, 'gate.not-together');
    assert.equal(say(result.base), `run ${stored.id} (pool=4)`);
    assertEach(plan.cells, ({ setting }) => setting, [{ pool: 4 }]);
    assert.equal(repo.checkouts().length, 1);
  });
});
