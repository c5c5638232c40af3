/** What the diagnosis says besides the rules: of a server that ended, and of what was not seen. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { message } from '../../src/messages/message.ts';
import type { KneeEnd } from '../../src/model/approach.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import type { Watch } from '../../src/model/watch.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';
import { approach } from '../report/find-fixture.ts';
import {
  probedByHand,
  probeReading,
  processByHand,
  snapshotByHand,
  threadSpan,
  watchByHand,
} from '../kit/watches.ts';

suite('A server that ended while it was watched', () => {
  const ended = (parts: Partial<Watch>) =>
    diagnose(watchByHand([processByHand()], { end: 'ended', ...parts }));

  test('is not healthy, and how it ended is said', () => {
    const { status, sentence } = ended({ exit: 'exit code 3' });
    assert.equal(status, 'cannot tell');
    assert.deepEqual(sentence, message('diagnosis.ended', { seconds: 10, exit: 'exit code 3', heap: null }));
    assert.deepEqual(ended({}).sentence, message('diagnosis.ended', { seconds: 10, exit: null, heap: null }));
  });

  test('within a second says nothing else: no finding, and no rule', () => {
    const { findings, answers, sentence } = ended({ exit: 'exit code 0', duration: 300 });
    assert.deepEqual([findings, answers], [[], []]);
    assert.deepEqual(sentence, message('diagnosis.ended', { seconds: 0.3, exit: 'exit code 0', heap: null }));
  });

  test('is judged as any other where it was a script that was done', () => {
    assert.equal(ended({ exit: 'exit code 0' }).status, 'healthy');
  });
});

test('A server that answers late is not healthy because nothing that can be seen is saturated', () => {
  const answered = (mean: Milliseconds) =>
    diagnose(
      watchByHand([processByHand()], {
        load: outcomeOf(histogramOf([mean])),
      }),
    );
  const { status, sentence } = answered(267);
  assert.deepEqual([status, sentence.code], ['cannot tell', 'diagnosis.slow']);
  assert.equal(answered(30).status, 'healthy');
});

test('Of a load that got errors for answers nothing is judged, whatever it made busy', () => {
  const errored = (status: number) => {
    const load = outcomeOf(histogramOf([10]));
    const errors = { ...load.errors, status };
    const counts = { ...load.counts, answered: 100 };
    const delay = { mean: 5, p50: 4, p99: 20, max: 30 };
    const readings = [probeReading({ loop: { utilization: 1, delay }, cpu: 248 })];
    const main = threadSpan(42, { state: 'running' }, { role: 'main', ran: 0.99 });
    const look = { ok: true as const, ...snapshotByHand(), threads: [main], cpuUsed: 0.99 };
    const process = processByHand({ look, probe: { ok: true, ...probedByHand(readings) } });
    return diagnose(watchByHand([process], { load: { ...load, errors, counts } }));
  };
  const { status, sentence, findings } = errored(60);
  assert.deepEqual(
    [status, sentence, findings],
    ['cannot tell', message('diagnosis.wrong-answers', { wrong: 60, answered: 100 }), []],
  );
  assert.equal(errored(40).status, 'bottleneck');
});

test('A server that gets no faster with more clients is not healthy because nothing that can be seen is saturated', () => {
  const approached = (end: KneeEnd) => {
    const knee = { ...approach.knee, end };
    return diagnose(watchByHand([processByHand()], { approach: { ...approach, knee } }));
  };
  const { status, sentence } = approached('flat');
  assert.deepEqual([status, sentence.code], ['cannot tell', 'diagnosis.flat']);
  assert.equal(approached('most').status, 'healthy');
});

test('Requests of others that nothing seen explains are not healthy, and the sentence is about them', () => {
  const inbound = {
    connections: 32,
    active: null,
    pending: 32,
    rate: 320,
    age: { p50: 45, p95: 90, max: 100 },
  };
  const sockets = { ok: true, listening: [], overflows: 0, inbound, outbound: [] } as const;
  const { status, sentence } = diagnose(watchByHand([processByHand({ sockets })]));
  assert.equal(status, 'cannot tell');
  assert.equal(sentence.code, 'downstream.unexplained');
});

test('Connections of which the probe understands nothing are a note', () => {
  const inbound = { connections: 3, active: null, pending: null, rate: null, age: null };
  const notes = (requests: ProbeReading['requests']) => {
    const process = processByHand({
      sockets: { ok: true, listening: [], overflows: null, inbound, outbound: [] },
      probe: { ok: true, ...probedByHand([probeReading({ requests })]) },
    });
    return diagnose(watchByHand([process])).notes;
  };
  assert.deepEqual(notes(null), [message('note.requests-unseen', { pid: 42, connections: 3 })]);
  assert.deepEqual(notes(probeReading().requests), []);
});

test('Rate, mean and p99 of the load that was sent are in the diagnosis, and the time of one client alone', () => {
  const load = { ...outcomeOf(histogramOf([20, 20, 40])), throughput: 328 };
  const { requests } = diagnose(watchByHand([processByHand()], { load, approach })).service;
  assert.equal(requests?.rate, 328);
  assert.ok(Math.abs((requests?.mean ?? 0) - 80 / 3) < 0.2);
  assert.ok(Math.abs((requests?.p99 ?? 0) - 40) < 0.4);
  assert.equal(requests?.alone, approach.knee.steps[0]?.mean);
  // Without it a probe counts, and nobody times them.
  const probe = { ok: true, ...probedByHand([probeReading()]) } as const;
  const counted = diagnose(watchByHand([processByHand({ probe })])).service.requests;
  assert.deepEqual(counted, { rate: 100, mean: 8, p99: null, alone: null });
  assert.equal(diagnose(watchByHand([processByHand()])).service.requests, null);
});
