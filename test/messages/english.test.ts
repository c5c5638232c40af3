/** Every text of the catalogue, said with plausible figures: none is missing, and each is as test/golden/english.txt has it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { say } from '../../src/messages/message.ts';
import { codes, given } from './samples/codes.ts';

/** What each code says; a fixed text says what it says. */
const texts = new Map(codes.map((code) => [code, [...new Set(given(code).map(say))]] as const));

/** Parts of sentences: what stands in a table, behind a name, or in another message; and commands to copy. */
const parts = [
  /^(?:bound|label|terminal|progress|runs|change|unseen|target|stop|limit|equivalent-fit|name|noise|selftest|selftest-asked|column|fact|figure|word)\.|^tune\.(?:why\.|same$|pool-unused$)/,
  /^(?:gate\.(?:revision|working-tree|run)|finding\.alike|resume\.secrets|attach\.stopped|cut-short\.pid)$/,
  /^interrupted\.(?:resume|lab)$|^own-server\.(?:no-node|unknown)$|^port\.holder$|^ready\.silent$/,
  /^calibration\.(?:accuracy|others?-|take-cell|measure-again)|too-wide/,
  /^(?:gauge|doctor|live|predict|evidence|tune-section|tune-standing|cli|limit-name|tune-page|mark|option|help)\./,
  /\.(?:title|rule|fails-when|todo)$/,
  /^contestant\.buil|^find\./,
  /^capacity\.(?:objective|knee|any-knee|badge|tile|figure|axis|unit|series|point|purpose|word|died|load|plan|next-|times$)|^capacity\.windows$/,
  // A heading, and the heads of columns.
  /^comment\.(?!of-commit)/,
  // Headings and labels; notes of tables are sentences.
  /^report\.(?!nothing|mean|no-interval|dash|predicted|premature|ratio-note|footer|picture-note)/,
  // Badges, tiles and headings; what stands before a command.
  /^page\.(?!quality|claims)/,
  // Why k6 ended stands in brackets; a script and where it runs stand in a sentence.
  /^k6\.(?:ended|script-there)$/,
  // Facts about a file, and lines of a list.
  /^check-page\./,
  /^command\.no-app$|^k6\.wrong\./,
  // What a check found stands behind the name of a row.
  /^check\.in-trials$|^check\.(?!R1)[A-Z]\d\.(?!without|silent|remedy|first-trial)/,
];

test('every text can be said, and no figure is missing in it', () => {
  for (const [code, said] of texts) {
    assert.notEqual(said.length, 0, `${code} has no sample in test/messages/samples`);
    for (const text of said) {
      assert.doesNotMatch(
        text,
        /undefined|NaN|null|Infinity|\[object| {2}|\.\.$|^\s|\s$/,
        `${code}: ${text}`,
      );
      if (!parts.some((part) => part.test(code)))
        assert.match(text, /^\S.*(?:[.?]|install pm2|--pid \d+|chokepoint :3000)$/, code);
    }
  }
});

test('the English is what was read and accepted', () => {
  const file = join(import.meta.dirname, '../golden/english.txt');
  const now = [...texts]
    .map(([code, said]) => [code, ...said.map((text) => `    ${text}`)].join('\n'))
    .join('\n');
  // Better wording changes it on purpose: then the difference is read, and written with UPDATE_GOLDEN=1.
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${now}\n`);
  assert.equal(`${now}\n`, readFileSync(file, 'utf8'));
});
