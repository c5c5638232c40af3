/** What comes with the package, and where the requests of a load end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { httpEngine } from '../../src/load/http-engine.ts';
import { job } from '../load/jobs.ts';

test('The package has two dependencies, and runs nothing where it is installed', () => {
  const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: object;
    scripts: Record<string, string>;
  };
  assert.deepEqual(Object.keys(dependencies), ['@fluent/bundle', 'zod']);
  for (const name of ['preinstall', 'install', 'postinstall']) assert.equal(scripts[name], undefined);
});

test('A load follows no redirect', async () => {
  const asked: string[] = [];
  const listening = async (name: string, answer: RequestListener) => {
    const server = createServer((request, response) => {
      asked.push(name);
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  };
  const other = await listening('other', (_, response) => response.end());
  const first = await listening('first', (_, response) =>
    response.writeHead(302, { location: other.url }).end(),
  );
  try {
    await httpEngine().run(
      job({ url: first.url }, { load: { kind: 'closed', clients: 1, requestsEach: 3 } }),
    );
    assert.deepEqual([...new Set(asked)], ['first']);
  } finally {
    for (const { server } of [first, other]) {
      server.closeAllConnections();
      server.close();
    }
  }
});
