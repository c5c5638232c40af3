import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '../../../src/host/clock.ts';
import { atAnyPort } from '../../../src/format/address.ts';
import type { Message } from '../../../src/messages/message.ts';
import { requestSchema } from '../../../src/model/plan.ts';
import { freePort } from '../../../src/server/launch.ts';
import { awaitReady } from '../../../src/server/ready.ts';
import { startServer } from '../../../src/server/server.ts';
import { nodePorts } from '../../../src/server/port-owner.ts';
import { assertEach } from '../../kit/assert.ts';
import { refusals } from '../../kit/faults.ts';
import { emptyFolder } from '../../kit/place.ts';
import { accepting } from '../../kit/localhost.ts';
import { listens, startNode } from '../../kit/targets.ts';

const folder = emptyFolder('address');

interface Asked {
  readonly path?: string;
  readonly expectStatus?: number[];
  readonly before?: string;
  readonly timeout?: number;
  /** Instead of `node -e PROGRAM`. */
  readonly command?: readonly string[];
  readonly flags?: readonly string[];
  readonly onSilent?: (words: Message) => void;
}

/** Where a program that nobody knows the port of is found; it has `http`, `net` and `answer(status, port, after)`. */
async function found(program: string, asked: Asked = {}): Promise<string> {
  const { path = '/', expectStatus, before = null, timeout = 20_000, flags = [], onSilent } = asked;
  const kit = `const http = require('node:http'), net = require('node:net');
    const answer = (status, port, after = 0) => setTimeout(() => http.createServer((request, response) => {
      response.writeHead(request.url === '/health' ? 200 : status).end();
    }).listen(port, '127.0.0.1'), after);`;
  const [file = '', ...args] = asked.command ?? [process.execPath, ...flags, '-e', kit + program];
  const launch = { file, args, env: {}, announces: 0 };
  const mark = `${folder}/${Math.random()}`;
  await using server = startServer({ launch, cwd: folder, mark, cpus: null, clock: systemClock });
  const url = atAnyPort(path);
  const requests = [requestSchema.parse({ url, ...(expectStatus && { expectStatus }) })];
  const target = { launch, cwd: folder, url, readyUrl: url, requests, cpus: null, jobsPerRequest: 0 };
  const signal = AbortSignal.timeout(60_000);
  const waiting = { server, target, directory: folder, setting: '', timeout, clock: systemClock, signal };
  const ready = await awaitReady({ ...waiting, before, onSilent });
  assertEach(ready.requests, (one) => one.url, [ready.url]);
  return ready.url;
}

suite('The address of a server is found', { skip: process.platform !== 'linux' && 'only on Linux' }, () => {
  test('by its sockets, with the path that is asked for', async () => {
    const port = await freePort();
    assert.equal(await found(`answer(404, ${port})`, { path: '/health?a=1' }).catch(codeOf), 'PATH_REFUSED');
    assert.equal(await found(`answer(404, ${port})`, { path: '/health' }), `http://127.0.0.1:${port}/health`);
  });

  test('of the child of a shell, and at a port that only the server knows', async () => {
    const program = `require('node:http').createServer((request, response) => response.end()).listen(0)`;
    const command = ['sh', '-c', `${process.execPath} -e "${program}" & wait`];
    assert.match(await found('', { command }), /^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  test('among several ports: the first that answers as it should', async () => {
    const port = await freePort();
    const others = `net.createServer((socket) => socket.on('error', () => {}).end('SSH-2.0')).listen(0, '127.0.0.1');
      net.createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
      answer(404, 0);`;
    const program = `${others} answer(200, ${port}, 300);`;
    assert.equal(await found(program, { flags: ['--inspect=0'] }), `http://127.0.0.1:${port}/`);
  });

  test('at the port of the trial before, where another one answers too', async () => {
    // Below those of listen(0): a port that the server names itself.
    const port = await freePortBelow(32_768);
    const program = `answer(200, 0); answer(200, ${port}, 300);`;
    const before = `http://127.0.0.1:${port}`;
    assert.equal(await found(program, { before }), `${before}/`);
  });

  test('not, where it answers with an error or a redirect, unless that is expected', async () => {
    // 400 is what an inspector answers as well: it counts when nobody else has answered for seconds, long before the timeout.
    const statuses = [302, 401, 500, 400];
    const timeout = 120_000;
    const refused = statuses.map((status) => found(`answer(${status}, 0)`, { timeout }).catch(codeOf));
    assert.deepEqual(new Set(await Promise.all(refused)), new Set(['PATH_REFUSED']));
    assert.match(await found('answer(404, 0)', { expectStatus: [404] }), /^http:/);
  });

  test('not, where nothing listens, or nothing that listens speaks HTTP', async () => {
    const timeout = 1500;
    assert.equal(await found('setInterval(() => {}, 1000)', { timeout }).catch(codeOf), 'PORT_NOT_FOUND');
    const silent = `net.createServer((socket) => socket.on('error', () => {}).end('+OK')).listen(0, '127.0.0.1')`;
    assert.equal(await found(silent, { timeout }).catch(codeOf), 'PORT_NOT_FOUND');
    assert.equal(await found('process.exit(3)', { timeout }).catch(codeOf), 'SERVER_EXITED');
  });

  test('not, where its port is taken: whoever holds it is named, also where the server says nothing of it', async () => {
    await using holder = await startNode(['-e', listens()]);
    const port = Number(holder.first);
    const ofHolder = new RegExp(`\\b${holder.pid}\\b`);
    const listen = `http.createServer().listen(${port}, '127.0.0.1')`;
    const said = await problemOf(found(listen));
    assert.equal(said.code, 'PORT_TAKEN');
    assert.match(said.what, ofHolder);
    // As Express 5 does with the callback that most give it.
    const swallowed = await problemOf(found(`${listen}.on('error', () => {})`));
    assert.equal(swallowed.code, 'SERVER_EXITED');
    assert.match(swallowed.todo, ofHolder);
    assert.match(nodePorts().find((one) => one.startsWith(`${port}: `)) ?? '', ofHolder);
  });

  test('later: that nothing listens yet is told once, and how such a program is watched', async () => {
    const told: Message[] = [];
    const onSilent = (words: Message) => told.push(words);
    await found('answer(200, 0, 6000)', { timeout: 60_000, onSilent });
    assertEach(told, ({ code }) => code, ['ready.silent']);
  });
});

const problemOf = async (finding: Promise<string>) =>
  (await refusals(() => finding))[0] ?? assert.fail('it was found');

const codeOf = (error: { code?: string }) => error.code ?? 'no problem';

async function freePortBelow(limit: number): Promise<number> {
  for (let port = limit - 1; port > 1024; port -= 7) {
    const listener = await accepting(() => {}, '127.0.0.1', port).catch(() => null);
    await listener?.[Symbol.asyncDispose]();
    if (listener) return port;
  }
  throw new Error('no port is free');
}
