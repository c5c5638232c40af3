/** The API: what an editor shows of it, and the verbs that need no load. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { API, SignatureKind } from 'typescript/unstable/sync';
import { commentOf } from '../../build/option-comments.ts';
import { kebab } from '../../src/cli/options/values.ts';
import { verbOptions, type Verb } from '../../src/cli/options/verb-options.ts';
import { check, find } from '../../src/index.ts';
import { place, root } from '../cli/chokepoint.ts';
import { assertNone } from '../kit/assert.ts';
import { words } from '../kit/words.ts';

const verbs = ['find', 'doctor', 'sweep', 'tune', 'capacity', 'predict', 'check'] as const;

suite('An editor shows of the package', () => {
  const file = join(root, 'dist/index.d.ts');
  const compiler = new API();
  after(() => compiler.close());
  const project = compiler.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
  assert.ok(project);
  const { checker, program } = project;
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  assert.ok(module);
  const exported = checker.getExportsOfModule(module);

  /** By name, the type and the comment of each option. */
  function shownOf(verb: Verb): Map<string, { readonly type: string; readonly comment: string }> {
    const named = exported.find(({ name }) => name === verb);
    const type = named && checker.getTypeOfSymbol(checker.getAliasedSymbol(named));
    const [call] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    const given = call && checker.getParameterType(call, 0);
    assert.ok(given);
    const properties = checker.getPropertiesOfType(given).map((property) => {
      const of = checker.getTypeOfSymbol(property);
      const comment = property.getDocumentationComment(checker);
      return [property.name, { type: of ? checker.typeToString(of) : '', comment }] as const;
    });
    return new Map(properties);
  }

  for (const verb of verbs)
    test(`the help of each option of ${verb} as its comment`, () => {
      const shown = shownOf(verb);
      assertNone([...shown], ([, { comment }]) => comment === '');
      const own = new Set<string>(verbOptions[verb]);
      const helped = [...shown].filter(([name]) => own.has(kebab(name)));
      assert.ok(helped.length >= 2);
      for (const [name, { comment }] of helped)
        assert.ok(comment.startsWith(commentOf(name, verb)), `${name}: ${comment}`);
    });

  test('all options but those that concern a command line alone', () => {
    const left = verbs.flatMap((verb) => {
      const shown = shownOf(verb);
      return verbOptions[verb].filter((name) => !Array.from(shown.keys(), kebab).includes(name));
    });
    const typed =
      'against demands fail-if-worse fail-on header junit metric open out pid prepare print-payload';
    const others = 'prometheus replay resume summary take-over trust-store undecided watch';
    assert.deepEqual([...new Set<string>(left)].toSorted(), words(`${typed} ${others}`));
  });

  test('names and numbers as types, not the table that they are made from', () => {
    const [tune, first] = [shownOf('tune'), shownOf('find')];
    assert.match(tune.get('objective')?.type ?? '', /"cpuPerRequest" \| "p50" \| "p99" \| "throughput"/);
    assert.match(first.get('startTimeout')?.type ?? '', /^number\b/);
    assert.equal(first.has('json'), false);
  });
});

suite('check', () => {
  const result = (name: string) => join(root, 'test/published/fixtures', name);

  test('judges the files of one setting, with what the file does not say', async () => {
    const { canCompare, settings } = await check({ settings: [[result('k6-vus-summary.json')]], clients: 2 });
    assert.deepEqual([canCompare, settings[0]?.runs[0]?.clients], [true, 2]);
  });

  test('compares two settings, each of several runs', async () => {
    const runs = [result('wrk.txt'), result('wrk.txt')];
    const { settings, ratios } = await check({ settings: [runs, runs] });
    assert.deepEqual(
      settings.map(({ cell, runs: own }) => [cell, own.map(({ name }) => name)]),
      [
        ['A', ['A1', 'A2']],
        ['B', ['B1', 'B2']],
      ],
    );
    assert.ok(ratios.length > 0);
  });

  test('rejects with the problem of the command line', async () => {
    await assert.rejects(check({ settings: [['no-such.json']] }), { code: 'RESULT_FILE_UNREADABLE' });
    for (const settings of [[], [[]], [['a'], ['b'], ['c']]])
      await assert.rejects(check({ settings }), { code: 'ARGUMENT_MISSING' });
  });
});

const skip = process.platform !== 'linux' && 'only on Linux';

test('find rejects with the problem of the command line, and prints nothing', { skip }, async () => {
  using here = place();
  const store = join(here.folder, 'runs.db');
  const asked = find({ command: ['node', join(here.folder, 'no-such.js')], store });
  await assert.rejects(asked, { code: 'SERVER_FILE_NOT_FOUND' });
  const ended = find({ command: [process.execPath, '-e', 'process.exit(7)'], store });
  await assert.rejects(ended, { code: 'SERVER_EXITED' });
});
