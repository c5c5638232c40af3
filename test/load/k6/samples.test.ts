/** A file that k6 wrote (fixtures/README.md): what its summary said of the run must come out of its samples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { k6Csv, type K6Sample } from '../../../src/load/k6/csv.ts';
import { isCounted, K6Tally } from '../../../src/load/k6/tally.ts';
import { failures } from '../jobs.ts';

const text = readFileSync(join(import.meta.dirname, 'fixtures/k6.csv'), 'utf8');
const [header = '', ...lines] = text.trimEnd().split('\n');

function samples(): K6Sample[] {
  const csv = k6Csv(header);
  assert.ok(csv);
  const read = lines.map((line) => csv.read(line) ?? assert.fail(line));
  assert.equal(csv.step, 1e-6);
  return read;
}

suite('A file of k6', () => {
  test('is read to its last line', () => {
    const all = samples();
    assert.equal(all.length, 311);
    const requests = all.filter(({ metric }) => metric === 'http_req_duration');
    assert.ok(requests.every(({ tag }) => tag('url') === 'http://127.0.0.1:18999/?a=1,2&b="c"'));
    const names = new Set(all.filter(({ metric }) => metric === 'checks').map(({ tag }) => tag('check')));
    assert.deepEqual([...names], ['says "hello", and nothing else', 'is right']);
  });

  test('gives the figures of k6’s own summary', () => {
    const all = samples();
    const start = Math.min(...all.map(({ time }) => time)) - 1000;
    const tally = new K6Tally({
      start,
      duration: 10_000,
      perSecond: 20,
      timeout: 30_000,
      lateAfter: 1,
      origin: 'http://127.0.0.1:18999',
    });
    for (const [i, one] of all.entries()) if (isCounted(lines[i] ?? '')) tally.add(one);
    const { record: outcome, elsewhere } = tally.finish({ interrupted: 0, exceptions: 0, exception: null });
    assert.equal(elsewhere, null);
    // 19 requests, two of them failed, and so did the check of each; 22 dropped.
    assert.deepEqual(outcome.iterations, { due: 41, begun: 19, checks: { passed: 36, failed: 2 } });
    assert.deepEqual(failures(outcome), { status: 2, body: 2 });
    assert.deepEqual(outcome.counts, { due: 19, sent: 19, answered: 19, verified: 15 });
    // `{ expected_response:true }: avg=75.17ms min=5.59ms max=906.71ms`, which k6 cuts off.
    const { min, max, sum, count } = outcome.response;
    assert.deepEqual([min, max, Math.round(sum / count / 10)], [5600, 906_714, 7518]);
    assert.equal(outcome.bytesReceived, 2812);
  });
});
