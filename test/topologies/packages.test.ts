/** Whose package is run where a topology needs one: a clone where the user stands may bring its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPackage, isOfUsersFolder } from '../../src/topologies/topology.ts';
import { root } from '../cli/chokepoint.ts';
import { emptyPlace } from '../kit/place.ts';

/** A folder in which somebody has committed these packages. */
function clone(...names: readonly string[]) {
  const here = emptyPlace('clone');
  const folder = realpathSync(here.folder);
  for (const name of names) {
    mkdirSync(join(folder, 'node_modules', name, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{ "version": "99.0.0" }');
    writeFileSync(join(folder, 'node_modules', name, 'bin', name), 'process.exit(9);\n');
  }
  return { ...here, folder };
}

test('A package of our own comes before one of the folder where the user stands', () => {
  using here = clone('pm2', 'planted');
  const before = process.cwd();
  process.chdir(here.folder);
  try {
    const [own, other] = [findPackage('pm2') ?? '', findPackage('planted') ?? ''];
    assert.deepEqual([own.startsWith(here.folder), isOfUsersFolder(own)], [false, false]);
    assert.deepEqual([other.startsWith(here.folder), isOfUsersFolder(other)], [true, true]);
  } finally {
    process.chdir(before);
  }
});

test('A package that only that folder has is named before it is started', () => {
  using here = clone('pm2');
  // As it is installed, without the packages of this checkout.
  using apart = emptyPlace('installed');
  const home = join(apart.folder, 'chokepoint');
  mkdirSync(join(home, 'node_modules/@fluent'), { recursive: true });
  for (const part of ['dist', 'package.json'])
    cpSync(join(root, part), join(home, part), { recursive: true });
  for (const name of ['zod', '@fluent/bundle', 'checkout-node'])
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(home, 'node_modules', name));
  const args = [join(home, 'dist/cli/main.js'), 'serve', 'pool-size', '--topology', 'pm2-fork'];
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: here.folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CHOKEPOINT_LANG: 'en' },
  });
  const named = stderr.indexOf(join(here.folder, 'node_modules/pm2/package.json'));
  assert.ok(named >= 0 && named < stderr.indexOf('error:'), stderr);
});
