/** What requests wait for where nothing here is busy: in numbers, also where the limit itself is not seen. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { resultOf } from './case.ts';
import { type Parts, agesOf, socketsOf } from './vitals-by-hand.ts';

/** Of 32 requests that were sent from here all but ten wait. */
const ofTen = (outbound: NonNullable<Parts['sockets']>['outbound']): Parts => ({
  requests: null,
  sockets: socketsOf({ inbound: { connections: 32, pending: 32, age: agesOf(48) }, outbound }),
});
const tenAtOnce = { load: 0.2, requests: { rate: 325, mean: 98, p99: 105, alone: 31 } };

test('Where the limit is not seen, the throughput times the time alone tells how many make progress at once', () => {
  const { title } = resultOf('downstream', ofTen([]), tenAtOnce);
  assert.equal(title.code, 'downstream.inside.title');
  const { limit } = title.params as { limit: { atOnce: number } };
  assert.equal(Math.round(limit.atOnce), 10);
  // A timer lets all of them in: as many as wait make progress.
  const timer = { ...tenAtOnce, requests: { ...tenAtOnce.requests, alone: 98 } };
  assert.equal((resultOf('downstream', ofTen([]), timer).title.params as { limit: unknown }).limit, null);
});

test('As many connections over a unix socket as make progress at once are named', () => {
  const to = '/run/postgresql/.s.PGSQL.5432';
  const { title, changes } = resultOf(
    'downstream',
    ofTen([{ to, connections: 10, pending: null, age: null }]),
    tenAtOnce,
  );
  assert.equal((title.params as { to: string }).to, to);
  assert.equal((title.params as { connections: number }).connections, 10);
  assert.equal(changes[0]?.what.code, 'change.more-connections');
});

test('Without the time of one alone, more requests than connections over a unix socket name those', () => {
  const to = '/run/postgresql/.s.PGSQL.5432';
  const sent = ofTen([{ to, connections: 10, pending: null, age: null }]);
  const byOthers = { requests: { rate: 325, mean: 98, p99: null, alone: null } };
  for (const service of [byOthers, { ...byOthers, load: 0.2 }]) {
    const { title, severity, changes } = resultOf('downstream', sent, service);
    assert.equal(title.code, 'downstream.inside.title');
    assert.equal((title.params as { connections: number }).connections, 10);
    assert.deepEqual([severity, changes[0]?.what.code], ['warning', 'change.more-connections']);
  }
});

test('Connections of which the clocks see most wait are named, where more requests wait than those', () => {
  const to = '10.0.0.5:5432';
  const age = { p50: 12, p95: 28, max: 32 };
  const service = { requests: { rate: 319, mean: 100, p99: null, alone: null } };
  const { title } = resultOf('downstream', ofTen([{ to, connections: 10, pending: 8, age }]), service);
  assert.equal(title.code, 'downstream.inside.title');
  assert.equal((title.params as { connections: number }).connections, 10);
});

test('Long polls are no bottleneck, also beside short requests and with a pool of connections over a unix socket', () => {
  const to = '/run/postgresql/.s.PGSQL.5432';
  const age = { p50: 12_000, p95: 24_000, max: 25_000 };
  for (const rate of [4, 300]) {
    const mean = (1000 * 50) / rate;
    const inbound = { connections: 50, active: null, pending: 50, rate, age };
    const outbound = [{ to, connections: 10, pending: null, age: null }];
    const sockets = { listening: [], overflows: 0, inbound, outbound };
    const requests = { rate, mean, p99: null, alone: null };
    assert.equal(
      resultOf('downstream', { requests: null, sockets }, { requests }).severity,
      'info',
      `${rate}/s`,
    );
  }
});

test('What a call takes is told by the rate, not by the age of what happens to be open', () => {
  const age = { p50: 8, p95: 16, max: 30 };
  const full = ofTen([{ to: '10.0.0.5:5432', connections: 10, pending: 10, age }]);
  const each = (service: Partial<ServiceVitals>) =>
    (resultOf('downstream', full, service).title.params as { each: number | null }).each;
  assert.equal(Math.round(each(tenAtOnce) ?? 0), 31);
  assert.equal(each({}), null);
});

test('The command that looks for a limit finds it in files of JavaScript and of TypeScript', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-limits-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = ['a.mjs', 'b.cts', 'c.tsx', 'server.js'];
  for (const name of [...files, 'd.json']) writeFileSync(join(folder, name), 'new Pool({ max: 10 });\n');
  const { changes } = resultOf('downstream', ofTen([]), tenAtOnce);
  const command = changes.find(({ what }) => what.code === 'change.find-limits')?.text ?? '';
  const found = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  const named = found.split('\n').flatMap((line) => /^\.\/([^:]+):/.exec(line)?.[1] ?? []);
  assert.deepEqual(named.toSorted(), files);
});
