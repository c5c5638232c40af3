/** The far side of `--generator`, without a controller. */
import assert from 'node:assert/strict';
import { Server } from 'node:net';
import { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import { answerController, wayTo } from '../../../src/load/remote/answer.ts';
import { Lines } from '../../../src/load/lines.ts';
import { readLine, reportSchema } from '../../../src/model/schema/generator-protocol.ts';
import { environment } from '../../kit/environment.ts';
import { accepting } from '../../kit/localhost.ts';
import { job } from '../jobs.ts';

/** What it says to these orders before its input ends, its hello left out. */
const answers = (...orders: object[]) => answersOf(() => assert.fail('no job needs it'), ...orders);

async function answersOf(
  hold: Parameters<typeof answerController>[2],
  ...orders: object[]
): Promise<{ readonly id: number }[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said: { readonly id: number }[] = [];
  const { promise: allSaid, resolve } = Promise.withResolvers<void>();
  const lines = new Lines(1e6, (line) => {
    const report = readLine(line, reportSchema) ?? assert.fail(line);
    if ('id' in report) said.push(report);
    if (said.length === orders.length) resolve();
  });
  output.setEncoding('utf8').on('data', (part: string) => lines.push(part));
  const ended = answerController(input, output, hold);
  for (const order of orders) input.write(`${JSON.stringify(order)}\n`);
  await Promise.race([allSaid, ended]);
  input.end();
  await ended;
  return said;
}

suite('A generator elsewhere', () => {
  test('says that it does not take a job, and goes on', async () => {
    const refused = { kind: 'job', id: 3, job: { ...job({}), requests: [] }, pinned: null };
    const [failed, pong] = await answers(refused, { kind: 'ping', id: 4 });
    assert.deepEqual(failed, { kind: 'failed', id: 3, why: 'the job has not the form that is known here' });
    assert.partialDeepStrictEqual(pong, { kind: 'pong', id: 4 });
  });

  test('stays while an order is coming, however long it takes', async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    let now = performance.now();
    mock.method(performance, 'now', () => now);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = answerController(input, output, () => assert.fail('no job needs it'));
    const passes = async (time: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      now += time;
      mock.timers.tick(1000);
    };
    for (const part of ['{"kind":', '"ping",', '"id":7', '}\n']) {
      await passes(50_000);
      input.write(part);
    }
    await passes(50_000);
    output.setEncoding('utf8');
    assert.match(String(output.read()), /"pong","id":7/);
    await passes(20_000);
    await ended;
    assert.ok(input.destroyed, 'and ends when it hears nothing');
  });

  test('says that there is no place for what a script writes, and goes on', async () => {
    const k6 = { script: '/shop.js', version: '1.8.1', mark: 'mark ', archive: '' };
    const order = { kind: 'job', id: 3, job: job({ url: 'http://127.0.0.1:9/' }), pinned: null, k6 };
    const full = () => {
      throw new Error('ENOSPC: no space left on device');
    };
    const [failed, pong] = await answersOf(full, order, { kind: 'ping', id: 4 }).then((said) =>
      said.toSorted((a, b) => a.id - b.id),
    );
    assert.deepEqual(failed, { kind: 'failed', id: 3, why: 'ENOSPC: no space left on device' });
    assert.partialDeepStrictEqual(pong, { kind: 'pong', id: 4 });
  });

  test('says which k6 it has, or why none', async () => {
    using _ = environment({ PATH: '/nowhere' });
    const [found] = await answers({ kind: 'k6', id: 6 });
    assert.partialDeepStrictEqual(found, { kind: 'k6', id: 6, version: null });
    assert.match((found as unknown as { why: string }).why, /^k6 was not found\. .*PATH/);
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
    await using server = await accepting((socket) => socket.destroy());
    let time = 0;
    // Each look at the clock is a second later.
    const { there, own, why } = await wayTo('127.0.0.1', server.port, () => (time += 1000));
    assert.deepEqual([there, own, why], [1000, 1000, '']);
    assert.ok(time < 40_000 && server.calls() < 10, `${time} ms, ${server.calls()} connects`);
  });
});
