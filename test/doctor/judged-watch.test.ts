/** A whole watch, judged: what it says first, and what it rests on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { ruleIds } from '../../src/model/diagnosis.ts';
import type { Doing } from '../../src/model/look.ts';
import {
  duration,
  lookByHand,
  poolReading,
  probedByHand,
  probeReading,
  processByHand,
  threadSpan,
  watchByHand,
} from './watch-by-hand.ts';

const inRead: Doing = { state: 'blocked', syscall: 'pread64', on: '/data/a' };

suite('A diagnosis', () => {
  test('says what healthy rests on, and what was not seen', () => {
    const { word, sentence, notes, answers } = diagnose(watchByHand([processByHand()]));
    assert.equal(word, 'healthy');
    assert.match(sentence, /^Healthy: the event loop was busy for 12 % of the time, 0 jobs waited/);
    assert.match(notes.join(), /No probe in the process \(nobody asked for it\)/);
    assert.equal(answers.length, ruleIds.length);
  });

  test('leaves out what an attached probe read of its own way in', () => {
    const busy = { utilization: 0.85, delay: { mean: 9, p50: 1, p99: 120, max: 190 } };
    const idle = { utilization: 0.002, delay: { mean: 0.1, p50: 0.1, p99: 1, max: 2 } };
    const readings = [
      probeReading({ at: 250, loop: busy, gc: { count: 2, time: 60, longest: 50 } }),
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

  test('names the choke point in one sentence', () => {
    const pool = Array.from({ length: 20 }, (_, i) => ({
      at: i * 100,
      ...poolReading({ busy: 4, idle: 0, queued: 28, queuedKinds: { fs: 28 } }),
    }));
    const wait = { mean: 140, p50: 140, p95: 150, max: 160, readings: 20, rate: 200, unfinished: 0 };
    const threads = [1, 2, 3, 4].map((tid) => threadSpan(tid, inRead));
    const look = { ok: true, ...lookByHand({ pool, threads, wait: { fast: wait, slow: null } }) } as const;
    const { word, sentence, findings } = diagnose(watchByHand([processByHand({ look })]));
    assert.equal(word, 'choke point');
    assert.equal(sentence, '28 jobs wait 140 ms for one of 4 pool threads: raise the pool to 32 threads.');
    assert.equal(findings[0]?.changes[0]?.text, 'UV_THREADPOOL_SIZE=32 node server.js');
  });

  test('cannot tell of processes that were gone at once', () => {
    const look = lookByHand({ samples: { taken: 1, skipped: 0, inconsistent: 0, meanCost: 0, maxCost: 0 } });
    const gone = processByHand({ look: { ok: true, ...look }, to: 5 });
    const { word, sentence } = diagnose(watchByHand([gone, { ...gone, pid: 43 }]));
    assert.equal(word, 'cannot tell');
    assert.match(sentence, /no Node process was seen for long enough/);
  });

  test('survives being written and read', () => {
    const diagnosis = diagnose(watchByHand([processByHand({ to: duration })]));
    assert.deepEqual(JSON.parse(JSON.stringify(diagnosis)), diagnosis);
  });
});
