/** The connection to a probe: what it says comes in lines of JSON, what it is asked goes back the same way. */
import { message } from '../../messages/message.ts';
import type { Socket } from 'node:net';
import type { Clock, Bytes, Milliseconds } from '../../model/units.ts';
import { type Problem, problem } from '../../messages/problem.ts';
import type { Seen } from '../../model/process-snapshot.ts';
import { within } from '../../host/clock.ts';
import type { ProbeCommand, ProbeHello, ProbeMessage } from '../../model/reading.ts';
import { longestLine, messageIn, NoMessage } from './message.ts';

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
  /** Why it was closed from here: what came is not what a probe says. Null if it is open, or was closed otherwise. */
  readonly refused: string | null;
  /** All that it says after its hello, from the first on. One listener, once. */
  onMessage(listener: (message: ProbeMessage) => void): void;
  /** Nothing happens if the connection is over. */
  send(command: ProbeCommand): void;
  /** A probe that was brought in, or started for this, ends; one that listens waits for the next. */
  close(): void;
}

/**
 * All that a probe may write: this much at once, and this much for each second since it called. It writes about four
 * kilobytes a second; what it keeps while nobody reads is a megabyte.
 */
const budget = { atOnce: 4 * 2 ** 20, eachSecond: 32 * 2 ** 10 } as const;
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

  get refused(): string | null {
    return this.#lines.refused;
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
  refused: string | null = null;
  #rest = '';
  #waiting: ProbeMessage[] = [];
  #listener: ((message: ProbeMessage) => void) | null = null;

  readonly #clock: Clock;
  readonly #begun: Milliseconds;
  #taken: Bytes = 0;

  constructor(socket: Socket, clock: Clock) {
    this.#clock = clock;
    this.#begun = clock.now();
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
    socket.on('error', () => {}); // a process that is killed resets it; `closed` tells
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (this.refused !== null) return;
      try {
        this.#take(text);
      } catch (error) {
        if (!(error instanceof NoMessage)) throw error;
        this.refused = error.message;
        socket.destroy();
      }
    });
  }

  /** @throws NoMessage */
  #take(text: string): void {
    this.#taken += text.length;
    const seconds = (this.#clock.now() - this.#begun) / 1000;
    if (this.#taken > budget.atOnce + budget.eachSecond * seconds) {
      throw new NoMessage(`it wrote ${this.#taken} characters in ${seconds.toFixed(1)} s`);
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = messageIn(line);
      if (this.#listener) this.#listener(said);
      else if (this.#waiting.length < mostWaiting) this.#waiting.push(said);
    }
    if (this.#rest.length > longestLine) {
      throw new NoMessage(`a line has more than ${longestLine} characters`);
    }
  }

  listen(listener: (message: ProbeMessage) => void): void {
    this.#listener = listener;
    for (const said of this.#waiting.splice(0)) listener(said);
  }

  /** Lets messages wait again. */
  ignore(): void {
    this.#listener = null;
  }
}

/**
 * Waits for the probe's hello.
 * @param pid whose probe it should be; absent: whoever calls
 * @returns null if nothing came in time, or from a stranger something else; the socket is closed then
 * @throws Problem PROBE_REFUSED if something else came from that process
 */
export async function linkOf(
  socket: Socket,
  timeout: Milliseconds,
  clock: Clock,
  pid?: number,
): Promise<SocketLink | null> {
  const lines = new Lines(socket, clock);
  const first = Promise.race([
    new Promise<ProbeHello | null>((resolve) => {
      lines.listen((said) => {
        // What follows in the same chunk is not lost: it waits.
        lines.ignore();
        resolve(said.type === 'hello' ? said : null);
      });
    }),
    lines.closed.then(() => null),
  ]);
  const hello = await within(first, timeout, clock);
  if (hello) return new SocketLink(socket, lines, hello, null);
  socket.destroy();
  if (pid !== undefined && lines.refused !== null) throw refusal(pid, lines.refused);
  return null;
}

/** The problem of a process whose probe says what no probe says. */
export function refusal(pid: number, why: string): Problem {
  return problem('PROBE_REFUSED', { pid, why: message('attach.not-a-probe', { why }) });
}
