import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProblemData } from '../../src/model/problem.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { alive } from '../measure/processes-of.ts';
import { parseXml } from '../report/xml.ts';
import { entry, finished, freePort, place, type Place } from './chokepoint.ts';
import { busyServer, repository } from './repository.ts';

/** The page of a job on GitHub is no place for what a test writes. */
const quiet = { GITHUB_STEP_SUMMARY: '' };

interface Question {
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const load = ['--load', 'closed:2', '--duration', '300ms', '--warmup', '50ms', '--seed', '5'];

async function words(against: string, options: readonly string[]): Promise<[string[], NodeJS.ProcessEnv]> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const args = ['sweep', '--against', against, '--url', url, ...load, ...options, '--', 'node', 'server.mjs'];
  return [args, { ...quiet, PORT: port }];
}

async function gate(here: Place, against: string, { options = [], env = {} }: Question = {}) {
  const [args, own] = await words(against, options);
  return here.run(args, { ...own, ...env });
}

async function judged(here: Place, against: string, question: Question = {}) {
  const options = ['--json', ...(question.options ?? [])];
  const { code, stdout, stderr } = await gate(here, against, { ...question, options });
  const document = JSON.parse(stdout) as RunResult & { readonly problem?: ProblemData };
  return { code, stderr, document };
}

async function refused(here: Place, against: string, question: Question = {}): Promise<ProblemData> {
  const { code, document } = await judged(here, against, question);
  assert.ok(document.problem, `it was not refused, and ended with ${code}`);
  assert.ok(code === 2 || code === 3);
  return document.problem;
}

/** Waits for something that happens, for at most 60 s. */
async function until<Value>(what: () => Value | undefined): Promise<Value> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const value = what();
    if (value !== undefined) return value;
    await delay(50);
  }
  throw new Error('it did not happen within 60 s');
}

/** A machine that is busy with something else withholds the word, as it should; the figures must be there all the same. */
function assertFailed({ code, document }: Awaited<ReturnType<typeof judged>>, t: TestContext): void {
  const result = document.gate;
  assert.ok(result?.loss);
  assert.ok(result.loss.low > result.threshold, result.sentence);
  if (result.verdict === 'undecided') {
    assert.match(result.because, /withheld\. M1/, result.sentence);
    assert.equal(code, 0);
    t.diagnostic(`no exit code 1 to be seen here: ${result.because}`);
  } else {
    assert.equal(result.verdict, 'fail');
    assert.equal(code, 1);
  }
}

suite('sweep --against a revision', () => {
  test('fails with exit code 1 when head is much slower, and removes the checkout of the base', async (t) => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(2));
    repo.commit('base');
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
    assert.match(result?.base ?? '', /^HEAD\^ \([0-9a-f]{10}\)$/);
    const order = (block: number) =>
      trials
        .filter((trial) => trial.block === block && trial.problem?.code !== 'TRIAL_DISTURBED')
        .map(({ cell }) => cell);
    if (trials.every((trial) => trial.problem === null))
      assert.deepEqual(order(1), order(0).toReversed(), 'ABBA');

    const summary = readFileSync(join(here.folder, 'summary.md'), 'utf8');
    assert.match(summary, /Gate: (FAIL|UNDECIDED)\. head has 0\.\d\d times the throughput of base/);
    const suites = parseXml(readFileSync(join(here.folder, 'junit.xml'), 'utf8'));
    assert.equal(suites.children[0]?.children.length, checks.length + 1);
    assert.deepEqual(repo.checkouts().length, 1);
    assert.equal(existsSync(base?.cwd ?? ''), false);
  });

  test('does not fail for the same files, says that they are the same, and ends with its sentence', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(2));
    repo.commit('base');
    // 300 ms say little about 5 %: whether it passes depends on the machine, that it does not fail must not.
    const options = ['--blocks', '4', '--fail-if-worse', '30%'];
    const summary = join(here.folder, 'step.md');
    const { code, stdout } = await gate(here, 'main', { options, env: { GITHUB_STEP_SUMMARY: summary } });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /\nGate: (PASS|UNDECIDED)\. head has .* times the throughput of base .*\n$/);
    assert.match(stdout, /Base and head are the same files/);
    assert.match(readFileSync(summary, 'utf8'), /Base and head are the same files/);
    assert.equal(repo.checkouts().length, 1);

    const shown = await here.run(['runs', 'show', 'last', '--json']);
    const replayed = (JSON.parse(shown.stdout) as RunResult).gate;
    assert.ok(replayed && stdout.includes(replayed.sentence), 'a stored gate is judged alike');
    const resumed = await here.run(['sweep', '--resume', 'last']);
    assert.match(resumed.stderr, /^RUN_NOT_RESUMABLE: /);
  });

  test('leaves no checkout after Ctrl-C, and says that a gate is measured in one piece', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    const [args, env] = await words('HEAD', []);
    const started = () => alive((environment) => environment.includes(`CHOKEPOINT_TEST=${here.folder}`));
    const child = here.start(args, { ...env, CHOKEPOINT_TEST: here.folder });
    const end = finished(child);
    const base = await until(() => repo.checkouts()[1]);
    // Its two wardens, a server and a generator, beside the command itself: a trial is under way.
    await until(() => (started().length >= 5 ? true : undefined));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    assert.equal(code, 130, stderr);
    assert.match(stderr, /^INTERRUPTED: [\s\S]*in one piece/);
    assert.equal(repo.checkouts().length, 1);
    assert.equal(existsSync(base), false);
  });

  test('leaves no checkout and no process when --prepare is interrupted', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    const mark = `CHOKEPOINT_TEST=${here.folder}`;
    const [args, env] = await words('HEAD', ['--prepare', 'touch started && sleep 600']);
    const child = here.start(args, { ...env, CHOKEPOINT_TEST: here.folder });
    const end = finished(child);
    const base = await until(() => repo.checkouts()[1]);
    await until(() => (existsSync(join(base, 'started')) ? true : undefined));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    assert.equal(code, 130, stderr);
    assert.match(stderr, /^INTERRUPTED: [\s\S]*nothing had been measured/);
    assert.equal(repo.checkouts().length, 1);
    assert.equal(existsSync(base), false);
    await until(() => (alive((environment) => environment.includes(mark)).length === 0 ? true : undefined));
  });

  test('leaves no folder when it is killed, and the next gate clears what git remembers of it', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    const [args, env] = await words('HEAD', ['--prepare', 'touch started && sleep 600']);
    const child = here.start(args, env);
    const end = finished(child);
    const base = await until(() => repo.checkouts()[1]);
    await until(() => (existsSync(join(base, 'started')) ? true : undefined));
    child.kill('SIGKILL');
    await end;
    await until(() => (existsSync(base) ? undefined : true));
    assert.equal((await refused(here, 'HEAD', { options: ['--prepare', 'false'] })).code, 'PREPARE_FAILED');
    assert.equal(repo.checkouts().length, 1);
  });
});

