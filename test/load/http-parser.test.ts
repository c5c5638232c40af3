import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseParser, type Progress } from '../../src/load/http-parser.ts';

interface How {
  readonly toHead?: boolean;
  readonly ended?: boolean;
  /** Length of each piece; the whole text at once unless given. */
  readonly piece?: number;
}

function read(text: string, { toHead = false, ended = false, piece = text.length }: How = {}) {
  const body: string[] = [];
  const parser = new ResponseParser(() => ({
    write: (buffer, start, end) => body.push(buffer.toString('latin1', start, end)),
  }));
  parser.begin(toHead);
  let progress: Progress = 'more';
  for (let at = 0; at < text.length; at += piece) {
    const bytes = Buffer.from(text.slice(at, at + piece), 'latin1');
    progress = parser.push(bytes, bytes.length);
  }
  if (ended) progress = parser.end();
  const { keepAlive, keepAliveSeconds, serverTime, fault } = parser;
  return { progress, body: body.join(''), keepAlive, keepAliveSeconds, serverTime, fault };
}

const fine: readonly [title: string, answer: string, body: string, how?: How][] = [
  ['a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 'hello'],
  ['a length of zero', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', ''],
  ['a status line without a reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 'ok'],
  [
    'header names in any case, values in blanks',
    'HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh: \t 2 \t\r\n\r\nok',
    'ok',
  ],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok', 'ok'],
  [
    'chunks with extensions and trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5;a="b"\r\nhello\r\nA \r\n0123456789\r\n0\r\nX: y\r\n\r\n',
    'hello0123456789',
  ],
  [
    '1xx before the answer',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    'ok',
  ],
  ['204 without a body', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
  [
    '304 with the length of the body that it spares',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
    '',
  ],
  ['the answer to HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', '', { toHead: true }],
  [
    'a body until the end of the connection',
    'HTTP/1.1 200 OK\r\n\r\nas it comes',
    'as it comes',
    { ended: true },
  ],
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'ok'],
];

for (const [title, answer, body, how] of fine) {
  test(`reads ${title}, in one piece and cut at any byte`, () => {
    for (const piece of [answer.length, 1, 2, 3, 7, 16]) {
      const reading = read(answer, { ...how, piece });
      assert.partialDeepStrictEqual(reading, { progress: 'complete', body, fault: '' }, `pieces of ${piece}`);
    }
  });
}

const faulty: readonly [title: string, answer: string][] = [
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['HTTP/2', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a status that is no number', 'HTTP/1.1 2x0 OK\r\n\r\n'],
  ['a header line without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
  ['a folded header line', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 1e3\r\n\r\n'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['an empty length', 'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n'],
  ['two lengths that differ', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a chunk size that is no number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['a chunk longer than its size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n'],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
  ['bytes after the end', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok!'],
  ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`],
  ['headers without end', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(12_000)}`],
];

for (const [title, answer] of faulty) {
  test(`refuses ${title}`, () => {
    for (const piece of [answer.length, 1, 5]) {
      const reading = read(answer, { piece });
      assert.equal(reading.progress, 'failed', `pieces of ${piece}`);
      assert.notEqual(reading.fault, '');
    }
  });
}

test('an answer that is cut off is not complete', () => {
  for (const text of [
    '',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  ]) {
    assert.equal(read(text, { ended: true }).progress, 'more');
  }
});

test('a connection is kept unless one side says otherwise', () => {
  const keepAlive = (version: string, header: string) =>
    read(`HTTP/${version} 200 OK\r\n${header}Content-Length: 0\r\n\r\n`).keepAlive;
  assert.equal(keepAlive('1.1', ''), true);
  assert.equal(keepAlive('1.1', 'Connection: Close\r\n'), false);
  assert.equal(keepAlive('1.0', ''), false);
  assert.equal(keepAlive('1.0', 'Connection: Keep-Alive\r\n'), true);
  assert.equal(read('HTTP/1.1 200 OK\r\n\r\n', { ended: true }).keepAlive, false);
});

test('the idle time that the server announces is kept', () => {
  const answer = 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5, max=9\r\nContent-Length: 0\r\n\r\n';
  assert.equal(read(answer).keepAliveSeconds, 5);
});

/** What the parser takes from an answer that arrives in pieces of so many bytes. */
const serverTime = (header: string, piece: number) =>
  read(`HTTP/1.1 200 OK\r\n${header}Content-Length: 2\r\n\r\nok`, { piece }).serverTime;

test('a server that tells what a request took it is heard, in whatever pieces the answer comes', () => {
  for (const [header, expected] of [
    ['Server-Timing: app;dur=47.2\r\n', 47.2],
    ['server-timing: db;dur=12.5, app;desc="all of it";dur=3\r\n', 3],
    ['Server-Timing:total; dur=0.125\r\n', 0.125],
    ['Server-Timing: cache;desc=hit, total;dur=9\r\n', 9],
  ] as const) {
    for (const size of [1, 7, 1000]) assert.equal(serverTime(header, size), expected, header);
  }
});

test('times of parts of a request, and headers without a time, are not taken for the whole', () => {
  for (const header of [
    '',
    'Server-Timing: db;dur=12\r\n',
    'Server-Timing: app\r\n',
    'X-Response-Time: 5\r\n',
  ]) {
    assert.ok(Number.isNaN(serverTime(header, 1000)), header);
  }
});

test('what one answer told, or what was wrong with it, is forgotten at the next', () => {
  const parser = new ResponseParser(() => null);
  for (const [text, isFaulty, told] of [
    ['HTPP/1.1 200 OK\r\n\r\n', true, Number.NaN],
    ['HTTP/1.1 204 No Content\r\nServer-Timing: app;dur=5\r\n\r\n', false, 5],
    ['HTTP/1.1 204 No Content\r\n\r\n', false, Number.NaN],
  ] as const) {
    parser.begin(false);
    parser.push(Buffer.from(text), text.length);
    assert.deepEqual([parser.fault !== '', parser.serverTime], [isFaulty, told]);
  }
});
