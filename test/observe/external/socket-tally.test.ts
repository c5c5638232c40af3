import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socketTally } from '../../../src/observe/external/sockets.ts';
import type { TcpSocket } from '../../../src/observe/external/tcp-info.ts';

/** A call over each of so many connections, asked later than the last answer. */
const calls = (count: number): TcpSocket[] =>
  Array.from({ length: count }, (_, index) => ({
    inode: 100 + index,
    isListening: false,
    local: { address: '127.0.0.1', port: 40_000 + index },
    remote: { address: '10.0.0.5', port: 5432 },
    unread: 0,
    limit: null,
    flows: { sent: { bytes: 9, segments: 2, last: 10 }, received: { bytes: 9, segments: 1, last: 20 } },
  }));

test('Connections to others are as many as there were at a time, also where they were open for a part of it', () => {
  const tally = socketTally(0);
  const paths = ['/run/a.sock', '/run/a.sock', '/run/b.sock'];
  for (const [at, count] of [0, 0, 10, 8].entries()) {
    const unix = paths.slice(0, count);
    tally.add({ at, own: calls(count), ports: new Set(), isTimed: true, unix });
  }
  const { outbound } = tally.summary(null);
  const told = outbound.map(({ to, connections, pending }) => `${to} ${connections} ${pending}`);
  assert.deepEqual(told, ['10.0.0.5:5432 10 4.5', '/run/a.sock 2 null', '/run/b.sock 1 null']);
});
