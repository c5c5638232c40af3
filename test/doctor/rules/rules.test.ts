/** Each rule by itself, what it says, and what it leaves to others. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ruleIds, rules } from '../../../src/doctor/evaluate-rules.ts';
import { hasCode } from '../../../src/messages/message.ts';
import { poolSizeOf } from '../../../src/apply/node-command.ts';
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { both, fires, inWords, judged, resultOf, wordsOf, type Seen } from './case.ts';
import { cases, firing } from './cases.ts';
import {
  blocked,
  computing,
  cpu,
  inCall,
  late,
  loop,
  pool,
  socketsOf,
  stuck,
  timeOf,
  type Parts,
} from './vitals-by-hand.ts';
import { assertEach } from '../../kit/assert.ts';
import { near } from '../../kit/near.ts';

for (const id of ruleIds)
  suite(id, () => {
    for (const example of cases[id])
      test(`${example.answer}: ${example.about}`, () => {
        const { status, because } = judged(example).answers.find(({ rule }) => rule === id) ?? assert.fail();
        assert.equal(status === 'does not apply' ? 'fine' : status, example.answer, inWords(because));
      });
  });

test('Every rule speaks of a figure, gives a change to make, and says what to expect', () => {
  for (const id of ruleIds) {
    for (const example of firing(id)) {
      const [found] = judged(
        example,
        rules.filter((rule) => rule.id === id),
      ).findings;
      const finding = inWords(found ?? assert.fail(id));
      const { title, evidence, changes, expect } = finding;
      const all = JSON.stringify(finding);
      assert.match(title, /\d/, `${id}: its title has a figure`);
      assert.ok(evidence.length > 0 && evidence.every(({ value }) => value !== ''), `${id}: evidence`);
      assert.ok(changes.length > 0 && changes.every(({ text }) => text.length > 10), `${id}: a change`);
      assert.doesNotMatch(all, /NaN|undefined|Infinity|null [a-z]|\[object/, `${id}: ${all}`);
      // No report says the gain by itself.
      assert.ok(
        finding.gain === null || (finding.gain > 0 && /throughput/i.test(expect)),
        `${id}: ${expect}`,
      );
    }
  }
});

test('No two rules explain each other, whatever way round', () => {
  const explains = new Map(rules.map((rule) => [rule.id, rule.explains]));
  const reaches = (from: RuleId, to: RuleId, seen = new Set<RuleId>()): boolean =>
    (explains.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  for (const id of ruleIds) assert.equal(reaches(id, id), false, `${id} explains itself`);
});

suite('What another finding explains is not told beside it:', () => {
  const queueing = (mean: number): Parts => ({
    sockets: socketsOf({
      listening: [{ address: ':3000', mean, max: mean * 2, limit: 511 }],
      inbound: { connections: 60, pending: 60 },
    }),
  });
  const lateLoop = both({ loop: { utilization: 0.4 } }, late(20, 1, 160, 420, 8));
  const hungry = both(computing(), cpu(1.97, 2, 3), lateLoop, { loop: { ran: 0.2, waitedForCpu: 0.05 } });
  const rows: Readonly<Record<string, readonly [Seen | readonly Seen[], ...found: string[]]>> = {
    'a saturated pool explains a backlog': [both(blocked(), queueing(20)), 'pool-too-small of 42'],
    'CPUs that are all taken explain pool threads that wait, and a late loop': [
      hungry,
      'pool-starved-of-cpu of 42',
    ],
    'a finding that weighs more is told all the same': [
      both(queueing(40), pool({ busy: 1, ...stuck(1, inCall('statx', '/mnt/a'), 8000) })),
      'backlog of 42',
      'pool-stuck of 42',
    ],
    'only for the same processes': [[blocked(), lateLoop], 'pool-too-small of 100', 'loop-blocked of 101'],
    'processes with the same finding share it': [
      [blocked(), blocked(), blocked()],
      'pool-too-small of 100 101 102',
    ],
  };
  for (const [title, [seen, ...found]] of Object.entries(rows))
    test(title, () => {
      const { findings } = judged(fires(title, seen));
      assertEach(findings, ({ rule, pids }) => `${rule} of ${pids.join(' ')}`, found);
    });

  test('and which one it is, is the answer of the rule; how many share it, of the title', () => {
    const answer = judged({ processes: [hungry] }).answers.find(({ rule }) => rule === 'loop-blocked');
    assert.ok(hasCode(answer?.because, 'finding.follows'));
    assert.equal(answer.because.params.from, 'pool-starved-of-cpu');
    const title = judged(fires('', [blocked(), blocked(), blocked()])).findings[0]?.title;
    assert.ok(hasCode(title, 'finding.alike'));
    assert.equal(title.params.others, 2);
  });
});

suite('How many threads a pool needs, and what they give', () => {
  const advised = (...seen: readonly Seen[]) => {
    const { gain, changes } = resultOf('pool-too-small', blocked(), ...seen);
    return { gain: gain ?? 0, size: Number(/SIZE=(\d+) /.exec(changes[0]?.text ?? '')?.[1]) };
  };
  const idle = both(loop(0.005, 0.005, 0), { cpu: { used: 0.03 } });

  test('by Little: 3.96 busy and 59.4 waiting need 64, and give sixteen times the throughput', () => {
    const { gain, size } = advised(idle);
    assert.equal(size, 64);
    assert.ok(gain > 13 && gain < 16.5, String(gain));
    const words = wordsOf(resultOf('pool-too-small', blocked(), idle));
    assert.match(words, /^title: About 59 jobs wait 309 ms .* raise the pool to 64 threads/);
    assert.match(words, /^expect: .*about 4 jobs run and about 59 wait/m);
    assert.match(words, /^text 1: UV_THREADPOOL_SIZE=64 node server\.js$/m);
  });

  test('no more than what the loop can serve, with room to spare, though more jobs wait', () => {
    const busy = both(loop(0.3, 0.3, 0), { cpu: { used: 0.4 } });
    const { size, gain } = advised(busy);
    // The loop serves what 13.3 threads do.
    assert.equal(size, 24);
    assert.ok(gain > 2.8 && gain < 3.4, String(gain));
    const words = wordsOf(resultOf('pool-too-small', blocked(), busy));
    assert.match(words, /more threads raise it by less than 2%/);
  });

  test('the CPUs bound what more of them give', () => {
    const [eight, two] = [8, 2].map((cpus) => advised(pool({ time: timeOf(0.2, 0) }), cpu(0.9, cpus)));
    assert.ok(two && eight && two.size < eight.size && two.gain < 2.3 && eight.gain > 4);
  });

  test('requests that wait elsewhere are not sped up', () => {
    const gain = (pending: number) => advised(idle, { requests: { pending, rate: 192, mean: 300 } }).gain;
    assert.ok(gain(0) > 13);
    near(gain(126), 126 / 66.5, 0.3);
    assert.ok(gain(630) >= 1 && gain(630) < 1.2, String(gain(630)));
  });

  test('never more than what the limit of tasks leaves', () =>
    assert.equal(advised({ taskRoom: 36 }).size, 24));
});

test('libuv reads the size as it reads it', () => {
  const read = Object.entries({ '': 1, 0: 1, abc: 1, '-1': 1024, 2000: 1024, '4x': 4, ' 8': 8, 16: 16 });
  for (const [text, threads] of read) assert.equal(poolSizeOf(text), threads, `"${text}"`);
  assert.equal(poolSizeOf(null), 4);
});
