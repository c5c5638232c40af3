import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import {
  isKept,
  isRight,
  type CaseRecord,
  type NamedCase,
  type RecordedFinding,
} from '../bench/cases/case.ts';
import { cases } from '../bench/cases/catalogue.ts';
import { variantOf } from '../bench/cases/follow.ts';
import { moreProcesses, setPoolSize, withFlag, withVariable } from '../src/doctor/rules/changes.ts';
import type { Change } from '../src/model/diagnosis.ts';

const start = { command: 'node server.mjs', startedAs: ['node', 'server.mjs'], script: '/app/server.mjs' };
const one: NamedCase = {
  name: 'one',
  kind: 'application',
  what: 'One',
  command: ['node', 'server.mjs'],
  request: { path: '/' },
  person: { rules: ['pool-too-small'], names: /koffi/, short: '', found: '' },
  knobs: [{ change: /max: (\d+)/, env: 'CONNECTIONS' }],
  advice: { canBeFollowed: true, said: '' },
};

function finding(changes: readonly Pick<Change, 'type' | 'text'>[], title = 'koffi'): RecordedFinding {
  return {
    rule: 'pool-too-small',
    verb: 'raise',
    title,
    because: '',
    evidence: [],
    changes: changes.map(({ type, text }) => ({ type, what: '', text })),
    expect: '',
    gain: null,
  };
}

suite('Of what the doctor advises, a setting is tried', () => {
  const settings: readonly (readonly [Pick<Change, 'type' | 'text'>[], string])[] = [
    [setPoolSize(start, 32), 'UV_THREADPOOL_SIZE=32'],
    [[{ type: 'command', text: withVariable(start, 'NODE_ENV=production') }], 'NODE_ENV=production'],
    [[{ type: 'command', text: withFlag(start, '--max-semi-space-size=64') }], '--max-semi-space-size=64'],
    [[moreProcesses(start, 2)], '2 processes (node:cluster)'],
    [[{ type: 'code', text: 'new Pool({ max: 8 });' }], 'max: 8'],
  ];
  for (const [changes, setting] of settings)
    test(setting, () => assert.equal(variantOf(one, finding(changes))?.setting, setting));

  test('code is not', () => assert.equal(variantOf(one, finding([{ type: 'code', text: 'work();' }])), null));
});

test('The doctor is right where the rule is the one of the person, and the culprit is named', () => {
  const record = (title: string) =>
    ({ status: 'bottleneck', finding: finding([], title) }) as unknown as CaseRecord;
  assert.equal(isRight(one, record('koffi waits')), true);
  assert.equal(isRight(one, record('something waits')), false);
  assert.equal(isRight(one, { ...record('koffi waits'), isDisturbed: true }), null);
  assert.equal(isRight({ ...one, person: { ...one.person, rules: [] } }, record('koffi waits')), false);
});

test('A promise is kept within 25%, and where none was made none is judged', () => {
  const gain = (expected: number | null) =>
    isKept({ setting: '', expected, pairs: [], gain: { low: 1.9, value: 2, high: 2.1 }, response: [1, 1] });
  assert.deepEqual([gain(2.4), gain(4), gain(null)], [true, false, null]);
});

test('Every case says what a person found', () => {
  for (const { name, person } of cases) assert.ok(person.found.length > 100, name);
  assert.ok(cases.length >= 20);
});
