/** Every text of the Korean catalogue, said with the figures of the English one, and as test/golden/korean.txt has it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { namesIn } from '../../build/texts.ts';
import { english } from '../../src/messages/en/english.ts';
import { korean } from '../../src/messages/ko/korean.ts';
import { inEnglish, message, say, speak, type MessageCode } from '../../src/messages/message.ts';
import { filledTexts } from '../../src/messages/texts.ts';
import { samplesBy } from './samples/all.ts';
import { evidenceLabels } from './samples/findings.ts';

afterEach(() => speak(null));

const codes = (Object.keys(english) as MessageCode[]).filter((code) => code !== 'text');

/** What each code says in both languages. */
const pairs = codes.flatMap((code) => {
  const given = typeof english[code] === 'string' ? [{ code, params: {} }] : (samplesBy.get(code) ?? []);
  return given.map((one) => {
    speak(korean);
    return { code, params: one.params, english: inEnglish(one), korean: say(one) };
  });
});

/** Only names, figures and other messages: the same in every language. */
const nameless = new Set([
  'gauge.cpu',
  'live.cpu',
  'limit-name.cpu',
  'column.p50',
  'column.p90',
  'column.p99',
  'doctor-figure.pool-wait.unit',
  'doctor-figure.loop-delay.unit',
]);

test('every code is said in Korean', () => {
  const missing = codes.filter((code) => korean.texts[code] === english[code] && !nameless.has(code));
  assert.deepEqual(missing, []);
});

const figuresOf = (text: string) => new Set(text.match(/\d+(?:[.,]\d+)*/g));

test('a Korean text has all figures of the English one', () => {
  const lost = pairs.flatMap(({ code, english: text, korean: translated }) => {
    const missing = figuresOf(text).difference(figuresOf(translated));
    return missing.size > 0 ? [`${code}: ${[...missing].join(' ')} of "${text}" in "${translated}"`] : [];
  });
  assert.deepEqual(lost, []);
});

/** Every text in the parameters of a message: somebody else wrote it. */
function textsIn(params: unknown): string[] {
  if (typeof params === 'string') return [params];
  return typeof params === 'object' && params !== null ? Object.values(params).flatMap(textsIn) : [];
}

test('no English words are left in a Korean text', () => {
  for (const { code, params, korean: text } of pairs) {
    assert.doesNotMatch(text, /undefined|NaN|null|\[object| {2}|\.\.$|^\s|\s$|\d %/, `${code}: ${text}`);
    const quoted = textsIn(params).toSorted((a, b) => b.length - a.length);
    const own = quoted.reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, '…')), text);
    // Commands are to be typed as they are.
    assert.doesNotMatch(
      own.replaceAll(/chokepoint [\w -]+|npm install \w+/g, ''),
      /\b[a-z]{2,}(?: [a-z]{2,}){2}\b/,
      `${code}: ${own}`,
    );
  }
});

test('every problem is said in Korean', () => {
  for (const [code, texts] of namesIn('en/problems.ftl')) {
    const details = Object.fromEntries(
      [...texts.values()].flatMap((all) => [...all]).map((name) => [name, '…']),
    );
    const original = filledTexts('en/problems.ftl', code, { chokepoint: '', ...details }) ?? {};
    for (const [part, text] of Object.entries(
      filledTexts('ko/problems.ftl', code, { chokepoint: '', ...details }) ?? {},
    ))
      assert.ok(/^[…\s]*$/.test(original[part] ?? '') || /\p{Script=Hangul}/u.test(text), `${code}.${part}`);
  }
});

test('the Korean is what was read and accepted', () => {
  const file = join(import.meta.dirname, '../golden/korean.txt');
  const texts = Map.groupBy(pairs, ({ code }) => code);
  const now = [...texts]
    .map(([code, said]) => [code, ...new Set(said.map((one) => `    ${one.korean}`))].join('\n'))
    .join('\n');
  // Better wording changes it on purpose: then the difference is read, and written with UPDATE_GOLDEN=1.
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${now}\n`);
  assert.equal(`${now}\n`, readFileSync(file, 'utf8'));
});

test('every figure of a finding has a Korean name', () => {
  speak(korean);
  assert.ok(evidenceLabels.size > 20);
  // Names of hosts and processes are the same in every language.
  const labels = [...evidenceLabels].filter((label) => label !== 'CPUs' && !/^(?:to|worker) /.test(label));
  assert.deepEqual(
    labels.filter((label) => !/\p{Script=Hangul}/u.test(say(message('evidence.label', { label })))),
    [],
  );
});
