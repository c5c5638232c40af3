import { say } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { queueTracker, type QueuedJob } from '../../../src/observe/external/pool-queue.ts';
import { QueueWaits } from '../../../src/observe/external/summary.ts';
import type { Dequeued } from '../../../src/model/process-snapshot.ts';
import { onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import type { Target } from '../../kit/targets.ts';
import { target } from './targets.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { near } from '../../kit/near.ts';

/** Jobs by place and number, the next first: `3:17`; a place without a number is of a job that has none. */
function jobs(text: string): QueuedJob[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [address = 0, number] = word.split(':').map(Number);
      return { address, kind: 'fs', number: number ?? null, place: number === undefined ? null : 32 };
    });
}

suite('How many jobs got a thread between two readings', () => {
  //      before               now                     moved (null: unknown)
  for (const [title, before, now, moved] of [
    ['is what is missing at the head', '1:1 2:2 3:3 4:4', '3:3 4:4 5:5', 2],
    ['is none where nothing moved', '1:1 2:2', '1:1 2:2 3:3', 0],
    ['is told by the last that is left', '1:1 2:2 3:3', '3:3', 2],
    ['is at least all, when all places have new jobs', '1:1 2:2 3:3', '1:4 2:5 3:6', 'least 3'],
    ['is at least all, when the queue has emptied', '1:1 2:2 3:3', '', 'least 3'],
    ['is told by jobs with numbers among others', '1 2 3:3 4', '2 3:3 4 1', 1],
    ['is not known of jobs that have no numbers: it may have been a whole round', '1 2 3', '2 3 1', null],
    ['is not known after an empty queue', '', '1:1', null],
  ] as const) {
    test(title, () => {
      const track = queueTracker();
      assert.equal(track.dequeued(0, jobs(before)), null);
      assert.ok(track.fits(jobs(now)));
      const found = track.dequeued(20, jobs(now));
      assert.equal(found && (found.isLeast ? `least ${found.jobs}` : found.jobs), moved);
      if (found) assert.deepEqual([found.within, found.isGlimpse], [20, false]);
    });
  }

  test('cannot be told from readings that do not fit together: they are no instants', () => {
    const track = queueTracker();
    track.dequeued(0, jobs('1:1 2:2 3:3'));
    assert.equal(track.fits(jobs('2:2 4:4 3:3')), false);
    assert.equal(track.fits(jobs('4:4 3:3')), false);
  });

  test('is told of jobs without numbers once glimpses rule a whole round out', () => {
    const track = queueTracker();
    let at = 0;
    let found: Dequeued | null = null;
    // One job in each reading of 20 ms: far from a round of three. The head is seen not to move right after.
    for (let reading = 0; reading < 400; reading++, at += 20) {
      const turn = reading % 3;
      found = track.dequeued(at, jobs([0, 1, 2].map((place) => 1 + ((place + turn) % 3)).join(' ')));
      track.glimpse(at + 0.3, track.jobAt(1 + turn));
    }
    assert.equal(found?.jobs, 1);
  });

  test('is glimpsed right after a reading where all have gone at the next', () => {
    const track = queueTracker();
    track.dequeued(0, jobs('1:1 2:2 3:3 4:4'));
    track.glimpse(0.5, track.jobAt(3));
    const moved = { jobs: 2, within: 0.5, isGlimpse: true, isLeast: false };
    assert.deepEqual(track.dequeued(20, jobs('1:90 2:91 3:92 4:93')), moved);
  });
});

suite('The wait that a queue tells', () => {
  const moved = (count: number): Dequeued => ({ jobs: count, within: 20, isGlimpse: false, isLeast: false });
  /** Read every 20 ms. */
  function lane(readings: number, queued: number, started: Dequeued | null): QueueWaits {
    const waits = new QueueWaits();
    for (let reading = 0; reading < readings; reading++)
      waits.add(reading * 20, queued, reading === 0 ? null : started);
    return waits;
  }

  test('is not known while nobody knows how many have started: 0 it is not', () => {
    assert.equal(lane(20, 16, null).value(), null);
  });

  test('is the time until as many have started as were before', () => {
    // 40 wait, and 4 start every 20 ms: 200 ms.
    const wait = lane(500, 40, moved(4)).value();
    assert.ok(wait);
    assert.deepEqual([wait.rate, wait.unfinished, wait.readings], [200, 0, 500]);
    for (const figure of ['mean', 'p50', 'p95', 'max'] as const) {
      near(wait[figure], 200, 2);
    }
  });

  test('is none where nobody waits, and nothing is known where nothing was read', () => {
    assert.equal(lane(0, 0, null).value(), null);
    const wait = lane(10, 0, null).value();
    assert.deepEqual([wait?.max, wait?.rate], [0, null]);
  });

  test('is at least the time that a queue has stood still', () => {
    const wait = lane(51, 9, moved(0)).value();
    assert.equal(wait?.unfinished, 1);
    near(wait?.max, 1000, 5);
  });

  test('follows a rate that changes: what waited before the change is told by what came after', () => {
    // 20 wait while one starts every 20 ms; then all start within one reading.
    const waits = lane(10, 20, moved(1));
    waits.add(200, 1, moved(30));
    const wait = waits.value();
    assert.ok(wait && wait.max <= 200 && wait.max > 180, JSON.stringify(wait));
  });

  test('is told by glimpses where the queue is faster than the readings', () => {
    const wait = lane(200, 10, { jobs: 2, within: 1, isGlimpse: true, isLeast: false }).value();
    near(wait?.mean, 5, 0.2);
    assert.equal(wait?.rate, 2000);
  });
});

/** The mean wait that the target has measured itself since it was asked last. */
async function truth({ child, printed }: Target): Promise<number> {
  const before = printed().length;
  child.kill('SIGUSR2');
  while (!printed().slice(before).includes('\n')) await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(/waits: (\S+)/.exec(printed().slice(before))?.[1]);
}

suite('The wait that the queue of a Node tells', { skip }, async () => {
  await onEachNode(({ label, binary }) => {
    // 64 wait for four threads: about a third of a second, far longer than from reading to reading; 8 ms, far shorter;
    // and 3,000, which are not walked each time.
    for (const [words, title] of [
      [['68', '20000'], 'job by job'],
      [['20', '2000'], 'by glimpses'],
      [['3004', '1000'], 'in a long queue'],
    ] as const) {
      if (title !== 'job by job' && label !== process.versions.node) continue;
      test(`is what its jobs really wait, ${title}: Node ${label}`, async (t) => {
        await using server = await target(binary, words, { script: 'backlog.cjs' });
        // The first jobs found free threads, and did not wait.
        await new Promise((resolve) => setTimeout(resolve, title === 'in a long queue' ? 1500 : 500));
        await truth(server);
        const seen = await takeSnapshot(server.pid, { duration: 1500, interval: 20 });
        const [waited, told] = [await truth(server), seen.wait.fast?.mean ?? Number.NaN];
        if (!seen.subject.peek.ok) return t.skip(say(seen.subject.peek.why));
        const ratio = told / waited;
        assert.ok(
          ratio > 0.7 && ratio < 1.4,
          `told ${told} ms, waited ${waited} ms, ${JSON.stringify(seen.wait)}`,
        );
        const most = Number(words[0]);
        for (const { queued, queuedKinds } of seen.pool) {
          // A loop that gets no CPU submits late, so a short queue may be nearly empty for once.
          assert.ok(queued <= most && queued > most / 2 - 50, `${queued} of ${most}`);
          assert.deepEqual(queuedKinds, queued > 0 ? { 'addon:@koromix/koffi': queued } : {});
        }
      });
    }
  });
});
