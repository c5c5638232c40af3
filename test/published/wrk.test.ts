/** Output of wrk and wrk2 that no recorded result shows. Its form is that of their sources. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readWhole } from '../../src/published/formats.ts';

const read = (text: string) => {
  const found = readWhole(text);
  assert.ok(typeof found === 'object');
  return found;
};

/** As `wrk2 -t2 -c100 -d30s -R2000 -L` prints it: an uncorrected distribution and a spectrum follow the first one. */
const wrk2 = `Running 30s test @ http://127.0.0.1:8090/
  2 threads and 100 connections
  Thread calibration: mean lat.: 9747.000us, rate sampling interval: 21ms
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     6.46ms    1.93ms  12.34ms   67.66%
    Req/Sec     1.05k     1.12k    2.50k    64.84%
  Latency Distribution (HdrHistogram - Recorded Latency)
 50.000%    6.67ms
 90.000%    8.78ms
 99.000%    9.72ms
 99.900%   11.17ms
100.000%   12.35ms

  Detailed Percentile spectrum:
       Value   Percentile   TotalCount 1/(1-Percentile)

       0.921     0.000000            1         1.00
#[Mean    =        6.460, StdDeviation   =        1.930]
----------------------------------------------------------
  60018 requests in 30.00s, 19.81MB read
Requests/sec:   2000.28
Transfer/sec:    676.18KB
`;

suite('wrk2', () => {
  test('sends by the clock, and times from when a request was due', () => {
    const found = read(wrk2);
    assert.deepEqual(
      [found.source, found.load, found.isTimedFromDue, found.clients],
      ['wrk2', 'open', true, 100],
    );
    assert.deepEqual(
      [found.answered, found.throughput, found.mean, found.max],
      [60_018, 2000.28, 6.46, 12.34],
    );
    assert.deepEqual(found.percentiles, [
      { share: 0.5, value: 6.67 },
      { share: 0.9, value: 8.78 },
      { share: 0.99, value: 9.72 },
      { share: 0.999, value: 11.17 },
    ]);
  });
});

suite('wrk', () => {
  const wrk = `Running 1m test @ http://127.0.0.1:8090/
  3 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.20s   300.00us   2.00m    93.69%
    Req/Sec    56.20k     8.07k   62.00k    86.54%
  1200 requests in 1.00m, 1.76GB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 7
Requests/sec:     20.00
Transfer/sec:    606.33MB
`;

  test('prints times in any unit, each with the step of its last digit', () => {
    const found = read(wrk);
    assert.deepEqual([found.mean, found.max, found.length], [1200, 120_000, 60_000]);
    assert.deepEqual([found.step, found.lengthStep], [10, 600]);
  });

  test('opens as many connections as its threads share evenly', () => {
    assert.equal(read(wrk).clients, 9);
  });

  test('counts what failed', () => {
    assert.deepEqual(read(wrk).answers, {
      sent: 1210,
      wrong: 0,
      lost: 10,
      countedAsSuccess: 7,
      kinds: {
        'status 4xx or 5xx': 7,
        'not connected': 1,
        'read errors': 2,
        'write errors': 3,
        timeouts: 4,
      },
    });
  });
});
