/** What a folder keeps of the command line: where it is looked for, what it may say, and what wins over it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { commands } from '../../../src/cli/commands.ts';
import { parseOptions, type Command } from '../../../src/cli/options/parse.ts';
import { settled } from '../../../src/cli/with-settings.ts';
import {
  findSettings,
  keptOptions,
  keyLines,
  type Settings,
} from '../../../src/cli/options/settings-file.ts';
import { emptyPlace } from '../../kit/place.ts';
import { words } from '../../kit/words.ts';
import { entry, finished, place } from '../chokepoint.ts';
import { assertNone } from '../../kit/assert.ts';
import { faultOf, refusals } from '../../kit/faults.ts';

const verb = (name: string) => {
  const found = commands.find((one) => one.name === name);
  if (!found) throw new Error(`There is no verb ${name}`);
  return found;
};

/** The settings of a folder with such a `chokepoint.json`. */
function kept(json: object): Settings {
  using here = emptyPlace('settings');
  here.write('chokepoint.json', json);
  const { settings } = findSettings(here.folder);
  assert.ok(settings);
  return settings;
}

const settledIn = (command: Command, args: readonly string[], settings: Settings) =>
  settled(command, args, settings, parseOptions(command, args, [], '/here'));

/** Reasons and lines of what is wrong with a file. */
async function faultsOf(text: string, name = 'chokepoint.json'): Promise<string[]> {
  using here = emptyPlace('settings');
  here.write(name, text);
  return (await refusals(() => findSettings(here.folder))).map((problem) => {
    const { params } = problem.details['why'] as { params: { line?: number } };
    return [faultOf(problem).replace('SETTINGS_INVALID ', ''), params.line ?? ''].join(' ').trim();
  });
}

suite('Settings are found', () => {
  test('in chokepoint.json of the folder, before those of package.json', () => {
    using here = emptyPlace('settings');
    here.write('package.json', '{ "chokepoint": { "command": "node b.js" } }');
    const inPackage = findSettings(here.folder).settings;
    assert.deepEqual([inPackage?.file, inPackage?.command], ['package.json#chokepoint', ['node', 'b.js']]);
    here.write('chokepoint.json', '{ "command": ["node", "a b.js"] }');
    const { settings } = findSettings(here.folder);
    assert.deepEqual([settings?.file, settings?.command], ['chokepoint.json', ['node', 'a b.js']]);
  });

  test('above it up to the root of its package, and no further', () => {
    using here = emptyPlace('settings');
    const [inner, outer] = [join(here.folder, 'app', 'src'), join(here.folder, 'app')];
    mkdirSync(inner, { recursive: true });
    here.write('chokepoint.json', '{ "command": "node far.js" }');
    here.write('app/package.json', '{ "scripts": { "start": "node ." } }');
    assert.deepEqual(findSettings(inner), { settings: null, doubted: null, hasStart: true });
    here.write('app/chokepoint.json', '{ "command": "node near.js" }');
    const { settings } = findSettings(inner);
    assert.deepEqual([settings?.file, settings?.folder], ['../chokepoint.json', outer]);
  });

  test('in no other folder where there is no package', () => {
    using here = emptyPlace('settings');
    const inner = join(here.folder, 'inner');
    mkdirSync(inner);
    here.write('chokepoint.json', '{ "command": "node far.js" }');
    assert.equal(findSettings(inner).settings, null);
  });

  test('in no file that a link leads to', () => {
    using here = emptyPlace('settings');
    here.write('other.json', '{ "command": "node a.js" }');
    symlinkSync('other.json', join(here.folder, 'chokepoint.json'));
    assert.equal(findSettings(here.folder).settings, null);
  });
});

suite('Settings that cannot be used are told with their line:', () => {
  const rows: readonly [text: string, ...faults: string[]][] = [
    ['{ "command": "node a.js",\n}', 'settings.json'],
    ['[]', 'settings.form'],
    ['{\n  "client": 8\n}', 'settings.unknown 2'],
    [
      '{\n  "path": "/",\n  "comand": "node a.js",\n  "wamup": 1\n}',
      'settings.unknown 3',
      'settings.unknown 4',
    ],
    ['{ "command": "PORT=1 node a.js && echo" }', 'settings.command 1'],
    ['{\n\n "command": 3 }', 'settings.value 3'],
    ['{ "clients": [8] }', 'settings.value 1'],
    ['{ "certified": "yes" }', 'settings.value 1'],
    ['{ "duration":\n "soon" }', 'settings.refused 1'],
    ['{ "clients": 0, "path": "http://x/" }', 'settings.refused 1', 'settings.refused 1'],
    [
      '{\n "clinets": 8,\n "certified": 1,\n "duration": "soon" }',
      'settings.unknown 2',
      'settings.value 3',
      'settings.refused 4',
    ],
    ['{ "json": true }', 'settings.unknown 1'],
    ['{ "command": ["node", "a.js"], "vary": ["pool=1,4"], "header": "a: b" }'],
  ];
  for (const [text, ...faults] of rows)
    test(JSON.stringify(text), async () => assert.deepEqual(await faultsOf(text), faults));

  test('in package.json too', async () => {
    const text = '{\n "name": "x",\n "client": 1,\n "chokepoint": {\n  "client": 3\n }\n}';
    assert.deepEqual(await faultsOf(text, 'package.json'), ['settings.unknown 5']);
    assert.deepEqual(await faultsOf('{ "name": "x" }', 'package.json'), []);
  });
});

