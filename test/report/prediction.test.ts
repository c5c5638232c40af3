import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../../src/format/width.ts';
import { predictionText } from '../../src/report/terminal/prediction-text.ts';
import type { TextOptions } from '../../src/report/render/terminal-style.ts';
import { predictedCase, type Case } from './prediction-fixture.ts';

const golden = join(import.meta.dirname, 'golden');
const cases: readonly Case[] = ['waiting', 'computing', 'open', 'refused', 'as measured'];
const plain = async (which: Case, options: Partial<TextOptions> = {}) => {
  const { calibration, settings } = await predictedCase(which);
  return predictionText(calibration, settings, false, { columns: 80, color: false, ...options });
};
const copied = /^(?:Verify|Next) |^ {10,12}\S/;

suite('A prediction in a terminal', () => {
  for (const which of cases) {
    test(`of the case "${which}" is as it was (UPDATE_GOLDEN=1 writes it anew), in 30 lines at most`, async () => {
      const file = join(golden, `predict-${which.replaceAll(' ', '-')}.txt`);
      const text = await plain(which);
      if (process.env['UPDATE_GOLDEN']) {
        mkdirSync(golden, { recursive: true });
        writeFileSync(file, text);
      }
      assert.equal(text, readFileSync(file, 'utf8'));
      assert.ok(text.split('\n').length - 1 <= 30);
    });

    for (const columns of [40, 60, 80, 120]) {
      test(`of the case "${which}" fits a terminal of ${columns} columns, save what is there to be copied`, async () => {
        const lines = (await plain(which, { columns })).split('\n');
        assert.deepEqual(
          lines.filter((line) => textWidth(line) > columns && !copied.test(line)),
          [],
        );
      });
    }
  }

  test('says that a setting is better only where the whole range lies above what was measured', async () => {
    for (const which of cases) {
      const { calibration, settings } = await predictedCase(which);
      const isClosed = calibration.setting.load.kind === 'closed';
      const isAbove = settings.some(
        (one) =>
          !('refused' in one) &&
          one.setting.pool !== calibration.setting.pool &&
          (isClosed
            ? one.range.throughput[0] > calibration.measured.throughput
            : one.range.mean[1] < calibration.measured.mean),
      );
      assert.equal((await plain(which, { detail: 'brief' })).startsWith('★'), isAbove, which);
    }
  });

  test('names the command that measures the best one, and the one that asks about more cores', async () => {
    assert.match(
      await plain('waiting'),
      /^Verify {4}chokepoint sweep -c 16 --vary pool=4,16 -- node waiting\.cjs$/m,
    );
    assert.match(await plain('computing'), /^Next {6}chokepoint predict --run \S+ --what-if cpus=8$/m);
    assert.doesNotMatch(await plain('waiting'), /^Next/m);
  });

  test('of an open load compares response times: its throughput is what was asked for', async () => {
    const text = await plain('open');
    assert.match(text, /^pool {2}mean +90% range +requests\/s/m);
    assert.match(text, /^NO ANSWER pool=1: /m);
  });

  test('has everything where the whole is asked for, and the verdict alone where that is', async () => {
    const whole = await plain('waiting', { detail: 'verbose' });
    for (const title of ['Prediction interval', 'Model accuracy', 'Inputs'])
      assert.ok(whole.includes(`\n${title}\n`), title);
    assert.ok((await plain('waiting', { detail: 'brief' })).split('\n').length <= 3);
  });

  test('says no more in colour than without, and draws with ASCII alone where there is no UTF-8', async () => {
    const coloured = await plain('waiting', { color: true });
    assert.ok(coloured.includes('\u001B['));
    assert.equal(stripVTControlCharacters(coloured), await plain('waiting'));
    assert.match(await plain('computing', { isUnicode: false }), /^ {3}4 {2}#+ {2}\d+/m);
  });
});
