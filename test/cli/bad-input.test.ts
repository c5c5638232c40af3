import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import { host, planOf } from '../judge/trials-by-hand.ts';
import { example, freePort, place, type Finished } from './chokepoint.ts';

const server = ['--', 'node', example('http-files.mjs')];
const sweep = (...options: string[]) => ['sweep', '--url', 'http://127.0.0.1:3999/', ...options];

/** What went wrong, why, what to do: three lines, and nothing else. */
function assertProblem(result: Finished, code: string, exit: number, todo: RegExp): void {
  assert.match(result.stderr, new RegExp(`^${code}: .+\\n  why:     .+\\n  to do:   .+\\n$`));
  assert.match(result.stderr.slice(result.stderr.indexOf('to do:')), todo);
  assert.equal(result.stdout, '');
  assert.equal(result.code, exit);
}

const cases: readonly [title: string, args: readonly string[], code: string, todo: RegExp][] = [
  ['an unknown command', ['swep'], 'COMMAND_UNKNOWN', /chokepoint sweep/],
  ['an unknown option', ['sweep', '--vari', 'pool=1'], 'OPTION_UNKNOWN', /--help/],
  ['an option without its value', ['sweep', '--url'], 'OPTION_INVALID', /listens/],
  [
    'a server without "--"',
    sweep('--vary', 'pool=1', 'node', 'server.js'),
    'OPTION_INVALID',
    /Put "--" before/,
  ],
  ['no server command', sweep('--vary', 'pool=1,4'), 'SERVER_COMMAND_MISSING', /-- node server\.js/],
  [
    'a program that is not there',
    sweep('--vary', 'pool=1', '--', 'nodde', 'x.js'),
    'SERVER_COMMAND_NOT_FOUND',
    /PATH|path/,
  ],
  [
    'a script that is not there',
    sweep('--vary', 'pool=1', '--', 'node', 'x.js'),
    'SERVER_FILE_NOT_FOUND',
    /looked for from/,
  ],
  ['no key to vary', sweep(...server), 'ARGUMENT_MISSING', /--vary pool/],
  ['an unknown key', sweep('--vary', 'pol=4', ...server), 'VARY_KEY_UNKNOWN', /Did you mean "pool"/],
  ['a pool of size 0', sweep('--vary', 'pool=0', ...server), 'VARY_LEVEL_INVALID', /1 to 1024/],
  [
    'processes for a shell',
    sweep('--vary', 'processes=2', '--', 'sh', '-c', 'node x'),
    'PROCESSES_NEED_NODE',
    /script itself/,
  ],
  [
    'a rate of −1',
    sweep('--vary', 'pool=1', '--load', 'rate:-1', ...server),
    'LOAD_INVALID',
    /rate:PER_SECOND/,
  ],
  ['no address', ['sweep', '--vary', 'pool=1', ...server], 'ARGUMENT_MISSING', /--url http/],
  [
    'an address that is none',
    ['sweep', '--url', 'server', '--vary', 'pool=1', ...server],
    'URL_INVALID',
    /127\.0\.0\.1/,
  ],
  [
    "another machine's address",
    ['sweep', '--url', 'http://example.com/', '--vary', 'pool=1', ...server],
    'URL_INVALID',
    /127\.0\.0\.1/,
  ],
  [
    'a time without a unit',
    sweep('--vary', 'pool=1', '--duration', '10', ...server),
    'OPTION_INVALID',
    /10s/,
  ],
  ['no blocks', sweep('--vary', 'pool=1', '--blocks', '0', ...server), 'OPTION_INVALID', /--blocks 4/],
  [
    'a header without a colon',
    sweep('--vary', 'pool=1', '--header', 'accept', ...server),
    'OPTION_INVALID',
    /Accept: /,
  ],
  [
    'a scenario that is not there',
    ['sweep', '--vary', 'pool=1', '--scenario', 'none.json', ...server],
    'SCENARIO_INVALID',
    /weight/,
  ],
  [
    'a pool by two names',
    sweep('--vary', 'pool=1', '--vary', 'env:UV_THREADPOOL_SIZE=2', ...server),
    'VARY_LEVEL_INVALID',
    /--vary pool/,
  ],
  [
    'more clients than fit',
    sweep('--vary', 'pool=1', '--load', 'closed:100000', ...server),
    'LOAD_INVALID',
    /closed:CLIENTS/,
  ],
  [
    'a body from a device',
    sweep('--vary', 'pool=1', '--method', 'POST', '--body', '@/dev/null', ...server),
    'OPTION_INVALID',
    /regular file of at most 64 MiB/,
  ],
  [
    'no HTTP status',
    sweep('--vary', 'pool=1', '--expect-status', '9000', ...server),
    'OPTION_INVALID',
    /200,304/,
  ],
  [
    'a scenario and an address',
    sweep('--vary', 'pool=1', '--scenario', 'x.json', ...server),
    'OPTION_INVALID',
    /one of the two/,
  ],
  [
    'a run to resume and a new plan',
    ['sweep', '--resume', 'last', '--blocks', '7'],
    'OPTION_INVALID',
    /without --resume/,
  ],
  [
    'consent without a stored run',
    sweep('--vary', 'pool=1', '--trust-store', ...server),
    'OPTION_INVALID',
    /--resume RUN/,
  ],
  ['a pattern for an id', ['runs', 'remove', '%'], 'RUN_ID_INVALID', /runs list/],
  ['a server for the lab', ['lab', 'pool-size', ...server], 'OPTION_INVALID', /chokepoint sweep/],
  ['an unknown experiment', ['lab', 'pool-sise'], 'EXPERIMENT_UNKNOWN', /Did you mean "pool-size"/],
  ['two scales at once', ['lab', 'pool-size', '--quick', '--full'], 'OPTION_INVALID', /Leave one/],
  ['a run that is not stored', ['runs', 'show', 'nothing'], 'RUN_NOT_FOUND', /runs list/],
  ['an unknown action on runs', ['runs', 'lst'], 'OPTION_INVALID', /runs list/],
];

