import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWatch } from '../../../src/cli/options/read-input.ts';
import { quoted } from '../../../src/messages/message.ts';
import { diagnose } from '../../../src/doctor/diagnose.ts';

/** Recorded under load by the version that wrote notes and reasons as text, and the series of points as `course`. */
const recorded = new URL('../../golden/recorded-watch.json', import.meta.url).pathname;

test('A watch that an earlier version recorded gets the diagnosis that it got then', () => {
  const watch = readWatch(recorded);
  const { status, findings } = diagnose(watch);
  assert.equal(status, 'bottleneck');
  assert.deepEqual(
    findings.map(({ rule, severity, verb }) => [rule, severity, verb]),
    [['pool-starved-of-cpu', 'critical', 'not the pool']],
  );
  assert.deepEqual(watch.notes, [quoted('The process 11500 is no Node: watched are those that it started.')]);
  assert.deepEqual(
    watch.processes.map(({ probe }) => probe),
    [{ ok: false, why: quoted('--attach was not given') }],
  );
  assert.deepEqual(
    watch.processes.map(({ series }) => series.length),
    [4],
  );
});
