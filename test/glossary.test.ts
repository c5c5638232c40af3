import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Words that readers had to learn, with the field's own. A word comes into this list when the last use of it is gone. */
const glossary: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bhonesty check/i, 'validity check'],
  [/\bseed 00\d/i, "the document's name"],
];

const root = join(import.meta.dirname, '..');
const files = globSync(['{src,docs,bench,examples}/**/*.{ts,cts,cjs,mjs,md}', '*.md'], { cwd: root });

for (const [word, instead] of glossary) {
  test(`nobody reads ${word.source}, but "${instead}"`, () => {
    const found = files.filter((file) => word.test(readFileSync(join(root, file), 'utf8')));
    assert.deepEqual(found, []);
  });
}

test('a word of the list is found where it stands', () => {
  assert.ok(glossary.every(([word]) => word.test('an honesty check of seed 001')));
  assert.ok(files.length > 400, 'all sources and pages are read');
});
