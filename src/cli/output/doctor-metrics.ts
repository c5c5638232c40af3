/** Serves the metrics of a watch to a Prometheus on this machine. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DoctorEvent } from '../../model/diagnosis.ts';
import { problem, reasonOf } from '../../messages/problem.ts';
import { DoctorMetrics } from '../../metrics/prometheus.ts';

export interface OpenMetrics extends AsyncDisposable {
  readonly port: number;
  take(event: DoctorEvent): void;
}

/**
 * Longest time of a request, in ms. Any user of the machine may connect, so nobody gets much: a scrape is one short request, and ends
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

/** @param port 0: any that is free. @throws Problem METRICS_PORT_TAKEN */
export async function openMetrics(port: number): Promise<OpenMetrics> {
  const metrics = new DoctorMetrics();
  const { createServer } = await import('node:http');
  const server = createServer(bounds, (request, response) => {
    response.setHeader('connection', 'close');
    const status = refusal(request);
    if (status !== null) return response.writeHead(status).end();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    return response.end(request.method === 'HEAD' ? undefined : metrics.text());
  });
  server.maxConnections = places;
  // A client that does not read its answer holds its place no longer either.
  server.setTimeout(timeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(problem('METRICS_PORT_TAKEN', { port, why: reasonOf(error) }, { cause: error })),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    take: (event) => metrics.take(event),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @returns the status of a refusal, or null. Only names of the loopback are answered: another site's may lead here (DNS rebinding). */
function refusal({ method, url, headers }: IncomingMessage): number | null {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) return 403;
  if (url?.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' || method === 'HEAD' ? null : 405;
}
