/** A whole watch, judged: what it says first, what it rests on, and what was not seen. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { ruleIds } from '../../src/doctor/evaluate-rules.ts';
import { hasCode, message } from '../../src/messages/message.ts';
import type { KneeEnd } from '../../src/model/approach.ts';
import type { ProbeReading } from '../../src/model/reading.ts';
import type { Watch, WatchedProcess } from '../../src/model/watch.ts';
import { near } from '../kit/near.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';
import { heldInReads, looked, probed, probeReading, threadSpan, watchByHand } from '../kit/watches.ts';
import { approach } from '../report/find-fixture.ts';
import { agesOf, socketsOf } from './rules/vitals-by-hand.ts';

type Of = Partial<WatchedProcess> | readonly Partial<WatchedProcess>[];
const diagnosed = (parts: Partial<Watch>, of: Of = {}) => diagnose(watchByHand(of, parts));
/** The status and the code of the sentence. */
const told = (parts: Partial<Watch>, of: Of = {}) => {
  const { status, sentence } = diagnosed(parts, of);
  return `${status}: ${sentence.code}`;
};

suite('A diagnosis', () => {
  test('says what healthy rests on, and what was not seen', () => {
    const { status, sentence, notes, answers } = diagnosed({});
    assert.equal(status, 'healthy');
    assert.ok(hasCode(sentence, 'diagnosis.healthy'));
    near(sentence.params.loop, 0.12, 0.01);
    assert.equal(sentence.params.queued, 0);
    assert.deepEqual(notes, [message('note.no-probe', { why: message('unseen.probe-not-wanted') })]);
    assert.equal(answers.length, ruleIds.length);
  });

  test('leaves out what an attached probe read of its own way in', () => {
    const busy = { utilization: 0.85, delay: { mean: 9, p50: 1, p99: 120, max: 190 } };
    const idle = { utilization: 0.002, delay: { mean: 0.1, p50: 0.1, p99: 1, max: 2 } };
    const readings = [
      { at: 250, loop: busy, gc: { count: 2, time: 60, longest: 50, full: 0 } },
      ...[500, 750, 1000].map((at) => ({ at, loop: idle })),
    ];
    const loopWith = (entry: 'flag' | 'attached') => {
      const probe = probed(readings, { hello: { ...probed().hello, entry } });
      return diagnosed({}, { probe }).processes[0]?.loop;
    };
    assert.equal(loopWith('attached')?.utilization, 0.002);
    assert.equal(loopWith('attached')?.delay?.max, 2);
    assert.ok((loopWith('flag')?.utilization ?? 0) > 0.2);
  });

  test('names the bottleneck in one sentence', () => {
    const { status, sentence, findings } = diagnosed({}, { look: heldInReads() });
    assert.equal(status, 'bottleneck');
    assert.deepEqual(sentence, findings[0] && message('finding.is', { title: findings[0].title }));
    assert.equal(findings[0]?.changes[0]?.text, 'UV_THREADPOOL_SIZE=32 node server.js');
  });

  test('cannot tell of processes that were gone at once', () => {
    const look = looked({ samples: { taken: 1, inconsistent: 0, meanCost: 0, maxCost: 0 } });
    const gone = { look, to: 5 };
    assert.equal(told({}, [gone, { ...gone, pid: 43 }]), 'cannot tell: diagnosis.no-process');
  });

  test('survives being written and read', () => {
    const diagnosis = diagnosed({});
    assert.deepEqual(JSON.parse(JSON.stringify(diagnosis)), diagnosis);
  });
});

