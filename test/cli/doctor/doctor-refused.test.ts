import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { started, type Started } from '../../kit/process.ts';
import { words } from '../../kit/words.ts';
import { assertProblem, place } from '../chokepoint.ts';

const cases: readonly [title: string, line: string, code: string, todo: RegExp][] = [
  ['a command that is nowhere', 'doctor -- nosuchcommand', 'SERVER_COMMAND_NOT_FOUND', /full path/],
  ['a script that is nowhere', 'doctor -- node server.js', 'SERVER_FILE_NOT_FOUND', /looked for from/],
  ['a process that is not there', 'doctor --pid 4194305', 'PROCESS_NOT_FOUND', /pgrep -af node/],
];

suite('The doctor refuses at once, with a code, a reason, and what to do:', { concurrency: 4 }, () => {
  for (const [title, line, code, todo] of cases) {
    test(title, async () => {
      using here = place();
      assertProblem(await here.run(words(line)), code, 2, todo);
    });
  }

  test('a load for a running process that would reach another one, which hears nothing of it', async () => {
    using here = place();
    const serve = `const server = require('node:http').createServer((request, response) => { console.log('asked', request.method, request.url, request.headers.authorization); response.end(); })
      .listen(0, '127.0.0.1', () => console.log(server.address().port))`;
    const run = () =>
      started(spawn(process.execPath, ['-e', serve], { stdio: ['ignore', 'pipe', 'inherit'] }), /(\d+)\n/);
    await using target = await run();
    await using other = await run();
    writeFileSync(join(here.folder, 's.json'), JSON.stringify([{ url: `http://127.0.0.1:${other.first}/` }]));
    const line = `doctor :${target.first} -c 2 --for 1s --scenario s.json`;
    assertProblem(await here.run(words(line)), 'TARGET_OTHER', 2, /scenario/);
    // What a folder keeps for its own server is not sent to one that was typed.
    const kept = {
      path: '/api/all',
      method: 'DELETE',
      url: `http://127.0.0.1:${other.first}/`,
      header: ['Authorization: Bearer $HOME'],
    };
    writeFileSync(join(here.folder, 'chokepoint.json'), JSON.stringify(kept));
    const { code } = await here.run(words(`doctor :${target.first} -c 2 --for 1s --warmup 0 --quiet`));
    assert.equal(code, 0);
    const asked = (server: Started) => new Set(server.printed().match(/asked .*/g));
    assert.deepEqual([asked(target), asked(other)], [new Set(['asked GET / undefined']), new Set()]);
  });

  test('a load for a running process that answers it with an error, before it is sent', async () => {
    using here = place();
    const serve = `const server = require('node:http').createServer((request, response) => { console.log('asked', request.url); response.statusCode = request.url === '/list' ? 200 : 404; response.end(); })
      .listen(0, '127.0.0.1', () => console.log(server.address().port))`;
    await using target = await started(
      spawn(process.execPath, ['-e', serve], { stdio: ['ignore', 'pipe', 'inherit'] }),
      /(\d+)\n/,
    );
    const line = `doctor :${target.first} -c 2 --for 1s --warmup 0 --quiet`;
    assertProblem(await here.run(words(line)), 'PATH_REFUSED', 2, /--path/);
    assert.equal(target.printed().match(/asked/g)?.length, 1);
    const { code } = await here.run(words(`${line} --path /list`));
    assert.equal(code, 0);
  });

  test('as one JSON document where JSON was asked for', async () => {
    using here = place();
    const { code, stdout } = await here.run(['doctor', '--pid', '4194305', '--json']);
    const document = JSON.parse(stdout) as { schema: number; problem: { code: string } };
    assert.deepEqual([code, document.schema, document.problem.code], [2, 1, 'PROCESS_NOT_FOUND']);
  });
});
