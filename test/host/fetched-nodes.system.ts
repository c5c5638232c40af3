/** Nodes that are fetched: npm asks a registry on loopback for them. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chownSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { environment } from '../kit/environment.ts';
import { serving } from '../kit/localhost.ts';
import { emptyPlace } from '../kit/place.ts';
import { findNodes, nodePackage } from '../../src/host/node-versions.ts';
import { asRoot } from '../kit/nodes.ts';

const packageName = nodePackage();
const none = packageName === null && 'no package has a Node for this system';
const version = '26.10.0';

suite('A Node that is fetched', { skip: none }, () => {
  test('is unpacked by npm, runs no install script, and is asked for once', async () => {
    await using here = await registry();
    const [found] = await findNodes(version);
    assert.equal(found?.label, version);
    assert.equal(found.binary.startsWith(here.home), true, found.binary);
    assert.equal(existsSync(here.marker), false, 'an install script was run');
    const asked = here.asked.length;
    assert.deepEqual(await findNodes(version), [found]);
    assert.equal(here.asked.length, asked, 'the registry was asked again');
  });

  test('is not run when it was changed since, and is fetched again when it was removed', async () => {
    await using here = await registry();
    const [{ binary } = { binary: '' }] = await findNodes(version);
    appendFileSync(binary, here.evil);
    await assert.rejects(findNodes(version), { code: 'NODE_ALTERED', message: new RegExp(binary) });
    assert.equal(existsSync(here.marker), false, 'the binary was run');
    rmSync(binary);
    assert.deepEqual(await findNodes(version), [{ label: version, binary }]);
  });

  test('is not what lies in a folder of npm, which compares nothing there', async () => {
    await using here = await registry();
    const spec = `--package=${packageName}@${version}`;
    // Not here: the checkout has that package.
    const options = { cwd: here.own, timeout: 60_000 };
    await promisify(execFile)('npm', ['exec', '--yes', '--ignore-scripts', spec, '-c', 'true'], options);
    const [planted = ''] = globSync(
      join(here.home, '.npm/_npx/*/node_modules', packageName ?? '', 'bin/node'),
    );
    appendFileSync(planted, here.evil);
    const [found] = await findNodes(version);
    assert.equal(found?.label, version);
    assert.equal(existsSync(here.marker), false, 'the binary was run');
  });

  test('is not kept when its package is not what the registry states', async () => {
    await using here = await registry({ stated: 'another' });
    await assert.rejects(findNodes(version), { code: 'NODE_NOT_FOUND' });
    assert.deepEqual(globSync(join(here.home, '.cache/chokepoint/nodes/*/node')), []);
  });

  test('is not kept when the registry states another hash to who installs than to who asks', async () => {
    await using here = await registry({ first: 'another' });
    await assert.rejects(findNodes(version), { code: 'NODE_ALTERED' });
    assert.equal(existsSync(here.marker), false);
    assert.deepEqual(globSync(join(here.home, '.cache/chokepoint/nodes/*/node')), []);
  });

  test('comes from no registry that the folder where the user is has named, to npm or to npx', async () => {
    await using here = await registry();
    using hostile = emptyPlace('hostile');
    const before = process.cwd();
    const other = here.url.replace('127.0.0.1', 'localhost');
    hostile.write('.npmrc', `registry=${other}\nscript-shell=/no/such/shell\n`);
    process.chdir(hostile.folder);
    // As npx hands on what it has read there.
    Object.assign(process.env, { npm_config_local_prefix: hostile.folder, npm_config_registry: other });
    try {
      const [found] = await findNodes(version);
      assert.equal(found?.label, version);
      assert.deepEqual([...new Set(here.asked)], [new URL(here.url).host]);
    } finally {
      process.chdir(before);
    }
  });

  test(
    'is neither fetched nor run by root in the home of somebody else, whose .npmrc would name the registry',
    asRoot,
    async () => {
      await using here = await registry();
      const [{ binary } = { binary: '' }] = await findNodes(version);
      // Who owns it may write it between the look and the start.
      chownSync(binary, 54_321, 54_321);
      await assert.rejects(findNodes(version), { code: 'NODE_ALTERED' });
      chownSync(binary, 0, 0);
      await findNodes(version);
      chownSync(here.home, 54_321, 54_321);
      const asked = here.asked.length;
      await assert.rejects(findNodes(version), { code: 'FOLDER_OF_OTHERS' });
      process.env['XDG_CACHE_HOME'] = join(here.own, 'cache');
      await assert.rejects(findNodes(version), { code: 'FOLDER_OF_OTHERS' });
      assert.equal(here.asked.length, asked);
    },
  );

  test('is fetched by an npm that has no token of a job', async () => {
    using here = emptyPlace('token');
    const record = join(here.folder, 'env.txt');
    here.write('npm', `#!/bin/sh\nenv > ${record}\nexit 1\n`, 0o755);
    using _ = environment({ GITHUB_TOKEN: 'ghs_secret', PATH: `${here.folder}:${process.env['PATH']}` });
    await assert.rejects(findNodes('20', 'linux-x64'), { code: 'NODE_NOT_FOUND' });
    const told = readFileSync(record, 'utf8');
    assert.match(told, /^PATH=/m);
    assert.doesNotMatch(told, /ghs_secret/);
  });
});

interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Host of each request. */
  readonly asked: readonly string[];
  /** A folder of this user. */
  readonly own: string;
  /** HOME until the end of the block, with the `.npmrc` of the user. */
  readonly home: string;
  /** Is there if something was run that must not be. */
  readonly marker: string;
  /** A line of a script that makes it. */
  readonly evil: string;
}

/** `npm test` hands on where the cache and the settings of its own user are. */
const isChanged = (name: string) => ['HOME', 'XDG_CACHE_HOME'].includes(name) || /^npm_/i.test(name);

/**
 * A registry on loopback that has one version of the package, whose Node is a small script; and a home that names it.
 * @param options what the registry states of the package, if not its hash: always, or to the first who asks
 */
async function registry({ stated, first }: { stated?: string; first?: string } = {}): Promise<Registry> {
  const { folder: own, ...place } = emptyPlace('registry');
  const [home, marker] = [join(own, 'home'), join(own, 'marker')];
  const evil = `\ntouch ${marker}\n`;
  const scripts = { install: `touch ${marker}` };
  const manifest = { name: packageName, version, bin: { node: 'bin/node' }, scripts };
  place.write('package/package.json', manifest);
  place.write('package/bin/node', `#!/bin/sh\necho v${version}\n`, 0o755);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: own });
  const tarball = readFileSync(join(own, 'package.tgz'));
  const hashOf = (of: string | Buffer) => `sha512-${createHash('sha512').update(of).digest('base64')}`;
  let next = first;
  const asked: string[] = [];
  const server = await serving(({ url = '', method, headers: { host = '' } }, response) => {
    asked.push(host);
    // What npm asks about weaknesses of a package.
    if (method === 'POST') return response.end('{}');
    if (url.endsWith('.tgz')) return response.end(tarball);
    const dist = {
      tarball: `http://${host}/package.tgz`,
      integrity: hashOf(next ?? stated ?? tarball),
    };
    next = undefined;
    const versions = { [version]: { ...manifest, dist } };
    return response.end(JSON.stringify({ name: packageName, 'dist-tags': { latest: version }, versions }));
  });
  const { url } = server;
  place.write('home/.npmrc', `registry=${url}\nupdate-notifier=false\nfetch-retries=0\n`);
  const before = Object.entries(process.env).filter(([name]) => isChanged(name));
  for (const [name] of before) delete process.env[name];
  process.env['HOME'] = home;
  return {
    url,
    asked,
    own,
    home,
    marker,
    evil,
    async [Symbol.asyncDispose]() {
      for (const name of Object.keys(process.env).filter(isChanged)) delete process.env[name];
      Object.assign(process.env, Object.fromEntries(before));
      await server[Symbol.asyncDispose]();
      place[Symbol.dispose]();
    },
  };
}
