import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { assertNone } from '../kit/assert.ts';
import { emptyFolder } from '../kit/place.ts';
import { virtualClock } from '../kit/virtual-clock.ts';
import { awaitJobs, followJobs, jobSample, loopUtilization } from '../../src/server/jobs.ts';

const folder = emptyFolder('jobs');
const signal = new AbortController().signal;

suite('Jobs as the server logs them', () => {
  test('are summed over its processes, from the first submission to the last end', () => {
    writeFileSync(join(folder, '11.jobs'), '1000.000 1010.000\n1000.500 1030.500\n');
    writeFileSync(join(folder, '12.jobs'), '1001.000 1051.000\n');
    const sample = jobSample(folder, 900, 1020);
    assert.deepEqual(sample && { ...sample, traces: sample.traces.length }, {
      count: 3,
      min: 10,
      mean: 30,
      max: 50,
      makespan: 51,
      afterLastResponse: 2 / 3,
      traces: 3,
    });
  });

  test('are those of files: a pipe in their place holds nobody, a link leads nowhere', () => {
    const hostile = join(folder, 'hostile');
    mkdirSync(hostile);
    execFileSync('mkfifo', [join(hostile, '1.loop'), join(hostile, '1.jobs')]);
    symlinkSync(join(folder, '11.jobs'), join(hostile, '2.jobs'));
    assert.deepEqual(loopUtilization(hostile, { start: 0, duration: 1 }), []);
    assert.equal(jobSample(hostile, 900, 1020), null);
    assertNone(followJobs(hostile)(), ({ pid }) => pid === 1);
  });

  test('of the warm-up are left out', () => {
    assert.equal(jobSample(folder, 1000.7, 1020)?.count, 1);
    assert.equal(jobSample(folder, 2000, 2020), null);
  });

  test('count when their line is whole', () => {
    appendFileSync(join(folder, '12.jobs'), '1002.000 10');
    assert.equal(jobSample(folder, 900, 1020)?.count, 3);
  });

  test('are waited for as long as some still end, and given up when none does', async () => {
    await awaitJobs(folder, () => 3, virtualClock(), 1000, signal);
    const waiting = awaitJobs(folder, () => 5, virtualClock(), 1000, signal);
    const what = /Only 3 of 5 jobs had ended 1 s after/;
    await assert.rejects(waiting, { code: 'WORK_UNFINISHED', what });
  });
});
