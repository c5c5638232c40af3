/** What is advised fits what was found: the application's own function, the kind that takes the time, the heap that is large. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRules } from '../../../src/doctor/evaluate-rules.ts';
import { rules } from '../../../src/doctor/rules/rules.ts';
import type { RuleId } from '../../../src/model/diagnosis.ts';
import type { ProfiledFunction } from '../../../src/model/reading.ts';
import type { ServiceVitals } from '../../../src/model/vitals.ts';
import { inWords } from './case.ts';
import {
  atLock,
  serviceByHand,
  fullOfBlocked,
  fullOfComputing,
  inCall,
  queueOf,
  vitalsByHand,
  type Parts,
} from './vitals-by-hand.ts';

function findingOf(id: RuleId, parts: Parts, service: Partial<ServiceVitals> = {}) {
  const vitals = vitalsByHand(parts);
  const asked = rules.filter((rule) => rule.id === id);
  const [finding] = evaluateRules([vitals], serviceByHand([vitals], service), asked).findings;
  assert.ok(finding, id);
  return inWords(finding);
}

const named = (parts: Partial<ProfiledFunction>): ProfiledFunction => ({
  name: 'render',
  file: '/srv/app.js',
  line: 12,
  self: 0.9,
  total: 0.95,
  calledBy: null,
  ...parts,
});
const full = (functions: readonly ProfiledFunction[], stalls = 0): Parts => ({
  loop: { utilization: 0.98, ran: 0.97, functions, stalls },
  cpu: { used: 1.05 },
});
const wholeText = (finding: object) => JSON.stringify(finding);

test('A function that holds the loop for long is to go from it first; else more processes are', () => {
  const [held] = findingOf('loop-saturated', full([named({})], 9)).changes;
  assert.match(held?.what ?? '', /Move render \(\/srv\/app\.js:12\) to worker threads/);
  const [shared] = findingOf('loop-saturated', full([named({})])).changes;
  assert.match(shared?.text ?? '', /cluster/);
});

test('A handler without a name is named by its place', () => {
  const { title } = findingOf('loop-saturated', full([named({ name: '(anonymous)' })], 9));
  assert.match(title, /the function at \/srv\/app\.js:12/);
  assert.doesNotMatch(title, /anonymous/);
});

test("For a package's function its caller is named; of JSON less is advised", () => {
  const stringify = named({
    name: 'stringify',
    file: '/srv/node_modules/express/lib/response.js',
    line: 1026,
    calledBy: 'listAll /srv/my app/list.js:9',
  });
  const finding = findingOf('loop-saturated', full([stringify]));
  assert.match(finding.title, /listAll \(\/srv\/my app\/list\.js:9\), in stringify of express/);
  assert.match(finding.changes[0]?.what ?? '', /less JSON/);
});

test('Without a profile the way to one is told', () => {
  assert.match(wholeText(findingOf('loop-saturated', full([]))), /doctor 42 --attach/);
});

test('Where a large heap was spared the profile, the way to one says what it would stop', () => {
  const memory = { heap: 512 * 2 ** 20 };
  const blocked = { utilization: 0.4, stalls: 5, delay: { mean: 9, p50: 1, p99: 400, max: 500 } };
  for (const [rule, parts] of [
    ['loop-saturated', full([])],
    ['loop-blocked', { loop: blocked }],
  ] as const) {
    const text = wholeText(findingOf(rule, { ...parts, memory }));
    assert.match(text, /stops the process for about 500 ms/);
    assert.match(text, /doctor 42 --attach --profile"/);
    assert.doesNotMatch(wholeText(findingOf(rule, parts)), /--profile/);
  }
});

test('The kind that takes the time is weighed by the capture; the queue alone names both', () => {
  const pool = { ...fullOfComputing, queue: queueOf({ crypto: 0.86, node_api: 0.84 }) };
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const unknown = findingOf('pool-starved-of-cpu', { pool, cpu });
  assert.match(wholeText(unknown), /theSynchronousCall.*Node-API\) or crypto jobs/);
  const captured = [
    { kind: 'crypto', jobs: 90, mean: 1400 },
    { kind: 'node_api', jobs: 90, mean: 1468 },
  ];
  const { changes, evidence } = findingOf('pool-starved-of-cpu', { pool: { ...pool, captured }, cpu });
  assert.match(changes[1]?.what ?? '', /as many jobs of a native add-on \(Node-API\) run/);
  assert.ok(evidence.some(({ value }) => value.startsWith('node_api 68 ms a job, crypto less')));
});

test('One thread of its own is not called one for each CPU, and no change is only a comment', () => {
  const cpu = { used: 1.95, available: 2, waited: 3 };
  const { changes, evidence } = findingOf(
    'pool-starved-of-cpu',
    { pool: fullOfComputing, cpu },
    { machineCpus: 2, machineUsed: 2.9 },
  );
  assert.match(changes[0]?.what ?? '', /on a separate thread:/);
  assert.ok(changes.every(({ text }) => text.split('\n').some((line) => !/^(?:#|\/\/)/.test(line))));
  assert.ok(evidence.some(({ value }) => value.includes("0.95 of the machine's 2 by others")));
});

test('A large heap is to be smaller, and only young objects get more room', () => {
  const first = (longest: number, heap: number) =>
    findingOf('long-gc', { gc: { share: 0.3, longest, count: 9 }, memory: { heap: heap * 2 ** 20 } })
      .changes[0];
  assert.match(first(400, 600)?.what ?? '', /^Keep less/);
  assert.match(first(60, 600)?.what ?? '', /^Keep less/);
  assert.match(first(20, 40)?.text ?? '', /semi-space/);
});

test('A file call is told before a lock beside it', () => {
  const places = [
    { doing: atLock('7f00'), share: 0.05, threads: 1 },
    { doing: atLock('7f01'), share: 0.15, threads: 1 },
    { doing: inCall('pread64', '/data/a'), share: 0.25, threads: 1 },
  ];
  const finding = findingOf('blocking-calls', { loop: { blockedIn: places } });
  assert.match(finding.title, /pread64 of \/data\/a/);
  assert.doesNotMatch(wholeText(finding), /a lock/);
  const alone = { loop: { blockedIn: places.slice(0, 2) } };
  assert.match(findingOf('blocking-calls', alone).title, /20% of the time in a lock/);
});

test('What never moved has no wait, and what may be a pipe is asked about first', () => {
  const doing = inCall('openat', '/run/pipe');
  const stuck = [1, 2, 3, 4].map((tid) => ({ tid, doing, since: 4000 }));
  const { evidence, changes } = findingOf('pool-stuck', { pool: { ...fullOfBlocked, stuck } });
  assert.ok(evidence.some(({ value }) => value === 'no end so far (more than 4 s)'));
  assert.equal(evidence.filter(({ label }) => label === 'found in').length, 1);
  assert.match(changes[0]?.text ?? '', /stat -c .* '\/run\/pipe'/);
  assert.match(changes[1]?.text ?? '', /O_NONBLOCK/);
});

test('No CPU is called free on a machine that is full', () => {
  const age = { p50: 900, p95: 1800, max: 2700 };
  const waiting: Parts = {
    requests: { pending: 40, oldest: 900, rate: 20, mean: 900, max: 900 },
    sockets: {
      listening: [],
      overflows: 0,
      inbound: { connections: 40, pending: 40, age },
      outbound: [{ to: '10.0.0.5:5432', connections: 100, pending: 40, age }],
    },
  };
  assert.match(findingOf('downstream', waiting).because, /CPUs are free/);
  const taken = findingOf('downstream', waiting, { free: 0, machineUsed: 7.9 });
  assert.doesNotMatch(taken.because, /CPUs are free/);
});
