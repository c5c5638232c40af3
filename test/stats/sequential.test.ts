import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAt, lookSchedule, looks, stopReason, unsettled } from '../../src/stats/sequential.ts';
import type { Findings, StoppingRule } from '../../src/stats/sequential.ts';

const rule: StoppingRule = { delta: 0.05 };
const strict: StoppingRule = { delta: 0.01 };

/** Noise of about 1 %, the same in every run, that is neither the same in two columns nor in two blocks. */
const wobble = (block: number, column: number) =>
  0.01 * Math.sin(12.9 * block + 78.2 * column + block * column);

/** Logarithms of ratios to the baseline, in blocks that also have something in common. */
function tableOf(blocks: number, ...ratios: readonly number[]): number[][] {
  return Array.from({ length: blocks }, (_, block) =>
    [1, ...ratios].map((ratio, column) => Math.log(ratio) + 0.1 * Math.sin(block) + wobble(block, column)),
  );
}

const standings = (findings: Findings) => findings.slice(1).map((one) => one?.standing ?? null);

test('the looks are those of the method, and a shorter session looks a last time where it ends', () => {
  assert.deepEqual([...looks], [4, 6, 9, 13, 19, 28]);
  assert.deepEqual(lookSchedule(28), [...looks]);
  assert.deepEqual(lookSchedule(100), [...looks]);
  assert.deepEqual(lookSchedule(13), [4, 6, 9, 13]);
  assert.deepEqual(lookSchedule(7), [4, 6, 7]);
  assert.deepEqual(lookSchedule(3), [3]);
  assert.deepEqual(lookSchedule(1), []);
});

test('a setting that is far off is settled at the first look, one that is near goes on', () => {
  const findings = lookAt(tableOf(4, 1.5, 0.6, 1.02), [], strict);
  assert.deepEqual(standings(findings), ['above', 'below', 'undecided']);
  assert.deepEqual(unsettled(findings), [3]);
  assert.equal(stopReason(findings, false, strict), null);
  assert.equal(stopReason(findings, true, strict), 'last look');
});

test('what was settled stays as it was told, and its later trials are not read', () => {
  const table = tableOf(9, 1.5, 1.02);
  const first = lookAt(table.slice(0, 4), [], strict);
  const holes = table.map((row, block) => (block < 4 ? row : [row[0] ?? 0, null, row[2] ?? 0]));
  const lies = table.map((row, block) => (block < 4 ? row : [row[0] ?? 0, -9, row[2] ?? 0]));
  const next = lookAt(holes, first, strict);
  assert.deepEqual(next[1], first[1]);
  assert.equal(next[1]?.look, 4);
  assert.equal(next[2]?.look, 9);
  assert.deepEqual(lookAt(lies, first, strict), next);
});

test('equivalent: the whole interval within ±δ, and then there is nothing left to do', () => {
  const findings = lookAt(tableOf(9, 1.001, 0.999), [], rule);
  assert.deepEqual(standings(findings), ['equivalent', 'equivalent']);
  assert.equal(stopReason(findings, false, rule), 'all decided');
  assert.deepEqual(standings(lookAt(tableOf(9, 1.001, 0.999), [], { delta: 0.001 })), [
    'undecided',
    'undecided',
  ]);
});

test('a setting found to differ leaves a narrower interval to the others', () => {
  // Alone with two that are far off, the last one is judged as if it were the only one; with two like itself, as one of three.
  const near = 1.026;
  const helped = lookAt(tableOf(4, near, 2, 3), [], rule)[1];
  const alone = lookAt(tableOf(4, near, 1, 1), [], rule)[1];
  assert.equal(helped?.standing, 'above');
  assert.equal(alone?.standing, 'equivalent');
  assert.ok(helped.high - helped.low < alone.high - alone.low);
  assert.ok(Math.abs(helped.value - alone.value) < 1e-9);
});

test('no word contradicts the interval that stands beside it', () => {
  for (const step of [0, 0.002, 0.005, 0.01, 0.02, 0.04]) {
    for (const blocks of [4, 6, 9]) {
      const table = tableOf(blocks, 1 + step, 1 - 2 * step, 1 + 3 * step, 1 - step);
      for (const finding of lookAt(table, [], rule)) {
        if (!finding) continue;
        const { low, high, value, standing } = finding;
        assert.ok(low <= value && value <= high);
        const margin = Math.log(1.05);
        const word =
          low > 0
            ? 'above'
            : high < 0
              ? 'below'
              : low >= -margin && high <= margin
                ? 'equivalent'
                : 'undecided';
        assert.equal(standing, word);
      }
    }
  }
});

test('with a precision a setting goes on until its ratio is known so well, whatever the word', () => {
  const precise: StoppingRule = { delta: 0.05, precision: 0.02 };
  const early = lookAt(tableOf(4, 1.5), [], precise);
  assert.equal(early[1]?.standing, 'above');
  assert.deepEqual(unsettled(early), [1]);
  const later = lookAt(tableOf(13, 1.5), early, precise);
  assert.equal(stopReason(later, false, precise), 'precision reached');
  const { value, low, high } = later[1] ?? assert.fail();
  assert.ok(Math.exp(high - value) <= 1.02 && Math.exp(value - low) <= 1.02);
});

test('two settings are compared by pairs: by ranks from the look at which ranks can reach the level', () => {
  const methods = looks.map((look) => lookAt(tableOf(look, 1.004), [], { delta: 0 })[1]?.method);
  assert.deepEqual(methods, ['paired-t', 'paired-t', 'wilcoxon', 'wilcoxon', 'wilcoxon', 'wilcoxon']);
});

test('a setting that never answered is not settled, and cannot keep the others', () => {
  const table = tableOf(4, 1.5, 1).map(([a = 0, b = 0]) => [a, b, null]);
  const findings = lookAt(table, [], rule);
  assert.equal(findings[1]?.standing, 'above');
  assert.equal(findings[2], null);
  assert.deepEqual(unsettled(findings), [2]);
  assert.equal(stopReason(findings, true, rule), 'last look');
});

test('a setting that scatters more than the others is judged by its pairs alone', () => {
  const table = tableOf(9, 1.02, 1.02, 1.02, 1.02).map((row, block) =>
    row.map((value, column) => (column === 2 ? value + 0.1 * Math.cos(2.3 * block) : value)),
  );
  const methods = lookAt(table, [], { delta: 0 }).map((finding) => finding?.method);
  assert.deepEqual(methods, [undefined, 'block-anova', 'paired-t', 'block-anova', 'block-anova']);
});
