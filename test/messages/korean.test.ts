/** Every text of the Korean catalogue, said with the figures of the English one. */
import assert from 'node:assert/strict';
import { afterEach, test, suite } from 'node:test';
import { textsIn } from '../../build/texts.ts';
import { josa } from '../../src/messages/ko/words.ts';
import { inEnglish, message, say, speak, jsonText } from '../../src/messages/message.ts';
import { textOf } from '../../src/messages/texts.ts';
import { evidenceLabels, findingMessages } from '../doctor/rules/said.ts';
import { assertEach, assertNone } from '../kit/assert.ts';
import { languageOf } from '../../src/cli/output/language.ts';
import { problem, sayProblem } from '../../src/messages/problem.ts';
import { codes, given, stringsIn } from './samples.ts';

afterEach(() => speak('en'));

/** What each code says in both languages. */
speak('ko');
const pairs = [...codes.flatMap(given), ...findingMessages].map((one) => ({
  ...one,
  english: inEnglish(one),
  korean: say(one),
}));
speak('en');

/** Only names, figures and other messages: the same in every language. */
const nameless = new Set(['word.CPU', 'word.p50-ms', 'word.p90-ms', 'word.p99-ms']);

test('every code is said in Korean', () => {
  const fixed = pairs.filter(({ code, params }) => Object.keys(params).length === 0 && !nameless.has(code));
  assert.ok(fixed.length > 500);
  assertNone(fixed, (one) => one.korean === one.english);
});

const figuresOf = (text: string) => new Set(text.match(/\d+(?:[.,]\d+)*/g));

test('a Korean text has all figures of the English one', () => {
  const lost = pairs.flatMap(({ code, english: text, korean: translated }) => {
    const missing = figuresOf(text).difference(figuresOf(translated));
    return missing.size > 0 ? [`${code}: ${[...missing].join(' ')} of "${text}" in "${translated}"`] : [];
  });
  assert.deepEqual(lost, []);
});

test('no English words are left in a Korean text', () => {
  for (const { code, params, korean: text } of pairs) {
    assert.doesNotMatch(text, /undefined|NaN|null|\[object| {2}|\.\.$|^\s|\s$|\d %/, `${code}: ${text}`);
    const quoted = stringsIn(params).toSorted((a, b) => b.length - a.length);
    const own = quoted.reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, '…')), text);
    // Commands are to be typed as they are.
    assert.doesNotMatch(
      own.replaceAll(/chokepoint [\w -]+|npm install \w+/g, ''),
      /\b[a-z]{2,}(?: [a-z]{2,}){2}\b/,
      `${code}: ${own}`,
    );
  }
});

/** Every text of every problem, with the same in the places of all that is put in. */
function problemTexts(language: string, filling: string): [name: string, text: string][] {
  return [...textsIn('en/problems.ftl')].flatMap(([code, texts]) => {
    const names = [...texts.values()].flatMap((uses) => [...uses.keys()]);
    const details = Object.fromEntries(['chokepoint', ...names].map((name) => [name, filling]));
    return [...texts.keys()].map((part): [string, string] => [
      `${code}.${part}`,
      textOf(language, code, details, part === '' ? undefined : part) ?? assert.fail(`${code}.${part}`),
    ]);
  });
}

test('every problem is said in Korean', () => {
  const english = new Map(problemTexts('en', '…'));
  assert.ok(english.size > 300);
  for (const [name, text] of problemTexts('ko', '…'))
    assert.ok(/^[…\s]*$/.test(english.get(name) ?? '') || /\p{Script=Hangul}/u.test(text), name);
});

