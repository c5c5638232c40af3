/** How the built command says what is wrong with its input; refused.test.ts has each reason. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ProblemData } from '../../../src/messages/problem.ts';
import { assertEach } from '../../kit/assert.ts';
import type { Diagnosis } from '../../../src/model/diagnosis.ts';
import { startNode } from '../../kit/targets.ts';
import { assertProblem, example, place } from '../chokepoint.ts';

const command = `-- node ${example('http-files.mjs')}`;

suite('Bad input ends at once with a code, a reason, and what to do:', () => {
  test('an unknown command', async () => {
    using here = place();
    assertProblem(await here.run('swep'), 'COMMAND_UNKNOWN', 2, /chokepoint sweep/);
  });

  test('three faults, which are told together', async () => {
    using here = place();
    const line = `sweep --url server --vary pol=1 --duration soon`;
    const { code, stderr } = await here.run(`${line} ${command}`);
    assert.equal(code, 2);
    const told = stderr.matchAll(/^error: .+\n {7}.+\nhint: {2}.+\n\[([A-Z_]+)\]$/gm);
    const codes = Array.from(told, ([, one]) => one);
    assert.deepEqual(codes, ['OPTION_INVALID', 'VARY_KEY_UNKNOWN', 'URL_INVALID']);
    const { document } = await here.json<{ problems: readonly ProblemData[] }>(`${line} --json ${command}`);
    assertEach(document.problems, (one) => one.code, codes);
    assert.deepEqual(document.problems[0], document.problem);
  });

  test('a Node that is too old', async () => {
    using here = place();
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
    const result = await here.run('lab pool-size', { NODE_OPTIONS: `--import="${pretend}"` });
    assertProblem(result, 'NODE_TOO_OLD', 2, /npx -p node-\S+@26 -p chokepoint chokepoint lab pool-size/);
  });
});

const skip = process.platform !== 'linux' && 'only on Linux';

/** Answers everything but /health with 404, and leaves behind how often it was asked. */
const server = `
  const fs = require('node:fs');
  let asked = 0;
  require('node:http').createServer((request, response) => {
    fs.writeFileSync('asked', String(++asked));
    response.writeHead(request.url === '/health' ? 200 : 404).end();
  }).listen(0, '127.0.0.1');`;

suite('A first look', { concurrency: 3, skip }, () => {
  // Which answers are refused: test/server/ready/find-address.test.ts.
  test('ends with 2 and the way to another path where the first one answers 404, before any load', async () => {
    using here = place();
    here.write('server.cjs', server);
    const { code, stderr } = await here.run(`-- ${process.execPath} server.cjs`);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^hint: .*--path \/health/m);
    assert.match(stderr, /^\[PATH_REFUSED\]$/m);
    const asked = Number(readFileSync(join(here.folder, 'asked'), 'utf8'));
    assert.ok(asked < 50, `${asked} requests`);
  });

  test('takes -d, and it is said where another option makes it a doctor', async () => {
    using here = place();
    here.write('server.cjs', server);
    const look = await here.run(`-d 1 -- ${process.execPath} server.cjs`);
    assert.match(look.stdout, /^chokepoint {5}/);
    assert.match(look.stderr, /^\[PATH_REFUSED\]$/m);
    const doctor = await here.run(`-c 2 -- ${process.execPath} server.cjs`);
    assert.match(doctor.stderr, /^-c is no option of find: /);
  });

  test('prints one document where JSON was asked for', async () => {
    using here = place();
    here.write('server.cjs', server);
    const { code, document } = await here.json(`--json -- ${process.execPath} server.cjs`);
    assert.deepEqual([code, document.schema, document.problem?.code], [2, 1, 'PATH_REFUSED']);
  });

  test('shows the last lines of a server that ends before it answers', async () => {
    using here = place();
    here.write('server.cjs', "console.log('no database'); process.exit(7);");
    const { code, stderr } = await here.run(`-- ${process.execPath} server.cjs`);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /^ {2}\| no database$/m);
    assert.match(stderr, /exit code 7/);
  });
});

test('Where no report can be kept, the diagnosis is printed', { skip }, async () => {
  using here = place();
  // No user can make a folder below a file, root neither.
  here.write('.chokepoint', '');
  const idle = `console.log('up'); setInterval(() => {}, 100);`;
  await using target = await startNode(['-e', idle]);
  const look = `doctor --pid ${target.pid} -d 1`;
  const { code, stderr, document } = await here.json<{ diagnosis: Diagnosis }>(`${look} --json`);
  assert.equal(code, 0, stderr);
  // What it is depends on who else uses the machine.
  assert.notEqual(document.diagnosis.status, undefined);
  assert.match(stderr, /^No report was kept: \S/m);
  assert.deepEqual(readdirSync(here.folder), ['.chokepoint']);
  const named = await here.run(`${look} --out .chokepoint/mine`);
  assert.equal(named.code, 2);
  assert.match(named.stderr, /^\[OUTPUT_UNWRITABLE\]$/m);
});
