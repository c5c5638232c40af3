/** Each rule by itself, what it says, and what it leaves to others. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluateRules, ruleIds, rules } from '../../../src/doctor/evaluate-rules.ts';
import type { Message } from '../../../src/messages/message.ts';
import { poolSizeOf } from '../../../src/apply/node-command.ts';
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { stream } from '../../../src/queueing/simulate.ts';
import { findingOf, inWords, type Case } from './case.ts';
import { cases } from './cases.ts';
import {
  serviceByHand,
  socketsOf,
  fullOfBlocked,
  inCall,
  queueOf,
  timeOf,
  vitalsByHand,
  waitOf,
  type Parts,
} from './vitals-by-hand.ts';

function judged({ processes, service }: Omit<Case, 'about'>) {
  const vitals = processes.map(vitalsByHand);
  return evaluateRules(vitals, serviceByHand(vitals, service));
}

function answerOf(rule: RuleId, example: Case) {
  const found = judged(example).answers.find((answer) => answer.rule === rule);
  assert.ok(found);
  return inWords(found);
}

for (const id of ruleIds) {
  suite(id, () => {
    for (const example of cases[id].fires) {
      test(`speaks: ${example.about}`, () => assert.equal(answerOf(id, example).status, 'finding'));
    }
    for (const example of cases[id].fine) {
      test(`is silent: ${example.about}`, () => {
        const { status, because } = answerOf(id, example);
        assert.ok(status === 'fine' || status === 'does not apply', because);
      });
    }
    for (const example of cases[id].cannotTell) {
      test(`cannot tell: ${example.about}`, () => assert.equal(answerOf(id, example).status, 'cannot tell'));
    }
  });
}

test('Every rule speaks of a figure, gives a change to make, and says what to expect', () => {
  for (const id of ruleIds) {
    for (const example of cases[id].fires) {
      const finding = findingOf(id, example.processes, example.service);
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
  const told = (parts: Parts) => {
    const { findings, answers } = judged({ processes: [parts] });
    return { rules: findings.map(({ rule }) => rule), answers };
  };
  const late = { utilization: 0.4, delay: { mean: 20, p50: 1, p99: 160, max: 420 }, stalls: 8 };

  test('a saturated pool explains a backlog', () => {
    const { rules: found } = told({ pool: fullOfBlocked, sockets: sockets(20) });
    assert.deepEqual(found, ['pool-too-small']);
  });
  test('CPUs that are all taken explain pool threads that wait, and a late loop', () => {
    const { rules: found, answers } = told({
      pool: {
        busy: 4,
        full: 1,
        queue: queueOf({ crypto: 28 }),
        time: timeOf(0.25, 0.74),
        wait: waitOf(1400),
      },
      cpu: { used: 1.97, available: 2, waited: 3 },
      loop: { ...late, ran: 0.2, waitedForCpu: 0.05 },
    });
    assert.deepEqual(found, ['pool-starved-of-cpu']);
    const answer = answers.find(({ rule }) => rule === 'loop-blocked');
    const because = answer?.because as Message<'finding.follows'> | undefined;
    assert.deepEqual([because?.code, because?.params.from], ['finding.follows', 'pool-starved-of-cpu']);
  });
  test('a finding that weighs more is told all the same', () => {
    const { rules: found } = told({
      pool: { busy: 1, stuck: [{ tid: 1, doing: inCall('statx', '/mnt/a'), since: 8000 }] },
      sockets: sockets(40),
    });
    assert.deepEqual(found, ['backlog', 'pool-stuck']);
  });
  test('only for the same processes', () => {
    const { findings } = judged({
      processes: [
        { pid: 1, role: 'worker', pool: fullOfBlocked },
        { pid: 2, role: 'worker', loop: late },
      ],
    });
    assert.deepEqual(
      findings.map(({ rule, pids }) => [rule, pids]),
      [
        ['pool-too-small', [1]],
        ['loop-blocked', [2]],
      ],
    );
  });

  function sockets(mean: number) {
    return socketsOf({
      listening: [{ address: ':3000', mean, max: mean * 2, limit: 511 }],
      inbound: { connections: 60, pending: 60 },
    });
  }
});

test('Processes with the same finding share it', () => {
  const processes = [1, 2, 3].map((pid): Parts => ({ pid, role: 'worker', pool: fullOfBlocked }));
  const { findings } = judged({ processes });
  assert.equal(findings.length, 1);
  assert.deepEqual(findings[0]?.pids, [1, 2, 3]);
  const title = findings[0]?.title as Message<'finding.alike'> | undefined;
  assert.deepEqual([title?.code, title?.params.others], ['finding.alike', 2]);
});

test('By Little: 3.96 busy and 59.4 waiting need 64 threads, and give sixteen times the throughput', () => {
  const { gain, changes, expect, title } = findingOf('pool-too-small', {
    pool: fullOfBlocked,
    loop: { utilization: 0.005, ran: 0.005, waitedForCpu: 0 },
    cpu: { used: 0.03 },
  });
  assert.equal(changes[0]?.text, 'UV_THREADPOOL_SIZE=64 node server.js');
  assert.match(title, /About 59 jobs wait 309 ms .* raise the pool to 64 threads/);
  assert.ok(gain !== null && gain > 13 && gain < 16.5, String(gain));
  assert.match(expect, /about 4 jobs run and about 59 wait/);
});

test('The CPUs bound what more threads give', () => {
  const pool = { ...fullOfBlocked, time: timeOf(0.2, 0) };
  const size = ({ changes }: ReturnType<typeof findingOf>) =>
    Number(/SIZE=(\d+)/.exec(changes[0]?.text ?? '')?.[1]);
  const eight = findingOf('pool-too-small', { pool, cpu: { used: 0.9, available: 8 } });
  const two = findingOf('pool-too-small', { pool, cpu: { used: 0.9, available: 2 } });
  assert.ok(size(two) < size(eight));
  assert.ok(two.gain !== null && two.gain < 2.3, String(two.gain));
  assert.ok(eight.gain !== null && eight.gain > 4, String(eight.gain));
});

test('Requests that wait elsewhere are not sped up', () => {
  const gainWith = (pending: number) =>
    findingOf('pool-too-small', {
      pool: fullOfBlocked,
      loop: { utilization: 0.005, ran: 0.005, waitedForCpu: 0 },
      cpu: { used: 0.03 },
      requests: { pending, rate: 192, mean: 300 },
    }).gain;
  const [none, some, many] = [0, 126, 630].map(gainWith);
  assert.ok((none ?? 0) > 13);
  assert.ok(some !== null && some !== undefined && Math.abs(some - 126 / 66.5) < 0.3, String(some));
  assert.ok(many !== null && many !== undefined && many >= 1 && many < 1.2, String(many));
});

test('A pool is never raised beyond what the limit of tasks leaves', () => {
  const { changes } = findingOf('pool-too-small', { pool: fullOfBlocked, taskRoom: 36 });
  assert.match(changes[0]?.text ?? '', /SIZE=24 /);
});

test('libuv reads the size as it reads it', () => {
  const read = Object.entries({ '': 1, 0: 1, abc: 1, '-1': 1024, 2000: 1024, '4x': 4, ' 8': 8, 16: 16 });
  for (const [text, threads] of read) assert.equal(poolSizeOf(text), threads, `"${text}"`);
  assert.equal(poolSizeOf(null), 4);
});

test('What is in force already is never advised, whatever was seen', () => {
  const random = stream(7, 0);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  for (let round = 0; round < 3000; round++) {
    const parts = anyParts(random, pick);
    const { findings } = judged({ processes: [parts] });
    const size = vitalsByHand(parts).pool.size ?? 4;
    for (const finding of findings) {
      const all = JSON.stringify({ finding, parts });
      for (const { text } of finding.changes) {
        for (const [, found] of text.matchAll(/UV_THREADPOOL_SIZE=(\d+)/g)) {
          assert.notEqual(Number(found), size, all);
          assert.ok(Number(found) >= 1 && Number(found) <= 1024, all);
        }
      }
      const [first] = finding.changes;
      const advised = Number(/^UV_THREADPOOL_SIZE=(\d+)/.exec(first?.text ?? '')?.[1] ?? Number.NaN);
      if (finding.verb === 'raise') assert.ok(!(advised <= size), all);
      if (finding.verb === 'lower') assert.ok(!(advised >= size), all);
      assert.doesNotMatch(all, /NaN|undefined|Infinity/);
    }
  }
});

function anyParts(random: () => number, pick: <Item>(items: readonly Item[]) => Item): Parts {
  const size = pick([1, 2, 4, 8, 16, 64, 128, 256]);
  const busy = size * random();
  const running = random();
  const waited = (1 - running) * random();
  const lock = (1 - running - waited) * pick([0, 0, random()]);
  const text = pick([null, String(size), '', '16', 'auto', '2']);
  const available = pick([0.5, 1, 2, 8]);
  return {
    pool: {
      size,
      asked: poolSizeOf(text),
      askedText: text,
      busy: pick([busy, size, size]),
      full: pick([0, 0.6, 0.99, 1]),
      queue: pick([
        null,
        queueOf({}),
        queueOf({ fs: 10 ** (3 * random()) }),
        queueOf({ crypto: 10 ** (3 * random()), fs: 2 }),
      ]),
      wait: pick([null, waitOf(10 ** (4 * random() - 1))]),
      time: pick([null, timeOf(running, waited, lock)]),
      stuck: pick([
        [],
        [],
        Array.from({ length: Math.ceil(size * random()) }, (_, tid) => ({
          tid,
          doing: pick([inCall('read', '/mnt/a'), inCall('poll')]),
          since: 4000,
        })),
      ]),
    },
    loop: { utilization: random(), ran: random() / 2, waitedForCpu: random() / 2 },
    cpu: {
      used: available * random(),
      available,
      quota: pick([null, available]),
      throttled: pick([null, 0, random()]),
    },
    memory: { limit: pick([null, 100 * 2 ** 20, 2 ** 30]), growth: pick([null, 0, 2 ** 22]) },
    taskRoom: pick([null, 0, 20, 300]),
  };
}
