import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { DoctorMetrics } from '../../src/metrics/doctor-metrics.ts';
import { openPage } from '../../src/metrics/page.ts';

const openMetrics = () => {
  const metrics = new DoctorMetrics();
  return openPage({ host: '127.0.0.1', port: 0, text: () => metrics.text() });
};

/** Far below the minute after which Node itself would end an idle connection. */
const bounded = { timeout: 30_000 };

/** @returns the status of a scrape, null where the connection was refused or cut off */
function scrape(port: number, headers: Readonly<Record<string, string>> = {}): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/metrics', headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? null));
    });
    request.once('error', () => resolve(null));
  });
}

async function idle(port: number): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  // A connection that is cut off is what is waited for.
  socket.on('error', () => {}).resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, 'connect'), closed]);
  return { socket, closed };
}

suite('A page of metrics', () => {
  test('is served again soon, whoever holds a hundred connections', bounded, async () => {
    await using metrics = await openMetrics();
    const held = await Promise.all(Array.from({ length: 100 }, () => idle(metrics.port)));
    await Promise.all(held.map(({ closed }) => closed));
    assert.equal(await scrape(metrics.port), 200);
  });

  test('is kept from nobody for long by a client that drips its request', bounded, async () => {
    await using metrics = await openMetrics();
    const { socket, closed } = await idle(metrics.port);
    socket.write('GET /metrics HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('x: y\r\n'), 100);
    try {
      await closed;
    } finally {
      clearInterval(drip);
    }
    assert.equal(await scrape(metrics.port), 200);
  });

  test('leaves no connection open behind a scrape', bounded, async () => {
    await using metrics = await openMetrics();
    const { socket, closed } = await idle(metrics.port);
    const head = once(socket, 'data');
    socket.write('GET /metrics HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    assert.match(String((await head)[0]), /^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    await closed;
  });

  test('takes a head of 4 KiB and no larger one', bounded, async () => {
    await using metrics = await openMetrics();
    assert.equal(await scrape(metrics.port, { 'x-more': 'x'.repeat(2_000) }), 200);
    assert.equal(await scrape(metrics.port, { 'x-more': 'x'.repeat(8_000) }), 431);
  });
});
