/** Every text of the catalogue, said in each of its variants: none is missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from '../../src/messages/message.ts';
import { findingMessages } from '../doctor/rules/said.ts';
import { codes, given, stringsIn } from './samples.ts';

/** What each code says. */
const texts = Map.groupBy([...codes.flatMap(given), ...findingMessages], ({ code }) => code);

/** Parts of sentences: what stands in a table, behind a name, or in another message; and commands to copy. */
const parts = [
  /^(?:bound|label|terminal|progress|runs|change|unseen|target|stop|limit|equivalent-fit|name|noise|selftest|selftest-asked|column|fact|figure|word)\.|^tune\.(?:why\.|same$|pool-unused$|limit$|cost$)/,
  /^(?:gate\.(?:revision|working-tree|run|verdict)|finding\.alike|resume\.secrets|attach\.stopped|cut-short\.pid)$/,
  /^interrupted\.(?:resume|lab)$|^own-server\.(?:no-node|unknown)$|^port\.holder$|^ready\.silent$/,
  /^calibration\.(?:accuracy|others?-|take-cell|measure-again)|too-wide/,
  /^(?:gauge|doctor|live|predict|evidence|tune-section|cli|limit-name|tune-page|mark|option|help)\./,
  /\.(?:title|rule|fails-when|todo)$/,
  /^contestant\.buil|^find\./,
  /^capacity\.(?:objective|knee|any-knee|badge|tile|figure|axis|unit|series|point|purpose|word|died|load|plan|times$)|^capacity\.windows$/,
  // A heading, and the heads of columns.
  /^comment\.(?!of-commit)/,
  // Headings and labels; notes of tables are sentences.
  /^report\.(?!nothing|mean|no-interval|dash|predicted|premature|ratio-note|footer|picture-note)/,
  // Badges, tiles and headings; what stands before a command.
  /^page\.(?!quality|claims)/,
  // A reason beside a command; a setting to set, with its gain; what is counted.
  /^next\.|^model\.settling$|^headline\.tune|^undecided\.(?:settings|claims)$/,
  // Why k6 ended stands in brackets; a script and where it runs stand in a sentence.
  /^k6\.(?:ended|script-there)$/,
  // Facts about a file, and lines of a list.
  /^check-page\./,
  /^command\.no-app$|^k6\.wrong\./,
  // What a check found stands behind the name of a row.
  /^check\.in-trials$|^check\.(?!R1)[A-Z]\d\.(?!without|silent|remedy|first-trial)/,
];

test('every text can be said, and no figure is missing in it', () => {
  assert.ok(texts.size > 1500);
  for (const [code, said] of texts) {
    for (const one of said) {
      const text = say(one);
      assert.doesNotMatch(
        text,
        /undefined|NaN|null|Infinity|\[object| {2}|\.\.$|^\s|\s$/,
        `${code}: ${text}`,
      );
      // What is put in at the end has an end of its own.
      if (!parts.some((part) => part.test(code)) && !stringsIn(one.params).some((end) => text.endsWith(end)))
        assert.match(text, /(?:[.?]|install pm2|--pid \d+|chokepoint :3000)$/, code);
    }
  }
});
