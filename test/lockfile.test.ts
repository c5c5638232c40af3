import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
interface Manifest {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = json('package-lock.json') as { packages: Record<string, Locked> };
const own = json('checkout-node/package.json') as Manifest;
/** A link leads to a folder of this repository: nothing is downloaded for it. */
const downloaded = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

suite('The lockfile', () => {
  test('has the hash of every package that is downloaded, for other systems too', () => {
    assert.ok(downloaded.length > 500, `${downloaded.length} packages`);
    const unknown = downloaded.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    assert.deepEqual(
      unknown.map(([path]) => path),
      [],
    );
  });

  test('names no host: each machine asks the registry that its npm is set to', () => {
    const named = downloaded.filter(([, { resolved }]) => resolved !== undefined);
    assert.deepEqual(
      named.map(([path]) => path),
      [],
    );
    assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved": "[a-z+]+:/);
  });

  test('has the Node that everything runs on, for each system in the same version', () => {
    const systems = Object.entries(own.optionalDependencies);
    assert.ok(systems.length > 1);
    for (const [name, version] of systems) {
      assert.equal(version, own.version, name);
      assert.equal(packages[`node_modules/${name}`]?.version, own.version, name);
    }
  });

  test('is where the Node of this checkout comes from', (t) => {
    const name = `node-${process.platform}-${process.arch}`;
    if (own.optionalDependencies[name] === undefined) return t.skip(`there is no ${name} in checkout-node`);
    const version = execFileSync('node_modules/.bin/node', ['--version'], { encoding: 'utf8' }).trim();
    return assert.equal(version, `v${own.version}`);
  });
});
