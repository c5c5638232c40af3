import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { environment } from '../kit/environment.ts';
import { emptyFolder } from '../kit/place.ts';
import { getVerified, setVerified } from '../../src/host/verified-cache.ts';

suite('What was tried for a binary', () => {
  const home = emptyFolder('tried');
  process.env['XDG_CACHE_HOME'] = home;
  const file = join(home, 'chokepoint', 'tried.json');

  test('is there the next time, for that file alone, and nobody else may write it', () => {
    assert.equal(getVerified('pool', 'a'), null);
    setVerified('pool', 'a', { node: '26.10.0' });
    setVerified('pool', 'b', { node: '20.20.2' });
    assert.deepEqual(getVerified('pool', 'a'), { node: '26.10.0' });
    assert.deepEqual(getVerified('pool', 'b'), { node: '20.20.2' });
    assert.equal(getVerified('signals', 'a'), null);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(home, 'chokepoint')), ['tried.json']);
  });

  test('is tried again if others could have written it, or it is damaged', () => {
    chmodSync(file, 0o666);
    assert.equal(getVerified('pool', 'a'), null);
    chmodSync(file, 0o600);
    writeFileSync(file, '{"version":1,"entr');
    assert.equal(getVerified('pool', 'a'), null);
    setVerified('pool', 'a', 1);
    assert.equal(getVerified('pool', 'a'), 1);
  });

  test('is kept for the last 64 only', () => {
    for (let binary = 0; binary < 70; binary++) setVerified('pool', `binary ${binary}`, binary);
    assert.equal(getVerified('pool', 'binary 69'), 69);
    assert.equal(getVerified('pool', 'binary 0'), null);
  });

  test('that cannot be kept is no error', () => {
    using _ = environment({ XDG_CACHE_HOME: '/dev/null' });
    setVerified('pool', 'a', 2);
    assert.equal(getVerified('pool', 'a'), null);
  });
});
