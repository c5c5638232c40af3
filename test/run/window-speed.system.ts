import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commandLine, processTree } from '../../src/host/processes.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { probeWorks, type Trial } from '../../src/model/sample.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { example, freePort } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { measuredRun, sweepOf } from '../kit/sweep.ts';

const folder = emptyFolder('window-speed');

const probes = () =>
  processTree(process.pid).filter((pid) => commandLine(pid).includes('window-probe-process'));

/** Two settings that differ in nothing, in two blocks. */
async function sweep(hear?: (event: RunEvent) => void): Promise<RunResult> {
  const port = await freePort();
  const plan = sweepOf(`http://127.0.0.1:${port}/`, {
    command: [process.execPath, example('http-memory.mjs')],
    cwd: folder,
    factors: [
      { key: 'env:ARM', levels: ['a', 'b'] },
      { key: 'env:PORT', levels: [port] },
    ],
    load: { kind: 'closed', clients: 4 },
    blocks: 2,
    warmup: 100,
    duration: 1000,
  });
  return measuredRun(plan, hear);
}

suite('The speed of the machine inside the windows of a run', () => {
  test('is read in every trial, on every CPU, by both kinds of work', async () => {
    const { trials, measurements, noise } = await sweep();
    for (const { problem, host } of trials) {
      assert.equal(problem, null);
      for (const { readings } of host.window?.cpus ?? assert.fail('no readings'))
        for (const work of probeWorks) assert.ok(readings[work].count > 0);
    }
    assert.ok(measurements.every(({ speed }) => speed?.from === 'window probe'));
    assert.equal(noise?.speed?.trials, trials.length);
    assert.deepEqual(probes(), [], 'the probe ends with its run');
  });

  test('is not known once the probe was killed, and the run goes on', async () => {
    const known: boolean[] = [];
    const { trials } = await sweep((event) => {
      if (event.type !== 'trial-ended') return;
      known.push(event.trial.host.window !== undefined);
      for (const pid of probes()) process.kill(pid, 'SIGKILL');
    });
    const isSound = ({ problem }: Trial) => problem === null;
    assert.ok(trials.length >= 4 && trials.every(isSound));
    // Two servers in turn are told of together.
    assert.deepEqual(known, [true, true, ...trials.slice(2).map(() => false)]);
  });
});
