/** Where a script waits for the start that several generators have in common: k6 has no other way to be told anything while it runs. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EpochMilliseconds } from '../../model/units.ts';

export interface K6Start extends Disposable {
  /** Asked by the script when it has been set up. The answer is the instant. */
  readonly url: string;
  readonly asked: Promise<void>;
}

/** @param instant is called once, when the script asks, and answered when it resolves */
export async function k6Start(instant: () => Promise<EpochMilliseconds>): Promise<K6Start> {
  const path = `/${randomUUID()}`;
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  const server = createServer((request, response) => {
    if (request.url !== path || isAsked) {
      response.writeHead(404).end();
      return;
    }
    isAsked = true;
    resolve();
    instant().then(
      (at) => response.end(`${at}`),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    asked,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
