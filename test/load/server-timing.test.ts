import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseParser } from '../../src/load/http-parser.ts';

/** What the parser takes from an answer that arrives in pieces of `size` bytes. */
function serverTime(header: string, size: number): number {
  const parser = new ResponseParser(() => null);
  parser.begin(false);
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${header}Content-Length: 2\r\n\r\nok`);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    parser.push(piece, piece.length);
  }
  return parser.serverTime;
}

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

test('what one answer told is forgotten at the next', () => {
  const parser = new ResponseParser(() => null);
  for (const [header, expected] of [
    ['Server-Timing: app;dur=5\r\n', 5],
    ['', Number.NaN],
  ] as const) {
    parser.begin(false);
    const bytes = Buffer.from(`HTTP/1.1 204 No Content\r\n${header}\r\n`);
    assert.equal(parser.push(bytes, bytes.length), 'complete');
    assert.equal(parser.serverTime, expected);
  }
});
