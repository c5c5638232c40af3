import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { csv } from '../../src/report/formats/csv.ts';
import { fixture } from './fixture.ts';

/** The cells of the second line, where nothing is quoted. */
function cells(level: string | number): readonly string[] {
  const run = fixture({ pools: [1, 2], blocks: 1, failing: null });
  const trials = run.trials.map((trial) => ({ ...trial, setting: { pool: level } }));
  return (
    csv({ ...run, trials })
      .split('\r\n')[1]
      ?.split(',') ?? []
  );
}

suite('An exported cell', () => {
  for (const text of ['=1+1', "=HYPERLINK('http://x')", '+cmd', '-cmd|x', '@SUM(A1)', '\tx']) {
    test(`that would be a formula stays the text ${JSON.stringify(text)}`, () => {
      assert.ok(cells(text).includes(`'${text}`), cells(text).join(' | '));
    });
  }

  for (const level of [-1, '-1.5', '+3', 'a=b', 'node', 4]) {
    test(`that is ${JSON.stringify(level)} stays as it is`, () =>
      assert.ok(cells(level).includes(`${level}`)));
  }

  test('of a name that would be one is a text too', () => {
    const run = fixture({ pools: [1, 2], blocks: 1, failing: null });
    const factors = [{ key: '=1+1', levels: [1] }];
    assert.match(csv({ ...run, plan: { ...run.plan, factors } }), /^ordinal,block,cell,'=1\+1,/);
  });
});
