import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Started } from '../../kit/process.ts';
import { startNode } from '../../kit/targets.ts';
import { assertProblem, place } from '../chokepoint.ts';

const cases: readonly [title: string, line: string, code: string, todo: RegExp][] = [
  ['a command that is nowhere', 'doctor -- nosuchcommand', 'SERVER_COMMAND_NOT_FOUND', /full path/],
  ['a script that is nowhere', 'doctor -- node server.js', 'SERVER_FILE_NOT_FOUND', /looked for from/],
  ['a process that is not there', 'doctor --pid 4194305', 'PROCESS_NOT_FOUND', /pgrep -af node/],
];

const serve = `const server = require('node:http').createServer((request, response) => {
    console.log('asked', request.method, request.url, request.headers.authorization);
    response.statusCode = request.url === '/none' ? 404 : 200;
    response.end();
  }).listen(0, '127.0.0.1', () => console.log(server.address().port))`;

suite('The doctor refuses at once, with a code, a reason, and what to do:', { concurrency: 4 }, () => {
  for (const [title, line, code, todo] of cases) {
    test(title, async () => {
      using here = place();
      assertProblem(await here.run(line), code, 2, todo);
    });
  }

  /** Says what it is asked, and answers `/none` with 404. */
  const serving = () => startNode(['-e', serve]);

  test('a load for a running process that would reach another one, which hears nothing of it', async () => {
    using here = place();
    await using target = await serving();
    await using other = await serving();
    here.write('s.json', [{ url: `http://127.0.0.1:${other.first}/` }]);
    const line = `doctor :${target.first} -c 2 --for 1s --scenario s.json`;
    assertProblem(await here.run(line), 'TARGET_OTHER', 2, /scenario/);
    // What a folder keeps for its own server is not sent to one that was typed.
    const kept = {
      path: '/api/all',
      method: 'DELETE',
      url: `http://127.0.0.1:${other.first}/`,
      header: ['Authorization: Bearer $HOME'],
    };
    here.write('chokepoint.json', kept);
    const { code } = await here.run(`doctor :${target.first} -c 2 --for 1s --warmup 0 --quiet`);
    assert.equal(code, 0);
    const asked = (server: Started) => new Set(server.printed().match(/asked .*/g));
    assert.deepEqual([asked(target), asked(other)], [new Set(['asked GET / undefined']), new Set()]);
  });

  test('a load for a running process that answers it with an error, before it is sent', async () => {
    using here = place();
    await using target = await serving();
    const line = `doctor :${target.first} -c 2 --for 1s --warmup 0 --quiet`;
    assertProblem(await here.run(`${line} --path /none`), 'PATH_REFUSED', 2, /--path/);
    assert.equal(target.printed().match(/asked/g)?.length, 1);
    const { code } = await here.run(`${line} --path /list`);
    assert.equal(code, 0);
  });
});
