/**
 * What every system can do (docs/platforms.md), tried where this runs: on Linux with all other tests, on macOS and Windows by
 * itself. The port of the server is named, since only Linux lets it be found.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { entry, example, finished, freePort, root, type Finished } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { assertEach } from '../kit/assert.ts';

const isLinux = process.platform === 'linux';

suite(`On ${process.platform}`, () => {
  const cwd = emptyFolder('system');
  async function told(args: readonly string[], port?: number): Promise<Finished> {
    const env = { ...process.env, NO_COLOR: '1', CHOKEPOINT_LANG: 'en', ...(port && { PORT: String(port) }) };
    const result = await finished(spawn(process.execPath, [entry, ...args], { cwd, env }));
    assert.doesNotMatch(result.stderr, /\[DEFECT\]/);
    return result;
  }
  const load = (port: number) => ['--url', `http://127.0.0.1:${port}/`, '-c', '4', '-d', '1'];
  const server = ['--', 'node', example('http-stat.mjs')];

  test('the commands are explained', async () => {
    const { code, stdout } = await told(['--help']);
    assert.match(stdout, /chokepoint/);
    assert.equal(code, 0);
  });

  test('two settings are compared, stored and shown', async () => {
    const port = await freePort();
    const asked = [...words('sweep --vary pool=1,4 --blocks 2 --warmup 300ms'), ...load(port), ...server];
    const { code, stderr } = await told(asked, port);
    assert.equal(code, 0, stderr);
    const shown = await told(['runs', 'show', 'last']);
    assert.match(shown.stdout, /pool/);
    assert.equal(shown.code, 0, shown.stderr);
  });

  test('a server that is started is diagnosed through the probe', async (t) => {
    if (process.platform === 'win32') return t.skip('the probe needs a unix socket, which Windows has not');
    const port = await freePort();
    const { stdout, stderr } = await told(
      ['doctor', '--json', '--verbose', '--warmup', '300ms', ...load(port), '-d', '3', ...server],
      port,
    );
    const { watch } = JSON.parse(stdout) as { watch: { processes: { probe: { ok: boolean } }[] } };
    return assertEach(watch.processes, ({ probe }) => probe.ok, [true], stderr);
  });

  test('the load generator measures servers of known truth', async () => {
    const { stdout, stderr } = await told(['selftest', '--quick', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: unknown[] };
    assert.ok(checks.length > 5, stderr);
  });

  test(
    'what only Linux can do is refused with a code of its own',
    { skip: isLinux && 'this is Linux' },
    async () => {
      assert.match((await told(['doctor', String(process.pid)])).stderr, /\[LOOK_NEEDS_LINUX\]/);
      const port = await freePort();
      const unnamed = ['sweep', '--vary', 'pool=1', '--blocks', '1', '-d', '1', ...server];
      assert.match((await told(unnamed, port)).stderr, /\[PORT_UNSEEN\]/);
      const cpus = ['sweep', '--vary', 'cpus=1', '--blocks', '1', ...load(port), ...server];
      assert.match((await told(cpus, port)).stderr, /\[CPUS_UNAVAILABLE\]/);
    },
  );

  test('docs/platforms.md names each of these codes', () => {
    const text = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
    for (const code of ['LOOK_NEEDS_LINUX', 'PORT_UNSEEN', 'CPUS_UNAVAILABLE'])
      assert.ok(text.includes(code), code);
  });
});
