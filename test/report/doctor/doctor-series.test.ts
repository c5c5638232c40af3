import { message } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchedProcess } from '../../../src/model/watch.ts';
import { momentsOf } from '../../../src/report/doctor/series.ts';
import { doctorReport } from './doctor-fixture.ts';

test('the queue over time is without the probe’s own jobs, as the sentence above it is', () => {
  const [process] = doctorReport('one finding').watch.processes;
  assert.ok(process?.probe.ok);
  const probe = {
    ...process.probe,
    readings: process.probe.readings.map((one) => ({
      ...one,
      fast: { ...one.fast, pending: 5 },
      slow: { ...one.slow, pending: 32 },
    })),
  };
  const series = process.series.map((point) => ({ ...point, queued: 31, slowQueued: 31 }));
  const seen: WatchedProcess = { ...process, series, probe };
  assert.deepEqual([...new Set(momentsOf(seen).map(({ queued }) => queued))], [26]);
  const outside: WatchedProcess = { ...seen, probe: { ok: false, why: message('unseen.probe-not-wanted') } };
  assert.deepEqual([...new Set(momentsOf(outside).map(({ queued }) => queued))], [62]);
});
