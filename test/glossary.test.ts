import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

/** What the program printed in a recorded run stays as it was. */
const recorded = /^docs\/(?:cases|experiments)\//;

/**
 * Words that readers had to learn, with the field's own: in texts, documents, names and comments alike. `except` are files in
 * which the word is the field's own, or recorded data has it.
 */
const glossary: readonly (readonly [word: RegExp, instead: string, except?: RegExp])[] = [
  [/\bhonesty check/i, 'validity check'],
  [/\bseed 00\d/i, "the document's name"],
  [/foretell|foretold/i, 'predict, predicted'],
  [/\btold apart\b|\btells? (?:\w+ )?apart\b/i, 'distinguishable, no significant difference'],
  // Queueing theory calls its resources stations.
  [/\bstations?\b/i, 'resource', /^src\/queueing\/|^docs\/(?:decisions\/0014|method)|^bench\//],
  [/\bst(?:ands?|ood) still\b/i, 'is blocked'],
  [/\bfor sure\b|\bsurely\b/i, 'with 95% confidence'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bparted by\b/i, 'separated by'],
  [/\blent\b/i, 'reused'],
  [/\b(?:what )?runs today\b/i, 'the current setting'],
  // The pool-mechanics experiment of older runs recorded its counts under that key.
  [/\bunder way\b/i, 'in flight', /^src\/lab\/experiments\/pool-mechanics\/counts\.ts$/],
  [/\b(?:ready|runnable) without (?:a|one|CPU)\b/i, 'runnable, waiting for a CPU'],
  // The id of a claim is permanent.
  [/\blook-ups?\b/i, 'DNS lookup', /pool-mechanics/],
  [/\bbehind ["`]--["`]/i, 'after "--"'],
  [/\bartefacts?\b/i, 'misread', /^src\/report\/formats\/summary\.ts$/],
  [/\bpatience\b/i, 'timeout'],
  [/\bnumber of (?:a|the|its) process\b/i, 'PID'],
  [/\bwhoever listens\b|\bleaves its number\b/i, 'the process that listens', recorded],
  [/\b(?:tells|tell) (?:more|what is known)\b|\bmeasurement tells\b/i, 'shows', recorded],
  [/\bwhose truth is known\b/i, 'with a known answer', recorded],
  [/\b(?:are|is|not) heed(?:ed)?\b|\bheeds\b/i, 'apply, use', recorded],
  [/\bspeaks? for (?:more|fewer)\b/i, 'shows that more help', recorded],
  [/\bwithin the noise\b/i, 'does not differ significantly', recorded],
  [/\bAll 2 CPUs\b/, 'both CPUs', recorded],
  [/\bbe it none\b|\bnobody is blamed\b|\bis dear\b|\bare mud\b|\bto a stranger\b/i, 'a plain sentence'],
];

const root = join(import.meta.dirname, '..');
const files = globSync(
  ['{src,docs,bench,examples}/**/*.{ts,cts,cjs,mjs,md}', 'src/messages/en/*.ftl', '*.md'],
  { cwd: root },
);

suite('Nobody has to learn a word of our own', () => {
  for (const [word, instead, except] of glossary) {
    test(`${word.source}: "${instead}"`, () => {
      const found = files
        .filter((file) => !except?.test(file))
        .flatMap((file) => {
          const lines = readFileSync(join(root, file), 'utf8').split('\n');
          return lines.flatMap((line, i) => (word.test(line) ? `${file}:${i + 1}: ${line.trim()}` : []));
        });
      assert.deepEqual(found, []);
    });
  }
});

test('a word of the list is found where it stands', () => {
  const text = `an honesty check of seed 001, foretold, told apart: a station stands still for sure; mend what is parted by
    nothing and lent, as runs today, under way, ready without a CPU, a look-up behind "--", an artefact of patience,
    number of a process, whoever listens tells more than a server whose truth is known, as its words are heeded,
    speak for more, and lie within the noise of all: All 2 CPUs, where looking is dear`;
  for (const [word] of glossary) assert.match(text, word);
  assert.ok(files.length > 400, 'all sources and pages are read');
});
