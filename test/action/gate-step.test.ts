/** The steps of action.yml that install and measure, as they stand there, with a program that writes down how it was called. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { token } from './github.ts';
import { action, file, runAction, runnerFolders } from './steps.ts';
import { assertEach, assertNone } from '../kit/assert.ts';

interface Call {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** @param code that the program ends with. @param says what it prints on stderr */
async function measured(inputs: Readonly<Record<string, string>>, code = 0, says = '') {
  using place = emptyPlace('action');
  const { workspace, temp } = runnerFolders(place);
  const call = join(place.folder, 'call.json');
  // What a `*` of an input would be replaced by.
  place.write('workspace/server.js', '');
  const main = place.write(
    'recorder.cjs',
    `require('node:fs').writeFileSync(${JSON.stringify(call)},
      JSON.stringify({ words: process.argv.slice(2), env: process.env }));
    process.stdout.write('{"schema":2}');
    process.stderr.write(${JSON.stringify(says)});
    process.exitCode = ${code};`,
  );
  const job = { workspace, temp, inputs, pull: 7, api: 'http://127.0.0.1:9', token };
  const result = await runAction({ ...job, only: ['gate'], given: { install: { main } } });
  const report = result.outputs['report'] ?? '';
  return {
    ...result,
    ...(JSON.parse(readFileSync(call, 'utf8')) as Call),
    log: result.steps['gate']?.stdout ?? '',
    errors: result.steps['gate']?.stderr ?? '',
    document: readFileSync(`${report}.json`, 'utf8'),
    report,
    left: readdirSync(workspace),
  };
}

const server = { command: 'node server.js' };

suite('The step that measures', { concurrency: 2 }, () => {
  test('asks for a gate against the base of the pull request, with what is usual', async () => {
    const { words, report, document, code } = await measured(server);
    const first = 'sweep --against=HEAD^1 --fail-if-worse=5% --budget=10m --no-settings';
    const files = `--store=${report}/runs.db --out=${report} --junit=${report}/junit.xml`;
    assert.equal(words.join(' '), `${first} ${files} --json -- node server.js`);
    assert.equal(document, '{"schema":2}');
    assert.equal(code, 0);
  });

  test('passes every input on as one word, and options and command word by word', async () => {
    const { words } = await measured({
      command: '  npm   run start\n',
      url: ':3000/a b',
      path: '/x',
      metric: 'p99',
      clients: '8',
      duration: '2s',
      prepare: 'npm ci && npm run build',
      options: '--warmup 1s\n--seed 5',
      limit: '10%',
      baseline: 'origin/main',
      budget: '5m',
    });
    const own = words.filter((word) => !/^--(?:store|out|junit)=/.test(word));
    const typed = '--against=origin/main --fail-if-worse=10% --budget=5m';
    const asked = '--path=/x --metric=p99 --clients=8 --duration=2s';
    const rest = '--warmup 1s --seed 5 --no-settings --json -- npm run start';
    assert.deepEqual(own, [
      'sweep',
      ...typed.split(' '),
      '--url=:3000/a b',
      ...asked.split(' '),
      '--prepare=npm ci && npm run build',
      ...rest.split(' '),
    ]);
  });

  test('runs nothing that stands in an input, and expands nothing', async () => {
    const attack = '$(touch a) `touch b` ; touch c & touch d | touch e > f ${HOME} * ~ "x" \'y\' \\';
    const names = 'command url path limit metric baseline clients duration budget prepare options';
    const inputs = Object.fromEntries(names.split(' ').map((name) => [name, attack]));
    const { words, left } = await measured(inputs);
    assert.deepEqual(left, ['server.js'], 'nothing was written');
    const split = attack.split(' ');
    assert.deepEqual(words.slice(words.indexOf('--') + 1), split);
    for (const option of 'against fail-if-worse budget url path metric prepare'.split(' '))
      assert.ok(words.includes(`--${option}=${attack}`), option);
  });

  test('takes a baseline that looks like an option for none', async () => {
    const { words } = await measured({ ...server, baseline: '--resume=x' });
    assert.equal(words[1], '--against=--resume=x');
  });

  test('has no token, and gives the server none of the files of the runner', async () => {
    const { env } = await measured(server);
    assert.ok(!JSON.stringify(env).includes(token));
    // The runner's files lie under these folders.
    const folders = 'RUNNER_TEMP RUNNER_TOOL_CACHE GITHUB_ACTION_PATH';
    const given = 'GITHUB_ENV GITHUB_OUTPUT GITHUB_PATH GITHUB_STATE GITHUB_STEP_SUMMARY';
    const files = new Set(`${folders} ${given}`.split(' '));
    assertNone(Object.keys(env), (name) => files.has(name) || name.startsWith('ACTIONS_'));
  });

  test('lets nothing that a server prints be a command of the log', async () => {
    const says = '::error::planted\n##[error]planted\n::stop-commands::x\n::x::\n::add-mask::y';
    const { log, errors } = await measured(server, 3, says);
    assert.equal(errors, '', 'one stream: what comes late on another would be read as a command');
    const lines = log.trimEnd().split('\n');
    const [, resume = ''] = /^::stop-commands::([0-9a-f-]{36})$/.exec(lines[0] ?? '') ?? [];
    assert.notEqual(resume, '');
    assert.equal(lines.indexOf(`::${resume}::`), lines.length - 1);
    assert.ok(lines.indexOf('::add-mask::y') > 0);
  });

  for (const code of [0, 1, 2, 3, 70, 130]) {
    test(`ends with ${code} where the gate does`, async () => {
      assert.equal((await measured(server, code)).code, code);
    });
  }
});

