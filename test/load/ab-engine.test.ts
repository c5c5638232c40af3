import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { abEngine } from '../../src/load/ab-engine.ts';
import { completedAtEnd, parseAbReport, parseAbTable } from '../../src/load/ab-report.ts';
import type { EngineOptions, LoadJob, LoadPhase } from '../../src/load/engine.ts';
import { findProgram } from '../../src/host/tools.ts';
import type { Request } from '../../src/model/plan.ts';
import { environment } from '../kit/environment.ts';
import { failures, job } from './jobs.ts';
import { accepting, nobody, saying, serving } from '../kit/localhost.ts';

const report = `This is ApacheBench, Version 2.3 <$Revision$>

Benchmarking 127.0.0.1 (be patient).....done


Server Software:        
Server Hostname:        127.0.0.1
Server Port:            8000

Document Path:          /
Document Length:        12 bytes

Concurrency Level:      2
Time taken for tests:   0.412 seconds
Complete requests:      10
Failed requests:        3
   (Connect: 1, Receive: 0, Length: 2, Exceptions: 0)
Non-2xx responses:      2
Keep-Alive requests:    10
Total transferred:      1320 bytes
HTML transferred:       120 bytes
Requests per second:    24.28 [#/sec] (mean)
Time per request:       82.375 [ms] (mean)
Time per request:       41.188 [ms] (mean, across all concurrent requests)
Transfer rate:          3.13 [Kbytes/sec] received

Connection Times (ms)
              min  mean[+/-sd] median   max
Connect:        0    1   0.3      1       1
Processing:    41   79  12.4     82      85
Waiting:       40   78  12.5     81      84
Total:         41   80  12.4     83      86

Percentage of the requests served within a certain time (ms)
  50%     83
  66%     83
  75%     84
  80%     84
  90%     86
  95%     86
  98%     86
  99%     86
 100%     86 (longest request)
`;

suite('A report of ab', () => {
  test('is read line by line, and the time of the test to more digits than its own line has', () => {
    assert.deepEqual(parseAbReport(report), {
      concurrency: 2,
      timeTaken: 411.875,
      complete: 10,
      failed: { connect: 1, receive: 0, length: 2, exceptions: 0 },
      non2xx: 2,
      transferred: 1320,
      html: 120,
      perSecond: 24.28,
      times: { min: 41, mean: 80, max: 86 },
      percentiles: [50, 66, 75, 80, 90, 95, 98, 99, 100].map((part, i) => [
        part,
        [83, 83, 84, 84, 86][i] ?? 86,
      ]),
    });
  });

  test('that has no failures says nothing of them, and none that was cut off is one', () => {
    const sound = report.replace(/Failed requests: +3\n.*\n.*\n/, 'Failed requests:        0\n');
    const read = parseAbReport(sound);
    assert.deepEqual(read?.failed, { connect: 0, receive: 0, length: 0, exceptions: 0 });
    assert.equal(read?.non2xx, 0);
    const cutOff = 'Benchmarking 127.0.0.1\napr_socket_recv: Connection reset by peer (104)\n';
    assert.equal(parseAbReport(`${cutOff}Total of 7 requests completed\n`), null);
    assert.equal(completedAtEnd(`${cutOff}Total of 7 requests completed\n`), 7);
  });

  test('and its table of requests gives the time of each', () => {
    const table = [
      'starttime\tseconds\tctime\tdtime\tttime\twait',
      'Fri Nov 20 10:19:05 2026\t1795169945\t0\t22\t22\t21',
      'Fri Nov 20 10:19:06 2026\t1795169946\t1\t40\t41\t40',
      '',
    ].join('\n');
    assert.deepEqual(parseAbTable(table), [22, 41]);
  });
});

const skip = findProgram('ab') === null && 'ab (apache2-utils) is not installed';
const engine = abEngine();
const load = { kind: 'closed', clients: 2, requestsEach: 5 } as const;
const run = (url: string, changes: Partial<LoadJob> = {}, options: EngineOptions = {}) =>
  engine.run(job({ url }, { load, ...changes }), options);

