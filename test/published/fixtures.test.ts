/** Results that the tools themselves wrote (fixtures/README.md): what is read of each, and what the checks say of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readResult } from '../../src/cli/options/result-files.ts';
import type { CheckId } from '../../src/model/check.ts';
import type { PublishedRun } from '../../src/model/published.ts';
import { checkPublished } from '../../src/published/check.ts';

const folder = join(import.meta.dirname, 'fixtures');
const read = (name: string, asked: { clients?: number; rate?: number } = {}) =>
  readResult(join(folder, name), 'A', { clients: asked.clients ?? null, rate: asked.rate ?? null });
const judged = (...runs: readonly PublishedRun[]) => checkPublished([{ cell: 'A', runs }]);
const ids = (found: ReturnType<typeof judged>, outcome: 'pass' | 'fail') =>
  found.checks.flatMap((check): CheckId[] => (check.outcome === outcome ? [check.id] : []));

interface Expected {
  readonly file: string;
  readonly asked?: { readonly clients?: number; readonly rate?: number };
  readonly source: string;
  readonly load: PublishedRun['load'];
  readonly clients: number | null;
  readonly atMost?: number;
  /** All of them; notes and hidden percentiles too. */
  readonly fails: readonly CheckId[];
  readonly passes: readonly CheckId[];
  readonly canCompare: boolean;
  readonly hidden?: readonly string[];
}

