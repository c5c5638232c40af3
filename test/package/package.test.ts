/** The package as a user gets it: packed, installed into an empty folder, and used. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { scripts } from '../../src/cli/verbs/completion.ts';
import type { parseLoad } from '../../src/model/load-text.ts';
import { finished, root } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { pack } from './registry.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version, dependencies } = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
};

const folder = emptyFolder('installed');
const { file: own, report } = pack(folder);

suite('The package', () => {
  test('is as large as CONTRIBUTING.md says, and at most 1 MB', () => {
    const [, kilobytes = '', files = ''] =
      /The package has at most ([\d,]+) kB packed, and ([\d,]+) files/.exec(read('CONTRIBUTING.md')) ?? [];
    const limit = (words: string) => Number(words.replace(',', ''));
    assert.ok(limit(kilobytes) > 0 && limit(kilobytes) <= 1000 && limit(files) > 0);
    const { size, entryCount } = report;
    assert.ok(size <= limit(kilobytes) * 1000, `${size} bytes`);
    assert.ok(entryCount <= limit(files), `${entryCount} files`);
  });

  test('has what is run and read, and nothing else', () => {
    const paths = report.files.map(({ path }) => path);
    const known =
      /^(dist\/.*\.(c?js|d\.c?ts)|dist\/cli\/help\.json|dist\/messages\/\w+\/\w+\.ftl|contestants\/.*|package\.json|LICENSE|CHANGELOG\.md|README\.md|SECURITY\.md)$/;
    assert.deepEqual(
      paths.filter((path) => !known.test(path)),
      [],
    );
    for (const path of ['dist/cli/main.js', 'dist/index.d.ts', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'])
      assert.ok(paths.includes(path), path);
  });
});

suite('The scripts of the build', () => {
  const built = (path: string): Promise<unknown> => import(join(root, 'dist', path));

  test('have the texts of the sources: what a text has in front of its lines is no indentation', async () => {
    const { scripts: kept } = (await built('cli/verbs/completion.js')) as { scripts: typeof scripts };
    assert.deepEqual(kept, scripts);
    assert.match(scripts.fish, /^ {12}/m, 'one of them would show it');
  });

  test('name in a stack trace the function of the source, and the line where it stands', async () => {
    const file = 'dist/model/load-text.js';
    const { parseLoad: parse } = (await built('model/load-text.js')) as { parseLoad: typeof parseLoad };
    const thrown = (): unknown => {
      try {
        return parse('nonsense');
      } catch (error) {
        return error;
      }
    };
    const stack = String((thrown() as Error).stack);
    const [, line = '0'] = /at parseLoad \(\S*dist\/model\/load-text\.js:(\d+):\d+\)/.exec(stack) ?? [];
    assert.match(
      read(file).split('\n')[Number(line) - 1] ?? '',
      /^throw invalid\(.*'load\.no-number'/,
      stack,
    );
  });

  test('have what tsc writes for `using` once', () => {
    const having = globSync('dist/**/*.{js,cjs}', { cwd: root }).filter((path) =>
      read(path).includes('__disposeResources = '),
    );
    assert.deepEqual(having, ['dist/using.js']);
  });
});

suite('Installed into an empty folder', () => {
  before(() => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    // Its dependencies are those of this checkout, so that no registry is asked.
    const args = [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      own,
      ...Object.keys(dependencies).map((name) => join(root, 'node_modules', name)),
    ];
    execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
  });

  test('its command answers', async () => {
    const program = join(folder, 'node_modules/.bin/chokepoint');
    const asked = await finished(spawn(program, ['--version'], { cwd: folder }));
    assert.deepEqual(asked, { code: 0, stdout: `${version}\n`, stderr: '' });
    const list = await finished(spawn(program, ['runs', 'list', '--json'], { cwd: folder }));
    assert.deepEqual(JSON.parse(list.stdout), { schema: 1, runs: [] });
  });

  test('its functions can be imported, read their options as the command line does, and reject with its problems', async () => {
    const code = `
      import { capacity, doctor, predict, sweep, tune, Problem } from 'chokepoint';
      const command = ['node', 'server.js'];
      const faults = [
        sweep({ command, vary: ['pool=none'] }),
        tune({ command, budget: 5 }),
        predict({ run: 'last', store: 'none.db' }),
        doctor({ target: 999999999 }),
        sweep({ command, vary: ['pool=1,4'], startTimout: 3 }),
        capacity({ command, slo: 'fast' }),
      ];
      for (const { reason } of await Promise.allSettled(faults))
        console.log(reason instanceof Problem ? reason.code : reason);
    `;
    const { stdout, stderr } = await finished(
      spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder }),
    );
    assert.equal(stderr, '');
    assert.deepEqual(stdout.trim().split('\n'), [
      'VARY_LEVEL_INVALID',
      'OPTION_INVALID',
      'RUN_NOT_FOUND',
      'PROCESS_NOT_FOUND',
      'OPTION_UNKNOWN',
      'OPTION_INVALID',
    ]);
  });

  test('its types are whole, and fit to how it is used', () => {
    // Node's own types are those of this checkout.
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    symlinkSync(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
    writeFileSync(
      join(folder, 'use.ts'),
      `import { capacity, doctor, predict, sweep, tune, say, type Diagnosed, type RunResult } from 'chokepoint';
       const command = ['node', 'server.js'];
       const seen: Diagnosed = await doctor({ target: ':3000', clients: 8 });
       const text: string = say(seen.diagnosis.sentence);
       const swept: RunResult = await sweep({ command, vary: ['pool=1,4'], onEvent: ({ type }) => type });
       const best = (await tune({ command, objective: 'p99' })).recommendation.setting;
       for (const one of (await predict({ run: 'last' })).settings) console.log('refused' in one || one.throughput);
       const { rate } = (await capacity({ command, slo: 'p99<200ms' })).capacity.findings[0] ?? {};
       console.log(text, swept.comparisons, best, rate);
       // @ts-expect-error a server has a command
       await sweep({ vary: [] });
       // @ts-expect-error an objective is one of the list
       await tune({ command, objective: 'speed' });
      `,
    );
    const compiler = join(root, 'node_modules/.bin/tsc');
    const args = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,esnext.disposable',
    ];
    execFileSync(compiler, [...args, '--types', 'node', '--skipLibCheck', 'false', 'use.ts'], {
      cwd: folder,
      stdio: 'pipe',
    });
  });
});
