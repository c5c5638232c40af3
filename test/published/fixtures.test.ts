/** Results that the tools themselves wrote (fixtures/README.md): what is read of each, and what the checks say of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { StatedLoad } from '../../src/published/contradiction.ts';
import type { PublishedRun } from '../../src/model/published.ts';
import { checkPublished } from '../../src/published/check.ts';
import { readAs } from './results.ts';

const folder = join(import.meta.dirname, 'fixtures');
const read = (name: string, asked: Partial<StatedLoad> = {}) => readAs(join(folder, name), asked);
const judged = (...runs: readonly PublishedRun[]) => checkPublished([{ cell: 'A', runs }]);

/** As it is read: source, load, clients, and how many it takes at most; then the checks that fail, and those that pass among others. */
const expected: readonly (readonly [
  file: string,
  asked: Partial<StatedLoad>,
  read: string,
  fails: string,
  passes: string,
  canCompare: boolean,
  hidden?: string,
])[] = [
  // Whole milliseconds, cut off: of a server that is faster, fewer requests seem to be in flight.
  ['autocannon-fast.json', {}, 'autocannon JSON, closed, 10, –', 'L1 C1', 'T1 E1 D1 D2 Q1', false, 'p99'],
  // With -R it has more times than answers.
  ['autocannon-paced.json', {}, 'autocannon JSON, open, 10, –', 'D2 C1 Q1', 'L1 T1 E1 D1', false],
  ['autocannon.json', {}, 'autocannon JSON, closed, 10, –', 'D2 C1', 'L1 T1 E1 D1 Q1', true],
  ['autocannon-stall.json', {}, 'autocannon JSON, closed, 10, –', 'D2 C1', 'L1 T1 E1 D1 Q1', true, 'p90 p99'],
  ['wrk.txt', {}, 'wrk, closed, 8, –', '', 'L1 T1 E1 D1 D2 C1 Q1', true],
  // After a slow answer it adds times that it did not measure: X·R says so.
  ['wrk-stall.txt', {}, 'wrk, closed, 8, –', 'L1', 'T1 E1 D1 D2 C1 Q1', false],
  // Without --latency.
  ['wrk-404.txt', {}, 'wrk, closed, 8, –', 'L1 E1 D1', 'T1 C1 Q1', false],
  ['ab.txt', {}, 'ab, closed, 8, –', 'D1 C1', 'L1 T1 E1 D2 Q1', true],
  ['k6-drops.csv', {}, 'k6 CSV, open, –, 2', 'G1 D1 D2', 'L1 T1 E1 C1 W1 Q1', false],
  ['k6-drops-summary.json', {}, 'k6 summary, open, –, 2', 'G1 D1 D2', 'L1 T1 E1 Q1', false],
  // Whole seconds: the rate is known to 20% in five of them.
  ['k6-seconds.csv', { clients: 2 }, 'k6 CSV, closed, 2, 2', 'D2 C1', 'L1 L2 T1 E1 D1 Q1', false],
  ['k6-vus.ndjson', { clients: 2 }, 'k6 JSON lines, closed, 2, 2', 'D2', 'L1 L2 T1 E1 D1 C1 W1 Q1', true],
  ['k6-vus-summary.json', {}, 'k6 summary, unknown, –, 2', '', 'L1 T1 E1 D1 D2 Q1', true],
  ['k6-handle-summary.json', {}, 'k6 summary, unknown, –, 2', '', 'L1 T1 E1 D1 D2 Q1', true],
  ['vegeta.json', { rate: 150 }, 'vegeta report, open, –, –', '', 'T1 E1 G1 D1 D2 Q1', true],
  // Each request is timed from when it was due: the stall shows, and hides nothing.
  ['vegeta-stall.ndjson', {}, 'vegeta requests, open, –, –', 'D2', 'T1 E1 D1 Q1', true],
  ['oha.json', { clients: 16 }, 'oha JSON, closed, 16, –', '', 'L1 T1 E1 D1 D2 Q1', true],
  ['oha.csv', { clients: 8 }, 'oha CSV, closed, 8, –', 'D1', 'L1 L2 T1 E1 D2 Q1', true],
  // Without --latency-correction: timed from when a request was sent, late or not.
  ['oha-paced-stall.json', { rate: 200 }, 'oha JSON, open, –, –', 'D2', 'T1 E1 G1 D1 Q1', true, 'p90'],
];

test('A clean run of oha can carry a comparison, also where nobody told its clients', () => {
  const found = judged(read('oha.json'));
  assert.deepEqual([found.canCompare, found.checks.filter(({ outcome }) => outcome === 'fail')], [true, []]);
  assert.equal(found.missing[0]?.params.option, '--clients');
});

suite('Of a result that the tool itself wrote', () => {
  for (const [file, asked, how, fails, passes, canCompare, hidden = ''] of expected)
    test(`${file}: ${fails || 'no check'} fails`, () => {
      const run = read(file, asked);
      assert.equal([run.source, run.load, run.clients ?? '–', run.atMost ?? '–'].join(', '), how);
      assert.equal(run.unread, 0);
      const found = judged(run);
      const ids = (word: 'pass' | 'fail') =>
        found.checks.flatMap(({ id, outcome }) => (outcome === word ? [id as string] : []));
      assert.equal(ids('fail').join(' '), fails);
      const missing = passes.split(' ').filter((id) => !ids('pass').includes(id));
      assert.deepEqual(missing, []);
      assert.equal(found.canCompare, canCompare);
      assert.equal(found.hidden.map(({ metric }) => metric).join(' '), hidden);
    });
});
