/** What is offered after Tab, and the scripts of the shells that ask for it. A shell that is not found here is skipped, and says so. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { commonOptions } from '../../../src/cli/options/table.ts';
import { offers, scripts } from '../../../src/cli/verbs/completion.ts';
import { emptyFolder } from '../../kit/place.ts';
import { words } from '../../kit/words.ts';
import { entry, place } from '../chokepoint.ts';
import { assertEach } from '../../kit/assert.ts';

const listed = commands.filter(({ isHidden }) => !isHidden);
/** A line that ends with a space asks for a new word. */
const typed = (line: string) => [...words(line), ...(line.endsWith(' ') ? [''] : [])];
const named = async (line: string) =>
  (await offers(commands, typed(line).slice(1))).map((one) => one.split('\t')[0] ?? '');

suite('After Tab', () => {
  test('every verb is offered first, and no option of one', async () => {
    assert.deepEqual(await named('chokepoint '), [...listed.map(({ name }) => name), 'help']);
    assert.deepEqual(await named('chokepoint pre'), ['predict']);
  });

  for (const { name, options: own } of listed)
    test(`${name} is offered each of its options, with what it does`, async () => {
      const expected = [...own, ...commonOptions];
      const offered = await offers(commands, [name, '--']);
      assertEach(offered, (one) => one.split('\t')[0]?.replace(/^--(?:no-)?/, ''), expected);
      for (const one of offered) assert.match(one, /\t./);
    });

  const cases: readonly [line: string, offered: readonly string[]][] = [
    ['chokepoint --json sweep --va', ['--vary']],
    ['chokepoint doctor --fail-on ', ['critical', 'warning', 'info']],
    ['chokepoint sweep --clients ', []],
    ['chokepoint sweep -c ', []],
    ['chokepoint tune --resume ', ['last']],
    ['chokepoint lab pool-s', ['pool-size']],
    ['chokepoint serve pool-s', ['pool-size']],
    ['chokepoint runs co', ['compare']],
    ['chokepoint help sw', ['sweep']],
    ['chokepoint completion f', ['fish']],
    ['chokepoint check ', [':files']],
    ['chokepoint sweep --scenario ', [':files']],
    ['chokepoint sweep -o ', [':folders']],
    ['chokepoint sweep -- ', [':command']],
    ['chokepoint sweep -- node --', [':argument']],
  ];
  for (const [line, offered] of cases)
    test(`"${line}" may go on with ${offered.join(' ') || 'anything'}`, async () => {
      assert.deepEqual(await named(line), offered);
    });
});

const folder = emptyFolder('completion');
mkdirSync(join(folder, 'a folder'));
writeFileSync(join(folder, 'a file.json'), '');
const program = `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`;
writeFileSync(join(folder, 'chokepoint'), program, { mode: 0o755 });
const env = {
  ...process.env,
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  PATH: `${folder}${delimiter}${process.env['PATH']}`,
};
const said = (shell: string, args: readonly string[]) =>
  String(execFileSync(shell, args, { cwd: folder, env }))
    .split('\n')
    .filter(Boolean);

/** @returns what a shell offers for the line, without what explains it */
const shells: Readonly<Record<keyof typeof scripts, (line: string) => string[]>> = {
  bash(line) {
    const script = `${scripts.bash}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _chokepoint chokepoint "\${!#}"; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return said('bash', ['--norc', '--noprofile', '-uc', script, 'bash', ...typed(line)]);
  },
  /** What zsh would list goes through these: they are put in the place of its own, and print. */
  zsh(line) {
    const script = `
      compdef() { :; }
      _describe() { print -l -- \${\${(P)2}%%:*}; }
      _files() { if [[ $1 == -/ ]]; then print -l -- *(/N); else print -l -- *(N); fi; }
      _normal() { print -l -- "command of $#words words"; }
      ${scripts.zsh}
      words=("$@"); CURRENT=$#
      _chokepoint`;
    return said('zsh', ['-f', '-c', script, 'zsh', ...typed(line)]);
  },
  fish(line) {
    return said('fish', ['--no-config', '-c', `${scripts.fish}\ncomplete -C'${line}'`]).map(
      (one) => one.split('\t')[0] ?? '',
    );
  },
};

for (const [shell, offer] of Object.entries(shells)) {
  const skip = spawnSync(shell, ['-c', 'exit 0']).status !== 0 && `${shell} is not installed here`;
  suite(`In ${shell}`, { skip }, () => {
    test('verbs, options and values are offered', () => {
      assert.ok(offer('chokepoint ').includes('sweep'));
      assert.ok(offer('chokepoint sweep --').includes('--vary'));
      assert.deepEqual(offer('chokepoint doctor --fail-on cr'), ['critical']);
      assert.deepEqual(offer('chokepoint sweep --clients '), []);
    });

    test('files and folders are offered where one is named', () => {
      assert.match(offer('chokepoint sweep --scenario ').join('\n'), /a\\? file\.json/);
      const folders = offer('chokepoint sweep -o ').join('\n');
      assert.match(folders, /a\\? folder/);
      assert.doesNotMatch(folders, /file/);
    });

    test('behind the two dashes it is the command of a server', () => {
      assert.ok(!offer('chokepoint sweep -- node --').includes('--vary'));
    });
  });
}

test('The command prints the script of the shell that is named', async () => {
  using here = place();
  const { stdout, code } = await here.run('completion bash');
  assert.equal(code, 0);
  assert.equal(stdout, `${scripts.bash}\n`);
  assert.match((await here.run('completion')).stderr, /\[ARGUMENT_MISSING\]/);
  assert.match((await here.run('completion csh')).stderr, /\[OPTION_INVALID\]/);
});
