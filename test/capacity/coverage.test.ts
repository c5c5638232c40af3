/**
 * An interval of 95% must hold the true crossing in 95 of 100 sessions, whatever the server and the machine do; and it must be of
 * use. Sessions are simulated with seeds, on queues of known truth; `node test/capacity/coverage.test.ts` prints the table.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heavyTailed, queueOf, session, truthOf, type SimulatedServer } from './simulated.ts';

const sessions = 400;

const servers: readonly (readonly [name: string, server: SimulatedServer, limit: number])[] = [
  ['M/M/1 at 90%', queueOf(1, 1000), 46],
  ['M/M/1 at 98%', queueOf(1, 1000), 200],
  ['M/M/4 at 88%', queueOf(4, 250), 40],
  ['M/M/16 at 95%', queueOf(16, 50), 150],
  ['heavy-tailed', heavyTailed(1000), 30],
];

const conditions = servers.flatMap((row) => [0.02, 0.03, 0.06].map((process) => ({ row, process, late: 0 })));
/** The generator is late in so many windows, by chance: which of them are left out must not depend on what came of them. */
const withLate = servers.map((row) => ({ row, process: 0.06, late: 0.4 }));

for (const { row, process, late } of [...conditions, ...withLate]) {
  const [name, server, limit] = row;
  const lateText = late > 0 ? `, the generator late in ${100 * late}% of the windows` : '';
  test(`${name}, ${100 * process}% between processes${lateText}: the interval holds the rate`, (t) => {
    const truth = truthOf(server, limit);
    const found = Array.from({ length: sessions }, (_, i) =>
      session(server, limit, { process, window: process / 2 }, { seed: 7919 * (i + 1), blocks: 9, late }),
    );
    const told = found.filter(({ value, low }) => value !== null && low > 0);
    const held = told.filter(({ low, high }) => low <= truth && truth <= high).length / told.length;
    const errors = told.map(({ value }) => Math.log((value ?? truth) / truth));
    const bias = errors.reduce((sum, one) => sum + one, 0) / errors.length;
    const deviation = Math.sqrt(errors.reduce((sum, one) => sum + (one - bias) ** 2, 0) / errors.length);
    const blocks = told.reduce((sum, one) => sum + one.blocks, 0) / told.length;
    t.diagnostic(
      `held ${(100 * held).toFixed(1)}%, bias ${(100 * bias).toFixed(1)}%, sd ${(100 * deviation).toFixed(1)}%, ${blocks.toFixed(1)} blocks, ${told.length} told`,
    );
    // 95% less two standard errors of a share of so many.
    const least = 0.95 - 2 * Math.sqrt((0.95 * 0.05) / (late > 0 ? told.length : sessions));
    assert.ok(held >= least, `held ${(100 * held).toFixed(1)}%`);
    // With fewer windows more sessions end without an interval; where it is the outcome that chooses them, the bias is up to 2%.
    assert.ok(
      told.length >= (late > 0 ? 0.4 : 0.8) * sessions,
      `${told.length} of ${sessions} have an interval`,
    );
    assert.ok(Math.abs(bias) <= (late > 0 ? 0.01 : 0.02), `bias ${(100 * bias).toFixed(1)}%`);
  });
}
