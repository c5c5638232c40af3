/**
 * Where the probe's lines go (guest): to one socket that it connects to, or to everybody who connects to its own.
 */
import type { ProbeCommand, ProbeMessage } from '../../model/reading.ts';

const fs = require('node:fs') as typeof import('node:fs');
const net = require('node:net') as typeof import('node:net');

/** One that does not read is let go, rather than served from memory: some minutes of readings. */
const backlog = 1 << 20;
/** The longest command is far below. */
const longestLine = 4096;

export interface Transport {
  readonly send: (message: ProbeMessage) => void;
  /** How many listen. */
  readonly size: () => number;
}

export interface Listener {
  /** Somebody is there: what to tell first. */
  readonly greet: () => ProbeMessage | null;
  readonly command: (command: ProbeCommand) => void;
  /** Nobody will ever listen again. */
  readonly end: () => void;
}

function follow(socket: import('node:net').Socket, command: Listener['command']): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    const lines = (rest + String(data)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) socket.destroy();
    for (const line of lines) {
      try {
        command(JSON.parse(line) as ProbeCommand);
      } catch {
        // No command: whoever speaks another language is not answered.
      }
    }
  });
  socket.on('error', () => socket.destroy());
}

function write(socket: import('node:net').Socket, message: ProbeMessage): void {
  if (socket.writableLength > backlog) socket.destroy();
  else socket.write(`${JSON.stringify(message)}\n`);
}

/** To the one that asked for the probe: when it goes, the probe goes. */
function connected(path: string, listener: Listener): Transport {
  const socket = net.connect(path, () => {
    const first = listener.greet();
    if (first) write(socket, first);
  });
  follow(socket, listener.command);
  socket.on('close', listener.end);
  return { send: (message) => write(socket, message), size: () => (socket.readyState === 'open' ? 1 : 0) };
}

/**
 * To whoever connects, now or later.
 *
 * @throws if the path cannot be taken
 */
function listening(path: string, listener: Listener): Transport {
  const sockets = new Set<import('node:net').Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    follow(socket, listener.command);
    const first = listener.greet();
    if (first) write(socket, first);
  });
  server.on('error', listener.end);
  server.listen(path);
  // It is there already, in a folder that is closed to others; if it is not, the server says why.
  if (fs.existsSync(path)) fs.chmodSync(path, 0o600);
  return {
    send: (message) => sockets.forEach((socket) => write(socket, message)),
    size: () => sockets.size,
  };
}

export interface TransportModule {
  readonly connected: typeof connected;
  readonly listening: typeof listening;
}

module.exports = { connected, listening } satisfies TransportModule;
