/** A sentence that a user reads has at most 20 words. A longer one says why it may, above its text: `# long: a list of names`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, type Expression, type InlineExpression, type Message, type Pattern } from '@fluent/syntax';
import { say } from '../../src/messages/message.ts';
import { findingMessages } from '../doctor/rules/said.ts';
import { codes, given, stringsIn } from './samples.ts';

const folder = join(import.meta.dirname, '../../src/messages/en');
const most = 20;

/** What a text can say: of a choice its longest variant, and a word for all that is put in. What `IF` puts in may be a sentence. */
function longest({ elements }: Pattern): string {
  return elements
    .map((one) => {
      if (one.type === 'TextElement') return one.value;
      const { expression } = one;
      if (expression.type === 'StringLiteral') return expression.value;
      if (expression.type === 'FunctionReference' && expression.id.name === 'IF') return ' x ';
      if (expression.type !== 'SelectExpression') return 'x';
      const variants = expression.variants.map(({ value }) => longest(value));
      return variants.reduce((a, b) => (wordsOf(b).length > wordsOf(a).length ? b : a));
    })
    .join('');
}

const wordsOf = (text: string) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];

/** A colon ends one too: a command, a list or a reason stands behind it. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!:])\s+/);

/** What functions are given: of `IF` its texts, of `PUT` its parts one after the other. */
function givenTexts(one: Expression | InlineExpression): string[] {
  if (one.type === 'StringLiteral') return [one.value];
  if (one.type !== 'FunctionReference') return [];
  const { positional } = one.arguments;
  if (one.id.name !== 'PUT') return positional.flatMap(givenTexts);
  return [
    positional.map((part) => (part.type === 'StringLiteral' ? part.value : 'x')).join(''),
    ...positional.flatMap(givenTexts),
  ];
}

const textsOf = ({ value, attributes }: Message) =>
  [...(value ? [value] : []), ...attributes.map((one) => one.value)].flatMap((pattern) => [
    longest(pattern),
    ...pattern.elements.flatMap((one) => (one.type === 'Placeable' ? givenTexts(one.expression) : [])),
  ]);

/** @returns the sentences of a file that are too long, and the codes whose reason is needed no more */
function judged(text: string): { long: string[]; idle: string[] } {
  const long: string[] = [];
  const idle: string[] = [];
  for (const entry of parse(text, {}).body) {
    if (entry.type !== 'Message') continue;
    const own = textsOf(entry)
      .flatMap(sentencesOf)
      .filter((one) => wordsOf(one).length > most);
    const isExcused = /^long: \S/m.test(entry.comment?.content ?? '');
    if (!isExcused) long.push(...own.map((one) => `${entry.id.name}: ${one}`));
    else if (own.length === 0) idle.push(entry.id.name);
  }
  return { long, idle };
}

for (const file of globSync('*.ftl', { cwd: folder })) {
  test(`the sentences of ${file} are short, or say why not`, () => {
    const { long, idle } = judged(readFileSync(join(folder, file), 'utf8'));
    assert.deepEqual(idle, [], 'these are short: their reason can go');
    assert.deepEqual(long, []);
  });
}

test('the longest variant of a choice counts, and a reason excuses it', () => {
  const words = (count: number) => Array(count).fill('word').join(' ');
  const text = `a = ${words(most)}. ${words(most)}: ${words(most)}\nb = ${words(15)} { $c ->\n    [1] ${words(6)}\n   *[other] it\n}\n`;
  assert.equal(judged(text).long.length, 1);
  assert.deepEqual(judged(text.replace('\nb', '\n# long: a list\nb')), { long: [], idle: [] });
  assert.deepEqual(judged('# long: a list\na = Word.\n').idle, ['a']);
});

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