test('The line of a key is not that of the same word elsewhere', () => {
  const text = '{\n "a": "b",\n "c": { "b": [ "b", { "b": 1 } ] },\n "b" : "}\\"" ,\n "d": 1 }';
  assert.deepEqual(Object.fromEntries(keyLines(text, null)), { a: 2, c: 3, b: 4, d: 5 });
  assert.deepEqual(Object.fromEntries(keyLines(text, 'c')), { b: 3 });
});

suite('A command line with settings:', () => {
  const settings = kept({
    command: 'node server.js',
    path: '/api',
    clients: 64,
    duration: '2s',
    vary: ['pool=1,4'],
    header: ['a: b'],
    'fail-if-worse': '5%',
    objective: 'p99',
  });
  const load = "--clients=64 '--header=a: b' --duration=2s";
  const rows: readonly [line: string, expected: string][] = [
    ['sweep', `sweep --path=/api --vary=pool=1,4 ${load} -- node server.js`],
    ['tune', `tune --path=/api --vary=pool=1,4 --objective=p99 ${load} -- node server.js`],
    ['doctor', `doctor --path=/api ${load} -- node server.js`],
    // What is typed wins, also where it says the same in another way.
    [
      'sweep -r 100 --vary pool=2',
      "sweep --path=/api '--header=a: b' --duration=2s -r 100 --vary pool=2 -- node server.js",
    ],
    [
      'sweep --load poisson:9',
      "sweep --path=/api --vary=pool=1,4 '--header=a: b' --duration=2s --load poisson:9 -- node server.js",
    ],
    // Whoever types the command or the target has chosen what is started, sent and asked.
    ['sweep -- node other.js', 'sweep --vary=pool=1,4 --clients=64 --duration=2s -- node other.js'],
    ['sweep --against main -- node other.js', 'sweep --against main -- node other.js'],
    [
      'sweep --scenario s.json',
      'sweep --vary=pool=1,4 --clients=64 --duration=2s --scenario s.json -- node server.js',
    ],
    // A gate holds its settings.
    ['sweep --against main', `sweep --path=/api ${load} --fail-if-worse=5% --against main -- node server.js`],
    // What stands alone stays alone.
    ['sweep --resume last', 'sweep --resume last'],
    ['doctor --replay watch.json', 'doctor --replay watch.json'],
    ['predict --run last', 'predict --run last'],
    // A running server gets no load that nobody asked for now, and no other server is started beside it.
    ['doctor 4711', 'doctor --duration=2s 4711'],
    ['doctor --pid 4711', 'doctor --duration=2s --pid 4711'],
    ['doctor :3000 -c 8', 'doctor --duration=2s :3000 -c 8'],
  ];
  for (const [line, expected] of rows)
    test(line, () => {
      const [name = '', ...typed] = words(line);
      const { args, cwd } = settledIn(verb(name), typed, settings);
      assert.deepEqual([name, ...args], words(expected));
      const isStarted = args.includes('--') && !typed.includes('--');
      assert.equal(cwd, isStarted ? settings.folder : '/here');
      parseOptions(verb(name), args).faults.end();
    });

  for (const vary of [
    'env:NODE_OPTIONS=--require=./evil.cjs,default',
    'env:PATH=./bin,default',
    'arg:mode=a,b',
  ])
    test(`${vary} of a folder starts nothing with a command that was typed`, () => {
      const { args } = settledIn(verb('sweep'), ['--', 'node', 'own.js'], kept({ vary: [vary] }));
      assert.deepEqual(args, ['--', 'node', 'own.js']);
    });

  test('each key is an option that some verb with a server takes', () => {
    const taken = new Set(commands.filter((one) => one.takesCommand).flatMap((one) => one.options));
    for (const name of Object.keys(keptOptions) as (keyof typeof keptOptions)[])
      assert.ok(taken.has(name), name);
  });

  test('with a typed command or target, only how long and how much', () => {
    const demands = ['url', 'path', 'method', 'header', 'body', 'scenario', 'expect-status', 'vary'];
    const values: Readonly<Record<string, string | string[] | boolean>> = {
      url: 'http://127.0.0.1:9200/',
      path: '/healthz',
      method: 'DELETE',
      header: ['Authorization: Bearer $TOKEN'],
      body: '@/etc/passwd',
      scenario: 's.json',
      'expect-status': '200',
      vary: ['env:NODE_OPTIONS=--require=./evil.cjs'],
      clients: '8',
      rate: '100',
      load: 'closed:8',
      duration: '2s',
      warmup: '1s',
      timeout: '5s',
      'start-timeout': '5s',
      blocks: '3',
      precision: '0.05',
      budget: '60s',
      objective: 'p99',
      slo: 'p99<200ms',
      expect: '500/s',
      'subject-to': 'p99<200ms',
      within: '0.05',
      confidence: '0.9',
      certified: true,
      seed: '5',
      'fail-if-worse': '10%',
      undecided: 'fail',
      metric: 'p99',
      'fail-on': 'critical',
    };
    assert.deepEqual(
      Object.keys(values).toSorted(),
      Object.keys(keptOptions).toSorted(),
      'each is a demand or an extent',
    );
    const taken = new Set<string>();
    for (const command of commands.filter(({ takesCommand }) => takesCommand))
      for (const [name, value] of Object.entries(values))
        for (const typed of [
          words('-- node server.js'),
          ...(command.name === 'doctor' ? [words('4711 -c 8')] : []),
        ])
          if (settledIn(command, typed, kept({ [name]: value })).kept.length > 0) taken.add(name);
    assertNone(demands, (name) => taken.has(name));
    const missed = Object.keys(values).filter((name) => !demands.includes(name) && !taken.has(name));
    // They are of a gate, which takes nothing where its command is typed.
    assert.deepEqual(missed.toSorted(), ['fail-if-worse', 'metric', 'undecided']);
  });

  test('a scenario is looked for beside the settings', () => {
    const { words: said, folder } = kept({ scenario: 'load/s.json' });
    assert.deepEqual(said.get('scenario'), [`--scenario=${join(folder, 'load/s.json')}`]);
  });
});

