import { message } from '../../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sockets } from '../../../src/model/watch.ts';
import { findProgram } from '../../../src/host/tools.ts';
import { nodeTree } from '../../../src/observe/session/process-tree.ts';
import { openSockets } from '../../../src/observe/external/sockets.ts';
import { type Flows, pendingAge, tcpTable } from '../../../src/observe/external/tcp-info.ts';
import { onLinux, whyNotLinux } from '../../kit/nodes.ts';
import type { Target } from '../../kit/targets.ts';
import { until } from '../../kit/until.ts';
import { target } from './targets.ts';

const whyNoClocks = whyNotLinux || (findProgram('ss') === null && 'there is no program ss (iproute2) here');

const clocks = { skip: whyNoClocks };
const serving = (...words: string[]) => target(process.execPath, words, { script: 'serving.cjs' });

/** Looks until what is seen is as expected; each look is a new one, so that it tells of this moment alone. */
function seen(pid: number, isExpected: (sockets: Sockets) => boolean): Promise<Sockets> {
  return until(
    async () => {
      const open = openSockets(pid);
      await open.sample();
      const found = open.summary();
      return found.ok && isExpected(found) && found;
    },
    { every: 20 },
  );
}

/** Connections to a server that ask once, and whether they are kept; destroyed at the end of the block. */
class Clients implements Disposable {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sockets: Socket[] = [];