suite('The step that installs', () => {
  const installed = async (withBuild: boolean) => {
    using place = emptyPlace('action');
    const { workspace, temp } = runnerFolders(place);
    const [home, record] = [join(place.folder, 'home'), join(place.folder, 'npm.txt')];
    place.write('home/package.json', { version: '1.2.3' });
    if (withBuild) place.write('home/dist/cli/main.js', '');
    const npm = place.write('programs/npm', `#!/bin/sh\nprintf '%s\\n' "$@" >> '${record}'\n`, 0o755);
    const PATH = `${dirname(npm)}:${join(process.execPath, '..')}:${process.env['PATH']}`;
    const job = { workspace, temp, home, inputs: {}, pull: 7, api: '', token, env: { PATH } };
    const { code, steps } = await runAction({ ...job, only: ['install'] });
    assert.equal(code, 0, JSON.stringify(steps));
    const asked = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : null;
    return { asked, output: readFileSync(join(temp, '_runner-install/output'), 'utf8'), temp, home };
  };

  test('takes chokepoint of its own checkout where that is built', async () => {
    const { asked, output, home } = await installed(true);
    assert.equal(asked, null);
    assert.equal(output, `main=${home}/dist/cli/main.js\n`);
  });

  test('else the package of its own version, without scripts, into the folder of the runner', async () => {
    const { asked, output, temp } = await installed(false);
    const at = `--prefix ${temp}/chokepoint`;
    const install = `install ${at} --ignore-scripts --no-audit --no-fund chokepoint@1.2.3`;
    assert.equal(asked?.join(' '), `${install} audit signatures ${at}`);
    assert.equal(output, `main=${temp}/chokepoint/node_modules/chokepoint/dist/cli/main.js\n`);
  });
});

suite('action.yml', () => {
  const { inputs, runs } = action;

  test('puts no expression into a command, and each of its commands is bash', () => {
    const commands = runs.steps.filter(({ run }) => run !== undefined);
    assert.equal(commands.length, 3);
    for (const { run = '', shell } of commands) {
      assert.doesNotMatch(run, /\$\{\{/);
      assert.equal(shell, 'bash');
    }
  });

  test('gives the token to the step that comments alone', () => {
    // The step that measures takes those of the machine out of its environment.
    const without = (step: object) => JSON.stringify(step).replaceAll(/ -u \w+/g, '');
    const holders = runs.steps.filter((step) => /token/i.test(without(step)));
    assertEach(holders, ({ id }) => id, ['tell']);
    assert.deepEqual(holders[0]?.env?.['GITHUB_TOKEN'], '${{ inputs.token }}');
    assert.equal(holders[0]?.run, 'node "$GATE_MAIN" action "$GATE_RESULT"');
    assert.equal(holders[0]['working-directory'], '${{ runner.temp }}', 'not that of the pull request');
  });

  test('names the actions that it uses by their commits, the same as the workflows', () => {
    const used = readFileSync(file, 'utf8').match(/\buses:.*$/gm) ?? [];
    const workflows = readdirSync('.github/workflows')
      .map((name) => readFileSync(join('.github/workflows', name), 'utf8'))
      .join('\n');
    assert.equal(used.length, 2);
    for (const line of used) {
      assert.match(line, /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      assert.ok(workflows.includes(line), line);
    }
  });

  test('uses each of its inputs, and names none that it does not have', () => {
    const text = readFileSync(file, 'utf8');
    const named = new Set(Array.from(text.matchAll(/\binputs\.([\w-]+)/g), ([, name = '']) => name));
    assert.deepEqual([...named].toSorted(), Object.keys(inputs).toSorted());
  });
});
