import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { until } from '../kit/until.ts';
import { words } from '../kit/words.ts';
import { entry, finished, freePort, place, type Place } from './chokepoint.ts';

/** A file that is loaded before the command line, and breaks something in it. */
const broken = (here: Place, program: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--require=${here.write('broken.cjs', program)}`,
});

const unreadableManifest = `
  const fs = require('node:fs');
  const read = fs.readFileSync;
  fs.readFileSync = (...what) => {
    if (String(what[0]).endsWith('package.json')) throw new TypeError('planted\\u001B[2J');
    return read(...what);
  };
  require('node:module').syncBuiltinESMExports();`;

suite('An error of chokepoint itself', () => {
  test('ends with 70, one line and where it happened, and is no verdict', async () => {
    using here = place();
    const { code, stdout, stderr } = await here.run(['--version'], broken(here, unreadableManifest));
    assert.equal(code, 70, stderr);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /^error: chokepoint has an internal error: planted.*\.\n.*\nhint: .*\n\[DEFECT\]\nTypeError: /,
    );
    assert.match(stderr, /\n {4}at .*dispatch\.js/);
    assert.ok(!stderr.includes('\u001B'), 'nothing of it is a command to the terminal');
  });

  test('is one document with --json', async () => {
    using here = place();
    const env = broken(here, unreadableManifest);
    const { code, stdout, document } = await here.json('--version --json', env);
    assert.equal(code, 70);
    assert.equal(stdout.trimEnd().split('\n').length, 1);
    assert.deepEqual([document.schema, document.problem?.code], [1, 'DEFECT']);
  });

  test('repeats no secret that it was given', async () => {
    using here = place();
    here.write('server.cjs', '');
    const secret = 'hunter2-hunter2-hunter2';
    const starts = `
      const child = require('node:child_process');
      child.spawn = () => { throw new TypeError('planted ${secret}'); };
      require('node:module').syncBuiltinESMExports();`;
    const line = ['sweep', '--vary', 'pool=1,4', '--header', `Authorization: Bearer ${secret}`];
    const { code, stderr } = await here.run([...line, '--', 'node', 'server.cjs'], broken(here, starts));
    assert.equal(code, 70, stderr);
    assert.match(stderr, /\nTypeError: planted \*\*\*\n/);
    assert.ok(!stderr.includes(secret));
  });

  test('ends with 70 also where nobody waits for it', async () => {
    using here = place();
    const late = `
      const wait = setInterval(() => {
        if (process.listenerCount('uncaughtException') > 0) throw new TypeError('planted later');
      }, 1);`;
    const { code, stderr } = await here.run(['selftest', '--quick'], broken(here, late));
    assert.equal(code, 70, stderr);
    assert.match(stderr, /^error: chokepoint has an internal error: planted later\./m);
  });
});

suite('Output that cannot be written', () => {
  test('because nobody reads it any more changes no exit code', async () => {
    using here = place();
    for (const [args, expected] of [
      [['nothing', '--json'], 2],
      [['serve', '--list'], 0],
    ] as const) {
      const running = here.start(args);
      running.child.stdout?.destroy();
      const { code, stderr } = await running.end;
      assert.doesNotMatch(stderr, /EPIPE|DEFECT/);
      assert.equal(code, expected, stderr);
    }
  });

  const skip = !existsSync('/dev/full') && 'there is no /dev/full';
  test('because the disk is full is lost, and ends with 2', { skip }, async () => {
    using here = place();
    const child = spawn(process.execPath, [entry, 'serve', '--list'], {
      cwd: here.folder,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    const { code, stderr } = await finished(child);
    assert.match(stderr, /^error: .*standard output[^]*\[OUTPUT_UNWRITABLE\]/m);
    assert.match(stderr, /hint: .*another place/);
    assert.doesNotMatch(stderr, /--out/);
    assert.equal(code, 2);
  });
});

suite('The load', { skip: process.platform !== 'linux' && 'only Linux tells whose a socket is' }, () => {
  test('is not sent to whoever has taken the port after the start', async () => {
    using here = place();
    const port = await freePort();
    // It stands for a server that is slow to listen: it says that it was started, and never listens.
    here.write('late.cjs', `require('node:fs').writeFileSync('started', ''); setInterval(() => {}, 1000);`);
    const heard: unknown[] = [];
    const other = createServer((request, response) => {
      heard.push(request.headers);
      response.end('well');
    });
    const first = ['sweep', '--url', `http://127.0.0.1:${port}/`, '--header', 'authorization: canary'];
    const rest = words(
      '--vary pool=4 --blocks 2 --load closed:1x3 --start-timeout 20s --json -- node late.cjs',
    );
    const running = here.start([...first, ...rest]);
    await until(() => existsSync(join(here.folder, 'started')), { every: 2 });
    other.listen(port, '127.0.0.1');
    const { code, stdout } = await running.end;
    other.close();
    const { problem } = JSON.parse(stdout) as { problem: { code: string; what: string } };
    assert.equal(problem.code, 'PORT_TAKEN', stdout.slice(0, 2000));
    assert.match(problem.what, /no process that the command started/);
    assert.equal(code, 3);
    assert.deepEqual(heard, []);
  });
});
