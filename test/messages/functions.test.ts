import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languageOf } from '../../src/messages/functions.ts';

/** What is given: figures of every size, names, lists; whatever takes less leaves the rest. */
const given: readonly (readonly unknown[])[] = [
  [0, 0, 0],
  [0.0123, 0.01, 0.0156],
  [1, 0.97, 1.04],
  [12.34, 3, 14.5],
  [98_765.4, 5, 123_456],
  [1_795_345_669_000, 1, 2],
  ['pool threads', 'pool'],
  ['', ''],
  [null],
];

test('what texts may call makes of figures what it made before (UPDATE_GOLDEN=1 writes it anew)', () => {
  const file = join(import.meta.dirname, '../golden/functions.json');
  const made = ['en', 'ko'].flatMap((language) =>
    Object.entries(languageOf(language).functions).map(([name, make]) => {
      const results = given.map((all) => {
        try {
          return make(all);
        } catch {
          return 'throws';
        }
      });
      return `${language} ${name}: ${JSON.stringify(results)}`;
    }),
  );
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`);
  assert.deepEqual(made, JSON.parse(readFileSync(file, 'utf8')));
});
