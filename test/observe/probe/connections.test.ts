/** The probe's half that watches pools of connections, in this process, with the packages themselves and real sockets. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { Agent, get, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepting, serving } from '../../kit/localhost.ts';
import { near } from '../../kit/near.ts';
import { until } from '../../kit/until.ts';
import type { ConnectionsReading } from '../../../src/model/reading.ts';
import type { ConnectionsModule } from '../../../src/observe/probe/connections.cts';
import type { ContainedModule } from '../../../src/observe/probe/contained.cts';

const require = createRequire(import.meta.url);
const { connections } = require('../../../src/observe/probe/connections.cts') as ConnectionsModule;
const { containment } = require('../../../src/observe/probe/contained.cts') as ContainedModule;

/** What all of these pools can do. */
interface Pool {
  readonly take: () => Promise<unknown>;
  readonly giveBack: (connection: unknown) => void;
  /** Throws one away that is broken; absent: that is done by giving it back. */
  readonly destroy?: (connection: unknown) => Promise<unknown>;
  readonly end: () => void;
  /** The object whose methods are wrapped, and their names. */
  readonly methods: readonly [object, string, string];
}

const silent = await accepting(() => {});
after(() => silent[Symbol.asyncDispose]());

async function connected(): Promise<Socket> {
  const socket = connect(silent.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
const destroyed = (socket: Socket) => void socket.destroy();
const size = 2;

const pools: Readonly<Record<string, () => Pool | Promise<Pool>>> = {
  tarn() {
    const { Pool: Tarn } = require('tarn') as typeof import('tarn');
    const pool = new Tarn<Socket>({ create: connected, destroy: destroyed, min: 0, max: size });
    return {
      take: () => pool.acquire().promise,
      giveBack: (connection) => void pool.release(connection as Socket),
      end: () => void pool.destroy(),
      methods: [Tarn.prototype, 'acquire', 'release'],
    };
  },
  sequelize() {
    const { Pool: Sequelize } = require('sequelize-pool') as typeof import('sequelize-pool');
    const pool = new Sequelize<Socket>({
      name: 'a pool',
      create: connected,
      destroy: destroyed,
      validate: () => true,
      min: 0,
      max: size,
      idleTimeoutMillis: 1000,
      acquireTimeoutMillis: 10_000,
    });
    return {
      take: () => pool.acquire(),
      giveBack: (connection) => pool.release(connection as Socket),
      destroy: (connection) => pool.destroy(connection as Socket),
      end: () => void pool.drain().then(() => pool.destroyAllNow()),
      methods: [Sequelize.prototype, 'acquire', 'release'],
    };
  },
  'generic-pool'() {
    const generic = require('generic-pool') as typeof import('generic-pool');
    const pool = generic.createPool<Socket>(
      { create: connected, destroy: (socket) => Promise.resolve(destroyed(socket)) },
      { min: 0, max: size },
    );
    return {
      take: () => pool.acquire(),
      giveBack: (connection) => void pool.release(connection as Socket),
      destroy: (connection) => Promise.resolve(pool.destroy(connection as Socket)),
      end: () => void pool.drain().then(() => pool.clear()),
      methods: [Object.getPrototypeOf(pool) as object, 'acquire', 'release'],
    };
  },
  mysql2() {
    // mysql2 brings a server of its protocol too.
    const mysql = require('mysql2') as typeof import('mysql2');
    const server = (mysql as unknown as { createServer(): MysqlServer }).createServer();
    const held: { close(): void }[] = [];
    server.on('connection', (connection) => {
      held.push(connection);
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: '8',
        connectionId: held.length,
        statusFlags: 2,
        characterSet: 8,
        capabilityFlags: 0xff_f7_ff & ~0x8_00,
        authCallback: (_: unknown, answer: (error: null) => void) => answer(null),
      });
    });
    server.listen(0);
    const pool = mysql.createPool({
      host: '127.0.0.1',
      port: ((Reflect.get(server, '_server') as Server).address() as AddressInfo).port,
      user: 'ann',
      connectionLimit: size,
    });
    return {
      take: () => pool.promise().getConnection(),
      giveBack: (connection) => (connection as { release(): void }).release(),
      end() {
        pool.end(() => {});
        for (const connection of held) connection.close();
        server.close(() => {});
      },
      methods: [
        Object.getPrototypeOf(Object.getPrototypeOf(pool)) as object,
        'getConnection',
        'releaseConnection',
      ],
    };
  },
  async mongodb() {
    const mongodb = require('mongodb') as typeof import('mongodb');
    const { MongoClient } = mongodb;
    const server = await mongoServer();
    const client = new MongoClient(`mongodb://127.0.0.1:${server.port}`, {
      maxPoolSize: size,
      serverApi: '1',
    });
    await client.connect();
    const { topology } = client as unknown as {
      topology: { s: { servers: Map<string, { pool: MongoPool }> } };
    };
    const [{ pool } = assert.fail()] = [...topology.s.servers.values()];
    return {
      take: () => pool.checkOut({ timeoutContext: {} }),
      giveBack: (connection) => pool.checkIn(connection),
      end: () => void client.close().then(() => server[Symbol.asyncDispose]()),
      methods: [Object.getPrototypeOf(pool) as object, 'checkOut', 'checkIn'],
    };
  },
};

interface MongoPool {
  checkOut(options: object): Promise<unknown>;
  checkIn(connection: unknown): void;
}

