import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import type { ProblemData } from '../../src/messages/problem.ts';
import { words } from '../kit/words.ts';
import { host, planOf } from '../kit/trials.ts';
import { assertProblem, example, freePort, place } from './chokepoint.ts';

const server = `-- node ${example('http-files.mjs')}`;
const sweep = (options: string) => words(`sweep --url http://127.0.0.1:3999/ ${options} ${server}`);

suite('Bad input ends at once with a code, a reason, and what to do:', () => {
  test('an unknown command', async () => {
    using here = place();
    assertProblem(await here.run(words('swep')), 'COMMAND_UNKNOWN', 2, /chokepoint sweep/);
    assertProblem(await here.run(words('help swep')), 'COMMAND_UNKNOWN', 2, /chokepoint help sweep/);
    // Of all verbs the doctor needs none.
    assertProblem(await here.run(words('-d soon -- node server.js')), 'OPTION_INVALID', 2, /--duration 10/);
  });

  test('three faults, which are told together', async () => {
    using here = place();
    const line = words(`sweep --url server --vary pol=1 --duration soon ${server}`);
    const { code, stderr } = await here.run(line);
    assert.equal(code, 2);
    const codes = Array.from(
      stderr.matchAll(/^error: .+\n {7}.+\nhint: {2}.+\n\[([A-Z_]+)\]$/gm),
      ([, one]) => one,
    );
    assert.deepEqual(codes, ['OPTION_INVALID', 'VARY_KEY_UNKNOWN', 'URL_INVALID']);
    const { stdout } = await here.run([line[0] ?? '', '--json', ...line.slice(1)]);
    const document = JSON.parse(stdout) as { problem: ProblemData; problems: readonly ProblemData[] };
    assert.deepEqual(
      document.problems.map((one) => one.code),
      codes,
    );
    assert.deepEqual(document.problems[0], document.problem);
  });

  test('a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    using here = place();
    const result = await here.run(words(`sweep --url http://127.0.0.1:${port}/ --vary pool=1 ${server}`));
    taken.close();
    assertProblem(result, 'PORT_TAKEN', 3, /ss -ltnp/);
  });

  test('a store that cannot be written', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'file'), '');
    const args = sweep('--vary pool=1 --store file/runs.db');
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
      await here.run(sweep('--vary pool=1 --store runs.db')),
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
    assertProblem(await here.run(words('runs list --store runs.db')), 'STORE_DAMAGED', 2, /ANOTHER_FILE/);
  });

  test('a folder for reports that cannot be written', async () => {
    using here = place();
    mkdirSync(join(here.folder, 'dir'));
    writeFileSync(join(here.folder, 'dir', 'file'), '');
    const url = `http://127.0.0.1:${await freePort()}/`;
    const result = await here.run(words(`sweep --url ${url} --vary pool=1 --out dir/file ${server}`));
    assertProblem(result, 'OUTPUT_UNWRITABLE', 2, /--out DIR/);
  });

  test('a Node that is too old', async () => {
    using here = place();
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
    const result = await here.run(words('lab pool-size'), { NODE_OPTIONS: `--import="${pretend}"` });
    assertProblem(result, 'NODE_TOO_OLD', 2, /npx -p node-\S+@26 -p chokepoint chokepoint lab pool-size/);
  });

  test('is one JSON document where JSON was asked for', async () => {
    using here = place();
    const { code, stdout } = await here.run(words('runs show nothing --json'));
    const document = JSON.parse(stdout) as { schema: number; problem: { code: string; todo: string } };
    assert.equal(document.schema, 1);
    assert.equal(document.problem.code, 'RUN_NOT_FOUND');
    assert.equal(code, 2);
  });
});
