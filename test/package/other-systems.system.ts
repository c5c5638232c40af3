/**
 * What every system can do (docs/platforms.md), tried where this runs: on Linux with all other tests, and once more where /proc
 * is hidden from the program, and from the server too; on macOS and Windows by itself.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { entry, example, finished, freePort, root, type Finished } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { whyNoHiding, withoutProc } from '../kit/without-proc.ts';
import { assertEach } from '../kit/assert.ts';

/** A server that starts another one, which tells nothing of itself. */
const untold = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: {} })`;

/** How the program is started, and what it sees. */
interface System {
  readonly name: string;
  readonly start: (command: readonly string[]) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly seesProc: boolean;
  readonly skip?: string | false;
}

const isLinux = process.platform === 'linux';
const here: System = { name: process.platform, start: (command) => command, seesProc: isLinux };
const systems: readonly System[] = [
  here,
  {
    ...here,
    name: 'Linux, /proc hidden from the program', // processes are listed by `ps` then, as on macOS
    env: { CHOKEPOINT_WITHOUT_PROC: '1' },
    seesProc: false,
    skip: !isLinux && 'this is no Linux',
  },
  { name: 'Linux, /proc hidden from all', start: withoutProc, seesProc: false, skip: whyNoHiding },
];

for (const system of systems)
  suite(`On ${system.name}`, { skip: system.skip ?? false }, () => testsOf(system));

function testsOf({ start, env: own, seesProc }: System): void {
  const cwd = emptyFolder('system');
  async function told(args: readonly string[], port?: number): Promise<Finished> {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      CHOKEPOINT_LANG: 'en',
      ...own,
      ...(port && { PORT: String(port) }),
    };
    const [file = '', ...rest] = start([process.execPath, entry, ...args]);
    const result = await finished(spawn(file, rest, { cwd, env }));
    assert.doesNotMatch(result.stderr, /\[DEFECT\]/);
    return result;
  }
  const load = ['-c', '4', '-d', '1'];
  const server = ['--', 'node', example('http-stat.mjs')];

  test('the commands are explained', async () => {
    const { code, stdout } = await told(['--help']);
    assert.match(stdout, /chokepoint/);
    assert.equal(code, 0);
  });

  test('two settings are compared, stored and shown', async () => {
    const port = await freePort();
    const asked = [...words('sweep --vary pool=1,4 --blocks 2 --warmup 300ms'), ...load, ...server];
    const { code, stderr } = await told(asked, port);
    assert.equal(code, 0, stderr);
    const shown = await told(['runs', 'show', 'last']);
    assert.match(shown.stdout, /pool/);
    assert.equal(shown.code, 0, shown.stderr);
  });

  test('a server that is started is diagnosed through the probe', async () => {
    const port = await freePort();
    const { stdout, stderr } = await told(
      ['doctor', '--json', '--verbose', '--warmup', '300ms', ...load, '-d', '3', ...server],
      port,
    );
    const { watch } = JSON.parse(stdout) as { watch: { processes: { probe: { ok: boolean } }[] } };
    return assertEach(watch.processes, ({ probe }) => probe.ok, [true], stderr);
  });

  test('a first look finds the port, raises the load, and names what limits the server', async (t) => {
    if (seesProc) return t.skip('test/cli/find does it');
    // Its advice is no setting, so nothing is proved: that would take a minute more.
    const asked = ['--json', '--', 'node', example('fastify-gzip.mjs')];
    const { code, stdout, stderr } = await told(asked, await freePort());
    const { diagnosis } = JSON.parse(stdout) as { diagnosis: { status: string } };
    return assert.deepEqual([code, diagnosis.status], [0, 'bottleneck'], stderr);
  });

  test('the load generator measures servers of known truth', async (t) => {
    if (start !== here.start || own) return t.skip('it is that of this system');
    const { stdout, stderr } = await told(['selftest', '--quick', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: unknown[] };
    assert.ok(checks.length > 5, stderr);
  });

  test(
    'what only Linux can do is refused with a code of its own',
    { skip: seesProc && 'this is Linux' },
    async () => {
      assert.match((await told(['doctor', String(process.pid)])).stderr, /\[LOOK_NEEDS_LINUX\]/);
      const port = await freePort();
      const silent = ['--', 'node', '-e', untold];
      const unseen = [
        'sweep',
        '--vary',
        'pool=1',
        '--blocks',
        '1',
        '--start-timeout',
        '2s',
        ...load,
        ...silent,
      ];
      assert.match((await told(unseen, port)).stderr, /\[PORT_UNSEEN\]/);
      if (isLinux) return;
      const cpus = ['sweep', '--vary', 'cpus=1', '--blocks', '1', ...load, ...server];
      assert.match((await told(cpus, port)).stderr, /\[CPUS_UNAVAILABLE\]/);
    },
  );

  test('docs/platforms.md names each of these codes', () => {
    const text = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
    for (const code of ['LOOK_NEEDS_LINUX', 'PORT_UNSEEN', 'CPUS_UNAVAILABLE'])
      assert.ok(text.includes(code), code);
  });
}
