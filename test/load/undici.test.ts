import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { after, test } from 'node:test';
import { Client } from 'undici';
import { ResponseParser } from '../../src/load/http-parser.ts';
import { accepting } from '../kit/localhost.ts';
import { seeded } from '../../src/stats/random.ts';

/** What a client made of one answer; null: it refused it. */
type Result = { readonly status: number; readonly body: string } | null;

const random = seeded(20_260_101);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

/** The answer that the server gives to every request of the moment, and where it cuts it. */
let answer = '';
let cuts: readonly number[] = [];
const server = await accepting((socket) => {
  socket.setNoDelay(true);
  socket.once('data', () => void serve(socket));
});
after(() => server[Symbol.asyncDispose]());

async function serve(socket: Socket): Promise<void> {
  let from = 0;
  for (const cut of [...cuts, answer.length]) {
    if (cut > from && !socket.destroyed) socket.write(answer.slice(from, cut), 'latin1');
    from = cut;
    await setImmediate();
  }
  socket.end();
}

async function ours(method: string): Promise<Result> {
  const body: string[] = [];
  const parser = new ResponseParser(() => ({
    write: (buffer, start, end) => body.push(buffer.toString('latin1', start, end)),
  }));
  parser.begin(method === 'HEAD');
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  let progress: string = 'more';
  // oxlint-disable-next-line typescript/await-thenable -- a socket is an async iterable of its chunks
  for await (const bytes of socket) {
    progress = parser.push(bytes, bytes.length);
    if (progress !== 'more') break;
  }
  if (progress === 'more') progress = parser.end();
  socket.destroy();
  return progress === 'complete' ? { status: parser.status, body: body.join('') } : null;
}

async function theirs(method: 'GET' | 'HEAD'): Promise<Result> {
  const client = new Client(`http://127.0.0.1:${server.port}`);
  try {
    const response = await client.request({ path: '/', method });
    const body = Buffer.from(await response.body.arrayBuffer()).toString('latin1');
    return { status: response.statusCode, body };
  } catch {
    return null;
  } finally {
    await client.destroy();
  }
}

function randomCuts(length: number): readonly number[] {
  return Array.from({ length: below(6) }, () => below(length)).toSorted((a, b) => a - b);
}

function randomBytes(): string {
  return Array.from({ length: pick([0, 1, 10, 300, 20_000]) }, () => String.fromCharCode(below(256))).join(
    '',
  );
}

function chunked(body: string): string {
  let rest = body;
  let text = '';
  while (rest !== '') {
    const size = Math.min(rest.length, 1 + below(9_000));
    text += `${size.toString(16)}${pick(['', ';ext', ';a=b'])}\r\n${rest.slice(0, size)}\r\n`;
    rest = rest.slice(size);
  }
  return `${text}0\r\n${pick(['', 'X-Trailer: yes\r\n'])}\r\n`;
}

function randomAnswer(): { method: 'GET' | 'HEAD'; text: string } {
  const method = pick(['GET', 'GET', 'GET', 'HEAD'] as const);
  // undici takes a 100 that was not asked for as an error; the parser's own tests have it.
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const early = pick(['', '', 'HTTP/1.1 102 Processing\r\n\r\n', hints]);
  const status = pick([200, 200, 201, 204, 304, 404, 500]);
  const cookie = `Set-Cookie: ${'c'.repeat(below(3_000))}\r\n`;
  const noise = pick(['', 'X-Empty:\r\n', cookie, 'Keep-Alive: timeout=5\r\n']);
  const head = `${early}HTTP/1.1 ${status} ${pick(['OK', 'Some Words', ''])}\r\n${noise}`;
  if (status === 204 || status === 304) return { method, text: `${head}\r\n` };
  const body = randomBytes();
  const sent = method === 'HEAD' ? '' : body;
  const framing = pick(['length', 'chunks', 'close']);
  if (framing === 'length') return { method, text: `${head}Content-Length: ${body.length}\r\n\r\n${sent}` };
  if (framing === 'close') return { method, text: `${head}Connection: close\r\n\r\n${sent}` };
  return {
    method,
    text: `${head}Transfer-Encoding: chunked\r\n\r\n${method === 'HEAD' ? '' : chunked(body)}`,
  };
}

test('reads what undici reads: 200 random answers, each cut at random bytes', async () => {
  for (let i = 0; i < 200; i++) {
    const { method, text } = randomAnswer();
    answer = text;
    cuts = randomCuts(text.length);
    const [own, other] = [await ours(method), await theirs(method)];
    const said = `answer ${i} to ${method}: ${JSON.stringify(text.slice(0, 300))}, cut at ${cuts.join()}`;
    assert.deepEqual(own, other, said);
    assert.notEqual(own, null);
  }
});

test('where an answer is damaged, it never reads something else than undici', async () => {
  let refused = 0;
  for (let i = 0; i < 200; i++) {
    const { method, text } = randomAnswer();
    const at = below(Math.min(text.length, 200));
    answer = text.slice(0, at) + pick(['', '\0', '\r\n', ':', '9', ' ']) + text.slice(at + below(3));
    cuts = randomCuts(answer.length);
    const [own, other] = [await ours(method), await theirs(method)];
    if (own === null || other === null) refused++;
    else assert.deepEqual(own, other, `answer ${i} to ${method}: ${JSON.stringify(answer.slice(0, 300))}`);
  }
  assert.ok(refused > 0, 'some damage must be noticed');
});