suite('Dependencies of the base', () => {
  /** A server that answers with what its package says. */
  const server = `import { createServer } from 'node:http';
import word from 'word';
createServer((_request, response) => response.end(word)).listen(Number(process.env.PORT), '127.0.0.1');
`;
  const install = (folder: string) => {
    mkdirSync(join(folder, 'node_modules', 'word'), { recursive: true });
    const repo = repository(folder);
    repo.write('.gitignore', 'node_modules/\n.chokepoint/\n');
    repo.write('package.json', '{ "dependencies": { "word": "1.0.0" } }');
    repo.write('package-lock.json', '{ "lockfileVersion": 3 }');
    repo.write('server.mjs', server);
    repo.write(join('node_modules', 'word', 'package.json'), '{ "name": "word", "main": "word.js" }');
    repo.write(join('node_modules', 'word', 'word.js'), 'module.exports = "installed";');
    repo.commit('base');
    return repo;
  };

  test('are those of the working tree where the lockfile is the same, and stay there', async () => {
    using here = place();
    const repo = install(here.folder);
    const { document } = await judged(here, 'HEAD', { options: ['--blocks', '2', '--fail-if-worse', '90%'] });
    const measured = document.summaries.map(({ cell, trials }) => [cell, trials > 0]);
    assert.deepEqual(measured, [
      ['revision=base', true],
      ['revision=head', true],
    ]);
    assert.equal(repo.git('status', '--porcelain').trim(), '');
    assert.deepEqual(readdirSync(join(here.folder, 'node_modules')), ['word']);
  });

  test('must be installed with --prepare where the lockfile is another', async () => {
    using here = place();
    const repo = install(here.folder);
    repo.write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }');
    const { code, why, todo } = await refused(here, 'HEAD');
    assert.equal(code, 'BASE_NOT_INSTALLED');
    assert.match(why, /^package-lock\.json is not the same/);
    assert.match(todo, /--prepare 'npm ci'/);
    assert.equal(repo.checkouts().length, 1);
  });

  test('must be installed where a package is a link into the working tree, as in a workspace', async () => {
    using here = place();
    install(here.folder);
    mkdirSync(join(here.folder, 'packages', 'own'), { recursive: true });
    symlinkSync('../packages/own', join(here.folder, 'node_modules', 'own'), 'dir');
    const { code, why } = await refused(here, 'HEAD');
    assert.equal(code, 'BASE_NOT_INSTALLED');
    assert.match(why, /node_modules\/own is a link to packages\/own/);
  });

  test('are what --prepare makes of them; its last lines are told if it fails', async () => {
    using here = place();
    install(here.folder);
    const { code, what, why } = await refused(here, 'HEAD', {
      options: ['--prepare', 'ls && echo no network >&2 && exit 7'],
    });
    assert.equal(code, 'PREPARE_FAILED');
    assert.match(what, /exit code 7/);
    assert.match(why, /server\.mjs.*no network/);
    assert.doesNotMatch(why, /node_modules/, 'nothing is lent where a command was given');
  });
});

