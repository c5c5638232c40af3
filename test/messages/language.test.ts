/** Which language is spoken, and what does not depend on it. */
import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { languageOf } from '../../src/cli/output/language.ts';
import { josa } from '../../src/messages/ko/words.ts';
import { jsonText, message, say, speak } from '../../src/messages/message.ts';
import { problem, sayProblem } from '../../src/messages/problem.ts';

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
  afterEach(() => speak('en'));

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
