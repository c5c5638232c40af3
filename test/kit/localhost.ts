/** Servers on free ports of 127.0.0.1. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  createServer as createRawServer,
  type AddressInfo,
  type Server as RawServer,
  type Socket,
} from 'node:net';

/** Signed by itself and used nowhere else: a key that everyone may know. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgl5vci/yvbUWtcpOO
aZbVUGW7HkjRHYWWIJkDi1jP3i+hRANCAASMxue9AHNhbQ/gk3tADvLapr7R2GFX
8j6xQ4zqqzpQ4pKI35efjY3CjrppqUIpdb6g0pUsdGUxuNTJ187zXNVd
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUTZdV7saVKyqq9o+UcvulOdbPrZ4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDA3NTQ1M1oYDzIxMjYxMDI3
MDc1NDUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASMxue9AHNhbQ/gk3tADvLapr7R2GFX8j6xQ4zqqzpQ4pKI35efjY3C
jrppqUIpdb6g0pUsdGUxuNTJ187zXNVdo1MwUTAdBgNVHQ4EFgQUMws8l+7FBkK7
95OxYfhbKBY7OAMwHwYDVR0jBBgwFoAUMws8l+7FBkK795OxYfhbKBY7OAMwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBui6YTO9VZkI9FTHlTMhax
CDoUXoEwjI/CWQUl/+u/2wIgXzIFWLNdgQXXYbm3dFhQsueoxuyT07525EYkhG8M
9+U=
-----END CERTIFICATE-----`;

export interface Local<Of = Server> extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly server: Of;
  /** Connections so far. */
  readonly calls: () => number;
}

export const serving = (listener: RequestListener) => local('http', createServer(listener));
export const servingSecurely = (listener: RequestListener) =>
  local('https', createSecureServer({ key, cert }, listener));

/** Says hello to everybody, after so many milliseconds. */
export const saying = (after = 0) =>
  serving((_, response) =>
    after > 0 ? setTimeout(() => response.end('hello'), after) : response.end('hello'),
  );

/** A server below HTTP. */
export const accepting = (onSocket: (socket: Socket) => void, host?: string, port?: number) =>
  local('http', createRawServer(onSocket), host, port);

/** An address at which nothing listens any more. */
export async function nobody(): Promise<string> {
  await using server = await accepting(() => {});
  return server.url;
}

async function local<Of extends RawServer>(
  protocol: string,
  server: Of,
  host = '127.0.0.1',
  wanted = 0,
): Promise<Local<Of>> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  await once(server.listen(wanted, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/`,
    port,
    server,
    calls: () => sockets.length,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
