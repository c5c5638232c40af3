/** The completions, sourced by the shells themselves. One that is not found here is skipped, and says so. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { bashCompletion } from '../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../src/cli/completion/fish.ts';
import { vocabulary } from '../../src/cli/completion/vocabulary.ts';
import { zshCompletion } from '../../src/cli/completion/zsh.ts';
import { commonOptions } from '../../src/cli/options/table.ts';
import { emptyFolder } from '../kit/place.ts';
import { words } from '../kit/words.ts';
import { place } from './chokepoint.ts';

const folder = emptyFolder('completion');
mkdirSync(join(folder, 'a folder'));
writeFileSync(join(folder, 'a file.json'), '');
const listed = commands.filter(({ isHidden }) => !isHidden);
const spoken = vocabulary(commands, { lab: ['pool-size', 'cluster'] });
const scriptIn = (name: string, script: string) => {
  const file = join(folder, name);
  writeFileSync(file, script);
  return file;
};

/** @returns what a shell offers for the line, without what explains it */
type Offer = (line: string) => string[];

const bashFile = scriptIn('completion.bash', bashCompletion(spoken));
const inBash: Offer = (line) => {
  // A line that ends with a space asks for a new word.
  const typed = [...words(line), ...(line.endsWith(' ') ? [''] : [])];
  const script = `source '${bashFile}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _chokepoint; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['--norc', '--noprofile', '-uc', script, 'bash', ...typed], {
    cwd: folder,
  });
  return String(said).split('\n').filter(Boolean);
};

const fishFile = scriptIn('completion.fish', fishCompletion(spoken));
const inFish: Offer = (line) => {
  const script = `source '${fishFile}'; complete -C'${line}'`;
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder };
  const said = execFileSync('fish', ['--no-config', '-c', script], { cwd: folder, env });
  return String(said)
    .split('\n')
    .map((each) => each.split('\t')[0] ?? '')
    .filter(Boolean);
};

const zshFile = scriptIn('completion.zsh', zshCompletion(spoken));
/** What zsh would list goes through these three: they are put in the place of its own, and print. */
const inZsh: Offer = (line) => {
  const typed = [...words(line), ...(line.endsWith(' ') ? [''] : [])];
  const script = `
    compdef() { :; }
    _describe() { [[ $1 == -o ]] && shift; print -l -- \${\${(P)2}%%:*}; }
    compadd() { if [[ $1 == -a ]]; then print -l -- \${(P)2}; else print -l -- $@; fi; }
    _files() { if [[ $1 == -/ ]]; then print -l -- *(/N); else print -l -- *(N); fi; }
    _message() { :; }
    _normal() { print -l -- "command of $#words words"; }
    source '${zshFile}'
    words=("$@"); CURRENT=$#; PREFIX=$words[-1]
    _chokepoint`;
  const said = execFileSync('zsh', ['-f', '-c', script, 'zsh', ...typed], { cwd: folder });
  return String(said).split('\n').filter(Boolean);
};

const isHere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const shells: readonly [name: string, offer: Offer][] = [
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
];

for (const [shell, offer] of shells) {
  const skip = !isHere(shell) && `${shell} is not installed here`;
  suite(`In ${shell}`, { skip }, () => {
    const starting = (offered: readonly string[], with_: string) =>
      offered.filter((one) => one.startsWith(with_)).toSorted();

    test('every verb is offered first, and no option of one', () => {
      const offered = offer('chokepoint ');
      for (const { name } of listed) assert.ok(offered.includes(name), name);
      assert.ok(offered.includes('help'));
      assert.ok(!offered.includes('--vary'));
      assert.deepEqual(starting(offer('chokepoint pre'), 'pre'), ['predict']);
    });

    for (const { name, options: own } of listed)
      test(`${name} is offered each of its options`, () => {
        const expected = [...own, ...commonOptions]
          .map((option) => (option === 'settings' ? '--no-settings' : `--${option}`))
          .toSorted();
        assert.deepEqual([...new Set(starting(offer(`chokepoint ${name} --`), '--'))], expected);
      });

    test('a verb is known with an option before it', () => {
      assert.ok(offer('chokepoint --json sweep --v').includes('--vary'));
    });

    test('a list of values is offered, and nothing where anything may follow', () => {
      assert.deepEqual(starting(offer('chokepoint doctor --fail-on '), ''), ['critical', 'info', 'warning']);
      assert.deepEqual(offer('chokepoint sweep --clients '), []);
      assert.deepEqual(offer('chokepoint sweep -c '), []);
      assert.deepEqual(offer('chokepoint tune --resume '), ['last']);
    });

    test('words of a verb are offered', () => {
      assert.ok(offer('chokepoint lab ').includes('pool-size'));
      assert.ok(offer('chokepoint runs ').includes('compare'));
      assert.ok(offer('chokepoint help ').includes('sweep'));
    });

    test('files and folders are offered where one is named', () => {
      const offered = offer('chokepoint sweep --scenario ').join('\n');
      assert.match(offered, /a\\? file\.json/);
      assert.match(offer('chokepoint sweep -o ').join('\n'), /a\\? folder/);
    });

    test('behind the two dashes it is the command of a server', () => {
      assert.ok(!offer('chokepoint sweep -- node --').includes('--vary'));
    });
  });
}

test('The command prints the script of the shell that is named', async () => {
  using here = place();
  const { stdout, code } = await here.run(words('completion bash'));
  assert.equal(code, 0);
  const script = join(here.folder, 'completion.bash');
  writeFileSync(script, stdout);
  const known = `source '${script}'; complete -p chokepoint; COMP_WORDS=(chokepoint lab pool-s) COMP_CWORD=2; _chokepoint; echo "$COMPREPLY"`;
  const said = String(execFileSync('bash', ['--norc', '--noprofile', '-c', known]));
  assert.match(said, /-F _chokepoint chokepoint\npool-size\n$/);
  assert.match((await here.run(words('completion'))).stderr, /\[ARGUMENT_MISSING\]/);
  assert.match((await here.run(words('completion csh'))).stderr, /\[OPTION_INVALID\]/);
});
