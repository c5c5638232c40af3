import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { poolSize } from '../../../src/lab/workloads/pool-size.ts';
import { environment } from '../../kit/environment.ts';
import { emptyPlace } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';

test('The published server logs into the folder of its run, under no name that another can have made before', async () => {
  using here = emptyPlace('pool-size');
  using _ = environment({ CHOKEPOINT_DIR: here.folder });
  const handler = poolSize.handler({ iterations: 1, log: 'pool' }, { begin: () => () => {} });
  const server = createServer(handler as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  get(`http://127.0.0.1:${port}/test`, { agent: false }, (response) => response.resume());
  const names = await until(() => {
    const found = readdirSync(here.folder);
    return found.length > 0 && found;
  });
  server.close();
  assert.deepEqual(names, [`pool-size-${process.pid}.log`]);
});
