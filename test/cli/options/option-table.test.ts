/** Every `requires`, `excludes` and `alone` of the option table, and every need of a verb, is tried. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { parseOptions, type Command } from '../../../src/cli/options/parse.ts';
import { commonOptions, options, type Option, type OptionName } from '../../../src/cli/options/table.ts';
import { Problem, problemsOf } from '../../../src/messages/problem.ts';

/** A value that each option takes, where no word will do. */
const samples: Partial<Record<OptionName, string>> = {
  'expect-status': '200',
  'fail-if-worse': '5%',
  'fail-on': 'critical',
  'subject-to': 'errors=0',
  confidence: '95%',
  engine: 'k6:script.js',
  format: 'csv',
  metric: 'p99',
  objective: 'p99',
  precision: '3%',
  within: '5%',
};
const times = new Set(['duration', 'warmup', 'timeout', 'start-timeout', 'budget', 'capture']);
const isOption = (name: string): name is OptionName => name in options;

/** A subject of the table, as words. */
function given(subject: string): string[] {
  if (subject === 'command') return ['--', 'node', 'server.js'];
  if (!isOption(subject)) return ['word'];
  const { type }: Option = options[subject];
  if (type === 'boolean') return [`--${subject}`];
  return [`--${subject}`, samples[subject] ?? (times.has(subject) ? '2s' : '4')];
}

function faultsOf(command: Command, subjects: readonly string[]): string[] {
  // What follows `--` comes last.
  const sorted = subjects.toSorted((a, b) => Number(a === 'command') - Number(b === 'command'));
  try {
    parseOptions(command, sorted.flatMap(given)).faults.end();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemsOf(error).map(
      ({ code, details: { why } }) => `${code} ${(why as { code?: string })?.code}`,
    );
  }
  return [];
}

const has = ({ options: own }: Command, subject: string) => !isOption(subject) || own.includes(subject);

suite('The option table', () => {
  for (const command of commands) {
    for (const name of command.options) {
      const { requires, excludes, alone }: Option = options[name];
      const own = requires?.of.filter((one) => has(command, one) && one !== 'command') ?? [];
      if (requires && own.length > 0) {
        const fault = `ARGUMENT_MISSING ${requires.why}.why`;
        test(`${command.name}: --${name} requires ${requires.of.join(' or ')}`, () => {
          assert.ok(faultsOf(command, [name]).includes(fault));
          for (const one of own) assert.ok(!faultsOf(command, [name, one]).includes(fault), one);
        });
      }
      for (const other of excludes?.of.filter((one) => has(command, one)) ?? []) {
        const fault = `OPTIONS_EXCLUSIVE ${excludes?.why}.why`;
        test(`${command.name}: --${name} excludes ${other}`, () => {
          assert.ok(faultsOf(command, [name, other]).includes(fault));
          assert.ok(!faultsOf(command, [name]).includes(fault));
        });
      }
      if (alone) {
        const fault = `OPTIONS_EXCLUSIVE ${alone.why}.why`;
        test(`${command.name}: --${name} stands alone, but for ${alone.of.join(', ') || 'nothing'}`, () => {
          for (const other of command.options.filter((each) => each !== name))
            assert.equal(faultsOf(command, [name, other]).includes(fault), !alone.of.includes(other), other);
        });
      }
    }
    for (const { of, why, where = [], unless = [] } of command.needs ?? []) {
      test(`${command.name}: ${of.join(' or ')} is missed${where.length > 0 ? ` beside ${where[0]}` : ''}`, () => {
        const fault = `ARGUMENT_MISSING ${why}.why`;
        assert.ok(faultsOf(command, where.slice(0, 1)).includes(fault));
        for (const one of [...of, ...unless])
          assert.ok(!faultsOf(command, [...where.slice(0, 1), one]).includes(fault), one);
      });
    }
    for (const [action, uses] of Object.entries(command.actions ?? {})) {
      for (const name of command.options)
        test(`${command.name} ${action} ${uses.includes(name) ? 'uses' : 'refuses'} --${name}`, () => {
          const { faults } = parseOptions(command, [action, ...given(name)]);
          if (uses.includes(name)) faults.end();
          else assert.throws(() => faults.end(), { code: 'OPTIONS_EXCLUSIVE' });
        });
    }
  }

  test('names only options that there are', () => {
    const names: readonly Option[] = Object.values(options);
    const subjects = names.flatMap(({ requires, excludes, alone }) =>
      [requires, excludes, alone].flatMap((relation) => relation?.of ?? []),
    );
    for (const subject of subjects) assert.ok(isOption(subject) || subject === 'command', subject);
  });

  test('has no option that no verb takes', () => {
    const taken = new Set([...commonOptions, ...commands.flatMap((command) => command.options)]);
    assert.deepEqual(
      Object.keys(options).filter((name) => isOption(name) && !taken.has(name)),
      [],
    );
  });
});
