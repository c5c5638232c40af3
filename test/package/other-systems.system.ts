/**
 * What every system can do (docs/platforms.md), tried where this runs: on Linux with all other tests, and once more where /proc
 * is hidden from the program, and from the server too; on macOS and Windows by itself.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { RunDocument } from '../../src/model/verdict.ts';
import { words } from '../kit/words.ts';
import { example, freePort, root, type Finished } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { until } from '../kit/until.ts';
import { here, isLinux, systems, telling, type System } from './systems.ts';
import { assertEach } from '../kit/assert.ts';

/** A server that starts another one, which tells nothing of itself. */
const untold = `
const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: {} });
require('node:fs').writeFileSync('untold.pid', String(child.pid));`;

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const codeIn = ({ stderr }: Finished) => /\[([A-Z_]+)\]$/m.exec(stderr)?.[1] ?? stderr;

for (const system of systems)
  suite(`On ${system.name}`, { skip: system.skip ?? false }, () => testsOf(system));

function testsOf(system: System): void {
  const { start, env: own, seesProc, seesCpus, column } = system;
  const cwd = emptyFolder('system');
  const told = telling(system, cwd);
  /** Rows of docs/platforms.md, by a part of their name → what was seen of them: `yes`, `no` or a code. */
  const seen = new Map<string, string>();
  const load = ['-c', '4', '-d', '1'];
  const server = ['--', 'node', example('http-stat.mjs')];

  test('the commands are explained', async () => {
    const { code, stdout } = await told(['--help']);
    assert.match(stdout, /chokepoint/);
    assert.equal(code, 0);
    seen.set('--help', 'yes');
  });

  test('two settings are compared, stored and shown', async () => {
    const port = await freePort();
    const asked = [...words('sweep --vary pool=1,4 --blocks 2 --warmup 300ms'), ...load, ...server];
    const { code, stderr } = await told(asked, port);
    assert.equal(code, 0, stderr);
    const shown = await told(['runs', 'show', 'last', '--json']);
    assert.equal(shown.code, 0, shown.stderr);
    const { trials } = JSON.parse(shown.stdout) as RunDocument;
    for (const { setting, effective, host } of trials) {
      const serving = effective.toSorted((one, other) => other.cpu - one.cpu)[0];
      assert.equal(serving?.env['UV_THREADPOOL_SIZE'], String(setting['pool']));
      assert.ok(serving.cpu > 0, 'the server has worked');
      assert.equal(host.foreign === null, !seesCpus, 'what others use of the CPUs');
    }
    seen
      .set('`sweep`', 'yes')
      .set('settings read back', 'yes')
      .set('(M1)', seesCpus ? 'yes' : 'no');
  });

  test('the best setting and a capacity are searched for; for a prediction too little is seen', async (t) => {
    if (seesProc || own) return t.skip('test/cli does it, and where /proc is hidden from all too');
    const port = await freePort();
    const search = words('tune --vary pool=1,4 --warmup 300ms --budget 25s --json');
    const best = await told([...search, ...load, ...server], port);
    const { recommendation, run } = JSON.parse(best.stdout) as RunDocument;
    assert.ok(recommendation?.setting, best.stderr);
    const foretold = await told(words(`predict --run ${run.id} --what-if pool=8`));
    seen.set('`predict`', codeIn(foretold));
    const kept = await told([...words('capacity --slo p99<500ms --budget 15s --json'), ...server], port);
    assert.ok((JSON.parse(kept.stdout) as RunDocument).capacity?.findings.length, kept.stderr);
  });

  test('a server that is started is diagnosed through the probe', async () => {
    const port = await freePort();
    const { stdout, stderr } = await told(
      ['doctor', '--json', '--verbose', '--warmup', '300ms', ...load, '-d', '3', ...server],
      port,
    );
    const { watch } = JSON.parse(stdout) as { watch: { processes: { probe: { ok: boolean } }[] } };
    assertEach(watch.processes, ({ probe }) => probe.ok, [true], stderr);
    seen.set('`doctor -- COMMAND`', 'yes');
  });

  test('the load generator measures servers of known truth', async (t) => {
    if (start !== here.start || own) return t.skip('it is that of this system');
    const { stdout, stderr } = await told(['selftest', '--quick', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: unknown[] };
    assert.ok(checks.length > 5, stderr);
    seen.set('`selftest`', 'yes');
  });

  test('a server that tells nothing of itself is found where there is lsof', async (t) => {
    if (!own || !existsSync('/usr/bin/lsof')) return t.skip('/proc tells, or there is no lsof');
    const port = await freePort();
    const once = [...words('sweep --vary pool=1 --blocks 1 --warmup 300ms'), ...load, '--'];
    const command = ['env', '-u', 'NODE_OPTIONS', 'node', example('http-stat.mjs')];
    const { code, stderr } = await told([...once, ...command], port);
    assert.equal(code, 0, stderr);
  });

  test(
    'what only Linux can do is refused with a code of its own',
    { skip: seesProc && 'this is Linux' },
    async () => {
      seen.set('`doctor PID`', codeIn(await told(['doctor', String(process.pid)])));
      const port = await freePort();
      const once = [...words('--blocks 1 --start-timeout 2s'), ...load, '--'];
      const unseen = ['sweep', ...words('--vary pool=1'), ...once, 'node', '-e', untold];
      seen.set('no Node', codeIn(await told(unseen, port)));
      const left = Number(readFileSync(join(cwd, 'untold.pid'), 'utf8'));
      await until(() => !isThere(left));
      if (isLinux) return;
      const cpus = ['sweep', ...words('--vary cpus=1'), ...once, ...server.slice(1)];
      seen.set('--vary cpus', codeIn(await told(cpus, port)));
    },
  );

  test('docs/platforms.md promises what was seen, and no more', (t) => {
    if (column === '') return t.skip('it has no column for this');
    const text = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
    const [heads = [], , ...rows] = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
      row.split('|').map((cell) => cell.trim()),
    );
    const at = heads.indexOf(column);
    for (const [what, outcome] of seen) {
      const cell = rows.find(([name = '']) => name.includes(what))?.[at] ?? '';
      assert.equal(/^(?:yes|no|`\w+`)/.exec(cell)?.[0].replaceAll('`', ''), outcome, `${what}: ${cell}`);
    }
  });
}
