import { message, quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CheckResult } from '../../src/model/check.ts';
import type { RunResult } from '../../src/model/verdict.ts';
import { markdown } from '../../src/report/report.ts';
import { junit } from '../../src/report/formats/junit.ts';
import { failedCheck } from '../kit/trials.ts';
import { fixture, gateAnswer } from './fixture.ts';
import { parseXml, type Element } from './xml.ts';

const nasty = 'a <b> & "c" ]]> \u0000\u001B[31m \uD800 | `d` *e* ✓';

const check = (id: CheckResult['id'], outcome: CheckResult['outcome'], sentence: string) =>
  failedCheck({ id, title: `Title of ${id}`, outcome, sentence: quoted(sentence) });

function gated(change: Parameters<typeof gateAnswer>[0] = {}): RunResult {
  const checks = [
    check('L1', 'pass', 'fine'),
    check('M1', 'fail', nasty),
    check('F1', 'not applicable', 'no floor'),
  ];
  return { ...fixture({ kind: 'sweep', pools: [4, 16] }), checks, answer: gateAnswer(change) };
}

const cases = (document: Element) => document.children[0]?.children ?? [];
const kinds = (testcase: Element | undefined) =>
  testcase?.children.map(({ name }) => name).filter((name) => name !== 'system-out');

suite('The JUnit file of a gate', () => {
  test('is well-formed whatever the texts hold, and gives them back', () => {
    const document = parseXml(junit(gated()));
    assert.equal(document.name, 'testsuites');
    assert.equal(document.children.length, 1);
    const m1 = cases(document).find(({ attributes }) => attributes['name'] === 'M1 Title of M1');
    const told = m1?.children.find(({ name }) => name === 'failure')?.attributes['message'];
    assert.equal(told, 'a <b> & "c" ]]> \uFFFD\uFFFD[31m \uFFFD | `d` *e* ✓');
  });

  test('has a testcase for the gate and one for each validity check, and counts them', () => {
    const document = parseXml(junit(gated()));
    const [gate, ...checks] = cases(document);
    assert.equal(gate?.attributes['classname'], 'chokepoint.gate');
    assert.deepEqual(kinds(gate), ['failure']);
    assert.match(gate?.children[0]?.attributes['message'] ?? '', /^Gate failed\. head has 0\.890 times/);
    assert.deepEqual(checks.map(kinds), [[], ['failure'], ['skipped']]);
    const { tests, failures, errors, skipped } = document.children[0]?.attributes ?? {};
    assert.deepEqual([tests, failures, errors, skipped], ['4', '2', '0', '1']);
  });

  const words: readonly [string, Parameters<typeof gateAnswer>[0], readonly string[]][] = [
    ['passed', { ratio: { value: 1, low: 0.99, high: 1.01 } }, []],
    ['skipped when it is undecided: it warns, and fails nothing', { withheld: quoted('M1: x') }, ['skipped']],
    ['an error when nothing was measured', { ratio: null }, ['error']],
  ];
  for (const [title, change, expected] of words) {
    test(`says that the gate was ${title}`, () => {
      assert.deepEqual(kinds(cases(parseXml(junit(gated(change))))[0]), expected);
    });
  }

  test('cannot be read where it is not well-formed, so the reader of this test is no sieve', () => {
    for (const broken of ['<a><b></a>', '<a x="<"/>', '<a>&nbsp;</a>', '<a/><b/>', '<a>\u0001</a>'])
      assert.throws(() => parseXml(broken), broken);
  });
});

suite('The summary of a gate for a pull request', () => {
  test('has its sentence in a box, marked by how it ended', () => {
    const boxes = [
      gated(),
      gated({ ratio: { value: 1, low: 0.99, high: 1.01 } }),
      gated({ withheld: quoted('M1: x') }),
    ];
    const alerts = boxes.map((one) => /^> \[!(\w+)\]\n> \*\*Gate /m.exec(markdown(one))?.[1]);
    assert.deepEqual(alerts, ['CAUTION', 'NOTE', 'WARNING']);
  });

  test('names base and head, the notes and the failed checks, and lets no text become markup', () => {
    const text = markdown(gated({ notes: [message('gate.same-files')] }));
    assert.match(text, /Base: main \(0123456789\)\. Head: the working tree\./);
    assert.match(text, /: Base and head are the same files:/);
    assert.match(text, /^- ✗ .*M1/m);
    assert.ok(!text.includes('<b>'));
  });
});
