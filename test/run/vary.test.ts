import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseLoad } from '../../src/run/load-text.ts';
import { Problem } from '../../src/messages/problem.ts';
import { parseVary } from '../../src/run/vary.ts';
import { grid } from '../../src/stats/grid.ts';

const context = { keys: ['pool', 'processes', 'cpus'], open: true, cpus: 6 };
const levels = (text: string) => parseVary(text, context).levels;
const rejects = (text: string, code: string, says: RegExp) =>
  assert.throws(
    () => parseVary(text, context),
    (error) =>
      error instanceof Problem &&
      error.code === code &&
      says.test(`${error.what} ${error.why} ${error.todo}`),
    text,
  );

suite('--vary', () => {
  test('takes levels one by one, each once, in the order given', () => {
    assert.deepEqual(levels('pool=16,4,1,4'), [16, 4, 1]);
  });

  test('takes a range as doublings, its end included', () => {
    assert.deepEqual(levels('pool=1..1024'), [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
    assert.deepEqual(levels('pool=3..20'), [3, 6, 12, 20]);
    assert.deepEqual(levels('processes=4..4'), [4]);
  });

  test('knows "cores" as the CPUs of the machine and "default" as a pool that is left alone', () => {
    assert.deepEqual(levels('pool=default,cores'), ['default', 6]);
    rejects('processes=default', 'VARY_LEVEL_INVALID', /whole numbers/);
  });

  test('leaves words of env: and arg: as they are written, and makes plain numbers numbers', () => {
    assert.deepEqual(levels('env:CACHE=on,off'), ['on', 'off']);
    assert.deepEqual(levels('arg:threads=08,8'), ['08', 8]);
  });

  test('refuses what libuv would change in silence', () => {
    rejects('pool=0', 'VARY_LEVEL_INVALID', /every word into 1/);
    rejects('pool=abc', 'VARY_LEVEL_INVALID', /every word into 1/);
    rejects('pool=4x', 'VARY_LEVEL_INVALID', /1 to 1024/);
    rejects('pool=2000', 'VARY_LEVEL_INVALID', /limits every size to 1024/);
    rejects('pool=', 'VARY_LEVEL_INVALID', /empty/);
    rejects('pool', 'VARY_LEVEL_INVALID', /pool=A,B,C/);
    rejects('pool=1,,4', 'VARY_LEVEL_INVALID', /empty/);
  });

  test('refuses more CPUs than there are', () => {
    assert.deepEqual(levels('cpus=1,6'), [1, 6]);
    rejects('cpus=7', 'VARY_LEVEL_INVALID', /has 6 CPUs/);
  });

  test('names the key that was probably meant', () => {
    rejects('poool=4', 'VARY_KEY_UNKNOWN', /Did you mean "pool"/);
    rejects('weather=fine', 'VARY_KEY_UNKNOWN', /env:NAME/);
    rejects('env:=1', 'VARY_KEY_UNKNOWN', /env:NAME/);
  });

  test('makes every combination of several factors', () => {
    const settings = grid([parseVary('pool=1,4', context), parseVary('processes=1,2', context)]);
    assert.deepEqual(settings, [
      { pool: 1, processes: 1 },
      { pool: 1, processes: 2 },
      { pool: 4, processes: 1 },
      { pool: 4, processes: 2 },
    ]);
  });
});

suite('--load', () => {
  test('reads every kind', () => {
    assert.deepEqual(parseLoad('closed:32'), { kind: 'closed', clients: 32 });
    assert.deepEqual(parseLoad('closed:15x5'), { kind: 'closed', clients: 15, requestsEach: 5 });
    assert.deepEqual(parseLoad('rate:0.5'), { kind: 'rate', perSecond: 0.5 });
    assert.deepEqual(parseLoad('poisson:200'), { kind: 'poisson', perSecond: 200 });
    assert.deepEqual(parseLoad('ramp:0..500'), { kind: 'ramp', from: 0, to: 500 });
    assert.deepEqual(parseLoad('batch:10x10'), { kind: 'batch', size: 10, batches: 10 });
  });

  const wrong =
    'closed closed: closed:0 closed:1.5 closed:4x0 rate:-1 rate:0 rate:fast ramp:5 ramp:1..0 poisson:Infinity burst:3';
  for (const text of wrong.split(' ')) {
    test(`refuses "${text}" and says what to write`, () => {
      assert.throws(() => parseLoad(text), { code: 'LOAD_INVALID', todo: /closed:CLIENTS/ });
    });
  }
});
