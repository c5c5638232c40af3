import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { place, type Finished } from './chokepoint.ts';

const me = String(process.pid);
const pid = (...options: string[]) => ['doctor', '--pid', me, ...options];
const server = ['--', 'node', 'server.js'];

/** What went wrong, why, what to do: three lines, and nothing else. */
function assertProblem(result: Finished, code: string, exit: number, todo: RegExp): void {
  assert.match(result.stderr, new RegExp(`^${code}: .+\\n  why:     .+\\n  to do:   .+\\n$`));
  assert.match(result.stderr.slice(result.stderr.indexOf('to do:')), todo);
  assert.equal(result.stdout, '');
  assert.equal(result.code, exit);
}

const cases: readonly [title: string, args: readonly string[], code: string, todo: RegExp][] = [
  ['no server', ['doctor'], 'ARGUMENT_MISSING', /--pid N/],
  ['a number without --pid', ['doctor', '4711'], 'OPTION_INVALID', /Write --pid 4711/],
  ['a server without "--"', ['doctor', 'node', 'server.js'], 'OPTION_INVALID', /"--" before a command/],
  ['an address alone', ['doctor', '--url', 'http://127.0.0.1:3999/'], 'ARGUMENT_MISSING', /sport = :3999/],
  ['a number that is none', ['doctor', '--pid', 'server'], 'OPTION_INVALID', /ps -C node/],
  ['the number 0', ['doctor', '--pid', '0'], 'OPTION_INVALID', /ps -C node/],
  ['no number', ['doctor', '--pid'], 'OPTION_INVALID', /Write --pid N: the running process/],
  ['two numbers', pid('--pid', '1'), 'OPTION_INVALID', /one of the two/],
  ['a number and a command', pid(...server), 'OPTIONS_EXCLUSIVE', /one of the two/],
  ['load for a server that runs already', pid('--load', 'closed:4'), 'OPTIONS_EXCLUSIVE', /one of the two/],
  ['a command that is nowhere', ['doctor', '--', 'nosuchcommand'], 'SERVER_COMMAND_NOT_FOUND', /full path/],
  ['a script that is nowhere', ['doctor', ...server], 'SERVER_FILE_NOT_FOUND', /looked for from/],
  ['a time without a unit', pid('--for', '10'), 'OPTION_INVALID', /10s/],
  ['a time too short for an answer', pid('--for', '100ms'), 'OPTION_INVALID', /10s/],
  [
    'consent for a server that the doctor starts',
    ['doctor', '--attach', ...server],
    'OPTIONS_EXCLUSIVE',
    /Leave --attach out/,
  ],
  [
    'another kind of consent',
    pid('--attach=perhaps'),
    'OPTION_INVALID',
    /Write --attach alone, or --attach=unsure/,
  ],
  ['a word behind consent', pid('--attach', 'unsure'), 'OPTION_INVALID', /Write --pid N/],
  ['a capture without consent', pid('--capture', '2s'), 'ARGUMENT_MISSING', /--attach/],
  [
    'a capture that is too long',
    pid('--attach', '--capture', '9s', '--for', '20s'),
    'OPTION_INVALID',
    /--capture 3s/,
  ],
  [
    'a capture longer than the watch',
    pid('--attach', '--capture', '4s', '--for', '4s'),
    'OPTION_INVALID',
    /--for 8s/,
  ],
  ['no severity', pid('--fail-on', 'all'), 'OPTION_INVALID', /--fail-on critical/],
  ['no port', pid('--prometheus', '70000'), 'OPTION_INVALID', /--prometheus 9464/],
  ['a port that is no number', pid('--prometheus', 'abc'), 'OPTION_INVALID', /--prometheus 9464/],
  [
    'a load without an address',
    ['doctor', '--load', 'closed:4', ...server],
    'ARGUMENT_MISSING',
    /--url http/,
  ],
  ['a method without a load', ['doctor', '--method', 'PUT', ...server], 'ARGUMENT_MISSING', /--load closed/],
  [
    'a load that ends by itself',
    ['doctor', '--url', 'http://127.0.0.1:3999/', '--load', 'closed:4x10', ...server],
    'OPTION_INVALID',
    /closed:64/,
  ],
  [
    "another machine's address",
    ['doctor', '--url', 'http://example.com/', ...server],
    'URL_INVALID',
    /127\.0\.0\.1/,
  ],
  [
    'a watch to judge again and a server',
    ['doctor', '--replay', 'watch.json', '--pid', me],
    'OPTIONS_EXCLUSIVE',
    /one of the two/,
  ],
  [
    'a watch to judge again and a command',
    ['doctor', '--replay', 'watch.json', ...server],
    'OPTIONS_EXCLUSIVE',
    /one of the two/,
  ],
  ['a watch that is not there', ['doctor', '--replay', 'watch.json'], 'REPLAY_INVALID', /watch\.json/],
  ['a folder to judge again', ['doctor', '--replay', '.'], 'REPLAY_INVALID', /watch\.json/],
  [
    'the payload and a watch',
    ['doctor', '--print-payload', '--watch'],
    'OPTIONS_EXCLUSIVE',
    /one of the two/,
  ],
  ['an option of another command', pid('--vary', 'pool=4'), 'OPTION_UNKNOWN', /doctor --help/],
  ['a process that is not there', ['doctor', '--pid', '4194305'], 'PROCESS_NOT_FOUND', /ps -C node/],
];

