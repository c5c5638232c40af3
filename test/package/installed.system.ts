/** The package as a user gets it: packed, installed into an empty folder, and used. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { problem } from '../../src/messages/problem.ts';
import { words } from '../kit/words.ts';
import { finished, root } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { pack } from './registry.ts';

const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};
const folder = emptyFolder('installed');
const { file: own } = pack(folder);

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
    assert.deepEqual(JSON.parse(list.stdout), { schema: 1, runs: [], reports: [] });
  });

  test('its tools for agents ask for the package that they need', async () => {
    const program = join(folder, 'node_modules/.bin/chokepoint');
    const { code, stdout } = await finished(spawn(program, ['mcp', '--json'], { cwd: folder }));
    assert.equal(code, problem('MCP_PACKAGE_MISSING', {}).exit);
    assert.equal(JSON.parse(stdout).problem.code, 'MCP_PACKAGE_MISSING');
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
    const vary = 'VARY_LEVEL_INVALID OPTION_INVALID RUN_NOT_FOUND';
    assert.deepEqual(
      stdout.trim().split('\n'),
      words(`${vary} PROCESS_NOT_FOUND OPTION_UNKNOWN OPTION_INVALID`),
    );
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
    const args = '--noEmit --strict --module nodenext --target es2024 --lib es2024,esnext.disposable';
    execFileSync(compiler, words(`${args} --types node --skipLibCheck false use.ts`), {
      cwd: folder,
      stdio: 'pipe',
    });
  });
});
