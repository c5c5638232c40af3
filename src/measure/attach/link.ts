/** The connection to a probe: what it says comes in lines of JSON, what it is asked goes back the same way. */
import type { Socket } from 'node:net';
import type { Clock } from '../../model/clock.ts';
import type { Seen } from '../../model/look.ts';
import type { ProbeCommand, ProbeHello, ProbeMessage } from '../../model/reading.ts';
import type { Milliseconds } from '../../model/units.ts';

/** What bringing the probe in took, and how the process was found. */
export interface Visit {
  /** Where its inspector was open. */
  readonly address: string;
  /** It was open before, so it was left open. */
  readonly wasOpen: boolean;
  /** From the first sight of the open inspector until it was seen closed; null where it was left open. */
  readonly openFor: Milliseconds | null;
  /** From when all was examined to the probe's first line. */
  readonly liveAfter: Milliseconds;
  readonly threadsBefore: number;
  /** Whether it could be made sure before the signal that the application handles no SIGUSR1 itself. */
  readonly handlers: Seen<object>;
}

export interface ProbeLink extends AsyncDisposable {
  readonly hello: ProbeHello;
  /** How the probe was brought in; null if it was there. */
  readonly visit: Visit | null;
  /** Resolves when the connection is over, from whichever side. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  /** All that it says after its hello, from the first on. One listener, once. */
  onMessage(listener: (message: ProbeMessage) => void): void;
  /** Nothing happens if the connection is over. */
  send(command: ProbeCommand): void;
  /** A probe that was brought in, or started for this, ends; one that listens waits for the next. */
  close(): void;
}

/** A profile has some kilobytes; what writes so much without a line's end is no probe. */
const longestLine = 4 * 1024 * 1024;
/** Before anyone listens. Four readings a second: more than an hour. */
const mostWaiting = 20_000;

class SocketLink implements ProbeLink {
  readonly hello: ProbeHello;
  readonly visit: Visit | null;
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #lines: Lines;

  constructor(socket: Socket, lines: Lines, hello: ProbeHello, visit: Visit | null) {
    this.#socket = socket;
    this.#lines = lines;
    this.hello = hello;
    this.visit = visit;
    this.closed = lines.closed;
  }

  get isClosed(): boolean {
    return this.#lines.isClosed;
  }

  onMessage(listener: (message: ProbeMessage) => void): void {
    this.#lines.listen(listener);
  }

  send(command: ProbeCommand): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(command)}\n`);
  }

  close(): void {
    this.#socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await this.closed;
  }

  with(visit: Visit): ProbeLink {
    return new SocketLink(this.#socket, this.#lines, this.hello, visit);
  }
}

/** The lines of a socket, kept until someone listens. */
class Lines {
  readonly closed: Promise<void>;
  isClosed = false;
  #rest = '';
  #waiting: ProbeMessage[] = [];
  #listener: ((message: ProbeMessage) => void) | null = null;

  constructor(socket: Socket) {
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
    socket.on('error', () => {}); // a process that is killed resets it; `closed` tells
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (!this.#take(text)) socket.destroy();
    });
  }

  #take(text: string): boolean {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = messageIn(line);
      if (!message) return false;
      if (this.#listener) this.#listener(message);
      else if (this.#waiting.length < mostWaiting) this.#waiting.push(message);
    }
    return this.#rest.length <= longestLine;
  }

  listen(listener: (message: ProbeMessage) => void): void {
    this.#listener = listener;
    for (const message of this.#waiting.splice(0)) listener(message);
  }

  /** Lets messages wait again. */
  ignore(): void {
    this.#listener = null;
  }
}

const kinds = new Set(['hello', 'reading', 'profile', 'capture', 'note']);

/** Null for what no probe says. */
function messageIn(line: string): ProbeMessage | null {
  try {
    const value = JSON.parse(line) as Partial<ProbeMessage> | null;
    return value && kinds.has(value.type ?? '') ? (value as ProbeMessage) : null;
  } catch {
    return null;
  }
}

/**
 * Waits for the probe's hello.
 * @returns null if nothing came in time, or something else; the socket is closed then
 */
export async function linkOf(
  socket: Socket,
  patience: Milliseconds,
  clock: Clock,
): Promise<SocketLink | null> {
  const lines = new Lines(socket);
  const late = new AbortController();
  const hello = await Promise.race([
    new Promise<ProbeHello | null>((resolve) => {
      lines.listen((message) => {
        // What follows in the same chunk is not lost: it waits.
        lines.ignore();
        resolve(message.type === 'hello' && message.schema === 1 ? message : null);
      });
    }),
    lines.closed.then(() => null),
    clock.sleep(patience, late.signal).then(
      () => null,
      () => null,
    ),
  ]);
  late.abort();
  if (hello) return new SocketLink(socket, lines, hello, null);
  socket.destroy();
  return null;
}
