/** The far side of `--generator`, without a controller. */
import assert from 'node:assert/strict';
import { createServer, Server, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import { answerController } from '../../../src/load/remote/answer.ts';
import { readLines } from '../../../src/load/remote/lines.ts';
import { wayTo } from '../../../src/load/remote/way.ts';
import { readLine, reportSchema } from '../../../src/model/schema/generator-protocol.ts';
import { job } from '../jobs.ts';

/** What it says to these orders before its input ends, its hello left out. */
async function answers(...orders: object[]): Promise<object[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said: object[] = [];
  const { promise: allSaid, resolve } = Promise.withResolvers<void>();
  readLines(output, 1e6, {
    onLine(line) {
      said.push(readLine(line, reportSchema) ?? assert.fail(line));
      if (said.length > orders.length) resolve();
    },
    onTooLong: () => {},
    onEnd: () => {},
  });
  const ended = answerController(input, output, () => assert.fail('no job needs it'));
  for (const order of orders) input.write(`${JSON.stringify(order)}\n`);
  await Promise.race([allSaid, ended]);
  input.end();
  await ended;
  return said.slice(1);
}

suite('A generator elsewhere', () => {
  test('says that it does not take a job, and goes on', async () => {
    const refused = { kind: 'job', id: 3, job: { ...job({}), requests: [] }, pinned: null };
    const [failed, pong] = await answers(refused, { kind: 'ping', id: 4 });
    assert.deepEqual(failed, { kind: 'failed', id: 3, why: 'the job has not the form that is known here' });
    assert.partialDeepStrictEqual(pong, { kind: 'pong', id: 4 });
  });

  test('says which k6 it has, or why none', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    const [found] = await answers({ kind: 'k6', id: 6 }).finally(() => (process.env['PATH'] = path));
    assert.partialDeepStrictEqual(found, { kind: 'k6', id: 6, version: null });
    assert.match((found as { why: string }).why, /^k6 was not found\. .*PATH/);
  });

  test('ends where it is told what is no order', async () => {
    assert.deepEqual(await answers({ kind: 'jobs', id: 3 }), []);
  });

  test('says why it cannot measure the way to the server', async (t) => {
    t.mock.method(Server.prototype, 'listen', function (this: Server) {
      setImmediate(() => this.emit('error', new Error('listen EMFILE')));
      return this;
    });
    const [found] = await answers({ kind: 'path', id: 5, host: '127.0.0.1', port: 9 });
    assert.deepEqual(found, { kind: 'path', id: 5, there: null, own: 0, why: 'listen EMFILE' });
  });

  test('takes so many connects as there is time for', async () => {
    let connects = 0;
    const server = createServer((socket) => {
      connects++;
      socket.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    let time = 0;
    // Each look at the clock is a second later.
    const { port } = server.address() as AddressInfo;
    const { there, own, why } = await wayTo('127.0.0.1', port, () => (time += 1000));
    server.close();
    assert.deepEqual([there, own, why], [1000, 1000, '']);
    assert.ok(time < 40_000 && connects < 10, `${time} ms, ${connects} connects`);
  });
});