  /** Ends with the answer. */
  async ask({ port }: Target): Promise<void> {
    const asked = get({ port, host: '127.0.0.1', agent: this.#agent });
    asked.on('error', () => {}); // its server is ended while it waits
    const [answer] = await once(asked, 'response');
    await once(answer.resume(), 'end');
  }

  open({ port }: Target): void {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    this.#sockets.push(socket);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

suite('Of the connections of a server is seen', onLinux, () => {
  test('how many wait to be accepted while its loop is blocked, and how many may', async () => {
    await using server = await serving('prompt');
    const address = `127.0.0.1:${server.port}`;
    const before = await seen(server.pid, ({ listening }) => listening.length === 1);
    assert.equal(before.listening[0]?.address, address);
    assert.equal(before.listening[0]?.max, 0);
    server.child.kill('SIGUSR2');
    using clients = new Clients();
    for (let client = 0; client < 7; client++) clients.open(server);
    // The signal may take effect after some of them were accepted.
    const { listening, overflows } = await seen(server.pid, (now) => (now.listening[0]?.max ?? 0) > 0);
    assert.ok((listening[0]?.mean ?? 0) <= 7);
    assert.equal(listening[0]?.limit, whyNoClocks ? null : 50);
    assert.equal(overflows, 0);
  });

  test('that idle connections wait for nothing, asked or not', clocks, async () => {
    await using server = await serving('prompt');
    using clients = new Clients();
    await Promise.all([clients.ask(server), clients.ask(server), clients.ask(server)]);
    clients.open(server);
    const { inbound, outbound } = await seen(server.pid, (now) => now.inbound.connections === 4);
    assert.equal(inbound.pending, 0);
    assert.equal(inbound.age, null);
    assert.deepEqual(outbound, []);
  });

  test('which requests wait, for whose answer, and since when', clocks, async () => {
    await using downstream = await serving('silent');
    await using server = await serving('calling', String(downstream.port));
    using clients = new Clients();
    for (let client = 0; client < 3; client++) clients.ask(server).catch(() => {});
    const isThere = ({ inbound, outbound }: Sockets) => inbound.pending === 3 && outbound[0]?.pending === 3;
    const first = await seen(server.pid, isThere);
    const calls = first.outbound.map(({ to, connections }) => [to, connections]);
    assert.deepEqual(calls, [[`127.0.0.1:${downstream.port}`, 3]]);
    const older = (one: { age: { max: number } | null } | undefined, limit = 0) =>
      (one?.age?.max ?? 0) > limit;
    const [inbound, outbound] = [first.inbound.age?.max, first.outbound[0]?.age?.max];
    const later = await seen(
      server.pid,
      (now) => isThere(now) && older(now.inbound, inbound) && older(now.outbound[0], outbound),
    );
    // The kernel's clock ticks every 1 to 10 ms: the call went out in the tick of its request, or later.
    assert.ok((later.outbound[0]?.age?.max ?? 0) <= (later.inbound.age?.max ?? 0));
    assert.equal((await seen(downstream.pid, (now) => now.inbound.pending === 3)).outbound.length, 0);
  });

  test('that clients who ask again as soon as they are answered always wait', clocks, async () => {
    await using server = await serving('slow');
    using clients = new Clients();
    const enough = new AbortController();
    const asking = async (times: number) => {
      for (let time = 0; time < times && !enough.signal.aborted; time++) await clients.ask(server);
    };
    // Each has asked often enough to tell a question from its answer by the packets.
    await Promise.all(Array.from({ length: 4 }, () => asking(3)));
    const more = Promise.all(Array.from({ length: 4 }, () => asking(Infinity)));
    const readings: Sockets[] = [];
    while (readings.length < 8) {
      const open = openSockets(server.pid);
      await open.sample();
      readings.push(open.summary() as Sockets);
      await sleep(100);
    }
    enough.abort();
    await more;
    const pending = readings.map(({ inbound }) => inbound.pending ?? 0);
    // With questions and answers of one tick taken for answered it would be nearly none.
    assert.ok(pending.includes(4) && pending.filter((count) => count >= 2).length >= 4, String(pending));
  });

  for (const [policy, where] of [
    ['rr', 'in their primary'],
    ['none', 'in each'],
  ] as const) {
    test(`of a cluster's workers, though they listen ${where} (${policy})`, clocks, async () => {
      const env = { CLUSTERED: '1', NODE_CLUSTER_SCHED_POLICY: policy };
      await using primary = await target(process.execPath, ['silent'], { script: 'serving.cjs', env });
      using clients = new Clients();
      for (let client = 0; client < 6; client++) clients.ask(primary).catch(() => {});
      const [, ...workers] = nodeTree(primary.pid).map(({ pid }) => pid);
      assert.equal(workers.length, 2);
      const pendingOf = async (pid: number) => (await seen(pid, () => true)).inbound.pending ?? 0;
      await until(async () => {
        const all = await Promise.all(workers.map(pendingOf));
        return all.reduce((sum, one) => sum + one) === 6;
      });
      const { listening, inbound } = await seen(primary.pid, () => true);
      assert.deepEqual([listening.length, inbound.connections], [1, 0]);
      for (const pid of workers) process.kill(pid, 'SIGKILL');
    });
  }

  test('the same by the tables in /proc, but how long anybody has waited', async () => {
    await using server = await serving('prompt');
    using clients = new Clients();
    await clients.ask(server);
    const { listening } = await seen(server.pid, (now) => now.inbound.connections === 1);
    const rows = (await tcpTable(server.pid)).filter(({ local }) => local.port === server.port);
    const row = rows.find(({ isListening }) => isListening);
    assert.equal(`${row?.local.address}:${row?.local.port}`, listening[0]?.address);
    assert.ok(rows.some(({ isListening, remote }) => !isListening && remote.address === '127.0.0.1'));
    assert.ok(rows.every(({ flows, limit }) => flows === null && limit === null));
  });

  test('nothing of a process that has ended, in words', async () => {
    const server = await serving('prompt');
    await server[Symbol.asyncDispose]();
    const open = openSockets(server.pid);
    assert.equal(open.summary().ok, false);
    await open.sample();
    const summary = open.summary();
    assert.deepEqual(summary.ok || summary.why, message('unseen.files', { error: 'ENOENT' }));
    assert.equal(summary.ok ? '' : summary.code, 'SOCKETS_UNREADABLE');
  });
});

suite('A request that waits is told by who spoke last', () => {
  const none = { bytes: 0, segments: 0, last: 5000 };
  const flow = (segments: number, last: number) => ({ bytes: segments * 100, segments, last });
  const info = (received: Flows['received'], sent: Flows['sent'], unread = 0) => ({
    unread,
    flows: { sent, received },
  });
  //      received      sent          unread  waits as a request to us · as a call of ours
  for (const [title, received, sent, unread, inbound, outbound] of [
    ['nobody has spoken', none, none, 0, null, null],
    ['a first request', flow(1, 70), none, 0, 70, null],
    ['a first call', none, flow(1, 70), 0, null, 70],
    ['a request after an answer', flow(2, 70), flow(1, 90), 0, 70, null],
    ['an answer after a request', flow(2, 90), flow(2, 70), 0, null, 70],
    ['both in one tick, as many packets', flow(6, 70), flow(6, 70), 0, null, null],
    ['both in one tick, one request more', flow(6, 70), flow(5, 70), 0, 70, null],
    ['both in one tick, answers of two packets', flow(6, 70), flow(10, 70), 0, 70, null],
    ['both in one tick, one call more', flow(5, 70), flow(6, 70), 0, null, 70],
    ['both in one tick, packets of no pattern', flow(6, 70), flow(8, 70), 0, null, null],
    ['both in one tick, and something unread', flow(6, 70), flow(8, 70), 90, 70, null],
  ] as const) {
    test(title, () => {
      assert.equal(pendingAge(info(received, sent, unread), 'inbound'), inbound);
      assert.equal(pendingAge(info(received, sent, unread), 'outbound'), outbound);
    });
  }
});

test('Connections over a unix socket are told by the path at which they were made', clocks, async (t) => {
  // Sockets in folders of chokepoint's own are its probes'.
  const folder = mkdtempSync(join(tmpdir(), 'unix-peers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '.s.PGSQL.5432');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const sockets = [1, 2, 3].map(() => connect(path));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const own = ({ outbound }: Sockets) => outbound.find(({ to }) => to === path);
  assert.equal(own(await seen(process.pid, (all) => own(all)?.connections === 3))?.pending, null);
});

test('Requests that come in a packet each are counted from outside', clocks, async () => {
  await using server = await serving('prompt');
  using clients = new Clients();
  await clients.ask(server);
  const open = openSockets(server.pid);
  const begin = performance.now();
  await open.sample();
  const first = performance.now();
  const asked = 30;
  for (let i = 0; i < asked; i++) await clients.ask(server);
  const last = performance.now();
  // It rests a while after each reading.
  for (let rate: number | null = null; rate === null; await sleep(20)) {
    assert.ok(performance.now() - begin < 20_000);
    await open.sample();
    const sockets = open.summary();
    assert.ok(sockets.ok);
    rate = sockets.inbound.rate ?? null;
    if (rate === null) continue;
    assert.ok(rate >= (1000 * asked) / (performance.now() - begin), String(rate));
    assert.ok(rate <= (1000 * asked) / (last - first), String(rate));
  }
});
