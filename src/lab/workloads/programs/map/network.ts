/** Names and sockets (guest). Everything stays on the loopback interface: a server and a name server of its own. */
import { createSocket } from 'node:dgram';
import * as dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, get } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { called, method, named, type Attempt, type ScratchFolder } from './attempt.ts';

const loopback = '127.0.0.1';

export interface Network {
  readonly attempts: readonly Attempt[];
  /** Connects to the own server and back: if anything needs no pool, this does not. */
  readonly roundTrip: () => Promise<void>;
}

const records =
  'resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt'.split(
    ' ',
  );

export async function network(scratch: ScratchFolder): Promise<Network> {
  const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, loopback);
  const path = scratch.path();
  const local = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(path);
  const web = createHttpServer((_, response) => response.end('x')).listen(0, loopback);
  const names = await nameServer();
  await Promise.all([echo, local, web].map(async (server) => server.listening || once(server, 'listening')));
  const port = (echo.address() as AddressInfo).port;
  const webPort = (web.address() as AddressInfo).port;
  const owners = {
    dns,
    'dns.promises': dns.promises,
    Resolver: new dns.Resolver(),
    'promises.Resolver': new dns.promises.Resolver(),
  };
  for (const owner of Object.values(owners)) owner.setServers([`${loopback}:${names}`]);
  const queries = Object.entries(owners).flatMap(([owner, api]): Attempt[] =>
    [...records, 'reverse'].map((name) => ({
      name: `${owner}.${name}`,
      start: () => {
        const ask = method(api, name);
        const argument = name === 'reverse' ? '192.0.2.1' : 'example.test';
        return answered(owner.includes('promises') ? ask(argument) : called((done) => ask(argument, done)));
      },
    })),
  );
  return {
    roundTrip: () => exchanged(connect({ port, host: loopback })),
    attempts: [
      ...named(lookups),
      ...queries,
      ...named({
        'net.connect to an address': () => exchanged(connect({ port, host: loopback })),
        'net.connect to a path': () => exchanged(connect({ path })),
        'http.get from an address': () => gotten(loopback, webPort),
        'fetch from an address': () => fetched(loopback, webPort),
        'dgram.send to an address': () => sent(loopback, names),
      }),
      ...named(
        {
          'net.connect to a name': () => exchanged(connect({ port, host: 'localhost', family: 4 })),
          'http.get from a name': () => gotten('localhost', webPort),
          'fetch from a name': () => fetched('localhost', webPort),
          'dgram.send to a name': () => sent('localhost', names),
        },
        { through: 'dns.lookup' },
      ),
    ],
  };
}

const lookups = {
  'dns.lookup': () => called((done) => dns.lookup('localhost', done)),
  'dns.promises.lookup': () => dns.promises.lookup('localhost'),
  'dns.lookupService': () => called((done) => dns.lookupService(loopback, 80, done)),
  'dns.promises.lookupService': () => dns.promises.lookupService(loopback, 80),
};

/** Starts a name server that answers every query at once with "no such name". @returns its port */
async function nameServer(): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const answer = Buffer.from(query);
    answer[2] = (answer[2] ?? 0) | 0x80;
    answer[3] = 0x83;
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, loopback);
  await once(socket, 'listening');
  return socket.address().port;
}

/** Waits for a query; that there is no such name is an answer. */
async function answered(query: unknown): Promise<void> {
  try {
    await query;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTFOUND') throw error;
  }
}

async function exchanged(socket: ReturnType<typeof connect>): Promise<void> {
  socket.write('x');
  await once(socket, 'data');
  socket.destroy();
}

function gotten(host: string, port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get({ host, port, family: 4, agent: false }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

/** Fetches on a connection that is not kept: it would spare the second attempt its lookup. */
async function fetched(host: string, port: number): Promise<void> {
  const response = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } });
  await response.text();
}

async function sent(host: string, port: number): Promise<void> {
  const socket = createSocket('udp4');
  await called((done) => socket.send('0123456789ab', port, host, done));
  socket.close();
}
