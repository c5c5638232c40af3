/**
 * Sends the probe's lines (guest): to one socket that it connects to, or to everybody who connects to its own.
 */
import type { ProbeCommand, ProbeMessage } from '../../model/reading.ts';

const fs = require('node:fs') as typeof import('node:fs');
const net = require('node:net') as typeof import('node:net');
type Socket = import('node:net').Socket;

/** Most bytes that wait for one that does not read, some minutes of readings; then it is let go. */
const backlog = 1 << 20;
/** Most characters of a line; the longest command is far below. */
const longestLine = 4096;

interface ProbeSubscriber {
  /** Returns what to tell first to somebody who has come; nothing: not yet. */
  readonly greet: () => readonly ProbeMessage[];
  readonly command: (command: ProbeCommand) => void;
  /** Called when nobody will ever listen again. */
  readonly end: () => void;
}

function write(socket: Socket, message: ProbeMessage): void {
  if (socket.writableLength > backlog) socket.destroy();
  else socket.write(`${JSON.stringify(message)}\n`);
}

/**
 * Connects to the one that asked for the probe: when it goes, the probe goes. Or listens to whoever connects, now or later.
 *
 * @throws if the path cannot be taken
 */
function transport(path: string, isListening: boolean, { greet, command, end }: ProbeSubscriber) {
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    let rest = '';
    socket.setEncoding('utf8').on('data', (data) => {
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
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const admit = (socket: Socket) => {
    sockets.add(socket);
    for (const message of greet()) write(socket, message);
  };
  if (isListening) {
    net
      .createServer((socket) => admit(follow(socket)))
      .on('error', end)
      .listen(path);
    // The socket is there already, in a folder that is closed to others; if it is not, the server says why.
    if (fs.existsSync(path)) fs.chmodSync(path, 0o600);
  } else {
    const socket = follow(net.connect(path, () => admit(socket))).on('close', end);
  }
  return {
    send: (message: ProbeMessage) => sockets.forEach((socket) => write(socket, message)),
    /** Number of those that listen. */
    size: () => sockets.size,
  };
}

const api = { transport };
export type TransportModule = typeof api;
module.exports = api;
