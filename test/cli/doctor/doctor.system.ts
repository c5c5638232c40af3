import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Diagnosis } from '../../../src/model/diagnosis.ts';
import type { Watch } from '../../../src/model/watch.ts';
import { example, freePort, onTerminal, place, withoutTerminal } from '../chokepoint.ts';
import { accepting } from '../../kit/localhost.ts';
import { startNode } from '../../kit/targets.ts';
import { doctorServer, serverFile } from './doctor-server.ts';

interface Document {
  readonly host: { readonly platform: string };
  readonly target: unknown;
  readonly diagnosis: Diagnosis;
  readonly watch?: Watch;
}

const documentOf = (stdout: string) => JSON.parse(stdout) as Document;
const skip = process.platform === 'linux' ? false : 'the doctor looks at processes on Linux alone';

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
    await using server = await startNode(['-e', script]);
    const line = `doctor :${server.first} -c 2 --for 1s --warmup 0 --json --out r`;
    const { target } = (await here.json<Document>(line)).document;
    const { pid, first: port } = server;
    assert.deepEqual(target, { type: 'pid', pid, port: Number(port), load: 'closed:2' });
    const watch = JSON.parse(readFileSync(join(here.folder, 'r', 'watch.json'), 'utf8')) as Watch;
    assert.ok((watch.load?.counts.sent ?? 0) > 0);
  });

  test('says what holds a running server back, as one JSON document, and leaves its report in three files', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const line = `doctor --pid ${server.pid} --for 2s --json --out r`;
    const { code, stdout, document } = await here.json<Document>(line);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.deepEqual([document.schema, document.target], [2, { type: 'pid', pid: server.pid }]);
    assert.equal(document.watch, undefined);
    assert.equal(document.diagnosis.status, 'bottleneck');
    assert.equal(document.diagnosis.findings[0]?.rule, 'pool-too-small');
    assert.equal(code, 0);
    const file = (name: string) => readFileSync(join(here.folder, 'r', name), 'utf8');
    assert.deepEqual(documentOf(file('diagnosis.json')), document);
    assert.match(file('report.html'), /id="finding-pool-too-small"/);

    const again = await here.json<Document>('doctor --replay r/watch.json --json');
    assert.deepEqual(again.document.diagnosis, document.diagnosis);
    assert.ok(!existsSync(join(here.folder, '.chokepoint')), 'what is judged again is not written again');

    const gate = await here.run('doctor --replay r/watch.json --fail-on info');
    assert.equal(gate.code, 1);
    assert.match(gate.stdout, /^\S BOTTLENECK {2}/m);
    assert.match(gate.stdout, /UV_THREADPOOL_SIZE=/);

    const unheard = here.start('doctor --replay r/watch.json --fail-on info');
    unheard.child.stdout?.destroy();
    assert.equal((await unheard.end).code, 1, 'also if nobody reads it');
    const verbose = await here.json<Document>('doctor --replay r/watch.json --verbose --json');
    assert.equal(verbose.document.watch?.id, document.diagnosis.id);
  });

  test('starts a server with the probe in it, watches it under load, and ends it', async () => {
    using here = place();
    const port = String(await freePort());
    const line = `doctor --url http://127.0.0.1:${port}/ --load closed:4 --warmup 200ms --for 2s --json --verbose`;
    const command = `-- ${process.execPath} ${example('http-files.mjs')}`;
    const result = await here.json<Document>(`${line} ${command}`, { PORT: port });
    const { diagnosis, watch } = result.document;
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
    here.write('leak.cjs', body);
    const line = `doctor -c 4 --duration 10s --json -- ${process.execPath} --max-old-space-size=60 leak.cjs`;
    const { document } = await here.json<Document>(line, { PORT: String(await freePort()) });
    const { sentence } = document.diagnosis;
    assert.equal(sentence.code, 'diagnosis.ended');
    assert.match(String((sentence.params as { exit?: unknown }).exit), /heap out of memory/);
  });

  test('says the last lines of a server that ends at once, and that it could not be measured', async () => {
    using here = place();
    here.write('bad.cjs', "throw new Error('no database');");
    const line = `doctor --load none -- ${process.execPath} bad.cjs`;
    const { code, stdout, stderr } = await here.run(line);
    assert.match(stderr, /\[(WATCH_CUT_SHORT|NO_NODE_PROCESS|SERVER_EXITED)\]/);
    assert.match(stderr, /no database/);
    assert.equal(code, 3, stdout);
  });

  test('cannot tell of a server that ends while it is watched, and says how it ended', async () => {
    using here = place();
    here.write(
      'brief.cjs',
      "setTimeout(() => { console.error('out of luck'); process.exit(3); }, 2500); console.log('up');",
    );
    const line = `doctor --load none --for 60s --json -- ${process.execPath} brief.cjs`;
    const own = await here.json<Document>(line);
    const { diagnosis, problem } = own.document;
    assert.deepEqual([own.code, diagnosis.status, problem?.code], [3, 'cannot tell', 'WATCH_CUT_SHORT']);
    assert.match(JSON.stringify(diagnosis.sentence), /"code":"diagnosis.ended",.*"exit":"exit code 3"/);
    assert.match(own.stderr, /last lines:\n(.*\n)* {2}\| out of luck\n/);

    await using server = await doctorServer(here.folder, 'free');
    const watching = here.start(`doctor --pid ${server.pid} --watch`);
    await watching.says(/^\d+\.\d s {2}/m);
    process.kill(server.pid, 'SIGKILL');
    const seen = await watching.end;
    assert.match(seen.stdout, /CANNOT TELL {2}The server ended after/);
    assert.match(seen.stderr, /in its log.*\n\[WATCH_CUT_SHORT\]/);
    assert.equal(seen.code, 3);
  });

  test('says the last lines of what is no Node once', async () => {
    using here = place();
    const { code, stderr } = await here.run("doctor --load none -- sh -c 'echo only once'");
    assert.match(stderr, /\[NO_NODE_PROCESS\]/);
    assert.equal(stderr.split('only once').length - 1, 2, 'in the command, and as what it printed');
    assert.equal(code, 3);
  });

  test('ends with the report of what it saw when it is interrupted, and with 0: so a watch ends', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const running = here.start(`doctor --pid ${server.pid} --watch`);
    await running.says(/bottleneck: /);
    const { code, stdout, stderr } = await running.stop();
    assert.equal(code, 0);
    assert.match(stdout, /^\S BOTTLENECK {2}/m);
    assert.doesNotMatch(stdout + stderr, /Interrupted|WATCH_INTERRUPTED/);
    assert.ok(isAlive(server.pid));
  });

  const unready = {
    listens: "console.log('up', process.pid); setInterval(() => {}, 1000);",
    answers:
      "require('node:net').createServer(() => console.log('up', process.pid)).listen(process.env.PORT, '127.0.0.1');",
  };
  for (const [never, server] of Object.entries(unready))
    test(`ends with 130 and leaves no process when it is interrupted before its server ${never}`, async () => {
      using here = place();
      here.write('unready.cjs', server);
      const port = String(await freePort());
      const line = `doctor --url http://127.0.0.1:${port}/ --start-timeout 10m --verbose -- ${process.execPath} unready.cjs`;
      const running = here.start(line, { PORT: port });
      const [, pid] = await running.says(/up (\d+)\n/);
      const { code, stderr } = await running.stop();
      assert.match(stderr, /\[WATCH_INTERRUPTED\]/);
      assert.equal(code, 130);
      assert.equal(isAlive(Number(pid)), false);
    });

  test('says in plain lines what it thinks where no terminal is: when that changes, and now and then', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const { stdout, stderr } = await here.run(`doctor --pid ${server.pid} --watch --for 3s`);
    const lines = stderr.split('\n').filter((line) => /^\d+\.\d s {2}/.test(line));
    assert.ok(lines.length >= 1 && lines.length <= 4, stderr);
    assert.ok(!(stdout + stderr).includes('\u001B'));
    assert.match(stdout, /^Report +.chokepoint\/reports\/[\d-]+\w+\/report\.html$/m);
  });

  test('prints its report although its files cannot be written any more, and ends with 2', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const running = here.start(`doctor --pid ${server.pid} --for 3s --prometheus 0`);
    await running.says(/\/metrics/);
    rmSync(join(here.folder, '.chokepoint'), { recursive: true });
    here.write('.chokepoint', '');
    const { code, stdout, stderr } = await running.end;
    assert.match(stdout, /^\S BOTTLENECK {2}/m);
    assert.match(stderr, /\[OUTPUT_UNWRITABLE\]/);
    assert.equal(code, 2);
  });

  test('serves metrics while it watches, to this machine alone', async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const running = here.start(`doctor --pid ${server.pid} --watch --prometheus 0`);
    const [, url = ''] = await running.says(/(http:\S+\/metrics)\n[^]*bottleneck/);
    const answer = await fetch(url);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const threads = `nodejs_thread_pool_threads{process_pid="${server.pid}"} 4`;
    assert.ok((await answer.text()).split('\n').includes(threads));
    assert.equal((await fetch(url.replace('/metrics', '/'))).status, 404);
    assert.equal((await running.stop()).code, 0);
  });

  test('starts nothing when the port of the metrics is taken', async () => {
    using here = place();
    await using taken = await accepting(() => {});
    const line = `doctor --load none --prometheus ${taken.port} -- ${process.execPath} ${serverFile(here.folder, 'free')}`;
    const { code, stderr } = await here.run(line);
    assert.match(stderr, /--prometheus 0[^]*\[METRICS_PORT_TAKEN\]/);
    assert.equal(code, 3);
  });

  test('prints what --attach would evaluate, and does nothing', async () => {
    using here = place();
    const { code, stdout } = await here.run('doctor --print-payload');
    assert.ok(stdout.includes('Worker') && stdout.includes('inspector'));
    assert.equal(code, 0);
  });

  const fullScreen = 'draws its view on a second screen of the terminal, and gives the first one back';
  test(fullScreen, { skip: withoutTerminal }, async () => {
    using here = place();
    await using server = await doctorServer(here.folder, 'held');
    const running = onTerminal(here, `doctor --pid ${server.pid} --watch`, { size: 'cols 90 rows 30' });
    await running.says(/BOTTLENECK/);
    // What the terminal makes of Ctrl-C: SIGINT for whoever runs in it.
    running.child.stdin?.write('\u0003');
    const { code, stdout } = await running.end;
    assert.equal(code, 0);
    const texts = ['\u001B[?1049h', '\u001B[?25l', 'pool', '\u001B[?25h', '\u001B[?1049l', 'report.html'];
    const places = texts.map((text) => stdout.indexOf(text));
    const inOrder = places.toSorted((one, other) => one - other);
    assert.deepEqual(places, inOrder);
    assert.ok(places[0] !== undefined && places[0] >= 0, places.join(' '));
    assert.equal(stdout.lastIndexOf('\u001B[?25l'), places[1], 'the cursor is hidden once');
  });
});
