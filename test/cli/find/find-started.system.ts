/** How servers are started for a first look. What they are limited by is not asked here. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { place } from '../chokepoint.ts';
import { type Document, wasLookedAt } from './first-looks.ts';

/** A `package.json`. */
const start = JSON.stringify({ scripts: { start: 'node server.cjs' } });

suite('A first look at', { concurrency: 2 }, () => {
  test('a server with several ports, which `node --run` starts, takes the first that answers HTTP, and prints which', async () => {
    using here = place();
    const server = `
    const http = require('node:http');
    require('node:net').createServer((socket) => socket.on('data', () => {})).listen(0, '127.0.0.1');
    http.createServer((request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    http.createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');`;
    here.write('server.cjs', server);
    here.write('package.json', start);
    // The machine's own Node may be too old for it.
    const result = await here.run(['--', process.execPath, '--run', 'start']);
    wasLookedAt(result);
    const { stdout } = result;
    assert.match(
      stdout,
      /^✓ started +listening on 127\.0\.0\.1:\d+ \(pid \d+\), GET \/ answers 200, also\s+at port \d+ and \d+$/m,
    );
    assert.ok(stdout.trimEnd().split('\n').length <= 30, stdout);
    const [, report = ''] = /^Report +(\S+)$/m.exec(stdout) ?? [];
    assert.ok(existsSync(join(here.folder, report)), stdout);
  });

  test('the script of a package, which npm starts, and a cluster, sees its workers', async () => {
    using here = place();
    const server = `
      const cluster = require('node:cluster');
      if (cluster.isPrimary) { cluster.fork(); cluster.fork(); }
      else require('node:http').createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');`;
    here.write('server.cjs', server);
    here.write('package.json', start);
    const result = await here.json<Document>('--json -- npm start');
    wasLookedAt(result);
    const { approach, diagnosis } = result.document;
    assert.ok(approach.clients >= 8);
    assert.match(approach.first.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    // npm and the shell between them are there too.
    const roles = diagnosis.processes.flatMap(({ role }) => (/primary|worker/.test(role) ? role : []));
    assert.deepEqual(roles.toSorted(), ['primary', 'worker', 'worker']);
  });
});
