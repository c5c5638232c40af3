/** docs/stability.md: what programs match on may be added to, and may not go. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { textsIn } from '../../build/texts.ts';
import { commands } from '../../src/cli/commands.ts';
import { options, type Option } from '../../src/cli/options/table.ts';
import * as api from '../../src/index.ts';
import { exitCodes } from '../../src/messages/problem.ts';
import { checkIds } from '../../src/model/check.ts';
import { ruleIds } from '../../src/doctor/evaluate-rules.ts';

const file = join(import.meta.dirname, '../golden/stable-names.json');

/** By kind, each in the order of the alphabet. */
const names: Readonly<Record<string, readonly string[]>> = {
  'exit codes': Object.values(exitCodes).map(String),
  commands: commands.map(({ name }) => name),
  options: Object.entries(options).flatMap(([name, option]: [string, Option]) => [
    name,
    ...(option.aliases ?? []),
  ]),
  problems: [...textsIn('en/problems.ftl').keys()],
  checks: [...checkIds],
  rules: [...ruleIds],
  exports: Object.keys(api),
};
const sorted = Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, list.toSorted()]));

suite('What was promised is still there:', () => {
  // Written at each release. A name that goes is a breaking change: it says so in a changeset.
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, `${JSON.stringify(sorted, null, 1)}\n`);
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  for (const [kind, list] of Object.entries(before)) {
    test(kind, () => {
      assert.ok(list.length > 3);
      const gone = list.filter((name) => sorted[kind]?.includes(name) !== true);
      assert.deepEqual(gone, []);
    });
  }

  test('every kind of name', () => assert.deepEqual(Object.keys(before), Object.keys(names)));
});