suite('A server that ended while it was watched', () => {
  const ended = (parts: Partial<Watch>) => diagnosed({ end: 'ended', ...parts });
  const said = (seconds: number, exit: string | null) =>
    message('diagnosis.ended', { seconds, exit, heap: null });

  test('is not healthy, and how it ended is said', () => {
    const { status, sentence } = ended({ exit: 'exit code 3' });
    assert.deepEqual([status, sentence], ['cannot tell', said(10, 'exit code 3')]);
    assert.deepEqual(ended({}).sentence, said(10, null));
  });

  test('within a second says nothing else: no finding, and no rule', () => {
    const { findings, answers, sentence } = ended({ exit: 'exit code 0', duration: 300 });
    assert.deepEqual([findings, answers, sentence], [[], [], said(0.3, 'exit code 0')]);
  });

  test('nor does a watch that was interrupted as early: moments show no server at work', () => {
    const early = diagnosed({ end: 'interrupted', duration: 2 });
    assert.deepEqual([early.status, early.findings], ['cannot tell', []]);
    assert.equal(early.sentence.code, 'diagnosis.too-little');
    assert.equal(diagnosed({ end: 'interrupted', duration: 3000 }).status, 'healthy');
  });

  test('is judged as any other where it was a script that was done', () =>
    assert.equal(ended({ exit: 'exit code 0' }).status, 'healthy'));
});

suite('A server of which nothing that can be seen is saturated', () => {
  const approached = (end: KneeEnd): Partial<Watch> => ({
    approach: { ...approach, knee: { ...approach.knee, end } },
  });
  const inbound = { connections: 32, pending: 32, rate: 320, age: agesOf(45) };
  const sockets = { ok: true, ...socketsOf({ inbound }) } as const;
  for (const [title, parts, expected, of] of [
    [
      'is not healthy where it answers late',
      { load: outcomeOf(histogramOf([267])) },
      'cannot tell: diagnosis.slow',
    ],
    ['is where it answers soon', { load: outcomeOf(histogramOf([30])) }, 'healthy: diagnosis.healthy'],
    ['is not where it gets no faster with more clients', approached('flat'), 'cannot tell: diagnosis.flat'],
    ['is where it does', approached('most'), 'healthy: diagnosis.healthy'],
    [
      'is not where others ask, and wait for what nobody sees',
      {},
      'cannot tell: downstream.unexplained',
      { sockets },
    ],
  ] as const)
    test(title, () => assert.equal(told(parts, of), expected));
});

test('Of a load that got errors for answers nothing is judged, whatever it made busy', () => {
  const errored = (status: number) => {
    const load = outcomeOf(histogramOf([10]));
    const delay = { mean: 5, p50: 4, p99: 20, max: 30 };
    const main = threadSpan(42, { state: 'running' }, { role: 'main', ran: 0.99 });
    const look = { ...looked(), threads: [main], cpuUsed: 0.99 };
    const probe = probed([{ loop: { utilization: 1, delay }, cpu: 248 }]);
    const errors = { ...load.errors, status };
    return diagnosed(
      { load: { ...load, errors, counts: { ...load.counts, answered: 100 } } },
      { look, probe },
    );
  };
  const { status, sentence, findings } = errored(60);
  const said = message('diagnosis.wrong-answers', { wrong: 60, answered: 100 });
  assert.deepEqual([status, sentence, findings], ['cannot tell', said, []]);
  assert.equal(errored(40).status, 'bottleneck');
});

test('Connections of which the probe understands nothing are a note', () => {
  const sockets = { ok: true, ...socketsOf({ inbound: { connections: 3 } }) } as const;
  const notes = (requests: ProbeReading['requests']) =>
    diagnosed({}, { sockets, probe: probed([{ requests }]) }).notes;
  assert.deepEqual(notes(null), [message('note.requests-unseen', { pid: 42, connections: 3 })]);
  assert.deepEqual(notes(probeReading().requests), []);
});

test('Rate, mean and p99 of the load that was sent are in the diagnosis, and the time of one client alone', () => {
  const load = { ...outcomeOf(histogramOf([20, 20, 40])), throughput: 328 };
  const { requests } = diagnosed({ load, approach }).service;
  assert.deepEqual([requests?.rate, requests?.alone], [328, approach.knee.steps[0]?.mean]);
  near(requests?.mean, 80 / 3, 0.2);
  near(requests?.p99, 40, 0.4);
  // Without it a probe counts, and nobody times them.
  const counted = diagnosed({}, { probe: probed() }).service.requests;
  assert.deepEqual(counted, { rate: 100, mean: 8, p99: null, alone: null });
  assert.equal(diagnosed({}).service.requests, null);
});