suite('The doctor refuses at once, with a code, a reason, and what to do:', { concurrency: 4 }, () => {
  for (const [title, args, code, todo] of cases) {
    test(title, async () => {
      using here = place();
      assertProblem(await here.run(args), code, 2, todo);
    });
  }

  const files: readonly [title: string, text: string, why: RegExp][] = [
    ['no JSON', 'watch', /JSON/],
    ['a list', '[]', /holds no watch/],
    ['a newer schema', '{"schema":2}', /newer chokepoint \(schema 2/],
    ['a diagnosis', '{"schema":1,"diagnosis":{}}', /watch\.json beside it/],
    ['a watch with a hole', '{"schema":1,"id":"a","target":{"type":"pid","pid":1}}', /startedAt is missing/],
    ['an id that is a path', '{"schema":1,"id":"../../x"}', /id is missing/],
    [
      'a process of another kind',
      '{"schema":1,"id":"a","target":{"type":"pid","pid":1},"startedAt":1,"duration":1,"host":{},"notes":[],"end":"time","processes":[{"pid":1}]}',
      /processes\[0\]\.look/,
    ],
  ];
  for (const [title, text, why] of files) {
    test(`a file to judge again that holds ${title}`, async () => {
      using here = place();
      writeFileSync(join(here.folder, 'x.json'), text);
      const result = await here.run(['doctor', '--replay', 'x.json']);
      assertProblem(result, 'REPLAY_INVALID', 2, /watch\.json of a report/);
      assert.match(result.stderr, why);
    });
  }

  test('a file to judge again that is a device, a pipe, or too large', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'large'), '');
    truncateSync(join(here.folder, 'large'), 257 * 1024 * 1024);
    spawnSync('mkfifo', [join(here.folder, 'pipe')]);
    for (const [file, why] of [
      ['large', /larger than 262144 KiB/],
      ['pipe', /device or a pipe/],
      ['/dev/zero', /device or a pipe/],
    ] as const) {
      const result = await here.run(['doctor', '--replay', file]);
      assertProblem(result, 'REPLAY_INVALID', 2, /watch\.json of a report/);
      assert.match(result.stderr, why);
    }
  });

  test('a folder for the report that cannot be written', async () => {
    using here = place();
    mkdirSync(join(here.folder, 'dir'));
    writeFileSync(join(here.folder, 'dir', 'file'), '');
    assertProblem(await here.run(pid('--out', 'dir/file')), 'OUTPUT_UNWRITABLE', 2, /--out DIR/);
  });

  test('the folder for reports that nobody named, if it cannot be written: nothing is started', async () => {
    using here = place();
    writeFileSync(join(here.folder, '.chokepoint'), '');
    writeFileSync(join(here.folder, 'mark.cjs'), "require('node:fs').writeFileSync('started', '')");
    const result = await here.run(['doctor', '--', process.execPath, 'mark.cjs']);
    assertProblem(result, 'OUTPUT_UNWRITABLE', 2, /--out DIR/);
    assert.ok(!existsSync(join(here.folder, 'started')));
  });

  test('as one JSON document where JSON was asked for', async () => {
    using here = place();
    const { code, stdout } = await here.run(['doctor', '--pid', '4194305', '--json']);
    const document = JSON.parse(stdout) as { schema: number; problem: { code: string } };
    assert.deepEqual([code, document.schema, document.problem.code], [2, 1, 'PROCESS_NOT_FOUND']);
  });
});
