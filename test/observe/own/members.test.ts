/** What a process that holds the page takes from those that share it: whoever has the same user can write to its socket. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { hear, members } from '../../../src/observe/own/shared-page.ts';
import { onLinux } from '../../kit/nodes.ts';
import { emptyPlace } from '../../kit/place.ts';

/** Who holds the page, and one that writes to it. */
async function both() {
  const here = emptyPlace('members');
  const path = join(here.folder, 'sock');
  const all = members(0);
  const server = createServer((socket) => all.admit(socket, Promise.resolve())).listen(path);
  await once(server, 'listening');
  const socket = connect(path);
  await once(socket, 'connect');
  return {
    all,
    socket,
    [Symbol.dispose]() {
      socket.destroy();
      server.close();
      here[Symbol.dispose]();
    },
  };
}

/** Joins as worker 1. @returns when it has its place */
async function joined(socket: Socket, families: unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>();
  hear(socket, (line) => {
    if ('worker' in line) resolve(line.worker);
    if ('ask' in line) socket.write(`${JSON.stringify({ answer: line.ask, families })}\n`);
  });
  socket.write('{"wanted":null}\n');
  assert.equal(await promise, 1);
}

const gauge = (labels: object, more: object = {}) => ({ threadBusy: [{ labels, value: 1, ...more }] });
const lane = { 'nodejs.thread_pool.lane': 'fast' };

suite('Who holds the page of metrics', onLinux, () => {
  for (const [what, families, taken] of [
    ['a series of the table', gauge({}), true],
    ['a bucket', { queueWait: [{ labels: { ...lane, le: '1' }, value: 1, suffix: '_bucket' }] }, true],
    ['a label that would end the line', gauge({ 'a"} 1\nb{c': 'x' }), false],
    ['the place of another process', gauge({ worker: '0' }), false],
    ['a label of another metric', gauge(lane), false],
    ['a bucket of a gauge', gauge({}, { suffix: '_bucket' }), false],
    ['a histogram without buckets', { queueWait: [{ labels: lane, value: 1 }] }, false],
    ['a label that is a number', gauge({ le: 1 }), false],
    ['a metric of no table', { constructor: [{ labels: {}, value: 1 }] }, false],
  ] as const)
    test(`${taken ? 'takes' : 'leaves out'} ${what}`, async () => {
      using place = await both();
      await joined(place.socket, families);
      const [one, ...others] = await place.all.ask();
      assert.deepEqual(one, { worker: 1, families: taken ? families : {} });
      assert.equal(others.length, 0);
    });

  for (const line of [
    'null',
    '"x"',
    '{"wanted":"x"}',
    '{"wanted":{}}',
    '{"wanted":-1}',
    '{"wanted":0.5}',
    '{"wanted":1e999}',
  ])
    test(`sends away who says ${line}`, async () => {
      using place = await both();
      place.socket.resume().write(`${line}\n`);
      await once(place.socket, 'close');
      assert.deepEqual(await place.all.ask(), []);
    });

  test('leaves out for one scrape who answers with nothing of the kind', async () => {
    for (const families of [null, { threadBusy: 5 }, { threadBusy: [null] }, gauge(null as never)]) {
      using place = await both();
      await joined(place.socket, families);
      assert.deepEqual(await place.all.ask(), []);
    }
  });
});