suite('The command says what it takes from a folder', () => {
  test('in one line, and measures in the folder of the settings', async () => {
    using here = place();
    mkdirSync(join(here.folder, 'sub'));
    here.write(
      'package.json',
      '{ "chokepoint": { "command": "node no-such.js", "header": "Authorization: Bearer abcdefghijk" } }',
    );
    const child = spawn(process.execPath, [entry, 'doctor'], {
      cwd: join(here.folder, 'sub'),
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' },
    });
    const { code, stderr } = await finished(child);
    assert.equal(code, 2);
    assert.ok(stderr.includes(here.folder), 'the folder in which the command was looked for');
    assert.match(
      stderr,
      /^from \.\.\/package\.json#chokepoint: '--header=Authorization: \*\*\*' -- node no-such\.js\n/,
    );
    assert.match(stderr, /\[SERVER_FILE_NOT_FOUND\]/);
  });

  test('and with --verbose what this verb has no option for', async () => {
    using here = place();
    here.write('chokepoint.json', '{ "command": "node no-such.js", "vary": ["pool=1,4"] }');
    const line = /^from chokepoint\.json, not an option of this command: --vary$/m;
    assert.match((await here.run(['doctor', '--verbose'])).stderr, line);
    assert.doesNotMatch((await here.run(['doctor'])).stderr, line);
    assert.doesNotMatch((await here.run(['sweep', '--verbose'])).stderr, /not an option/);
  });

  test('alone it starts the command of the folder', async () => {
    using here = place();
    here.write('chokepoint.json', '{ "command": "node no-such.js" }');
    const { code, stderr } = await here.run([]);
    assert.deepEqual([code, /\[SERVER_FILE_NOT_FOUND\]/.test(stderr)], [2, true]);
  });

  test('alone with --json it says in a document that none is kept', async () => {
    using here = place();
    const { code, document } = await here.json('--json');
    assert.deepEqual([code, document.problem?.code], [2, 'ARGUMENT_MISSING']);
  });

  test('alone it only suggests what package.json would start', async () => {
    using here = place();
    here.write('package.json', '{ "scripts": { "start": "touch started" } }');
    const { code, stdout } = await here.run([]);
    assert.equal(code, 0);
    assert.match(stdout, /chokepoint -- npm start\n$/);
  });
});
