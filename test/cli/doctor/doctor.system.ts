import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { words } from '../../kit/words.ts';
import type { Diagnosis } from '../../../src/model/diagnosis.ts';
import type { Watch } from '../../../src/model/watch.ts';
import { quoted } from '../../../src/messages/shell.ts';
import { entry, example, finished, freePort, place } from '../chokepoint.ts';
import { started } from '../../kit/process.ts';
import { doctorServer, serverFile } from './doctor-server.ts';

interface Document {
  readonly schema: number;
  readonly host: { readonly platform: string };
  readonly target: unknown;
  readonly diagnosis: Diagnosis;
  readonly watch?: Watch;
  readonly problem?: { readonly code: string };
}

const documentOf = (stdout: string) => JSON.parse(stdout) as Document;
const skip = process.platform === 'linux' ? false : 'the doctor looks at processes on Linux alone';

/** Resolves when the text has come; the child goes on. Fails when it ends before. */
function said(child: ChildProcess, stream: 'stdout' | 'stderr', text: RegExp): Promise<string> {
  let all = '';
  return new Promise((resolve, reject) => {
    child[stream]?.on('data', (chunk: Buffer | string) => {
      all += String(chunk);
      if (text.test(all)) resolve(all);
    });
    child.once('close', () => reject(new Error(`it ended without saying ${text}: ${all}`)));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

suite('The doctor', { skip, concurrency: 3 }, () => {
  test('sends a running server the load that is asked for, at the port where it listens', async () => {
    using here = place();
    const script = `const server = require('node:http').createServer((_, response) => response.end('x'));
      server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    await using server = await started(child, /(\d+)\n/);
    const { stdout } = await here.run(
      words(`doctor :${server.first} -c 2 --for 1s --warmup 0 --json --out r`),
    );
    const { pid, first: port } = server;
    assert.deepEqual(documentOf(stdout).target, { type: 'pid', pid, port: Number(port), load: 'closed:2' });
    const watch = JSON.parse(readFileSync(join(here.folder, 'r', 'watch.json'), 'utf8')) as Watch;
    assert.ok((watch.load?.counts.sent ?? 0) > 0);
  });

  test('says what holds a running server back, as one JSON document, and leaves its report in three files', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const { code, stdout } = await here.run(words(`doctor --pid ${server.pid} --for 2s --json --out r`));
    const document = documentOf(stdout);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.deepEqual([document.schema, document.target], [2, { type: 'pid', pid: server.pid }]);
    assert.equal(document.watch, undefined);
    assert.equal(document.diagnosis.status, 'bottleneck');
    assert.equal(document.diagnosis.findings[0]?.rule, 'pool-too-small');
    assert.equal(code, 0);
    const file = (name: string) => readFileSync(join(here.folder, 'r', name), 'utf8');
    assert.deepEqual(documentOf(file('diagnosis.json')), document);
    assert.match(file('report.html'), /id="finding-pool-too-small"/);

    const again = await here.run(['doctor', '--replay', 'r/watch.json', '--json']);
    assert.deepEqual(documentOf(again.stdout).diagnosis, document.diagnosis);
    assert.ok(
      !existsSync(join(here.folder, '.chokepoint')),
      'a watch that is judged again is not written again',
    );

    const gate = await here.run(['doctor', '--replay', 'r/watch.json', '--fail-on', 'info']);
    assert.equal(gate.code, 1);
    assert.match(gate.stdout, /^\S BOTTLENECK {2}/m);
    assert.match(gate.stdout, /UV_THREADPOOL_SIZE=/);

    const unheard = here.start(['doctor', '--replay', 'r/watch.json', '--fail-on', 'info']);
    unheard.stdout?.destroy();
    assert.equal((await finished(unheard)).code, 1, 'also if nobody reads it');
    const verbose = await here.run(['doctor', '--replay', 'r/watch.json', '--verbose', '--json']);
    assert.equal(documentOf(verbose.stdout).watch?.id, document.diagnosis.id);
  });

  test('starts a server with the probe in it, watches it under load, and ends it', async () => {
    using here = place();
    const port = String(await freePort());
    const args = words(`--url http://127.0.0.1:${port}/ --load closed:4 --warmup 200ms --for 2s`);
    const result = await here.run(
      ['doctor', ...args, '--json', '--verbose', '--', process.execPath, example('http-files.mjs')],
      { PORT: port },
    );
    const { diagnosis, watch } = documentOf(result.stdout);
    assert.ok((watch?.load?.counts.verified ?? 0) > 10, result.stderr);
    assert.equal(watch?.processes.filter(({ probe }) => probe.ok).length, 1, result.stderr);
    assert.ok(result.code === 0 || diagnosis.status === 'cannot tell');
    assert.ok(diagnosis.processes.every(({ pid }) => !isAlive(pid)));
  });

  test('says of a server that runs out of memory that it did: its signal alone says nothing', async () => {
    using here = place();
    const body = `const kept = [];
      require('node:http').createServer((request, response) => {
        kept.push(Array.from({ length: 200_000 }, (_, id) => ({ id })));
        response.end('ok');
      }).listen(process.env.PORT, '127.0.0.1');`;
    writeFileSync(join(here.folder, 'leak.cjs'), body);
    const server = [process.execPath, '--max-old-space-size=60', 'leak.cjs'];
    const { stdout } = await here.run(['doctor', '-c', '4', '--duration', '10s', '--json', '--', ...server], {
      PORT: String(await freePort()),
    });
    const { sentence } = documentOf(stdout).diagnosis;
    assert.equal(sentence.code, 'diagnosis.ended');
    assert.match(String((sentence.params as { exit?: unknown }).exit), /heap out of memory/);
  });

  test('says the last lines of a server that ends at once, and that it could not be measured', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'bad.cjs'), "throw new Error('no database');");
    const line = `doctor --load none -- ${process.execPath} bad.cjs`;
    const { code, stdout, stderr } = await here.run(words(line));
    assert.match(stderr, /\[(WATCH_CUT_SHORT|NO_NODE_PROCESS|SERVER_EXITED)\]/);
    assert.match(stderr, /no database/);
    assert.equal(code, 3, stdout);
  });

  test('cannot tell of a server that ends while it is watched, and says how it ended', async () => {
    using here = place();
    writeFileSync(
      join(here.folder, 'brief.cjs'),
      "setTimeout(() => { console.error('out of luck'); process.exit(3); }, 2500); console.log('up');",
    );
    const line = `doctor --load none --for 60s --json -- ${process.execPath} brief.cjs`;
    const own = await here.run(words(line));
    const { diagnosis, problem } = documentOf(own.stdout);
    assert.deepEqual([own.code, diagnosis.status, problem?.code], [3, 'cannot tell', 'WATCH_CUT_SHORT']);
    assert.match(JSON.stringify(diagnosis.sentence), /"code":"diagnosis.ended",.*"exit":"exit code 3"/);
    assert.match(own.stderr, /last lines:\n(.*\n)* {2}\| out of luck\n/);

    await using server = await doctorServer(here.folder, 'free');
    const watching = here.start(['doctor', '--pid', String(server.pid), '--watch']);
    const end = finished(watching);
    await said(watching, 'stderr', /^\d+\.\d s {2}/m);
    process.kill(server.pid, 'SIGKILL');
    const seen = await end;
    assert.match(seen.stdout, /CANNOT TELL {2}The server ended after/);
    assert.match(seen.stderr, /in its log.*\n\[WATCH_CUT_SHORT\]/);
    assert.equal(seen.code, 3);
  });

  test('says the last lines of what is no Node once', async () => {
    using here = place();
    const { code, stderr } = await here.run(['doctor', '--load', 'none', '--', 'sh', '-c', 'echo only once']);
    assert.match(stderr, /\[NO_NODE_PROCESS\]/);
    assert.equal(stderr.split('only once').length - 1, 2, 'in the command, and as what it printed');
    assert.equal(code, 3);
  });

  test('ends with the report of what it saw when it is interrupted, and with 0: so a watch ends', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const child = here.start(['doctor', '--pid', String(server.pid), '--watch']);
    const end = finished(child);
    await said(child, 'stderr', /bottleneck: /);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    assert.equal(code, 0);
    assert.match(stdout, /^\S BOTTLENECK {2}/m);
    assert.doesNotMatch(stdout + stderr, /Interrupted|WATCH_INTERRUPTED/);
    assert.ok(isAlive(server.pid));
  });

  test('ends with 130 and leaves no process when it is interrupted before its server answers', async () => {
    using here = place();
    writeFileSync(
      join(here.folder, 'deaf.cjs'),
      "console.log('deaf', process.pid); setInterval(() => {}, 1000);",
    );
    const url = `http://127.0.0.1:${await freePort()}/`;
    const child = here.start(['doctor', '--url', url, '--verbose', '--', process.execPath, 'deaf.cjs']);
    const end = finished(child);
    const pid = Number(/deaf (\d+)/.exec(await said(child, 'stderr', /deaf \d+\n/))?.[1]);
    child.kill('SIGINT');
    const { code, stderr } = await end;
    assert.match(stderr, /\[WATCH_INTERRUPTED\]/);
    assert.equal(code, 130);
    assert.ok(pid > 0 && !isAlive(pid));
  });

  test('says in plain lines what it thinks where no terminal is: when that changes, and now and then', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const { stdout, stderr } = await here.run(words(`doctor --pid ${server.pid} --watch --for 3s`));
    const lines = stderr.split('\n').filter((line) => /^\d+\.\d s {2}/.test(line));
    assert.ok(lines.length >= 1 && lines.length <= 4, stderr);
    assert.ok(!(stdout + stderr).includes('\u001B'));
    assert.match(stdout, /^Report +.chokepoint\/reports\/[\d-]+\w+\/report\.html$/m);
  });

  test('ends in silence when nobody reads its report any more', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'free');
    const child = here.start(['doctor', '--pid', String(server.pid), '--for', '1s', '--verbose']);
    const end = finished(child);
    child.stdout?.destroy();
    const { code, stderr } = await end;
    assert.doesNotMatch(stderr, /EPIPE|at .*\.js/);
    assert.ok(code === 0 || code === 3, `${code}`);
  });

  test('prints its report although its files cannot be written any more, and ends with 2', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const child = here.start(['doctor', '--pid', String(server.pid), '--for', '3s', '--prometheus', '0']);
    const end = finished(child);
    await said(child, 'stderr', /\/metrics/);
    rmSync(join(here.folder, '.chokepoint'), { recursive: true });
    writeFileSync(join(here.folder, '.chokepoint'), '');
    const { code, stdout, stderr } = await end;
    assert.match(stdout, /^\S BOTTLENECK {2}/m);
    assert.match(stderr, /\[OUTPUT_UNWRITABLE\]/);
    assert.equal(code, 2);
  });

  test('serves metrics while it watches, to this machine alone', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const child = here.start(['doctor', '--pid', String(server.pid), '--watch', '--prometheus', '0']);
    const end = finished(child);
    const text = await said(child, 'stderr', /\/metrics\n[^]*bottleneck/);
    const url = /http:\S+\/metrics/.exec(text)?.[0] ?? '';
    const answer = await fetch(url);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(
      await answer.text(),
      new RegExp(`^nodejs_thread_pool_threads\\{process_pid="${server.pid}"\\} 4$`, 'm'),
    );
    assert.equal((await fetch(url.replace('/metrics', '/'))).status, 404);
    child.kill('SIGINT');
    assert.equal((await end).code, 0);
  });

  test('starts nothing when the port of the metrics is taken', async () => {
    using here = place();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const mark = serverFile(here.folder, 'free');
    const line = `doctor --load none --prometheus ${port} -- ${process.execPath} ${mark}`;
    const { code, stderr } = await here.run(words(line));
    taken.close();
    assert.match(stderr, /--prometheus 0[^]*\[METRICS_PORT_TAKEN\]/);
    assert.equal(code, 3);
  });

  test('prints what --attach would evaluate, and does nothing', async () => {
    using here = place();
    const { code, stdout } = await here.run(['doctor', '--print-payload']);
    assert.ok(stdout.includes('Worker') && stdout.includes('inspector'));
    assert.equal(code, 0);
  });

  const pty = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');
  const withoutPty = pty ? false : 'there is no script(1) of util-linux, which gives a command a terminal';
  test(
    'draws its view on a second screen of the terminal, and gives the first one back',
    { skip: withoutPty },
    async () => {
      using here = place();
      await using server = await doctorServer(here.folder, 'held');
      const argv = [process.execPath, entry, 'doctor', '--pid', String(server.pid), '--watch'];
      // exec: a shell that waits for the command would get Ctrl-C too, and dash ends with 130 then.
      const command = `stty cols 90 rows 30; exec ${argv.map(quoted).join(' ')}`;
      const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
        cwd: here.folder,
        env: { ...process.env, TERM: 'xterm' },
      });
      const end = finished(child);
      await said(child, 'stdout', /BOTTLENECK/);
      // What the terminal makes of Ctrl-C: SIGINT for whoever runs in it.
      child.stdin.write('\u0003');
      const { code, stdout } = await end;
      assert.equal(code, 0);
      const places = [
        '\u001B[?1049h',
        '\u001B[?25l',
        'pool',
        '\u001B[?25h',
        '\u001B[?1049l',
        'report.html',
      ].map((text) => stdout.indexOf(text));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
      assert.ok(
        places.every((at) => at >= 0),
        places.join(' '),
      );
      assert.equal(stdout.lastIndexOf('\u001B[?25l'), places[1], 'the cursor is hidden once');
    },
  );
});
