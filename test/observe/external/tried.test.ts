import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { keep, recall } from '../../../src/host/verified-cache.ts';

suite('What was tried for a binary', () => {
  const home = mkdtempSync(join(tmpdir(), 'chokepoint-tried-'));
  const before = process.env['XDG_CACHE_HOME'];
  process.env['XDG_CACHE_HOME'] = home;
  const file = join(home, 'chokepoint', 'tried.json');
  after(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
    rmSync(home, { recursive: true });
  });

  test('is there the next time, for that file alone, and nobody else may write it', () => {
    assert.equal(recall('pool', 'a'), null);
    keep('pool', 'a', { node: '26.10.0' });
    keep('pool', 'b', { node: '20.20.2' });
    assert.deepEqual(recall('pool', 'a'), { node: '26.10.0' });
    assert.deepEqual(recall('pool', 'b'), { node: '20.20.2' });
    assert.equal(recall('signals', 'a'), null);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(home, 'chokepoint')), ['tried.json']);
  });

  test('is tried again if others could have written it, or it is damaged', () => {
    chmodSync(file, 0o666);
    assert.equal(recall('pool', 'a'), null);
    chmodSync(file, 0o600);
    writeFileSync(file, '{"version":1,"entr');
    assert.equal(recall('pool', 'a'), null);
    keep('pool', 'a', 1);
    assert.equal(recall('pool', 'a'), 1);
  });

  test('is kept for the last 64 only', () => {
    for (let binary = 0; binary < 70; binary++) keep('pool', `binary ${binary}`, binary);
    assert.equal(recall('pool', 'binary 69'), 69);
    assert.equal(recall('pool', 'binary 0'), null);
  });

  test('that cannot be kept is no error', () => {
    process.env['XDG_CACHE_HOME'] = '/dev/null';
    keep('pool', 'a', 2);
    assert.equal(recall('pool', 'a'), null);
    process.env['XDG_CACHE_HOME'] = home;
  });
});
