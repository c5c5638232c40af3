/** Serves a page of metrics over HTTP, to whoever may reach its address. */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** An import would load all that this module has for browsers' sake: 7 MB in the process that is watched (Node 26). */
const { createServer } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

export interface OpenPage extends AsyncDisposable {
  readonly port: number;
}

interface PageOptions {
  /** The address to listen at, as digits: a name would be looked up in the pool that is being watched. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly text: () => string | Promise<string>;
}

/**
 * Longest time of a request, in ms. Whoever reaches the address may connect, so nobody gets much: a scrape is one short request, and ends
 * its connection. The place of a client that says nothing, or drips, is free again within this time and one check.
 */
const timeout = 2_000;
const bounds = {
  headersTimeout: timeout,
  requestTimeout: timeout,
  connectionsCheckingInterval: 500,
  maxHeaderSize: 4 * 1024,
};
/** Most connections at a time; one Prometheus opens one for each scrape. */
const places = 16;

/** @throws what the system says where the address cannot be had: `EADDRINUSE`, `EACCES` */
export async function openPage({ host, port, text }: PageOptions): Promise<OpenPage> {
  const isLoopback = /^(?:127\.|::1$)/.test(host);
  const server = createServer(bounds, (request, response) => {
    response.setHeader('connection', 'close');
    const status = refusal(request, isLoopback);
    if (status !== null) return response.writeHead(status).end();
    return void answer().catch(() => response.writeHead(500).end());

    async function answer(): Promise<void> {
      const body = await text();
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  });
  server.maxConnections = places;
  // A client that does not read its answer holds its place no longer either.
  server.setTimeout(timeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Not shared with a cluster's other processes: who holds the port answers for all of them.
    server.listen({ host, port, exclusive: true }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * @returns the status of a refusal, or null. At a loopback address only names of the loopback are answered: another site's may lead
 *   here (DNS rebinding)
 */
function refusal({ method, url, headers }: IncomingMessage, isLoopback: boolean): number | null {
  if (isLoopback && !/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(headers.host ?? '')) return 403;
  if (url?.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' || method === 'HEAD' ? null : 405;
}
