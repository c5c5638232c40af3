/** Native code: whose it is by the file that calls it, and advice that fits the add-on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hotFunction } from '../../../src/doctor/rules/hot-function.ts';
import { changesOf, judged } from './case.ts';
import { blocked, computing, held, profiled, twoCpus, vitalsByHand } from './vitals-by-hand.ts';

suite('A native function that the event loop waits for', () => {
  for (const [name, calledIn, owner] of [
    ['sign', 'node:internal/crypto/sig', 'Node'],
    ['writeSync', 'node:zlib', 'Node'],
    ['run', '/srv/server.mjs', 'native code'],
    ['update', '/srv/node_modules/blake3/index.js', 'native code'],
    ['run', undefined, 'native code'],
    ['readFileUtf8', 'node:fs', null],
    ['open', 'node:fs', null],
    ['utf8Slice', 'node:buffer', null],
    ['parse', 'node:internal/url', null],
    ['latin1Slice', '/srv/node_modules/mysql2/lib/packet.js', null],
    ['structuredClone', '/srv/server.mjs', null],
  ] as const)
    test(`called ${name}, from ${calledIn ?? 'nobody knows where'}, is of ${owner ?? 'no add-on'}`, () => {
      const one = profiled({
        name,
        file: '',
        line: null,
        self: 0.6,
        total: 0.6,
        calledBy: 'list /srv/server.mjs:13',
      });
      const { loop } = vitalsByHand({ loop: { functions: [{ ...one, ...(calledIn && { calledIn }) }] } });
      assert.equal(hotFunction({ loop })?.package ?? null, owner);
    });
});

suite('What a job of an add-on takes is reduced', () => {
  const tips = { password: /password|bcrypt/i, image: /image/i, query: /QUERY PLAN/ };
  for (const [kind, fitting] of [
    ['addon:argon2', 'password'],
    ['addon:bcrypt', 'password'],
    ['addon:jimp', 'image'],
    ['addon:@img/sharp', 'image'],
    ['addon:@duckdb/node-bindings', 'query'],
    ['addon:sqlite3', 'query'],
    ['addon:own.node', null],
    ['node_api', null],
  ] as const)
    test(`of ${kind}: ${fitting ?? 'in no special way'}`, () => {
      const changes = changesOf(
        'pool-starved-of-cpu',
        computing({ [kind]: 20, fs: 1 }, held({ [kind]: 1 })),
        twoCpus,
      );
      const texts = changes.map(({ text }) => text).join('\n');
      const found = Object.entries(tips).flatMap(([name, tip]) => (tip.test(texts) ? [name] : []));
      assert.deepEqual(found, fitting === null ? [] : [fitting]);
      assert.doesNotMatch(texts, /undefined/);
    });
});

test('A flood is of a kind that both holds the threads and waits for them', () => {
  for (const [kind, hog] of [
    ['fs', 'fs'],
    ['crypto', undefined],
  ] as const) {
    const { findings } = judged({ processes: [blocked({ fs: 900, crypto: 90 }, held({ [kind]: 0.7 }))] });
    const flood = findings.find(({ title }) => title.code === 'pool-hog.flood.title')?.title;
    assert.equal((flood?.params as { hog: string } | undefined)?.hog, hog);
  }
});