test('a particle after a number is the one that suits how it is read', () => {
  const said = [
    '20.20.2가',
    '8이',
    '404가',
    '401이',
    '10이',
    '30%가',
    '12 ms가',
    '2.50이',
    'HTTP가',
    'URL이',
  ];
  for (const one of [...said, '"4"가', '7 (a)이']) assert.equal(josa(one.slice(0, -1), '이/가'), one);
  assertEach(['1', '3', '7', '8', '9'], (one) => josa(one, '으로/로'), ['1로', '3으로', '7로', '8로', '9로']);
  const pairsOf = ['은/는', '이/가', '을/를', '과/와', '으로/로'] as const;
  const wrong = [
    ...pairs.map(({ code, korean: text }) => [code, text] as const),
    ...['7', '404'].flatMap((number) => problemTexts('ko', number)),
  ].flatMap(([code, text]) =>
    Array.from(
      text.matchAll(/(?<!k)(\d[%"']?)(은|는|이|가|을|를|과|와|으로|로)(?=[ .,;:]|$)/g),
      ([found, number = '', particle = '']) => {
        const pair = pairsOf.find((one) => one.split('/').includes(particle)) ?? '이/가';
        return josa(number, pair) === found ? [] : [`${code}: ${found} in ${text}`];
      },
    ).flat(),
  );
  assert.deepEqual(wrong, []);
});

test('every figure of a finding has a Korean name', () => {
  speak('ko');
  assert.ok(evidenceLabels.size > 20);
  // Names of hosts and processes are the same in every language.
  const labels = [...evidenceLabels].filter((label) => label !== 'CPUs' && !/^(?:to|worker) /.test(label));
  assertNone(labels, (label) => !/\p{Script=Hangul}/u.test(say(message('evidence.label', { label }))));
});

suite('The language', () => {
  const rows: readonly (readonly [args: string[], environment: Record<string, string>, language: string])[] =
    [
      [[], {}, 'en'],
      [['doctor', '--lang', 'ko'], {}, 'ko'],
      [['doctor', '--lang=ko'], { LANG: 'en_US.UTF-8' }, 'ko'],
      [['doctor', '--lang', 'en'], { CHOKEPOINT_LANG: 'ko' }, 'en'],
      [['doctor', '--', 'node', 'a.js', '--lang', 'ko'], {}, 'en'],
      [['doctor', '--lang'], { LANG: 'ko_KR.UTF-8' }, 'ko'],
      [['doctor', '--pid', '7'], { LANG: 'ko_KR.UTF-8' }, 'ko'],
      [[], { CHOKEPOINT_LANG: 'ko', LC_ALL: 'en_US.UTF-8' }, 'ko'],
      [[], { LC_ALL: '', LANG: 'ko_KR.UTF-8' }, 'ko'],
      [[], { LC_ALL: 'C', LANG: 'ko_KR.UTF-8' }, 'en'],
      [[], { LC_MESSAGES: 'ko', LANG: 'de_DE' }, 'ko'],
      [[], { LANG: 'kok_IN' }, 'en'],
      [[], { LANG: 'fr_FR.UTF-8' }, 'en'],
    ];
  for (const [args, environment, language] of rows) {
    test(`is ${language} for ${JSON.stringify([args, environment])}`, () => {
      assert.equal(languageOf(args, environment), language);
    });
  }
});

suite('In Korean', () => {
  test('say speaks it, and the texts of JSON documents and problems stay English', () => {
    const headline = message('headline.nothing-measured');
    const english = say(headline);
    speak('ko');
    assert.match(say(headline), /\p{Script=Hangul}/u);
    assert.equal((JSON.parse(jsonText(headline)) as { text: string }).text, english);
    const taken = problem('SERVER_DIED', { how: 'SIGSEGV' });
    assert.doesNotMatch(taken.what, /\p{Script=Hangul}/u);
    assert.match(sayProblem(taken).what, /SIGSEGV/);
  });

  const particles: readonly (readonly [string, Parameters<typeof josa>[1], string])[] = [
    ['처리량', '은/는', '처리량은'],
    ['이벤트 루프', '이/가', '이벤트 루프가'],
    ['pool=4', '은/는', 'pool=4는'],
    ['pool=16', '으로/로', 'pool=16으로'],
    ['pool=8', '으로/로', 'pool=8로'],
    ['p99', '을/를', 'p99를'],
    ['CPU', '과/와', 'CPU와'],
    ['35%', '이/가', '35%가'],
    ['pool=3 · node (기준)', '을/를', 'pool=3 · node (기준)를'],
    ['"server.js"', '을/를', '"server.js"를'],
  ];
  for (const [word, particle, text] of particles) {
    test(`${word} takes ${text.slice(word.length)}`, () => assert.equal(josa(word, particle), text));
  }
});