suite('Bad input ends at once with a code, a reason, and what to do:', () => {
  for (const [title, args, code, todo] of cases) {
    test(title, async () => {
      using here = place();
      assertProblem(await here.run(args), code, 2, todo);
    });
  }

  test('a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    using here = place();
    const result = await here.run([
      'sweep',
      '--url',
      `http://127.0.0.1:${port}/`,
      '--vary',
      'pool=1',
      ...server,
    ]);
    taken.close();
    assertProblem(result, 'PORT_TAKEN', 3, /ss -ltnp/);
  });

  test('a store that cannot be written', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'file'), '');
    const args = sweep('--vary', 'pool=1', '--store', 'file/runs.db', ...server);
    assertProblem(await here.run(args), 'STORE_UNWRITABLE', 2, /--store FILE/);
  });

  test('a store of a newer schema', async () => {
    using here = place();
    const file = join(here.folder, 'runs.db');
    openStore(file, 'write')[Symbol.dispose]();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    assertProblem(
      await here.run(sweep('--vary', 'pool=1', '--store', 'runs.db', ...server)),
      'STORE_NEWER',
      2,
      /Update chokepoint/,
    );
  });

  test('a store that was cut short', async () => {
    using here = place();
    const file = join(here.folder, 'runs.db');
    {
      using store = openStore(file, 'write');
      store.create(planOf('1', '4'), host);
    }
    truncateSync(file, 6000);
    assertProblem(await here.run(['runs', 'list', '--store', 'runs.db']), 'STORE_DAMAGED', 2, /ANOTHER_FILE/);
  });

  test('a folder for reports that cannot be written', async () => {
    using here = place();
    mkdirSync(join(here.folder, 'dir'));
    writeFileSync(join(here.folder, 'dir', 'file'), '');
    const url = `http://127.0.0.1:${await freePort()}/`;
    const result = await here.run([
      'sweep',
      '--url',
      url,
      '--vary',
      'pool=1',
      '--out',
      'dir/file',
      ...server,
    ]);
    assertProblem(result, 'OUTPUT_UNWRITABLE', 2, /--out DIR/);
  });

  test('a Node that is too old', async () => {
    using here = place();
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
    const result = await here.run(['lab', 'pool-size'], { NODE_OPTIONS: `--import="${pretend}"` });
    assertProblem(result, 'NODE_TOO_OLD', 2, /node_modules\/\.bin\/node .*main\.js lab pool-size/);
  });

  test('is one JSON document where JSON was asked for', async () => {
    using here = place();
    const { code, stdout } = await here.run(['runs', 'show', 'nothing', '--json']);
    const document = JSON.parse(stdout) as { schema: number; problem: { code: string; todo: string } };
    assert.equal(document.schema, 1);
    assert.equal(document.problem.code, 'RUN_NOT_FOUND');
    assert.equal(code, 2);
  });
});
