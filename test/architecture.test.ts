import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

import { readRules, type Rules } from './architecture/document.ts';
import { longest, mostFiles, unreachable, violations } from './architecture/rules.ts';
import { parseSource } from './architecture/source.ts';

const root = join(import.meta.dirname, '..');
const pages = ['docs/architecture.md', 'docs/processes.md'];
const rules = readRules(pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n'));

function house(): Map<string, string> {
  const code = globSync('{src,test,bench,examples}/**/*.{ts,cts,js,cjs,mjs,ftl}', { cwd: root });
  return new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

test('The house is as docs/architecture.md and docs/processes.md describe it', () => {
  assert.deepEqual(violations(house(), rules), []);
});

test('Every file of src is reached from an entry of the package', () => {
  assert.deepEqual(unreachable(house(), rules, ['index.ts']), []);
});

/** Rules of a small house, so that the planted faults below stay faults when the real table changes. */
const small: Rules = readRules(`
| module | lines | may import besides itself |
| --- | --- | --- |
| model | 1,000 | nothing |
| load | 1,000 | model, messages |
| guests | 300 | model (types) |
| report | 1,000 | model, messages |
| messages | 1,000 | nothing |
| measure | 1,000 | model, load |
| observe | 1,000 | model, load, measure |
| cli | 1,000 | model, report |

| package       | imported by     |
| ------------- | --------------- |
| \`zod\`         | model/plan.ts   |
| \`node:sqlite\` | load/store.ts   |
| \`@a/plot\`     | report          |
| \`@a/wire\`     | guests          |

| file          | place      |
| ------------- | ---------- |
| \`guests/app.ts\` | guest      |
| \`load/child.ts\` | controller |

| starts programs | near processes of others |
| --------------- | ------------------------ |
| \`load\`          | no                       |
| \`measure/ps.ts\` | yes                      |

| calls \`say\` | why |
| ---------- | --- |
| report     | .   |

| reads /proc | what |
| ---------- | --- |
| load       | .   |
`);

/** The files that the small house lists, and those of the case. */
const planted = (files: Readonly<Record<string, string>>) =>
  violations(new Map(Object.entries({ 'src/guests/app.ts': '', 'src/load/child.ts': '', ...files })), small);

interface Fault {
  readonly rule: string;
  readonly bad: Readonly<Record<string, string>>;
  readonly says: RegExp;
  /** The same with the fault mended. */
  readonly good: Readonly<Record<string, string>>;
}

const html = { 'src/report/html.ts': 'export const html = 1;' };
const plan = { 'src/model/plan.ts': 'export type Plan = string; export const plan = 1;' };

/** In one file of `load`, or of the path that is named. */
const inFile = (rule: string, says: RegExp, bad: string, good: string, path = 'src/load/a.ts'): Fault => ({
  rule,
  says,
  bad: { [path]: bad },
  good: { [path]: good },
});

/** Of `measure`, which may not import a report, and may import the model. */
const ofMeasure = (rule: string, bad: string, good: string): Fault => ({
  rule,
  says: /^measure must not import report\/html\.ts, as src\/measure\/trial\.ts:2 does \(measure may import model, load\)$/,
  bad: { ...html, 'src/measure/trial.ts': `\n${bad}` },
  good: { ...plan, 'src/measure/trial.ts': `\n${good}` },
});

const memory = `export const text = readFileSync('/proc/meminfo', 'utf8');`;
const started = `import { execFile } from 'node:child_process';\n`;
const sentence = (what: string, means: string, bad: string, good: string): Fault =>
  inFile(
    `no logic on sentences: ${means}`,
    new RegExp(`^src/load/a\\.ts:1 decides by a sentence \\(${what}\\)`),
    bad,
    good,
  );

const faults: readonly Fault[] = [
  ofMeasure(
    'a module imports what the table does not allow',
    `import { html } from '../report/html.ts';`,
    `import { plan } from '../model/plan.ts';`,
  ),
  ofMeasure(
    'a module re-exports what the table does not allow',
    `export * from '../report/html.ts';`,
    `export * from '../model/plan.ts';`,
  ),
  {
    rule: 'a room that is not named for it knows a path of Linux',
    says: /^src\/measure\/trial\.ts:1 knows a path of Linux: only load may/,
    bad: { 'src/measure/trial.ts': memory },
    good: { 'src/load/child.ts': memory },
  },
  ofMeasure(
    'a module loads late what the table does not allow',
    `await import('../report/html.ts');`,
    `await import('../model/plan.ts');`,
  ),
  ofMeasure(
    'a module starts what the table does not allow',
    `new Worker(new URL('../report/html' + extension, import.meta.url));`,
    'new URL(`../model/plan${extension}`, import.meta.url);',
  ),
  ofMeasure(
    'a type comes from where not even types may come from',
    `type Html = import('../report/html.ts').Html;`,
    `type P = import('../model/plan.ts').Plan;`,
  ),
  {
    rule: 'a value comes from where only types may come from',
    bad: { ...plan, 'src/guests/probe.ts': `import { plan, type Plan } from '../model/plan.ts';` },
    says: /^guests must not import values of model\/plan\.ts.*\(guests may import types of model\)$/,
    good: { ...plan, 'src/guests/probe.ts': `import { type Plan } from '../model/plan.ts';` },
  },
  {
    rule: 'the sources import a test',
    bad: { 'src/load/a.ts': `import '../../test/b.ts';` },
    says: /^load must not import test\/b\.ts/,
    good: { 'src/load/a.ts': `import meta from '../../package.json' with { type: 'json' };` },
  },
  {
    rule: 'a folder is in no table',
    bad: { 'src/shed/a.ts': '' },
    says: /^src\/shed is not in the table/,
    good: { 'src/load/a.ts': '' },
  },
  {
    rule: 'a package is imported by another file than the one it is meant for',
    bad: { 'src/model/sample.ts': `import { z } from 'zod';` },
    says: /^src\/model\/sample\.ts:1 must not import zod \(only model\/plan\.ts may\)$/,
    good: { 'src/model/plan.ts': `import { z } from 'zod/mini';`, 'src/report/a.ts': `import '@a/plot/x';` },
  },
  {
    rule: 'a package is imported that no table knows',
    bad: { 'src/load/a.ts': `import _ from 'lodash';` },
    says: /must not import lodash \(it is in no table/,
    good: { 'src/load/a.ts': `// import _ from 'lodash';\nconst text = "import _ from 'lodash'";` },
  },
  inFile(
    'a program is started by its name alone',
    /^src\/load\/a\.ts:2 must not start taskset by its name alone/,
    `import { spawn } from 'node:child_process';\nspawn('taskset', ['-c', '0']);`,
    `import { spawn } from 'node:child_process';\nspawn('/bin/sh', ['-c', ':']); spawn(requireTool('taskset'));`,
  ),
  inFile(
    'it is so under another name',
    /^src\/load\/a\.ts:3 must not start git/,
    `${started}const run = promisify(execFile);\nawait run(\`git\`);`,
    `${started}const run = promisify(execFile);\nawait run(program, ['git']);`,
  ),
  inFile(
    'it is so without any name',
    /^src\/load\/a\.ts:2 must not start ss/,
    `${started}await promisify(execFile)('ss', []);`,
    `${started}await promisify(execFile)(ss, ['ss']);`,
  ),
  {
    rule: 'a second file imports node:sqlite',
    bad: { 'src/load/a.ts': `import { DatabaseSync } from 'node:sqlite';` },
    says: /^src\/load\/a\.ts:1 must not import node:sqlite \(only load\/store\.ts may\)$/,
    good: { 'src/load/store.ts': `import { DatabaseSync } from 'node:sqlite';` },
  },
  {
    rule: 'a pure module imports a module of Node',
    bad: { 'src/model/sample.ts': `import os from 'node:os';` },
    says: /^model is pure and must not import node:os/,
    good: { 'src/load/sample.ts': `import os from 'node:os';` },
  },
  {
    rule: 'a guest uses a module that Node 20 lacks',
    bad: { 'src/guests/app.ts': `import { isSea } from 'node:sea';` },
    says: /^src\/guests\/app\.ts:1 must not import node:sea: it runs inside the measured process/,
    good: { 'src/guests/app.ts': `import http from 'node:http';` },
  },
  {
    rule: 'a file that a guest loads uses a package',
    bad: {
      'src/guests/app.ts': `import './handler.ts';`,
      'src/guests/handler.ts': `import '@a/wire';`,
    },
    says: /^src\/guests\/handler\.ts:1 must not import @a\/wire: it runs inside the measured process \(src\/guests\/app\.ts\)/,
    good: {
      'src/guests/app.ts': `import type { H } from './handler.ts';`,
      'src/guests/handler.ts': `import type { Z } from 'node:sea';`,
    },
  },
  {
    rule: 'another module than cli prints',
    bad: { 'src/load/a.ts': `console.log('sent');` },
    says: /^src\/load\/a\.ts:1 uses console\.log: only cli prints and exits/,
    good: { 'src/cli/a.ts': `console.log('sent');`, 'src/load/a.ts': `const text = 'console.log(1)';` },
  },
  inFile(
    'another module than cli writes to the terminal',
    /uses process\.stderr\.write/,
    `process.stderr.write('sent');`,
    `process.stderr.isTTY;`,
  ),
  {
    rule: 'another module than cli ends the process',
    bad: { 'src/load/a.ts': `import { exit } from 'node:process';` },
    says: /uses process\.exit/,
    good: { 'src/load/child.ts': `process.exit(0); process.exitCode = 1;` },
  },
  sentence('===', 'a text is compared', `say(one) === say(other);`, `one.code === other.code;`),
  sentence('switch', 'it is a case of a switch', `switch (say(one)) {}`, `switch (one.code) {}`),
  sentence(
    'includes',
    'it is searched, by a name',
    `const text = say(one); text.includes('the');`,
    `const text = say(one); lines.push(text);`,
  ),
  sentence('test', 'it is tested', `/pool/.test(problem.why ?? '');`, `problem.why === undefined;`),
  sentence('slice', 'it is cut', `problem.what.slice(0, 2);`, `problem.code.slice(0, 2);`),
  sentence(
    'startsWith',
    'what was quoted is searched',
    `one.params.text.startsWith('a');`,
    `lines.push(one.params.text);`,
  ),
  sentence('Set', 'texts are counted', `new Set(notes.map(say));`, `new Set(notes.map(({ code }) => code));`),
  {
    rule: 'text is made where nothing is shown',
    bad: { 'src/load/a.ts': `import { say } from '../messages/message.ts';`, 'src/messages/message.ts': '' },
    says: /^src\/load\/a\.ts:1 must not import say: .* \(only report may\)$/,
    good: {
      'src/report/a.ts': `import { say } from '../messages/message.ts';`,
      'src/messages/message.ts': '',
    },
  },
  {
    rule: 'files import each other in a circle',
    bad: {
      'src/load/a.ts': `import './b.ts';`,
      'src/load/b.ts': `import './c.ts';`,
      'src/load/c.ts': `import type {} from './a.ts';`,
    },
    says: /^circle of imports: src\/load\/a\.ts → src\/load\/b\.ts → src\/load\/c\.ts → src\/load\/a\.ts$/,
    good: {
      'src/load/a.ts': `import './b.ts'; import './c.ts';`,
      'src/load/b.ts': `import './c.ts';`,
      'src/load/c.ts': `new URL('./a.ts', import.meta.url);`,
    },
  },
  {
    rule: 'a file starts a program that is not listed for it',
    bad: { 'src/report/a.ts': `import { spawn } from 'node:child_process';` },
    says: /^src\/report\/a\.ts:1 must start no program/,
    good: { 'src/report/a.ts': `import type { ChildProcess } from 'node:child_process';` },
  },
  {
    rule: 'what looks at processes of others can reach a file that starts programs',
    bad: {
      'src/observe/external/tree.ts': `import { inspect } from '../../measure/inspect.ts';`,
      'src/measure/inspect.ts': `import '../load/server.ts'; export const inspect = 1;`,
      'src/load/server.ts': `import { spawn } from 'node:child_process';`,
    },
    says: /^src\/load\/server\.ts:1 starts programs, and is reached from what looks at processes of others$/,
    good: {
      'src/observe/external/tree.ts': `import { rows } from '../../measure/ps.ts';`,
      'src/measure/ps.ts': `import { execFileSync } from 'node:child_process';`,
      'src/measure/trial.ts': `import '../load/server.ts';`,
      'src/load/server.ts': `import { spawn } from 'node:child_process';`,
    },
  },
  {
    rule: 'a file is a drawer',
    bad: { 'src/load/utils.ts': '' },
    says: /^src\/load\/utils\.ts: "utils" says nothing of what is inside/,
    good: { 'src/load/utilisation.ts': '' },
  },
  {
    rule: 'a folder of the tests is a drawer',
    bad: { 'test/helpers/a.ts': '' },
    says: /^test\/helpers\/a\.ts: "helpers"/,
    good: { 'test/servers/a.ts': '' },
  },
  {
    rule: 'a file is too long to be one thought',
    bad: { 'src/load/a.ts': '\n'.repeat(longest + 1) },
    says: /^src\/load\/a\.ts has 401 lines; at most 400/,
    good: { 'src/load/a.ts': '\n'.repeat(longest) },
  },
  {
    rule: 'a folder has too many files',
    bad: Object.fromEntries(Array.from({ length: mostFiles + 1 }, (_, i) => [`test/load/a${i}.test.ts`, ''])),
    says: /^test\/load has 31 files; at most 30$/,
    good: Object.fromEntries(Array.from({ length: mostFiles }, (_, i) => [`test/load/a${i}.test.ts`, ''])),
  },
  {
    rule: 'a name stands for more than two types',
    bad: Object.fromEntries(['a', 'b', 'c'].map((name) => [`src/load/${name}.ts`, 'interface Row {}'])),
    says: /^Row is the name of 3 types: src\/load\/a\.ts, src\/load\/b\.ts, src\/load\/c\.ts$/,
    good: {
      'src/load/a.ts': 'interface Row {}',
      'src/load/b.ts': 'type Row = 1;',
      'src/load/c.ts': "import type { Row } from './a.ts';",
    },
  },
  {
    rule: 'a room is over its budget, texts counted',
    bad: { 'src/guests/a.ts': '\n'.repeat(200), 'src/guests/a.ftl': '\n'.repeat(100) },
    says: /^src\/guests has 301 lines; at most 300/,
    good: { 'src/guests/a.ts': '\n'.repeat(200), 'src/guests/a.ftl': '\n'.repeat(99) },
  },
];

suite('The architecture test says so when', () => {
  for (const { rule, bad, says, good } of faults) {
    test(rule, () => {
      const found = planted(bad);
      assert.equal(found.length, 1, `expected one sentence, got: ${JSON.stringify(found)}`);
      assert.match(found[0] ?? '', says);
      assert.deepEqual(planted(good), [], 'and is silent when it is mended');
    });
  }

  test('a file is reached from no entry, though others that are not reached import it', () => {
    const files = {
      'src/index.ts': `import './load/a.ts';`,
      'src/load/a.ts': `import type { B } from './b.ts';`,
      'src/load/b.ts': `new URL('./thread' + extension, import.meta.url);`,
      'src/load/thread.ts': '',
      'src/load/child.ts': '',
      'src/guests/app.ts': '',
    };
    const left = { 'src/load/dead.ts': `import './a.ts';`, 'src/load/last.ts': `import './dead.ts';` };
    const found = (all: Readonly<Record<string, string>>) =>
      unreachable(new Map(Object.entries(all)), small, ['index.ts']);
    assert.deepEqual(found(files), []);
    assert.deepEqual(found({ ...files, ...left }), [
      'src/load/dead.ts is reached from no entry: move it to where it is used, or delete it',
      'src/load/last.ts is reached from no entry: move it to where it is used, or delete it',
    ]);
  });

  test('the document lists a process whose file is gone', () => {
    assert.deepEqual(violations(new Map([['src/guests/app.ts', '']]), small), [
      'docs/processes.md lists src/load/child.ts, which does not exist',
    ]);
  });

  test('a file is not TypeScript', () => {
    assert.throws(() => parseSource('src/a.ts', 'import from;'), /^Error: src\/a\.ts: /);
  });

  test('a table of the document is missing, or a row of it is not of its form', () => {
    assert.throws(() => readRules('# Architecture'), /no table with the headings module/);
    const broken =
      '| module | lines | may import besides itself |\n| - | - | - |\n| load | 9 | model and stats |\n';
    assert.throws(() => readRules(broken), /"model and stats" is not a module/);
    assert.throws(
      () => readRules(broken.replace('9', 'some').replace(' and stats', '')),
      /load: "some" is no number of lines/,
    );
  });
});
