/** A whole watch, judged: what it says first, and what it rests on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { message, type Message } from '../../src/messages/message.ts';
import { ruleIds } from '../../src/doctor/evaluate-rules.ts';
import type { ThreadState } from '../../src/model/process-snapshot.ts';
import {
  duration,
  snapshotByHand,
  poolReading,
  probedByHand,
  probeReading,
  processByHand,
  threadSpan,
  watchByHand,
} from '../kit/watches.ts';

const inRead: ThreadState = { state: 'blocked', syscall: 'pread64', on: '/data/a' };

suite('A diagnosis', () => {
  test('says what healthy rests on, and what was not seen', () => {
    const { status, sentence, notes, answers } = diagnose(watchByHand([processByHand()]));
    assert.equal(status, 'healthy');
    const { code, params } = sentence as Message<'diagnosis.healthy'>;
    assert.equal(code, 'diagnosis.healthy');
    assert.ok(Math.abs((params.loop ?? 0) - 0.12) < 0.01 && params.queued === 0, JSON.stringify(params));
    assert.deepEqual(notes, [message('note.no-probe', { why: message('unseen.probe-not-wanted') })]);
    assert.equal(answers.length, ruleIds.length);
  });

  test('leaves out what an attached probe read of its own way in', () => {
    const busy = { utilization: 0.85, delay: { mean: 9, p50: 1, p99: 120, max: 190 } };
    const idle = { utilization: 0.002, delay: { mean: 0.1, p50: 0.1, p99: 1, max: 2 } };
    const readings = [
      probeReading({ at: 250, loop: busy, gc: { count: 2, time: 60, longest: 50, full: 0 } }),
      ...[500, 750, 1000].map((at) => probeReading({ at, loop: idle })),
    ];
    const loopWith = (entry: 'flag' | 'attached') => {
      const probed = probedByHand(readings);
      const probe = { ok: true, ...probed, hello: { ...probed.hello, entry } } as const;
      return diagnose(watchByHand([processByHand({ probe })])).processes[0]?.loop;
    };
    assert.equal(loopWith('attached')?.utilization, 0.002);
    assert.equal(loopWith('attached')?.delay?.max, 2);
    assert.ok((loopWith('flag')?.utilization ?? 0) > 0.2);
  });

  test('names the bottleneck in one sentence', () => {
    const pool = Array.from({ length: 20 }, (_, i) => ({
      at: i * 100,
      ...poolReading({ busy: 4, idle: 0, queued: 28, queuedKinds: { fs: 28 } }),
    }));
    const wait = { mean: 140, p50: 140, p95: 150, max: 160, readings: 20, rate: 200, unfinished: 0 };
    const threads = [1, 2, 3, 4].map((tid) => threadSpan(tid, inRead));
    const look = {
      ok: true,
      ...snapshotByHand({ pool, threads, wait: { fast: wait, slow: null } }),
    } as const;
    const { status, sentence, findings } = diagnose(watchByHand([processByHand({ look })]));
    assert.equal(status, 'bottleneck');
    assert.deepEqual(sentence, findings[0] && message('finding.is', { title: findings[0].title }));
    assert.equal(findings[0]?.changes[0]?.text, 'UV_THREADPOOL_SIZE=32 node server.js');
  });

  test('cannot tell of processes that were gone at once', () => {
    const look = snapshotByHand({
      samples: { taken: 1, inconsistent: 0, meanCost: 0, maxCost: 0 },
    });
    const gone = processByHand({ look: { ok: true, ...look }, to: 5 });
    const { status, sentence } = diagnose(watchByHand([gone, { ...gone, pid: 43 }]));
    assert.equal(status, 'cannot tell');
    assert.deepEqual(sentence, message('diagnosis.no-process'));
  });

  test('survives being written and read', () => {
    const diagnosis = diagnose(watchByHand([processByHand({ to: duration })]));
    assert.deepEqual(JSON.parse(JSON.stringify(diagnosis)), diagnosis);
  });
});
