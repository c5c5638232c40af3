/**
 * An interval of 95 % must hold the truth in 93 to 97 of 100 sessions: that is what the reader is promised, so that is
 * what is tested, by 2,000 simulated sessions each (standard error of a share: 0.5 %). The same simulation prints the
 * table of docs/method.md.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockCoverage, meanCoverage, pairedCoverage } from './simulated-trials.ts';
import type { Coverage } from './simulated-trials.ts';

function holds({ held }: Coverage, low = 0.93, high = 0.97) {
  assert.ok(held >= low && held <= high, `held ${(held * 100).toFixed(1)} %`);
}

const hiccups = { hiccups: 0.04 };

for (const blocks of [2, 4, 5, 7, 9, 28]) {
  test(`two settings in ${blocks} blocks: the interval holds the true ratio in 95 % of sessions`, () => {
    holds(pairedCoverage({ blocks }));
    // Heavy tails make Student's interval too wide rather than too narrow: up to 96.6 % (five blocks).
    holds(pairedCoverage({ blocks, noise: hiccups }), 0.93, 0.98);
  });
}

test('two settings in 6 blocks: the exact level is 96.9 %, and is reached', () => {
  holds(pairedCoverage({ blocks: 6 }), 0.96, 0.98);
  holds(pairedCoverage({ blocks: 6, noise: hiccups }), 0.96, 0.98);
});

for (const [cells, blocks] of [
  [3, 2],
  [7, 2],
  [5, 3],
  [4, 4],
  [10, 4],
  [4, 9],
] as const) {
  test(`${cells} settings in ${blocks} blocks: all intervals together hold in 95 % of sessions`, () => {
    holds(blockCoverage({ cells, blocks }));
    holds(blockCoverage({ cells, blocks, noise: hiccups }));
  });
}

test('failed trials leave holes, and the intervals still hold', () => {
  holds(blockCoverage({ cells: 5, blocks: 4, noise: { failed: 0.1 } }));
  holds(blockCoverage({ cells: 3, blocks: 6, noise: { failed: 0.1, hiccups: 0.04 } }));
});

test('a cell three times as noisy as the others breaks the promise: 86 to 94 % are what is reached', () => {
  holds(blockCoverage({ cells: 10, blocks: 4, noise: { lastCell: 3 } }), 0.86, 0.91);
  holds(blockCoverage({ cells: 4, blocks: 9, noise: { lastCell: 3 } }), 0.9, 0.94);
});

test('the mean of one setting holds in 95 % of sessions on a steady machine, and in fewer on one that drifts', () => {
  holds(meanCoverage({ blocks: 4, noise: { steady: true } }));
  holds(meanCoverage({ blocks: 9, noise: { steady: true } }));
  // Drift is common to neighbouring trials, so nine of them say less than nine: why settings are compared in blocks.
  holds(meanCoverage({ blocks: 9 }), 0.7, 0.8);
});
