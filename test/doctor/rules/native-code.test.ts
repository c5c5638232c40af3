/** Native code: whose it is by the file that calls it, and advice that fits the add-on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluateRules, rules } from '../../../src/doctor/evaluate-rules.ts';
import { hotFunction } from '../../../src/doctor/rules/hot-function.ts';
import { findingOf } from './case.ts';
import { fullOfBlocked, fullOfComputing, queueOf, serviceByHand, vitalsByHand } from './vitals-by-hand.ts';

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
      const calledBy = 'list /srv/server.mjs:13';
      const one = { name, file: '', line: null, self: 0.6, total: 0.6, calledBy, calledIn };
      const { loop } = vitalsByHand({ loop: { functions: [one] } });
      assert.equal(hotFunction({ loop })?.package ?? null, owner);
    });
});

suite('What a job of an add-on takes is reduced', () => {
  const textsOf = (kind: string) => {
    const pool = { ...fullOfComputing, queue: queueOf({ [kind]: 20, fs: 1 }), holders: [{ kind, part: 1 }] };
    const { changes } = findingOf('pool-starved-of-cpu', {
      pool,
      cpu: { used: 1.95, available: 2, waited: 3 },
    });
    return changes.map(({ text }) => text).join('\n');
  };
  const tips = { password: /password|bcrypt/i, image: /image/i, query: /QUERY PLAN/ };
  for (const [kind, fitting] of [
    ['addon:argon2', 'password'],
    ['addon:jimp', 'image'],
    ['addon:@duckdb/node-bindings', 'query'],
    ['addon:own.node', null],
    ['node_api', null],
  ] as const)
    test(`of ${kind}: ${fitting ?? 'in no special way'}`, () => {
      const found = Object.entries(tips).filter(([, tip]) => tip.test(textsOf(kind)));
      assert.deepEqual(
        found.map(([name]) => name),
        fitting === null ? [] : [fitting],
      );
    });
});

test('A flood is of a kind that both holds the threads and waits for them', () => {
  const floodOf = (kind: string) => {
    const holders = [{ kind, part: 0.7 }];
    const pool = { ...fullOfBlocked, queue: queueOf({ fs: 900, crypto: 90 }), holders };
    const vitals = vitalsByHand({ pool });
    const { findings } = evaluateRules([vitals], serviceByHand([vitals]), rules);
    return findings.find(({ title }) => title.code === 'pool-hog.flood.title')?.title ?? null;
  };
  assert.match(JSON.stringify(floodOf('fs')), /"hog":"fs"/);
  assert.equal(floodOf('crypto'), null);
});
