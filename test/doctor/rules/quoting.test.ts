/** What the rules print to be copied holds names that the target chose: none of them is read by a shell or a script. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { ruleIds } from '../../../src/doctor/evaluate-rules.ts';
import type { Change } from '../../../src/model/diagnosis.ts';
import type { Vitals } from '../../../src/model/vitals.ts';
import { evilName, wordsGiven } from '../../kit/evil-name.ts';
import { emptyPlace } from '../../kit/place.ts';
import { alone, fires, type Seen } from './case.ts';
import { firing } from './cases.ts';
import { blocked, inCall, stuck, vitalsByHand, type Parts } from './vitals-by-hand.ts';

/** Where a name of the target stands in what was seen: in a field, or as the key of a kind of job. */
const places: readonly (readonly [place: string, with_: (vitals: Vitals, name: string) => Vitals])[] = [
  ['its command line', (vitals, name) => ({ ...vitals, startedAs: ['node', `${name}.js`, name] })],
  ['its title', (vitals, name) => ({ ...vitals, command: `node ${name}` })],
  ['its script', (vitals, name) => ({ ...vitals, script: `/srv/${name}.js` })],
  ['the words of its load', (vitals, name) => ({ ...vitals, load: name })],
  ['the path of a call', (vitals, name) => replaced(vitals, 'on', `/run/${name}`)],
  ...(['file', 'name', 'to', 'address'] as const).map(
    (field) => [field, (vitals: Vitals, name: string) => replaced(vitals, field, name)] as const,
  ),
  [
    'a file and a plain name',
    (vitals, name) => replaced(replaced(vitals, 'file', `/srv/${name}`), 'name', 'f'),
  ],
  ['the name of a synchronous call', (vitals, name) => replaced(vitals, 'name', `${name}Sync`)],
  [
    'the file of a function without a name',
    (vitals, name) => replaced(replaced(vitals, 'file', `/srv/${name}`), 'name', '(anonymous)'),
  ],
  ['the caller of a function', (vitals, name) => replaced(vitals, 'calledBy', `${name} /srv/${name}:1`)],
  [
    'a file of a package',
    (vitals, name) => replaced(vitals, 'file', `/srv/node_modules/react-dom/${name}.development.js`),
  ],
  [
    'a module of Node',
    (vitals, name) => replaced(replaced(vitals, 'file', 'node:fs'), 'name', `${name}Sync`),
  ],
  ['an add-on', (vitals, name) => renamed(vitals, `addon:${name}`)],
];

function replaced(vitals: Vitals, field: string, name: string): Vitals {
  const text = JSON.stringify(vitals, (key, value: unknown) =>
    key === field && typeof value === 'string' ? name : value,
  );
  return JSON.parse(text) as Vitals;
}

function renamed(vitals: Vitals, kind: string): Vitals {
  const text = JSON.stringify(vitals, (key, value: unknown) =>
    key === 'kinds' && typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([, count], i) => [i === 0 ? kind : `${kind}${i}`, count]),
        )
      : value,
  );
  return JSON.parse(text) as Vitals;
}

/** One function takes the loop's time: what it does itself is moved, what it calls is made cheaper. */
const hot = (self: number, stalls: number, available: number): Parts => ({
  loop: {
    utilization: 0.98,
    ran: 0.97,
    functions: [{ name: 'f', file: '/srv/f.js', line: 1, self, total: 0.9, calledBy: 'g /srv/g.js:2' }],
    stalls,
    delay: { mean: 9, p50: 1, p99: 400, max: 500 },
  },
  cpu: { used: 1, available },
});

const changesOf = (processes: readonly Parts[], service: Seen['service'] = {}): readonly Change[] =>
  alone({ processes, service }).flatMap(({ findings }) => findings.flatMap(({ changes }) => changes));

suite('A name that another process chose', () => {
  const here = emptyPlace('quoting');
  after(() => here[Symbol.dispose]());
  const tried = new Set<string>();
  for (const [place, name] of places) {
    test(`is a word of each command, and a string or a comment of each script: ${place}`, () => {
      const functions = [hot(0.8, 9, 8), hot(0.3, 0, 1)].map((parts) => fires('', parts));
      for (const example of [...ruleIds.flatMap(firing), ...functions]) {
        const vitals = example.processes.map(vitalsByHand).map((each) => name(each, evilName));
        for (const { type, text } of changesOf(vitals, example.service)) {
          if (tried.has(text)) continue;
          tried.add(text);
          requireSafe(type, text);
        }
      }
    });
  }

  test('is whole, and one word: the path of a pipe, the words of a command', () => {
    const path = `/run/${evilName}`;
    const pipe = changesOf([blocked(undefined, stuck(4, inCall('openat', path), 4000))]).find(({ text }) =>
      text.includes('stat -c'),
    );
    assert.deepEqual(wordsGiven(pipe?.text ?? '', here.folder)?.slice(-3), ['--', path, '']);
    const leak: Parts = {
      startedAs: ['node', evilName, '-x'],
      memory: { growth: 2 ** 24, rss: 2 ** 28, isSteady: true },
    };
    const again = changesOf([leak]).find(({ text }) => text.startsWith('chokepoint doctor'));
    const words = wordsGiven(again?.text ?? '', here.folder) ?? [];
    assert.deepEqual(words.slice(words.indexOf('--') + 1, -1), ['node', evilName, '-x']);
  });

  function requireSafe(type: Change['type'], text: string): void {
    // A terminal obeys them, and what is copied would not be what is read.
    assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u, text);
    for (const line of text.split('\n')) {
      assert.doesNotMatch(line, /^\s*: >PWNED/, text);
      const raw = line.indexOf(`x'"`);
      if (type === 'code' && raw >= 0) assert.match(line.slice(0, raw), /\/\//, text);
    }
    if (type === 'command' || type === 'env') assert.notEqual(wordsGiven(text, here.folder), null, text);
  }
});