/** Answers every question of the protocol with what a server says of itself. */
function mongoServer() {
  const bson = createRequire(require.resolve('mongodb'))('bson') as typeof import('mongodb').BSON;
  const hello = {
    ok: 1,
    isWritablePrimary: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 2 ** 24,
  };
  const body = bson.serialize(hello);
  return accepting((socket) => {
    let rest = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
        // OP_MSG: length, own number, number of the question, operation, flags, kind of the section.
        const head = Buffer.alloc(21);
        for (const [at, value] of [
          [0, 21 + body.length],
          [8, rest.readInt32LE(4)],
          [12, 2013],
        ] as const)
          head.writeInt32LE(value, at);
        socket.write(Buffer.concat([head, body]));
        rest = rest.subarray(rest.readInt32LE(0));
      }
    });
  });
}

interface MysqlServer {
  on(event: 'connection', listener: (connection: Guest) => void): void;
  listen(port: number): void;
  close(done: () => void): void;
}
interface Guest {
  serverHandshake(options: object): void;
  close(): void;
}

/** Begins to watch; what is told now, and the end. */
function watching() {
  const told: ConnectionsReading[] = [];
  const watched = connections(
    containment(({ why }) => assert.fail(why)),
    (seen) => told.push(...seen),
  );
  watched.begin();
  const seenNow = () => {
    told.length = 0;
    watched.tell();
    return told[0];
  };
  return { seenNow, [Symbol.dispose]: () => watched.stop() };
}

suite('A pool of connections is watched', () => {
  for (const [client, poolOf] of Object.entries(pools))
    test(`of ${client}, whose methods are its own again afterwards`, async () => {
      const pool = await poolOf();
      const [owner, ...names] = pool.methods;
      const methods = () => names.map((name) => Reflect.get(owner, name) as unknown);
      const own = methods();
      try {
        using watched = watching();
        assert.notEqual(methods()[0], own[0]);
        const alone = await pool.take();
        pool.giveBack(alone);
        const first = [await pool.take(), await pool.take()];
        const third = pool.take();
        const told = { client, limit: size, used: size, waiting: 1, taken: 3, given: 1, alone: { count: 1 } };
        assert.partialDeepStrictEqual(watched.seenNow(), told);
        // A wait is told as long as it was.
        await sleep(30);
        for (const one of first) pool.giveBack(one);
        pool.giveBack(await third);
        const later = watched.seenNow() ?? assert.fail();
        assert.partialDeepStrictEqual(later, { taken: 1, given: 3, waiting: 0 });
        assert.ok(later.longest >= 29, `${later.longest} ms`);
        const [host, port] = later.place?.split(':') ?? [];
        assert.equal(host, '127.0.0.1');
        if (!client.startsWith('m')) assert.equal(port, `${silent.port}`);
        if (pool.destroy) {
          await pool.destroy(await pool.take());
          watched.seenNow();
          pool.giveBack(await pool.take());
          assert.equal(watched.seenNow()?.alone.count, later.alone.count + 1, 'none is left in use');
        }
      } finally {
        pool.end();
      }
      assert.deepEqual(methods(), own);
    });
});

/** Calls five times where two may at once. */
async function five(call: () => Promise<unknown>, haveBegun: () => boolean, release: () => void) {
  using watched = watching();
  const calls = Array.from({ length: 5 }, call);
  await until(haveBegun);
  // Means are those since the last reading: the one of the beginning is dropped.
  watched.seenNow();
  await sleep(5);
  const meanwhile = watched.seenNow();
  const freeing = setInterval(release, 5);
  await Promise.all(calls);
  clearInterval(freeing);
  return { meanwhile, end: watched.seenNow() };
}

suite('Where nobody gives a connection back, it is told who waits', async () => {
  const waiting: ServerResponse[] = [];
  const server = await serving((_request, response) => void waiting.push(response));
  const { url, port } = server;
  const release = () => {
    for (const response of waiting.splice(0)) response.end('done');
  };
  const full = { limit: 2, used: 2, waiting: 3, place: `127.0.0.1:${port}` };
  after(() => server[Symbol.asyncDispose]());

  test('at an http.Agent with two sockets', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    const call = () =>
      new Promise((resolve, reject) => {
        get(url, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
      });
    const { meanwhile, end } = await five(call, () => waiting.length === 2, release);
    agent.destroy();
    assert.partialDeepStrictEqual(meanwhile, { client: 'http.Agent', ...full });
    assert.partialDeepStrictEqual(end, { taken: 3, waiting: 0 });
  });

  test('at a pool of undici with two connections', async () => {
    const { Pool: Undici } = require('undici') as typeof import('undici');
    const pool = new Undici(url, { connections: 2 });
    const call = async () => (await pool.request({ path: '/', method: 'GET' })).body.text();
    const { meanwhile, end } = await five(call, () => waiting.length === 2, release);
    await pool.close();
    assert.partialDeepStrictEqual(meanwhile, { client: 'undici', ...full });
    assert.partialDeepStrictEqual(end, { given: 5, waiting: 0 });
  });

  test('at a pool of workers with two threads', async () => {
    const workerpool = require('workerpool') as typeof import('workerpool');
    const pool = workerpool.pool({ maxWorkers: 2, workerType: 'thread' });
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const pass = (at: Int32Array) => Atomics.wait(at, 0, 0);
    const open = () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    };
    const call = async () => pool.exec(pass, [gate]);
    const { meanwhile, end } = await five(call, () => true, open);
    await pool.terminate();
    assert.partialDeepStrictEqual(meanwhile, { client: 'workerpool', limit: 2, threads: 2 });
    near(meanwhile?.used, 2, 5e-4);
    near(meanwhile?.waiting, 3, 5e-4);
    assert.equal(end?.given, 5);
    assert.ok((end?.waited ?? 0) > 0);
  });

  test('and a rejection that nobody handles is still reported as unhandled', () => {
    const file = join(import.meta.dirname, 'unheard-failure.cjs');
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    assert.equal(stdout, 'a task that fails\n', stderr);
  });
});
