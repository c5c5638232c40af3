import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgedRun, storedNames } from '../../bench/pages/stored-runs.ts';

interface Found {
  readonly where: string;
  readonly value: number;
  readonly bounds: string;
}

/** Everything in a document that has a value between two bounds: nine digits, since a ratio and its inverse are two. */
function intervalsIn(document: unknown, where = ''): Found[] {
  if (typeof document !== 'object' || document === null) return [];
  const { value, low, high } = document as Readonly<Record<string, unknown>>;
  const isInterval = typeof value === 'number' && typeof low === 'number' && typeof high === 'number';
  const own = isInterval ? [{ where, value, bounds: `${digits(low)} to ${digits(high)}` }] : [];
  return [
    ...own,
    ...Object.entries(document).flatMap(([key, part]) => intervalsIn(part, `${where}/${key}`)),
  ];
}

const digits = (value: number) => value.toPrecision(9);

test('there are stored runs of every experiment that compares', () => {
  assert.ok(storedNames.length >= 5, `${storedNames.length}`);
});

for (const name of storedNames) {
  test(`no figure of ${name} has two intervals, wherever it is told`, () => {
    // Levels of settings are no ratios: two may well be alike.
    const { trials: _, plan: __, summaries: ___, ...judged } = judgedRun(name) ?? assert.fail();
    const byValue = Map.groupBy(intervalsIn(judged), ({ value }) => digits(value));
    const twice = [...byValue.values()].filter((same) => new Set(same.map(({ bounds }) => bounds)).size > 1);
    // 1 and 0 are figures of many things.
    const wrong = twice.filter(([first]) => first && first.value !== 0 && first.value !== 1);
    assert.deepEqual(wrong, []);
  });
}
