/** The package: what is in it, and what the build has made of the sources. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { scripts } from '../../src/cli/verbs/completion.ts';
import type { parseLoad } from '../../src/run/load-text.ts';
import { root } from '../cli/chokepoint.ts';
import { emptyFolder } from '../kit/place.ts';
import { pack } from './registry.ts';
import { assertNone } from '../kit/assert.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { report } = pack(emptyFolder('packed'));

suite('The package', () => {
  test('is as large as CONTRIBUTING.md says, and at most 1 MB', () => {
    const [, kilobytes = '', files = ''] =
      /The package has at most ([\d,]+) kB packed, and ([\d,]+) files/.exec(read('CONTRIBUTING.md')) ?? [];
    const limit = (words: string) => Number(words.replace(',', ''));
    assert.ok(limit(kilobytes) > 0 && limit(kilobytes) <= 1000 && limit(files) > 0);
    const { size, entryCount } = report;
    assert.ok(size <= limit(kilobytes) * 1000, `${size} bytes`);
    assert.ok(entryCount <= limit(files), `${entryCount} files`);
  });

  test('has what is run and read, and nothing else', () => {
    const paths = report.files.map(({ path }) => path);
    const known =
      /^(dist\/.*\.(c?js|d\.c?ts)|dist\/cli\/help\.json|dist\/messages\/\w+\/\w+\.ftl|contestants\/.*|skills\/chokepoint\/SKILL\.md|package\.json|LICENSE|CHANGELOG\.md|README\.md|SECURITY\.md)$/;
    assertNone(paths, (path) => !known.test(path));
    for (const path of ['dist/cli/main.js', 'dist/index.d.ts', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'])
      assert.ok(paths.includes(path), path);
  });
});

suite('The scripts of the build', () => {
  const built = (path: string): Promise<unknown> => import(join(root, 'dist', path));

  test('have the texts of the sources: what a text has in front of its lines is no indentation', async () => {
    const { scripts: kept } = (await built('cli/verbs/completion.js')) as { scripts: typeof scripts };
    assert.deepEqual(kept, scripts);
    assert.match(scripts.fish, /^ {12}/m, 'one of them would show it');
  });

  test('name in a stack trace the function of the source, and the line where it stands', async () => {
    const file = 'dist/run/load-text.js';
    const { parseLoad: parse } = (await built('run/load-text.js')) as { parseLoad: typeof parseLoad };
    const thrown = (): unknown => {
      try {
        return parse('nonsense');
      } catch (error) {
        return error;
      }
    };
    const stack = String((thrown() as Error).stack);
    const [, line = '0'] = /at parseLoad \(\S*dist\/run\/load-text\.js:(\d+):\d+\)/.exec(stack) ?? [];
    assert.match(
      read(file).split('\n')[Number(line) - 1] ?? '',
      /^throw invalid\(.*'load\.no-number'/,
      stack,
    );
  });

  test('have what tsc writes for `using` once', () => {
    const having = globSync('dist/**/*.{js,cjs}', { cwd: root }).filter((path) =>
      read(path).includes('__disposeResources = '),
    );
    assert.deepEqual(having, ['dist/using.js']);
  });
});
