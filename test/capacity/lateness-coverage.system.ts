/**
 * Windows in which the load generator was late are left out. An interval is given only where those that are left can carry it: then
 * it holds the rate, whether they were late by chance or from some rate on.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf, servers, session, truthOf } from './simulated.ts';

const sessions = 300;
const process = 0.06;

for (const [name, server, limit] of servers)
  for (const late of [0.2, 0.35, 0.5])
    test(`${name}, late in ${100 * late}% of the windows: an interval that is given holds the rate`, (t) => {
      const found = Array.from({ length: sessions }, (_, i) =>
        session(server, limit, { process, window: process / 2 }, { seed: 7919 * (i + 1), late }),
      );
      const { told, held, bias, text } = coverageOf(found, truthOf(server, limit));
      t.diagnostic(text);
      if (late > 0.4) assert.ok(told <= 0.15 * sessions, text);
      if (late < 0.3) assert.ok(told >= 0.4 * sessions, text);
      if (told < 20) return;
      // 93% less two standard errors of a share of so many.
      assert.ok(held >= 0.93 - 2 * Math.sqrt((0.93 * 0.07) / told), text);
      if (late < 0.3) assert.ok(Math.abs(bias) <= 0.01, text);
    });

for (const [name, server, limit] of servers)
  test(`${name}, late from near the rate on: an interval that is given holds it`, (t) => {
    const truth = truthOf(server, limit);
    for (const share of [0.98, 1.02, 1.06]) {
      const found = Array.from({ length: sessions }, (_, i) =>
        session(
          server,
          limit,
          { process: 0.03, window: 0.015 },
          { seed: 7919 * (i + 1), generator: share * truth },
        ),
      );
      const { told, held, text } = coverageOf(found, truth);
      t.diagnostic(`from ${share} of it: ${text}`);
      if (told >= 20) assert.ok(held >= 0.93 - 2 * Math.sqrt((0.93 * 0.07) / told), text);
    }
  });
