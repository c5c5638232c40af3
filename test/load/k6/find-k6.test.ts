/** Whether a k6 is there that can be used: the PATH of this process is another one for each case. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findK6, k6Environment, versionIn } from '../../../src/load/k6/find-k6.ts';
import { findProgram } from '../../../src/host/tools.ts';
import { environment } from '../../kit/environment.ts';
import { refusals } from '../../kit/faults.ts';
import { emptyFolder } from '../../kit/place.ts';
import { asRoot } from '../../kit/nodes.ts';

const folder = emptyFolder('find-k6');
const other = findProgram('true');

async function problemWith(path: string) {
  using _ = environment({ PATH: path });
  return (await refusals(findK6))[0] ?? assert.fail('it was found');
}

suite('k6', () => {
  test('that is not on the PATH is missing', async () => {
    const { code, exit, why } = await problemWith(folder);
    assert.deepEqual([code, exit], ['K6_MISSING', 2]);
    assert.match(why, /PATH/);
  });

  const skip = other === null;
  test('of a version that is not known, or another program of that name, is refused', { skip }, async () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    symlinkSync(other ?? '', join(own, 'k6'));
    const { code, exit, what } = await problemWith(own);
    assert.deepEqual([code, exit], ['K6_UNSUPPORTED', 2]);
    assert.match(what, /own\/k6/);
  });

  test('that another user could have put there is not run by root', asRoot, async () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    symlinkSync(other ?? '', join(open, 'k6'));
    const { code, why } = await problemWith(open);
    assert.equal(code, 'K6_MISSING');
    assert.match(why, /Another user could have put/);
  });

  test('inherits no options and no proxy, and may not download another k6', () => {
    const proxy = { https_proxy: 'http://192.0.2.1', NO_PROXY: '*' };
    using _ = environment({ K6_VUS: '7', K6_OUT: 'cloud', OWN: 'kept', ...proxy });
    const inherited = k6Environment();
    assert.equal(inherited['OWN'], 'kept');
    const names = Object.keys(inherited).filter((name) => /^K6_|^(https?|no|all)_proxy$/i.test(name));
    assert.deepEqual(names, ['K6_AUTO_EXTENSION_RESOLUTION', 'K6_BINARY_PROVISIONING']);
  });

  test('says its version', () => {
    const said = [
      ['k6 v1.8.1 (go1.26.8, linux/amd64)', '1.8.1'],
      ['k6 v2.2.0 (commit/5f6ad1d2c4, go1.26.1, linux/amd64)\nExtensions:\n  k6/x/sql v1.0.0', '2.2.0'],
      ['k6.exe v1.0.0 (commit/devel, go1.24.2, windows/amd64)', '1.0.0'],
      ['k6 v2.0.0-rc1 (go1.26.1, linux/amd64)', '2.0.0-rc1'],
      ['k6 v0.57.0 (commit/50afd82c18, go1.23.6, linux/amd64)', '0.57.0'],
      ['wrk 4.2.0', null],
      ['', null],
    ] as const;
    for (const [text, version] of said) assert.equal(versionIn(text), version, text);
  });
});
