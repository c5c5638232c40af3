import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { checkedPages } from '../bench/pages/check-page.ts';
import { commands as verbs } from '../src/cli/commands.ts';
import { help, overview } from '../src/cli/help.ts';
import { checkIds } from '../src/model/check.ts';
import { anchor, commands, parseMarkdown } from './readme/markdown.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => parseMarkdown(readFileSync(join(root, path), 'utf8'));

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const readmes = ['README.md', 'docs/README.ko.md'];
const documents = [
  ...readmes,
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }).filter((path) => !readmes.includes(path)),
];

suite('Every document', () => {
  for (const path of documents) {
    test(`${path} links only to what is there`, () => {
      const lost = read(path).links.filter((link) => !/^[a-z]+:/.test(link) && !resolves(path, link));
      assert.deepEqual(lost, []);
    });

    test(`${path} shows no value that is missing`, () => {
      const text = readFileSync(join(root, path), 'utf8');
      assert.doesNotMatch(text, /\bundefined\b|\bNaN\b|\[object /);
    });

    test(`${path} names only npm scripts that exist`, () => {
      const asked = npmScripts(readFileSync(join(root, path), 'utf8'));
      assert.deepEqual(
        asked.filter((script) => !(script in scripts)),
        [],
      );
    });
  }
});

function resolves(from: string, link: string): boolean {
  const [file = '', fragment] = decodeURI(link).split('#');
  const target = file === '' ? join(root, from) : join(root, dirname(from), file);
  if (!existsSync(target) || relative(root, target).startsWith('..')) return false;
  if (fragment === undefined || !target.endsWith('.md')) return true;
  return read(relative(root, target)).headings.some(({ text }) => anchor(text) === fragment);
}

test('The two READMEs name as many validity checks as there are', () => {
  for (const path of readmes) {
    const [link = ''] =
      /\*\*\[[^\]]*\]\([^)]*checks\.md\)/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
    assert.equal(Number(/\d+/.exec(link)?.[0]), checkIds.length, path);
  }
});

/** The scripts of package.json that a text names: none for npm's own commands, such as `npm ci`. */
function npmScripts(text: string): string[] {
  return Array.from(
    text.matchAll(/\bnpm (?:(start|test)\b|run (?:-\S+ )*([\w:-]+))/g),
    ([, own, named]) => own ?? named ?? '',
  );
}

suite('Every command of the READMEs, and of the page by symptom', () => {
  const asked = [...readmes, 'docs/symptoms.md'].flatMap((path) => commands(read(path)));
  const ours = asked.flatMap((command) => {
    const [, words] = /^(?:npx (?:-\S+ \S+ )*)?chokepoint(?: (.*))?$/.exec(command) ?? [];
    // Without a verb it is a first look.
    return words === undefined ? [] : [words.replace(/^(?=--\w)/, 'find ')];
  });

  test('is one that a reader can repeat: npm, npx, or a file of this repository', () => {
    assert.ok(asked.length > 0, 'the README has no command at all');
    const unknown = asked.filter((command) => {
      const [program = ''] = command.split(' ');
      return (
        !['npm', 'npx', 'chokepoint', 'node', 'cd', 'git', 'curl'].includes(program) &&
        !existsSync(join(root, program))
      );
    });
    assert.deepEqual(unknown, []);
  });

  for (const words of new Set(ours)) {
    test(`chokepoint ${words} has a verb and options that the program knows`, () => {
      // Behind "--" stands the reader's own server.
      const own = words.split(' -- ')[0]?.split(' ') ?? [];
      const [verb = ''] = own;
      // A PID, or a port, is the doctor's.
      const known = verbs.find(({ name }) => name === (/^:?\d+$/.test(verb) ? 'doctor' : verb));
      assert.ok(known || verb.startsWith('-') || verb === '' || verb === 'help', verb);
      const text = known ? help(known, 100) : overview(verbs, 100);
      const options = own.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? word);
      assert.deepEqual(
        options.filter((option) => !text.includes(option)),
        [],
        `the help of "${verb}" does not know them`,
      );
    });
  }
});

suite('Both READMEs', () => {
  for (const path of readmes)
    test(`${path} has at most 120 lines`, () => {
      assert.ok(readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length <= 120);
    });
});

test('docs/check.md has the output that the program gives today', () => {
  // Written with "npm run bench -- pages --write".
  assert.equal(readFileSync(join(root, 'docs/check.md'), 'utf8'), checkedPages()['check.md']);
});

suite('docs/README.ko.md', () => {
  const [english, korean] = [read('README.md'), read('docs/README.ko.md')];

  test('has the sections of README.md in the same order', () => {
    const levels = (markdown: typeof english) => markdown.headings.map(({ level }) => level);
    assert.deepEqual(levels(korean), levels(english));
  });

  test('has the commands and the kinds of code blocks of README.md', () => {
    const languages = (markdown: typeof english) => markdown.blocks.map(({ language }) => language);
    assert.deepEqual(languages(korean), languages(english));
    assert.deepEqual(commands(korean), commands(english));
  });
});

suite('The reader of Markdown', () => {
  const text = [
    '# One', // a comment keeps the formatter from joining the lines
    'See [a](docs/a.md#b-c "title"), `[not](this)` and <img src="x.png">.',
    '```sh',
    'npm ci && npm run build # twice',
    'npx chokepoint sweep \\',
    '  --vary pool=1,4',
    '# Two, a comment',
    '```',
    '## Two: the *second*',
    '```console',
    '$ npm start',
    'output',
    '```',
  ].join('\n');

  test('finds headings, links and commands, and no others', () => {
    const found = parseMarkdown(text);
    assert.deepEqual(
      found.headings.map(({ text: title }) => anchor(title)),
      ['one', 'two-the-second'],
    );
    assert.deepEqual(found.links, ['docs/a.md#b-c', 'x.png']);
    assert.deepEqual(commands(found), [
      'npm ci && npm run build',
      'npx chokepoint sweep --vary pool=1,4',
      'npm start',
    ]);
    assert.deepEqual(npmScripts(text), ['build', 'start']);
  });

  test('refuses a block that is never closed', () => {
    assert.throws(() => parseMarkdown('```sh\nnpm ci'), /a block of sh is not closed/);
  });
});
