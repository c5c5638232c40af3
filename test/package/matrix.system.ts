/** What a user types first, with every Node and npm that is in use: real binaries, and a registry that has this package. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { words } from '../kit/words.ts';
import { chosenNode } from '../../src/cli/another-node.ts';
import { isSuitable } from '../../src/cli/this-node.ts';
import { findNodes, nodePackage } from '../../src/host/node-versions.ts';
import { usersPath } from '../../src/host/tools.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { finished, type Finished } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { openRegistry, pack, type Registry } from './registry.ts';
import { served } from './served.ts';

/** Each Node once, and each npm: all twelve pairs would take too long. */
const pairs = [
  ['20', '10'],
  ['22', '11'],
  ['24', '12'],
  ['26', '12'],
] as const;
const npms = [...new Set(pairs.map(([, npm]) => npm))];

/** Nothing of this is said: npm's own notices, which say that there is a newer npm, may be. */
const complaint = /warn|EBADENGINE|deprecat|experimental/i;

suite('npx chokepoint', { skip: nodePackage() === null && 'no Node is known for this system' }, () => {
  const folder = emptyFolder('matrix');
  let registry: Registry;
  let version: string;
  before(async () => {
    const packed = pack(folder);
    version = packed.version;
    registry = await openRegistry(packed);
  });
  after(() => registry[Symbol.asyncDispose]());

  /** `npx ARGS` of an npm on a Node, which is first in the PATH. */
  function npx({ node, npm }: Tools, args: readonly string[]): Promise<Finished> {
    const bin = join(folder, `bin-${node.major}`);
    mkdirSync(bin, { recursive: true });
    try {
      symlinkSync(node.binary, join(bin, 'node'));
    } catch {
      // It was made for another npm.
    }
    const work = join(folder, 'work');
    mkdirSync(work, { recursive: true });
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
      PATH: [bin, usersPath()].join(delimiter),
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'cache'),
      // The machine's own file may have settings that this npm does not know, and complains of.
      npm_config_userconfig: join(folder, 'npmrc'),
      npm_config_update_notifier: 'false',
      NO_COLOR: '1',
      CHOKEPOINT_LANG: 'en',
    };
    return finished(spawn(node.binary, [join(npm, 'bin/npx-cli.js'), '--yes', ...args], { cwd: work, env }));
  }

  for (const [major, npm] of pairs)
    test(`npm ${npm} on Node ${major}: the version, and a diagnosis, without a warning`, async (t) => {
      const tools = await toolsOf(npm, major);
      if (tools === null) return t.skip(`npm ${npm} does not run on Node ${major}`);
      const first = await npx(tools, ['chokepoint', '--version']);
      assert.doesNotMatch(first.stderr, complaint);
      assert.equal(first.stdout, `${version}\n`);
      assert.equal(first.code, 0);

      await using server = await served(tools.node.binary);
      const told = await npx(tools, words(`chokepoint doctor ${server.pid} -c 4 -d 2 --json --quiet`));
      assert.doesNotMatch(told.stderr, complaint);
      const own = isSuitable(tools.node.version)
        ? []
        : [/is too old for chokepoint itself\. It runs on Node 26\./];
      const lines = told.stderr.split('\n').filter((line) => line.startsWith('Node '));
      assert.equal(lines.length, own.length, told.stderr);
      for (const [index, pattern] of own.entries()) assert.match(lines[index] ?? '', pattern);
      const { diagnosis } = JSON.parse(told.stdout) as { diagnosis: Diagnosis };
      assert.equal(diagnosis.processes.length, 1, told.stdout);
      // Under another load the machine may have left nothing to judge.
      return assert.ok(told.code === 0 || diagnosis.status === 'cannot tell', told.stderr);
    });

  for (const npm of npms)
    test(`npm ${npm}: the line that NODE_TOO_OLD gives starts chokepoint on another Node`, async (t) => {
      // An older one where npm runs on it: there the line is needed.
      const tools = (await toolsOf(npm, '20')) ?? (await toolsOf(npm, '22'));
      if (tools === null) return t.skip(`npm ${npm} runs on no older Node`);
      const packages = ['-p', `${nodePackage()}@${chosenNode.split('.')[0]}`, '-p', 'chokepoint'];
      const told = await npx(tools, [...packages, 'chokepoint', 'runs', 'list', '--json']);
      // npm 12 says what it runs. A Node that is too old would be told of.
      assert.doesNotMatch(told.stderr, complaint);
      assert.doesNotMatch(told.stderr, /too old/);
      // Reports of the tests before may lie there.
      assert.deepEqual((JSON.parse(told.stdout) as { runs: unknown[] }).runs, []);
      const used = await npx(tools, [...packages, 'node', '--version']);
      return assert.match(used.stdout, /^v26\./);
    });
});

interface Tools {
  readonly node: { readonly major: string; readonly version: string; readonly binary: string };
  /** The folder of npm. */
  readonly npm: string;
}

/** Both from npm's own cache, where they stay. @returns null where this npm does not run on this Node */
async function toolsOf(npm: string, major: string): Promise<Tools | null> {
  const [found] = await findNodes(major);
  assert.ok(found);
  const place = execFileSync('npm', ['exec', '--yes', `--package=npm@${npm}`, '-c', 'command -v npm'], {
    env: { ...process.env, PATH: usersPath() },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const folder = dirname(dirname(realpathSync(place)));
  const { binary, label: version } = found;
  const answer = await finished(spawn(binary, [join(folder, 'bin/npm-cli.js'), '--version']));
  const isRun = answer.code === 0 && !/does not support|not compatible|engine/i.test(answer.stderr);
  return isRun ? { node: { major, version, binary }, npm: folder } : null;
}
