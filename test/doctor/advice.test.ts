import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { adviceOf, otherAdvice } from '../../src/doctor/advice.ts';
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

type Start = Partial<Parameters<typeof adviceOf>[1]>;

/** The setting of today, the one that is tried, and why; or the code of why none is. */
function triedOf(of: Diagnosis, more: Start = {}): unknown {
  const found = adviceOf(of, { ...start, ...more });
  return 'code' in found ? found.code : [found.today, found.setting, found.reason.from];
}
const time = { running: 0.3, waitedForCpu: 0.6, atLock: 0.05, blocked: 0.05 };
const short = { size: 4, busy: 1.4, time, started: 9000 };
const processes = { setting: { processes: 4 } };
const flag = (value: string) => ({ 'env:NODE_OPTIONS': value });

suite('What is tried against the setting that runs now is', () => {
  for (const [title, of, ...rest] of [
    [
      'the size of the pool that the first finding advises',
      diagnosis({ setting: { pool: 64 } }),
      { pool: 4 },
      { pool: 64 },
    ],
    [
      'a smaller one as well',
      diagnosis({ setting: { pool: 2 } }, { size: 64 }),
      { pool: 64 },
      { pool: 2 },
      { env: { UV_THREADPOOL_SIZE: '64' } },
    ],
    [
      'a flag of Node beside those that it has',
      diagnosis({ setting: flag('--max-semi-space-size=64') }),
      flag('default'),
      flag('--no-warnings --max-semi-space-size=64'),
      { env: { NODE_OPTIONS: '--no-warnings' } },
    ],
    [
      'another value of a flag that the command has itself, over which the environment has no say',
      diagnosis({ setting: flag('--max-old-space-size=256') }),
      { 'arg:max-old-space-size': '90' },
      { 'arg:max-old-space-size': '256' },
      { command: ['node', '--max_old_space_size=90', 'server.js'] },
    ],
    [
      'another size of a pool of connections, which a variable sets',
      diagnosis({ setting: { 'env:PG_POOL': '8' } }),
      { 'env:PG_POOL': '4' },
      { 'env:PG_POOL': '8' },
      { env: { PG_POOL: '4' } },
    ],
    [
      'more processes of a command that can be given some',
      diagnosis(processes),
      { processes: 1 },
      { processes: 4 },
    ],
  ] as const) {
    const [today, setting, more] = rest;
    test(title, () => assert.deepEqual(triedOf(of, more), [today, setting, 'finding']));
  }

  test('what another finding advises, where the first is to be fixed in code and the other is worth a proof', () => {
    const { findings, ...others } = diagnosis({ type: 'code' });
    const [first = assert.fail()] = findings;
    const changes = [change({ setting: { pool: 16 } })];
    const of = (gain: number | null) =>
      triedOf({ ...others, findings: [first, { ...first, rule: 'pool-size-not-in-force', gain, changes }] });
    assert.deepEqual(of(1.4), [{ pool: 4 }, { pool: 16 }, 'finding']);
    for (const gain of [1.02, null]) assert.equal(of(gain), 'find.unproved.code');
  });

  test('what another finding advises where the first setting gives nothing, and is worth a measurement', () => {
    const of = diagnosis({ setting: { pool: 8 } }, {}, false);
    const [first = assert.fail()] = of.findings;
    const second = {
      ...first,
      rule: 'loop-saturated' as const,
      changes: [change({ setting: { processes: 2 } })],
    };
    const advice = adviceOf(of, start);
    assert.ok(!('code' in advice));
    const next = (gain: number, changes = second.changes) =>
      otherAdvice({ ...of, findings: [first, { ...second, gain, changes }] }, start, advice)?.setting ?? null;
    assert.deepEqual(next(1.6), { processes: 2 });
    assert.equal(next(1.02), null);
    assert.equal(next(1.6, [change({ setting: { pool: 12 } })]), null);
  });

  test('the processes that the first finding advises beside a change in the code, where they are worth a proof', () => {
    const { findings, ...others } = diagnosis({ type: 'code' }, {}, false);
    const two = change({ setting: { processes: 2 } });
    const of = (gain: number) =>
      triedOf({
        ...others,
        findings: findings.map((one) => ({ ...one, gain, changes: [...one.changes, two] })),
      });
    assert.deepEqual(of(1.7), [{ processes: 1 }, { processes: 2 }, 'finding']);
    assert.equal(of(1.02), 'find.unproved.code');
  });

  test('one thread, where the jobs of the pool are short and no finding is about it', () => {
    for (const one of [diagnosis({ type: 'code' }, short, false), diagnosis(null, short)])
      assert.deepEqual(triedOf(one), [{ pool: 4 }, { pool: 1 }, 'short jobs']);
  });
});

suite('Nothing is tried', () => {
  for (const [title, of, why, more] of [
    ['where the change is in the code', diagnosis({ type: 'code' }), 'code'],
    ['of a healthy server', diagnosis(null, { busy: 0 }), 'healthy'],
    [
      'of a command that cannot be given processes',
      diagnosis(processes),
      'processes',
      { command: ['npm', 'start'] },
    ],
    [
      'where the code or the command sets the size of the pool',
      diagnosis({ setting: { pool: 64 } }, { size: 16 }),
      'own-size',
    ],
    ['where the size is in force', diagnosis({ setting: { pool: 4 } }), 'same'],
    ['where jobs of the pool take long', diagnosis(null, { ...short, started: 40 }), 'healthy'],
    [
      'where pool threads wait for a device',
      diagnosis(null, { size: 4, busy: 3, time: { ...time, running: 0.1, waitedForCpu: 0, blocked: 0.9 } }),
      'healthy',
    ],
    [
      'where the jobs are too much for one thread',
      diagnosis(null, { size: 4, busy: 3.9, time: { ...time, running: 0.5, waitedForCpu: 0.4 } }),
      'healthy',
    ],
    ['without a diagnosis', doctorReport('cannot tell').diagnosis, 'unknown'],
  ] as const)
    test(title, () => assert.equal(triedOf(of, more), `find.unproved.${why}`));
});
