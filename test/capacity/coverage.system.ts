/**
 * An interval of 95% must hold the true crossing in 95 of 100 sessions, whatever the server and the machine do; and it must be of
 * use. Sessions are simulated with seeds, on queues of known truth; `node test/capacity/coverage.system.ts` prints the table.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf, servers, session, truthOf } from './simulated.ts';

const sessions = 400;

const conditions = servers.flatMap((row) => [0.02, 0.03, 0.06].map((process) => ({ row, process })));

for (const { row, process } of conditions) {
  const [name, server, limit] = row;
  test(`${name}, ${100 * process}% between processes: the interval holds the rate`, (t) => {
    const found = Array.from({ length: sessions }, (_, i) =>
      session(server, limit, { process, window: process / 2 }, { seed: 7919 * (i + 1), blocks: 9 }),
    );
    const { told, held, bias, text } = coverageOf(found, truthOf(server, limit));
    t.diagnostic(text);
    // 95% less two standard errors of a share of so many.
    assert.ok(held >= 0.95 - 2 * Math.sqrt((0.95 * 0.05) / sessions), text);
    // Where processes differ by more than the line is wide, its slope is often not established.
    assert.ok(told >= (process > 0.05 ? 0.7 : 0.85) * sessions, text);
    assert.ok(Math.abs(bias) <= 0.02, text);
  });
}