suite('ApacheBench as an engine', { skip }, () => {
  test('asks as often as it was told, and times every request', async () => {
    const phases: LoadPhase[] = [];
    await using server = await saying(20);
    const outcome = await run(server.url, {}, { onPhase: (phase) => phases.push(phase) });
    assert.equal(outcome.engine, 'ab');
    assert.deepEqual(phases, ['window', 'drain']);
    assert.deepEqual(outcome.counts, { due: 10, sent: 10, answered: 10, verified: 10 });
    assert.deepEqual(failures(outcome), {});
    assert.equal(outcome.response.count, 10);
    // The delay is known: no request can have been answered sooner, and five rounds of it take 100 ms.
    assert.ok(outcome.response.min >= 19_000, `${outcome.response.min} µs`);
    assert.ok(outcome.window.duration >= 95, `${outcome.window.duration} ms`);
    assert.equal(outcome.throughput.toFixed(6), (10_000 / outcome.window.duration).toFixed(6));
    assert.notEqual(outcome.generator.pid, process.pid);
  });

  test('feels a server that stands still', async () => {
    let requests = 0;
    await using server = await serving((_, response) => {
      if (requests++ === 4) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      response.end('hello');
    });
    const { response } = await run(server.url);
    assert.ok(response.max >= 299_000, `${response.max} µs`);
  });

  test('opens a connection for each request where that is asked for, and keeps them where not', async () => {
    await using server = await serving((_, response) => {
      // Without it Node closes the connections of HTTP/1.0, whatever ab asks for.
      response.setHeader('content-length', 5).end('hello');
    });
    await engine.run(job({ url: server.url, headers: { connection: 'close' } }, { load }));
    const opened = server.calls();
    // ab may open one more than it needs, and leave it.
    assert.ok(opened === 10 || opened === 11, `${opened} connections`);
    await run(server.url);
    assert.equal(server.calls() - opened, 2);
  });

  test('counts answers of another status or length, and those that ab takes for answers and are none', async () => {
    let requests = 0;
    await using failing = await serving((_, response) => {
      response.statusCode = requests++ % 5 === 4 ? 500 : 200;
      response.end('hello');
    });
    const status = await run(failing.url);
    assert.deepEqual(failures(status), { status: 2 });
    assert.equal(status.counts.verified, 8);
    await using longer = await serving((_, response) =>
      response.end(requests++ % 5 === 4 ? 'hello!' : 'hello'),
    );
    assert.deepEqual(failures(await run(longer.url)), { body: 2 });
    await using silent = await accepting((socket) => socket.once('data', () => socket.end()));
    const empty = await run(silent.url);
    assert.deepEqual(failures(empty), { reset: 10 });
    assert.equal(empty.counts.answered, 0);
    await using foreign = await accepting((socket) => socket.once('data', () => socket.end('220 smtp\r\n')));
    assert.deepEqual(failures(await run(foreign.url)), { protocol: 10 });
  });

  test('ends where nothing listens, a connection is reset or an answer never comes, and says which', async () => {
    const refused = await run(await nobody());
    assert.deepEqual(failures(refused), { connect: 1 });
    assert.equal(refused.counts.answered, 0);
    await using resetting = await accepting((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.deepEqual(failures(await run(resetting.url)), { reset: 1 });
    await using silent = await accepting(() => {});
    const late = await run(silent.url, { timeout: 500 });
    assert.deepEqual(failures(late), { timeout: 1 });
  });

  test('is ended with its shell when the load is aborted', async () => {
    const controller = new AbortController();
    await using server = await accepting((socket) => {
      socket.once('data', () => controller.abort(new Error('enough')));
      socket.once('close', () => ended());
    });
    let ended = () => {};
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const running = run(server.url, {}, { signal: controller.signal });
    await assert.rejects(running, /^Error: enough$/);
    await closed;
  });
});

test('what ab cannot do is refused before it starts', async () => {
  const url = 'http://127.0.0.1:9/';
  const requests: Partial<Request>[] = [
    { body: 'x' },
    { expectSha256: 'x' },
    { expectStatus: [404] },
    { proof: { idHeader: 'x-id', key: 'k' } },
    { headers: { connection: 'close', authorization: 'Bearer x' } },
  ];
  for (const changes of requests)
    await assert.rejects(engine.run(job({ url, ...changes }, { load })), RangeError);
  await assert.rejects(engine.run(job([{ url }, { url }], { load })), RangeError);
  for (const changes of [
    { load, warmup: 100 },
    { load, duration: 100 },
    { load: { kind: 'closed', clients: 2 }, duration: 100 },
    { load: { kind: 'rate', perSecond: 5 }, duration: 100 },
  ] as const)
    await assert.rejects(engine.run(job({ url }, changes)), RangeError);
});

test('where ab is missing that is a problem with a code', async () => {
  using _ = environment({ PATH: '/nonexistent' });
  await assert.rejects(run('http://127.0.0.1:9/'), { code: 'GENERATOR_FAILED' });
});
