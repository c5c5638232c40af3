/** Servers for the engine's tests, on free ports of 127.0.0.1. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';

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

export interface Local extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
}

export async function serving(listener: RequestListener): Promise<Local> {
  return local('http', createServer(listener));
}

export async function servingSecurely(listener: RequestListener): Promise<Local> {
  return local('https', createSecureServer({ key, cert }, listener));
}

/** A server below HTTP. */
export async function accepting(
  onSocket: (socket: Socket) => void,
): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** An address at which nothing listens any more. */
export async function nobody(): Promise<string> {
  await using server = await accepting(() => {});
  return server.url;
}

async function local(protocol: string, server: Server): Promise<Local> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    server,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
