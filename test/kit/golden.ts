import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Fails unless the text is that of a file in the folder `golden` of these tests, as it was read and accepted. A better page changes it
 * on purpose: then it is looked at, and written with UPDATE_GOLDEN=1.
 */
export function assertGolden(tests: string, name: string, text: string): void {
  const file = join(tests, 'golden', name);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}
