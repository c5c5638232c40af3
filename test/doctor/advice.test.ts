import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { adviceOf } from '../../src/doctor/advice.ts';
import type { Change, Diagnosis } from '../../src/model/diagnosis.ts';
import type { PoolVitals } from '../../src/model/vitals.ts';
import { quoted } from '../../src/messages/message.ts';
import { doctorReport } from '../report/doctor/doctor-fixture.ts';

const start = { command: ['node', 'server.js'], env: {} };
const change = (parts: Partial<Change>): Change => ({ type: 'env', what: quoted('x'), text: 'x', ...parts });

/** A server with this change as the first of its only finding, and this pool. */
function diagnosis(
  first: Partial<Change> | null,
  pool: Partial<PoolVitals> = {},
  isOfPool = true,
): Diagnosis {
  const { diagnosis: made } = doctorReport(first === null ? 'healthy' : 'one finding');
  return {
    ...made,
    findings: made.findings.map((one) => ({
      ...one,
      rule: isOfPool ? one.rule : ('loop-saturated' as const),
      resource: isOfPool ? ('cpu' as const) : ('event loop' as const),
      changes: [change(first ?? {})],
    })),
    processes: made.processes.map((one) => ({ ...one, pool: { ...one.pool, ...pool } })),
  };
}

const settings = (found: ReturnType<typeof adviceOf>) =>
  'code' in found ? found.code : [found.today, found.setting, found.reason.from];

suite('What is tried against the setting that runs now is', () => {
  test('the size of the pool that the first finding advises', () => {
    const found = adviceOf(diagnosis({ setting: { pool: 64 } }), start);
    assert.deepEqual(settings(found), [{ pool: 4 }, { pool: 64 }, 'finding']);
  });

  test('a smaller one as well', () => {
    const env = { UV_THREADPOOL_SIZE: '64' };
    const found = adviceOf(diagnosis({ setting: { pool: 2 } }, { size: 64 }), { ...start, env });
    assert.deepEqual(settings(found), [{ pool: 64 }, { pool: 2 }, 'finding']);
  });

  test('a flag of Node beside those that it has', () => {
    const env = { NODE_OPTIONS: '--no-warnings' };
    const found = adviceOf(diagnosis({ setting: { 'env:NODE_OPTIONS': '--max-semi-space-size=64' } }), {
      ...start,
      env,
    });
    assert.deepEqual(settings(found), [
      { 'env:NODE_OPTIONS': 'default' },
      { 'env:NODE_OPTIONS': '--no-warnings --max-semi-space-size=64' },
      'finding',
    ]);
  });

  test('another value of a flag that the command has itself, over which the environment has no say', () => {
    const command = ['node', '--max_old_space_size=90', 'server.js'];
    const setting = { 'env:NODE_OPTIONS': '--max-old-space-size=256' };
    const found = adviceOf(diagnosis({ setting }), { ...start, command });
    assert.deepEqual(settings(found), [
      { 'arg:max-old-space-size': '90' },
      { 'arg:max-old-space-size': '256' },
      'finding',
    ]);
  });

  test('more processes of a command that can be given some', () => {
    const of = (command: string[]) =>
      settings(adviceOf(diagnosis({ setting: { processes: 4 } }), { ...start, command }));
    assert.deepEqual(of(['node', 'server.js']), [{ processes: 1 }, { processes: 4 }, 'finding']);
    assert.equal(of(['npm', 'start']), 'find.unproved.processes');
  });

  test('what another finding advises, where the first is to be fixed in code and the other is worth a proof', () => {
    const { findings, ...rest } = diagnosis({ type: 'code' });
    const [first] = findings;
    assert.ok(first);
    const other = (gain: number | null) => ({
      ...first,
      rule: 'pool-size-not-in-force' as const,
      gain,
      changes: [change({ setting: { pool: 16 } })],
    });
    const of = (gain: number | null) =>
      settings(adviceOf({ ...rest, findings: [first, other(gain)] }, start));
    assert.deepEqual(of(1.4), [{ pool: 4 }, { pool: 16 }, 'finding']);
    assert.equal(of(1.02), 'find.unproved.code');
    assert.equal(of(null), 'find.unproved.code');
  });

  test('the processes that the first finding advises beside a change in the code, where they are worth a proof', () => {
    const { findings, ...rest } = diagnosis({ type: 'code' }, {}, false);
    const both = (gain: number) =>
      findings.map((one) => ({
        ...one,
        gain,
        changes: [...one.changes, change({ setting: { processes: 2 } })],
      }));
    const of = (gain: number) => settings(adviceOf({ ...rest, findings: both(gain) }, start));
    assert.deepEqual(of(1.7), [{ processes: 1 }, { processes: 2 }, 'finding']);
    assert.equal(of(1.02), 'find.unproved.code');
  });

  test('one thread, where the jobs of the pool are short and no finding is about it', () => {
    const time = { running: 0.3, waitedForCpu: 0.6, atLock: 0.05, blocked: 0.05 };
    const short = { size: 4, busy: 1.4, time, started: 9000 };
    const found = adviceOf(diagnosis({ type: 'code' }, short, false), start);
    assert.deepEqual(settings(found), [{ pool: 4 }, { pool: 1 }, 'short jobs']);
    assert.deepEqual(settings(adviceOf(diagnosis(null, short), start)), [
      { pool: 4 },
      { pool: 1 },
      'short jobs',
    ]);
  });
});

suite('Nothing is tried', () => {
  const time = { running: 0.3, waitedForCpu: 0.6, atLock: 0.05, blocked: 0.05 };
  for (const [title, found, code] of [
    ['where the change is in the code', diagnosis({ type: 'code' }), 'find.unproved.code'],
    ['of a healthy server', diagnosis(null, { busy: 0 }), 'find.unproved.healthy'],
    [
      'where the code or the command sets the size of the pool',
      diagnosis({ setting: { pool: 64 } }, { size: 16 }),
      'find.unproved.own-size',
    ],
    ['where the size is in force', diagnosis({ setting: { pool: 4 } }), 'find.unproved.same'],
    [
      'where jobs of the pool take long',
      diagnosis(null, { size: 4, busy: 1.4, time, started: 40 }),
      'find.unproved.healthy',
    ],
    [
      'where pool threads wait for a device',
      diagnosis(null, { size: 4, busy: 3, time: { ...time, running: 0.1, waitedForCpu: 0, blocked: 0.9 } }),
      'find.unproved.healthy',
    ],
    [
      'where the jobs are too much for one thread',
      diagnosis(null, { size: 4, busy: 3.9, time: { ...time, running: 0.5, waitedForCpu: 0.4 } }),
      'find.unproved.healthy',
    ],
  ] as const)
    test(title, () => assert.equal(settings(adviceOf(found, start)), code));

  test('without a diagnosis', () => {
    const { diagnosis: made } = doctorReport('cannot tell');
    assert.equal(settings(adviceOf(made, start)), 'find.unproved.unknown');
  });
});