suite('A gate is refused before anything is measured', () => {
  test('outside of a repository, with an unknown revision, or with a command that names the working tree', async () => {
    using here = place();
    const outside = await refused(here, 'main');
    assert.equal(outside.code, 'REPOSITORY_MISSING');
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    const unknown = await refused(here, 'mian');
    assert.equal(unknown.code, 'REVISION_UNKNOWN');
    assert.match(unknown.todo, /fetch-depth/);
    const option = await refused(here, '--output=x');
    assert.equal(option.code, 'REVISION_UNKNOWN', 'a revision is never taken for an option of git');
    const absolute = [
      'sweep',
      '--against',
      'main',
      '--url',
      'http://127.0.0.1:3999/',
      '--json',
      '--',
      'node',
    ];
    const { stdout } = await here.run([...absolute, join(here.folder, 'server.mjs')], quiet);
    assert.equal((JSON.parse(stdout) as { problem: ProblemData }).problem.code, 'COMMAND_NOT_RELATIVE');
    assert.equal(repo.checkouts().length, 1);
  });

  test('from a folder, or with a script, that the base does not have', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('other.mjs', '');
    repo.commit('base');
    repo.write('server.mjs', busyServer(1));
    assert.equal((await refused(here, 'HEAD')).code, 'SERVER_FILE_NOT_FOUND');
    mkdirSync(join(here.folder, 'new'));
    repo.write(join('new', 'server.mjs'), busyServer(1));
    const [args, env] = await words('HEAD', []);
    const inside = { cwd: join(here.folder, 'new'), env: { ...process.env, ...env } };
    const { stderr } = await finished(spawn(process.execPath, [entry, ...args], inside));
    assert.match(stderr, /^BASE_FOLDER_MISSING: The folder new does not exist in the revision HEAD\./);
    assert.equal(repo.checkouts().length, 1);
  });

  test('with two levels, an unknown metric, a precision, or a file that cannot be written', async () => {
    using here = place();
    const rows: readonly [readonly string[], RegExp][] = [
      [['--vary', 'pool=1,4'], /Write --vary pool=1,/],
      [['--metric', 'p98'], /Did you mean "p9\d"/],
      [['--precision', '3%'], /--budget 5m/],
      [['--junit', 'no/such/folder.xml'], /a folder that is there/],
      [['--fail-if-worse', '0'], /--fail-if-worse 3%/],
    ];
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(1));
    repo.commit('base');
    for (const [options, todo] of rows) {
      const found = await refused(here, 'main', { options });
      assert.equal(found.code, 'OPTION_INVALID', options.join(' '));
      assert.match(found.todo, todo);
    }
  });

  test('without --against', async () => {
    using here = place();
    const url = ['--url', 'http://127.0.0.1:3999/'];
    const args = ['sweep', ...url, '--vary', 'pool=1', '--junit', 'x.xml', '--json', '--', 'node', '-v'];
    const { stdout } = await here.run(args);
    const { problem } = JSON.parse(stdout) as { problem: ProblemData };
    assert.equal(problem.code, 'ARGUMENT_MISSING');
    assert.match(problem.todo, /--against main/);
  });
});

suite('sweep --against a stored run', () => {
  test('measures the working tree alone, and says that the two were not measured together', async () => {
    using here = place();
    const repo = repository(here.folder);
    repo.write('server.mjs', busyServer(2));
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/`;
    const server = ['--', 'node', 'server.mjs'];
    const run = (...options: string[]) =>
      here.run(['sweep', '--url', url, ...load, '--blocks', '2', '--json', ...options, ...server], {
        ...quiet,
        PORT: port,
      });
    const first = await run('--vary', 'pool=1,4');
    const { run: stored } = JSON.parse(first.stdout) as RunResult;

    const several = JSON.parse((await run('--against', 'last')).stdout) as { problem: ProblemData };
    assert.equal(several.problem.code, 'RUN_NOT_COMPARABLE');
    assert.match(several.problem.why, /pool=1, pool=4/);
    const otherLoad = await run('--against', stored.id, '--vary', 'pool=4', '--method', 'POST');
    assert.match(otherLoad.stderr, /^RUN_NOT_COMPARABLE: /);

    const held = ['--against', stored.id, '--vary', 'pool=4', '--fail-if-worse', '90%'];
    const { code, stdout, stderr } = await run(...held);
    assert.equal(code, 0, stderr);
    const { gate: result, plan } = JSON.parse(stdout) as RunResult;
    assert.match(result?.notes[0] ?? '', /not measured together/);
    assert.equal(result?.base, `run ${stored.id} (pool=4)`);
    assert.deepEqual(
      plan.cells.map(({ setting }) => setting),
      [{ pool: 4 }],
    );
    assert.equal(repo.checkouts().length, 1);
  });
});
