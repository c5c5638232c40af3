/** What requests wait for where nothing here is busy: in numbers, also where the limit itself is not seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { on, resultOf, type Seen } from './case.ts';
import { connectionsOf } from './cases-rest.ts';
import { type Parts, agesOf, socketsOf } from './vitals-by-hand.ts';

type Connections = NonNullable<Parts['sockets']>['outbound'][number];
const overUnix = { to: '/run/postgresql/.s.PGSQL.5432', connections: 10, pending: null, age: null };
const overTcp = { to: '10.0.0.5:5432', connections: 10, pending: 10, age: { p50: 8, p95: 16, max: 30 } };

/** Of 32 requests that were sent from here all but ten wait. */
const ofTen = (...outbound: readonly Connections[]): Parts => ({
  requests: null,
  sockets: socketsOf({ inbound: { connections: 32, pending: 32, age: agesOf(48) }, outbound }),
});
const served = (requests: Partial<ServiceVitals['requests'] & object>, more: Partial<ServiceVitals> = {}) =>
  on({ requests: { rate: 325, mean: 98, p99: null, alone: null, ...requests }, ...more });
const tenAtOnce = served({ p99: 105, alone: 31 }, { load: 0.2 });

/** The title's code and figures. */
const titleOf = (...seen: readonly Seen[]) => {
  const { title, severity, changes } = resultOf('downstream', ...seen);
  const params = title.params as Partial<{
    limit: { atOnce: number } | null;
    to: string;
    connections: number;
    each: number | null;
  }>;
  return { code: title.code, severity, first: changes[0]?.what.code, ...params };
};

test('Where the limit is not seen, the throughput times the time alone tells how many make progress at once', () => {
  const { code, limit } = titleOf(ofTen(), tenAtOnce);
  assert.deepEqual([code, Math.round(limit?.atOnce ?? 0)], ['downstream.inside.title', 10]);
  // A timer lets all of them in: as many as wait make progress.
  assert.equal(titleOf(ofTen(), served({ p99: 105, alone: 98 }, { load: 0.2 })).limit, null);
});

test('A database on this machine gains no more from connections than the CPUs leave', () => {
  const gainOf = (place: string, machineUsed: number) =>
    resultOf('connection-pool', connectionsOf({ place }), on({ machineCpus: 2, machineUsed })).expect.params;
  for (const [place, used, isForCpu] of [
    ['127.0.0.1:5432', 1.9, true],
    ['127.0.0.1:5432', 0.4, false],
    ['10.0.0.9:5432', 1.9, false],
  ] as const) {
    const params = gainOf(place, used) as { gain: number; isForCpu: boolean };
    assert.equal(params.isForCpu, isForCpu, `${place} ${used}`);
    assert.equal(params.gain < 1.1, isForCpu);
  }
});

test('As many connections over a unix socket as make progress at once are named', () => {
  const { to, connections, first } = titleOf(ofTen(overUnix), tenAtOnce);
  assert.deepEqual([to, connections, first], [overUnix.to, 10, 'change.more-connections']);
});

test('The client that package.json names is named, with its own line, and the database is asked in its own words', () => {
  const { title, changes } = resultOf(
    'downstream',
    { ...ofTen(overUnix), clients: ['knex', 'pg'] },
    tenAtOnce,
  );
  assert.equal((title.params as { client?: unknown }).client, 'knex');
  assert.match(changes[0]?.text ?? '', /^knex\(/);
  assert.match(changes[1]?.text ?? '', /pg_stat_activity/);
});

test('Without the time of one alone, more requests than connections over a unix socket name those', () => {
  for (const service of [served({}), served({}, { load: 0.2 })]) {
    const { code, connections, severity, first } = titleOf(ofTen(overUnix), service);
    assert.deepEqual([code, connections], ['downstream.inside.title', 10]);
    assert.deepEqual([severity, first], ['warning', 'change.more-connections']);
  }
});

test('Connections of which the clocks see most wait are named, where more requests wait than those', () => {
  const eight = { ...overTcp, pending: 8, age: { p50: 12, p95: 28, max: 32 } };
  const { code, connections } = titleOf(ofTen(eight), served({ rate: 319, mean: 100 }));
  assert.deepEqual([code, connections], ['downstream.inside.title', 10]);
});

test('Long polls are no bottleneck, also beside short requests and with a pool of connections over a unix socket', () => {
  for (const rate of [4, 300]) {
    const age = { p50: 12_000, p95: 24_000, max: 25_000 };
    const inbound = { connections: 50, pending: 50, rate, age };
    const sockets = socketsOf({ inbound, outbound: [overUnix] });
    const { severity } = titleOf({ requests: null, sockets }, served({ rate, mean: (1000 * 50) / rate }));
    assert.equal(severity, 'info', `${rate}/s`);
  }
});

test('Nothing comes and goes that has not been watched for longer than it takes: a long poll is young at first', () => {
  const inbound = { connections: 60, pending: 50, rate: 40, age: { p50: 1000, p95: 1400, max: 1500 } };
  const sockets = socketsOf({ inbound, outbound: [overUnix] });
  const service = served({ rate: 40, mean: 1250 });
  const severities = [1000, 10_000].map(
    (seen) => titleOf({ seen, requests: null, sockets }, service).severity,
  );
  assert.deepEqual(severities, ['info', 'warning']);
});

test('What a call takes is told by the rate, not by the age of what happens to be open', () => {
  assert.equal(Math.round(titleOf(ofTen(overTcp), tenAtOnce).each ?? 0), 31);
  assert.equal(titleOf(ofTen(overTcp)).each, null);
});
