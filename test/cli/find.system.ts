/** A first look at servers without another word, and killed at each step. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';
import { until } from '../kit/until.ts';
import { alive } from '../server/processes-of.ts';
import { finished, place } from './chokepoint.ts';
import { type Document, examples, firstLook, known } from './first-looks.ts';

/** One that ends without a proof, which takes most of a minute; `npm run bench -- first-look` has all. */
const tried = 'express-crypto.cjs';
/** Milliseconds. */
const promised = 90_000;
/** A `package.json`. */
const start = JSON.stringify({ scripts: { start: 'node server.cjs' } });

suite('A first look at', () => {
  test('every example has a row', () => {
    assert.deepEqual(Object.keys(known), examples());
  });

  systemTest(`${tried} finds its port and what limits it, within 90 s`, {}, async () => {
    const { found, title, isOfOthers, took } = await firstLook(tried);
    if (isOfOthers) inconclusive(title);
    assert.ok(known[tried]?.includes(found), `${found}: ${title}`);
    if (took > promised) inconclusive(`it took ${Math.round(took / 1000)} s`);
  });

  systemTest(
    'a server with several ports, which `node --run` starts, takes the first that answers HTTP, and prints which',
    {},
    async () => {
      using here = place();
      const server = `
      const http = require('node:http');
      require('node:net').createServer((socket) => socket.on('data', () => {})).listen(0, '127.0.0.1');
      http.createServer((request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
      http.createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');`;
      writeFileSync(join(here.folder, 'server.cjs'), server);
      writeFileSync(join(here.folder, 'package.json'), start);
      // The machine's own Node may be too old for it.
      const { code, stdout, stderr } = await here.run(['--', process.execPath, '--run', 'start']);
      assert.equal(code, 0, stderr);
      assert.match(
        stdout,
        /^✓ started +listening on 127\.0\.0\.1:\d+ \(pid \d+\), GET \/ answers 200, also\s+at port \d+ and \d+$/m,
      );
      assert.ok(stdout.trimEnd().split('\n').length <= 30, stdout);
      const [, report = ''] = /^Report +(\S+)$/m.exec(stdout) ?? [];
      assert.ok(existsSync(join(here.folder, report)), stdout);
    },
  );

  systemTest('the script of a package, which npm starts, and a cluster', {}, async () => {
    using here = place();
    const server = `
      const cluster = require('node:cluster');
      if (cluster.isPrimary) { cluster.fork(); cluster.fork(); }
      else require('node:http').createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');`;
    writeFileSync(join(here.folder, 'server.cjs'), server);
    writeFileSync(join(here.folder, 'package.json'), start);
    const { code, stdout, stderr } = await here.run(['--json', '--', 'npm', 'start']);
    assert.equal(code, 0, stderr);
    assert.ok((JSON.parse(stdout) as Document).approach.clients >= 8);
  });
});

const slowDevice = join(import.meta.dirname, 'servers/slow-device.cjs');

suite('A first look at a server whose pool threads wait', () => {
  systemTest('proves that more of them help, or says what would decide it', {}, async () => {
    using here = place();
    const { code, stdout, stderr } = await here.run(['--json', '--', process.execPath, slowDevice]);
    assert.equal(code, 0, stderr);
    const { diagnosis, proof } = JSON.parse(stdout) as Document;
    const found = `${diagnosis.findings[0]?.title.text}: ${proof?.verdict}`;
    if (diagnosis.findings[0]?.rule !== 'pool-too-small') inconclusive(found);
    assert.ok(Number(proof?.setting['pool']) > 4, found);
    const { runs } = JSON.parse((await here.run(['runs', 'list', '--json'])).stdout) as { runs: unknown[] };
    assert.equal(runs.length, 1, 'the proof is kept');
    if (proof?.verdict === 'undecided') inconclusive(found);
    assert.equal(proof?.verdict, 'proved', found);
  });
});

/** What nobody can catch is tried at each stage; the others are handled alike at each, so one will do. */
const stages = [
  ['starts the server', /starting the server/, ['SIGKILL']],
  ['warms it up', /warms up/, ['SIGKILL']],
  ['raises the load', /✓ started/, ['SIGINT', 'SIGTERM', 'SIGKILL']],
  ['watches it', /✓ load|! load/, ['SIGKILL']],
  ['proves a setting', /block 1/, ['SIGKILL']],
] as const;

suite('A first look that is cut off', () => {
  for (const [stage, pattern, signals] of stages)
    for (const signal of signals)
      test(`by ${signal} while it ${stage} leaves no process`, async () => {
        using here = place();
        const mark = `CHOKEPOINT_TEST=${here.folder}`;
        const running = () => alive((environment) => environment.includes(mark));
        const child = here.start(['--json', '--verbose', '--', process.execPath, slowDevice], {
          CHOKEPOINT_TEST: here.folder,
        });
        let said = '';
        child.stderr?.on('data', (text: Buffer) => (said += String(text)));
        const end = finished(child);
        const isOver = end.then(() => true);
        const ended = { now: false };
        void isOver.then(() => (ended.now = true));
        await until(() => pattern.test(said) || ended.now);
        // Where other programs have the CPUs, there may be nothing to prove.
        if (ended.now) return assert.doesNotMatch(said, pattern);
        child.kill(signal);
        const { code, stdout } = await end;
        const since = performance.now();
        await until(() => running().length === 0);
        assert.ok(performance.now() - since < 5000);
        if (signal === 'SIGKILL') return;
        assert.equal(code, 130, said);
        assert.match(stdout, /"problem"/);
      });
});
