/**
 * An interval of 95% must hold the truth in 93 to 97 of 100 sessions: that is what the reader is promised, so that is
 * what is tested, by 2,000 simulated sessions each (standard error of a share: 0.5%). The same simulation prints the
 * table of docs/method.md.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineCoverage, meanCoverage, ratioCoverage } from './simulated-trials.ts';
import type { Coverage } from './simulated-trials.ts';

function holds({ held }: Coverage, low = 0.93, high = 0.975) {
  assert.ok(held >= low && held <= high, `held ${(held * 100).toFixed(1)}%`);
}

const hiccups = { hiccups: 0.04 };

for (const [cells, blocks] of [
  [2, 2],
  [2, 4],
  [2, 7],
  [2, 28],
  [4, 4],
  [4, 9],
  [10, 4],
  [11, 7],
] as const) {
  test(`${cells} settings in ${blocks} blocks: the interval of a ratio holds it in 95% of sessions`, () => {
    holds(ratioCoverage({ cells, blocks }));
    // Heavy tails make Student's interval too wide rather than too narrow.
    holds(ratioCoverage({ cells, blocks, noise: hiccups }), 0.93, 0.99);
  });
}

test('two or three blocks of many settings promise a little more than they need to', () => {
  // Half of the variance is that of two or three blocks, with the degrees of freedom of as many.
  for (const [cells, blocks] of [
    [7, 2],
    [5, 3],
    [19, 3],
  ] as const) {
    holds(ratioCoverage({ cells, blocks }), 0.95, 0.99);
  }
});

test('failed trials leave holes, and the intervals still hold', () => {
  holds(ratioCoverage({ cells: 5, blocks: 4, noise: { failed: 0.1 } }));
  holds(ratioCoverage({ cells: 3, blocks: 6, noise: { failed: 0.1, hiccups: 0.04 } }), 0.93, 0.98);
});

test('a cell three times as noisy as the others is judged by its own scatter as well', () => {
  // With the pooled variance alone it was 86 to 94%.
  holds(ratioCoverage({ cells: 10, blocks: 4, noise: { lastCell: 3 } }), 0.9, 0.97);
  holds(ratioCoverage({ cells: 4, blocks: 9, noise: { lastCell: 3 } }), 0.92, 0.97);
});

const effects = (cells: number) => Array.from({ length: cells }, (_, column) => 0.05 * column);

for (const [cells, blocks] of [
  [2, 4],
  [2, 9],
  [4, 4],
  [11, 7],
] as const) {
  test(`${cells} settings in ${blocks} blocks of a machine that halves its speed now and then`, () => {
    const trials = { blocks, effects: effects(cells) };
    const blind = machineCoverage({ ...trials, probe: null });
    const seeing = machineCoverage({ ...trials, probe: 0.03 });
    holds(blind);
    holds(seeing);
    holds(machineCoverage({ ...trials, probe: 0.08 }));
    assert.ok(seeing.half < blind.half / 2, `±${seeing.half} with the probe, ±${blind.half} without`);
    // A probe that sees nothing is left out, and costs nothing.
    const useless = machineCoverage({ ...trials, probe: 3 });
    holds(useless);
    assert.ok(useless.half < 1.15 * blind.half);
  });
}

test('what is not known of the quiet levels is in the interval', () => {
  holds(machineCoverage({ blocks: 7, effects: effects(4), quiet: 0.02 }));
  holds(machineCoverage({ blocks: 4, effects: effects(11), quiet: 0.03 }));
});

test('a setting that itself slows the cores keeps its effect', () => {
  holds(machineCoverage({ blocks: 7, effects: [0, 0, 0, 0], mediated: [0, 0, 0, Math.log(0.6)] }));
});

test('the mean of one setting holds in 95% of sessions on a steady machine, and in fewer on one that drifts', () => {
  holds(meanCoverage({ blocks: 4, noise: { steady: true } }));
  holds(meanCoverage({ blocks: 9, noise: { steady: true } }));
  // Drift is common to neighbouring trials, so nine of them say less than nine: why settings are compared in blocks.
  holds(meanCoverage({ blocks: 9 }), 0.7, 0.8);
});
