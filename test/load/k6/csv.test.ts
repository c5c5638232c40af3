/** What k6 writes, line by line. The files of whole runs are in samples.test.ts. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { k6Csv, type K6Csv } from '../../../src/load/k6/csv.ts';
import { near } from '../../kit/near.ts';

const header = 'metric_name,timestamp,metric_value,error_code,name,status,extra_tags,metadata';

function reader(first = header): K6Csv {
  const csv = k6Csv(first);
  assert.ok(csv);
  return csv;
}

function timeOf(timestamp: string): number | undefined {
  return reader().read(`http_reqs,${timestamp},1.000000,,,,,`)?.time;
}

suite('A line of k6', () => {
  test('has a metric, an instant, a value, and the tags that the header names', () => {
    const sample = reader().read(
      'http_req_duration,1763900000123456789,0.512345,1500,http://127.0.0.1/,500,,vu=3',
    );
    assert.partialDeepStrictEqual(sample, { metric: 'http_req_duration', value: 0.512345, status: 500 });
    // A double of this size is right to a quarter of a microsecond.
    near(sample?.time, 1763900000123.4568, 0.001);
    assert.equal(sample?.tag('error_code'), '1500');
    assert.equal(sample?.tag('metadata'), 'vu=3');
    for (const none of ['scenario', '__proto__', 'constructor']) assert.equal(sample?.tag(none), '');
  });

  test('may have commas and quotes in a cell, which Go’s writer puts into quotes', () => {
    const sample = reader().read('checks,1763900000000000000,1.000000,,"is ""a"", b",,"a=1&b=""",');
    assert.equal(sample?.tag('name'), 'is "a", b');
    assert.equal(sample?.tag('extra_tags'), 'a=1&b="');
    assert.equal(sample?.tag('metadata'), '');
  });

  test('has no status where the script has left that tag out, or the sample is of no request', () => {
    const short = reader('metric_name,timestamp,metric_value,extra_tags,metadata');
    assert.equal(short.read('http_req_duration,1763900000,1.000000,,')?.status, null);
    assert.equal(reader().read('iterations,1763900000,1.000000,,,,,')?.status, null);
    assert.equal(reader().read('http_req_duration,1763900000,1.000000,1050,,0,,')?.status, 0);
  });
});

suite('The instants of k6', () => {
  const forms: readonly [format: string, timestamp: string, time: number, step: number][] = [
    ['unix', '1763900000', 1763900000000, 1000],
    ['unix_milli', '1763900000123', 1763900000123, 1],
    ['unix_micro', '1763900000123456', 1763900000123.456, 1e-3],
    ['unix_nano', '1763900000123456789', 1763900000123.4568, 1e-6],
    ['rfc3339', '2025-11-23T12:13:20Z', 1763900000000, 1000],
    ['rfc3339_nano', '2025-11-23T13:13:20.123456789+01:00', 1763900000123, 1],
  ];
  for (const [format, timestamp, time, step] of forms) {
    test(`are read in the format ${format}`, () => {
      const csv = reader();
      assert.equal(csv.step, null);
      const sample = csv.read(`http_reqs,${timestamp},1.000000,,,,,`);
      assert.ok(sample && Math.abs(sample.time - time) < 0.001, `${sample?.time}`);
      assert.equal(csv.step, step);
    });
  }

  test('of no known length are none', () => {
    for (const timestamp of ['', '0', '17639', '99999999999999999999', '-1763900000', 'yesterday', '1e18'])
      assert.equal(timeOf(timestamp), undefined, timestamp);
  });
});

suite('What k6 did not write', () => {
  test('has another header', () => {
    const others = ['', 'timestamp,metric_name,metric_value', 'metric_name;timestamp;metric_value', '{}'];
    for (const first of others) assert.equal(k6Csv(first), null, first);
  });

  test('is no sample', () => {
    const lines = [
      '',
      'http_reqs',
      // Cut off, or with a cell too many.
      'http_reqs,1763900000,1.000000,,,,',
      'http_reqs,1763900000,1.000000,,,,,,',
      'checks,1763900000,1.000000,,"open,,,',
      'checks,1763900000,1.000000,,"closed"late,,,',
      // Metrics of a script's own may be below nought, or no number.
      'http_reqs,1763900000,-1.000000,,,,,',
      'http_reqs,1763900000,NaN,,,,,',
      'http_reqs,1763900000,+Inf,,,,,',
      'http_reqs,1763900000,9999999999999999,,,,,',
      `http_reqs,1763900000,1.000000${','.repeat(5000)}`,
      `http_reqs,1763900000,1.000000,${'"a",'.repeat(5000)}`,
    ];
    for (const line of lines) assert.equal(reader().read(line), null, line.slice(0, 80));
  });
});
