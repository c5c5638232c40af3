/** The examples of the API, run as they are. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { find } from '../../src/index.ts';
import { example, finished, freePort, place, root, type Finished } from '../cli/chokepoint.ts';
import { served } from './served.ts';

/** What each prints. */
const answers: Readonly<Record<string, RegExp>> = {
  'capacity.mjs': /^.+\n$/,
  'check.mjs': /^[A-Z].*\n/,
  'doctor.mjs': /^[A-Z].*\n/,
  'find.mjs': /^[A-Z].*\n\S.*\n$/,
  'predict.mjs': /^(.+: (\d+ requests\/s|no answer)\n)+$/,
  'sweep.mjs': /^(\w+: pool=1 \/ pool=4: \d\.\d+ to \d+\.\d+, [a-z]+\n)+$/,
  'tune.mjs': /^[a-z ]+ \{ pool: \d+ \}\n$/,
};

/** What an example cannot do without. */
const given: Readonly<Record<string, readonly string[]>> = {
  'check.mjs': [join(root, 'test/published/fixtures/wrk.txt')],
};

suite('Every example of the API', () => {
  test('has a row here', () => {
    assert.deepEqual(Object.keys(answers), readdirSync(example('api')).toSorted());
  });

  for (const [name, answer] of Object.entries(answers)) {
    test(`${name} says on top what it does, and does it`, async () => {
      assert.match(readFileSync(example(`api/${name}`), 'utf8'), /^\/\*\*[^]*? \*\/\n/);
      const { code, stdout, stderr } =
        name === 'doctor.mjs' ? await diagnosed(name) : await ran(name, given[name] ?? []);
      assert.equal(code, 0, stderr);
      assert.match(stdout, answer);
    });
  }
});

test('A first look that a program ends early is rejected, and leaves no process', async () => {
  using here = place();
  const stop = new AbortController();
  const server = "require('node:http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1')";
  const seen: number[] = [];
  const look = find({
    command: [process.execPath, '-e', server],
    store: join(here.folder, 'runs.db'),
    signal: stop.signal,
    onEvent(event) {
      if (event.type !== 'processes') return;
      seen.push(...event.processes.map(({ pid }) => pid));
      stop.abort();
    },
  });
  await assert.rejects(look, { code: 'WATCH_INTERRUPTED' });
  assert.ok(seen.length > 0);
  for (const pid of seen) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

async function ran(name: string, args: readonly string[]): Promise<Finished> {
  const env = { ...process.env, PORT: String(await freePort()) };
  return finished(spawn(process.execPath, [example(`api/${name}`), ...args], { cwd: root, env }));
}

async function diagnosed(name: string): Promise<Finished> {
  await using server = await served(process.execPath);
  return await ran(name, [`:${server.port}`]);
}
