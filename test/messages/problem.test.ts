import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import {
  exitCodes,
  nearest,
  Problem,
  problem,
  problemData,
  type ProblemCode,
} from '../../src/messages/problem.ts';
import { detailsOf as namesOf, faultsOf, textsIn, type Uses } from '../../build/texts.ts';
import { wrapProse } from '../../src/format/width.ts';

const english = textsIn('en/problems.ftl');
const codes = [...english.keys()] as ProblemCode[];

/** What an entry names, given a value: what a caller is made to do by the types. */
function detailsOf(code: ProblemCode): Record<string, string> {
  return Object.fromEntries(Array.from(namesOf(english, code), (name) => [name, `<${name}>`]));
}

/** The catalogue is walked by code, which no single `Details<Code>` fits. */
const raise = problem as (
  code: ProblemCode,
  details: Record<string, string | number>,
  options?: ErrorOptions,
) => Problem;

suite('The catalogue of problems', () => {
  for (const code of codes) {
    test(`${code} says what happened, why, and what to do`, () => {
      const made = raise(code, detailsOf(code));
      for (const part of ['what', 'why', 'todo'] as const) {
        assert.notEqual(made[part].trim(), '', `${part} is empty`);
        assert.doesNotMatch(made[part], /\{\$?\w+\}/, `${part} keeps an unfilled name`);
      }
    });
  }

  test('is broken to the width of a terminal with nothing lost, and no command is', () => {
    const texts = codes.flatMap((code) => {
      const { what, why, todo } = raise(code, detailsOf(code));
      return [what, why, todo];
    });
    for (const text of texts) assert.equal(wrapProse(text, 40).join(' '), text);
    for (const command of [
      'pgrep -af node',
      "git worktree add --detach FOLDER '<name>'",
      'node --import chokepoint/probe',
      'NODE_OPTIONS="--import chokepoint/probe"',
      'BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
      'chokepoint predict --run RUN --json > FILE',
      'nsenter --target <pid> --net chokepoint doctor <pid> --attach',
      'chokepoint runs show <run>',
      '[{ "url": "http://127.0.0.1:3000/", "weight": 3 }, …]',
    ]) {
      const those = texts.filter((text) => text.includes(command));
      assert.notEqual(those.length, 0, command);
      for (const text of those) {
        const lines = wrapProse(text, 40);
        assert.ok(
          lines.some((line) => line.includes(command)),
          lines.join('\n'),
        );
      }
    }
  });

  test('gives every code one form, and an exit code that is documented', () => {
    for (const code of codes) {
      assert.match(code, /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
      const { exit } = raise(code, detailsOf(code));
      assert.ok(Object.values<number>(exitCodes).includes(exit), code);
      assert.notEqual(exit, exitCodes.fine, `${code} would pass in silence`);
    }
  });

  test('names the code and the text that a translation lacks', () => {
    const shown = (names: string[]): Uses =>
      new Map(names.map((name) => [name, new Set(['shown'] as const)]));
    const texts = (value: string[], todo: string[]) =>
      new Map([
        ['', shown(value)],
        ['todo', shown(todo)],
      ]);
    const own = new Map([
      ['A', texts(['a'], [])],
      ['C', texts([], ['x'])],
      ['D', new Map([['', shown([])]])],
      ['E', texts([], [])],
    ]);
    const wanted = new Map([
      ['A', texts(['a'], [])],
      ['B', texts([], [])],
      ['C', texts(['y'], [])],
      ['D', texts([], [])],
    ]);
    assert.deepEqual(faultsOf(own, wanted), [
      'B has no text',
      'C: y is left out',
      'C.todo: x is not in the English text',
      'D.todo has no text',
      'E is no code',
    ]);
  });

  test('ends what happened with a full stop, so that the three parts read as sentences', () => {
    for (const code of codes) assert.match(raise(code, detailsOf(code)).what, /[.:]$/, code);
  });
});

suite('A problem', () => {
  test('is an error that carries its code, its exit code and its cause', () => {
    const cause = new Error('EACCES');
    const made = problem('STORE_UNWRITABLE', { file: 'runs.db', why: 'permission denied' }, { cause });
    assert.ok(made instanceof Error);
    assert.equal(made.code, 'STORE_UNWRITABLE');
    assert.equal(made.exit, exitCodes.usage);
    assert.equal(made.cause, cause);
    assert.equal(made.message, 'STORE_UNWRITABLE: The store runs.db cannot be written.');
  });

  test('fills in numbers, repeats a detail wherever its name stands, and leaves other braces alone', () => {
    const taken = problem('PORT_TAKEN', { host: '127.0.0.1', port: 3000, by: '' });
    assert.match(taken.what, /127\.0\.0\.1:3000/);
    assert.match(taken.todo, /sport = :3000/);
    assert.match(problem('SCENARIO_INVALID', { file: 'a.json', why: 'x' }).todo, /\[\{ "url": /);
  });

  test('does not take a value that looks like a name for a name', () => {
    const made = problem('SERVER_COMMAND_NOT_FOUND', { program: '{program} $& $1' });
    assert.equal(made.what, 'The program "{program} $& $1" was not found.');
  });

  test('becomes plain data that survives JSON and becomes the same problem again', () => {
    const made = problem('SERVER_DIED', { how: 'SIGSEGV' });
    const data = problemData(made);
    assert.deepEqual(JSON.parse(JSON.stringify(data)), data);
    assert.deepEqual(problemData(new Problem(data)), data);
    assert.deepEqual(Object.keys(data), ['code', 'details', 'what', 'why', 'todo']);
  });
});

suite('nearest', () => {
  const known = ['pool', 'processes', 'cpus', 'env:NAME', 'arg:NAME'];
  const rows: readonly (readonly [string, string | null])[] = [
    ['pool', 'pool'],
    ['pol', 'pool'],
    ['poool', 'pool'],
    ['proceses', 'processes'],
    ['process', 'processes'],
    ['cpu', 'cpus'],
    ['threads', null],
    ['completely-different', null],
  ];
  for (const [typed, expected] of rows) {
    test(`suggests ${expected ?? 'nothing'} for "${typed}"`, () => {
      assert.equal(nearest(typed, known), expected);
    });
  }

  test('suggests nothing where nothing is known', () => {
    assert.equal(nearest('pool', []), null);
  });

  test('prefers the first of two that are equally near', () => {
    assert.equal(nearest('runs lost', ['runs list', 'runs last']), 'runs list');
  });
});