const expected: readonly Expected[] = [
  {
    // Whole milliseconds, cut off: of a server that is faster, fewer requests seem to be in flight.
    file: 'autocannon-fast.json',
    source: 'autocannon JSON',
    load: 'closed',
    clients: 10,
    fails: ['L1', 'C1'],
    passes: ['T1', 'E1', 'D1', 'D2', 'Q1'],
    canCompare: false,
    hidden: ['p99'],
  },
  {
    // With -R it has more times than answers.
    file: 'autocannon-paced.json',
    source: 'autocannon JSON',
    load: 'open',
    clients: 10,
    fails: ['D2', 'C1', 'Q1'],
    passes: ['L1', 'T1', 'E1', 'D1'],
    canCompare: false,
  },
  {
    file: 'autocannon.json',
    source: 'autocannon JSON',
    load: 'closed',
    clients: 10,
    fails: ['D2', 'C1'],
    passes: ['L1', 'T1', 'E1', 'D1', 'Q1'],
    canCompare: true,
  },
  {
    file: 'autocannon-stall.json',
    source: 'autocannon JSON',
    load: 'closed',
    clients: 10,
    fails: ['D2', 'C1'],
    passes: ['L1', 'T1', 'E1', 'D1', 'Q1'],
    canCompare: true,
    hidden: ['p90', 'p99'],
  },
  {
    file: 'wrk.txt',
    source: 'wrk',
    load: 'closed',
    clients: 8,
    fails: [],
    passes: ['L1', 'T1', 'E1', 'D1', 'D2', 'C1', 'Q1'],
    canCompare: true,
  },
  {
    // After a slow answer it adds times that it did not measure: X·R says so.
    file: 'wrk-stall.txt',
    source: 'wrk',
    load: 'closed',
    clients: 8,
    fails: ['L1'],
    passes: ['T1', 'E1', 'D1', 'D2', 'C1', 'Q1'],
    canCompare: false,
  },
  {
    // Without --latency.
    file: 'wrk-404.txt',
    source: 'wrk',
    load: 'closed',
    clients: 8,
    fails: ['L1', 'E1', 'D1'],
    passes: ['T1', 'C1', 'Q1'],
    canCompare: false,
  },
  {
    file: 'ab.txt',
    source: 'ab',
    load: 'closed',
    clients: 8,
    fails: ['D1', 'C1'],
    passes: ['L1', 'T1', 'E1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    file: 'k6-drops.csv',
    source: 'k6 CSV',
    load: 'open',
    clients: null,
    atMost: 2,
    fails: ['G1', 'D1', 'D2'],
    passes: ['L1', 'T1', 'E1', 'C1', 'W1', 'Q1'],
    canCompare: false,
  },
  {
    file: 'k6-drops-summary.json',
    source: 'k6 summary',
    load: 'open',
    clients: null,
    atMost: 2,
    fails: ['G1', 'D1', 'D2'],
    passes: ['L1', 'T1', 'E1', 'Q1'],
    canCompare: false,
  },
  {
    // Whole seconds: the rate is known to 20% in five of them.
    file: 'k6-seconds.csv',
    asked: { clients: 2 },
    source: 'k6 CSV',
    load: 'closed',
    clients: 2,
    atMost: 2,
    fails: ['D2', 'C1'],
    passes: ['L1', 'L2', 'T1', 'E1', 'D1', 'Q1'],
    canCompare: false,
  },
  {
    file: 'k6-vus.ndjson',
    asked: { clients: 2 },
    source: 'k6 JSON lines',
    load: 'closed',
    clients: 2,
    atMost: 2,
    fails: ['D2'],
    passes: ['L1', 'L2', 'T1', 'E1', 'D1', 'C1', 'W1', 'Q1'],
    canCompare: true,
  },
  {
    file: 'k6-vus-summary.json',
    source: 'k6 summary',
    load: 'unknown',
    clients: null,
    atMost: 2,
    fails: [],
    passes: ['L1', 'T1', 'E1', 'D1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    file: 'k6-handle-summary.json',
    source: 'k6 summary',
    load: 'unknown',
    clients: null,
    atMost: 2,
    fails: [],
    passes: ['L1', 'T1', 'E1', 'D1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    file: 'vegeta.json',
    asked: { rate: 150 },
    source: 'vegeta report',
    load: 'open',
    clients: null,
    fails: [],
    passes: ['T1', 'E1', 'G1', 'D1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    // Each request is timed from when it was due: the stall shows, and hides nothing.
    file: 'vegeta-stall.ndjson',
    source: 'vegeta requests',
    load: 'open',
    clients: null,
    fails: ['D2'],
    passes: ['T1', 'E1', 'D1', 'Q1'],
    canCompare: true,
  },
  {
    file: 'oha.json',
    asked: { clients: 16 },
    source: 'oha JSON',
    load: 'closed',
    clients: 16,
    fails: [],
    passes: ['L1', 'T1', 'E1', 'D1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    file: 'oha.csv',
    asked: { clients: 8 },
    source: 'oha CSV',
    load: 'closed',
    clients: 8,
    fails: ['D1'],
    passes: ['L1', 'L2', 'T1', 'E1', 'D2', 'Q1'],
    canCompare: true,
  },
  {
    // Without --latency-correction: timed from when a request was sent, late or not.
    file: 'oha-paced-stall.json',
    asked: { rate: 200 },
    source: 'oha JSON',
    load: 'open',
    clients: null,
    fails: ['D2'],
    passes: ['T1', 'E1', 'G1', 'D1', 'Q1'],
    canCompare: true,
    hidden: ['p90'],
  },
];

test('A clean run of oha can carry a comparison, also where nobody told its clients', () => {
  const found = judged(read('oha.json'));
  assert.deepEqual(ids(found, 'fail'), []);
  assert.equal(found.canCompare, true);
  assert.equal(found.missing[0]?.params.option, '--clients=N');
});

suite('Of a result that the tool itself wrote', () => {
  for (const {
    file,
    asked,
    source,
    load,
    clients,
    atMost = null,
    fails,
    passes,
    canCompare,
    hidden = [],
  } of expected) {
    test(`${file}: ${fails.length === 0 ? 'no check fails' : `${fails.join(', ')} fail`}`, () => {
      const run = read(file, asked);
      assert.deepEqual(
        { source: run.source, load: run.load, clients: run.clients, atMost: run.atMost, unread: run.unread },
        { source, load, clients, atMost, unread: 0 },
      );
      const found = judged(run);
      assert.deepEqual(ids(found, 'fail'), fails);
      assert.deepEqual(
        passes.filter((id) => !ids(found, 'pass').includes(id)),
        [],
      );
      assert.equal(found.canCompare, canCompare);
      assert.deepEqual(
        found.hidden.map(({ metric }) => metric),
        hidden,
      );
    });
  }
});
