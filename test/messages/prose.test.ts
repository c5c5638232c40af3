/** What the authors of experiments wrote in English, and its Korean lines: each has its own, and none is left over. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { proseFaults } from '../../build/texts.ts';
import { experiments } from '../../src/lab/experiments/catalogue.ts';
import { authored, authoredUnder, speak } from '../../src/messages/message.ts';
import { phraseCode, phraseParts } from '../../src/messages/texts.ts';

const root = join(import.meta.dirname, '../..');

afterEach(() => speak('en'));

test('every experiment says in Korean what it says of itself', () => {
  assert.deepEqual(proseFaults('ko', experiments), []);
});

test('a line that is missing is named, and one that nobody owns', () => {
  const [first, ...others] = experiments;
  assert.ok(first);
  const own = first.claims[0];
  assert.ok(own);
  const more = { ...first, claims: [...first.claims, { ...own, id: `${first.name}/new` }] };
  assert.deepEqual(proseFaults('ko', [more, ...others]), [`experiment.${first.name}.new has no text`]);
  const less = { ...first, sources: first.sources.slice(1) };
  assert.deepEqual(proseFaults('ko', [less, ...others]), [
    `experiment.${first.name}.source-${first.sources.length} is in no experiment`,
  ]);
});

/** Every text between quotes in the lab, and every figure with its interval; `${…}` as a figure: whole, and in its parts. */
function writtenPhrases(): Set<string> {
  const source = globSync('src/{format,lab}/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const texts = Array.from(
    source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|^ *(\w+):/gm),
    (found) => found.slice(1).join(''),
  );
  const codes = new Set<string>();
  const add = (text: string) => {
    const code = phraseCode(text);
    if (codes.has(code)) return;
    codes.add(code);
    for (const part of phraseParts(text) ?? []) add(part);
  };
  for (const text of texts) add(text.replaceAll(/\$\{[^}]*\}/g, '1').replace(/^[<>]/, ''));
  return codes;
}

test('every Korean phrase is of words that an experiment has', () => {
  const file = readFileSync(join(root, 'src/messages/ko/prose.ftl'), 'utf8');
  const phrases = Array.from(file.matchAll(/^phrase_([\w-]+) =/gm), ([, name = '']) => `phrase.${name}`);
  assert.ok(phrases.length > 200);
  const written = writtenPhrases();
  assert.deepEqual(
    phrases.filter((one) => !written.has(one)),
    [],
  );
});

test('words are said whole or in parts, with their figures, and names stay', () => {
  const rows = [
    ['average job: pool 8 ÷ pool 2', '평균 작업 시간: 풀 8 ÷ 풀 2'],
    ['95% interval', '95% 신뢰 구간'],
    [
      'throughput: file, closed:10, Go net/http ÷ Node × 2',
      '처리량: file, closed:10, Go net/http ÷ Node × 2',
    ],
    ['threads, UV_THREADPOOL_SIZE=""', '스레드, UV_THREADPOOL_SIZE=""'],
    ['Spring MVC (virtual threads), threads 1000', 'Spring MVC(가상 스레드), 스레드 1000'],
  ] as const;
  for (const [english, korean] of rows) {
    assert.equal(authored(english), english);
    speak('ko');
    assert.equal(authored(english), korean);
    speak('en');
  }
  speak('ko');
  assert.equal(authored('What was typed', 'experiment.pool-map', 'names').includes('dns.lookup()'), true);
  assert.match(authoredUnder('Called different', 'A note.', 'note'), /\p{Script=Hangul}/u);
  assert.equal(authoredUnder('Called different', 'A new one.', 'text-9'), 'A new one.');
});
