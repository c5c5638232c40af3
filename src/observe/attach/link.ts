/** The connection to a probe: what it says comes in lines of JSON, what it is asked goes back the same way. */
import { message } from '../../messages/message.ts';
import type { Socket } from 'node:net';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { type Problem, problem } from '../../messages/problem.ts';
import type { Readable } from '../../model/process-snapshot.ts';
import { within } from '../../host/clock.ts';
import type { ProbeCommand, ProbeHello, ProbeMessage } from '../../model/reading.ts';
import { longestLine, messageIn, NoMessage } from './message.ts';

/** The visit that brought the probe in: how the process was found. */
export interface Visit {
  /** The address at which its inspector was open. */
  readonly address: string;
  /** Whether it was open before; then it was left open. */
  readonly wasOpen: boolean;
  /** Whether it could be made sure before the signal that the application handles no SIGUSR1 itself. */
  readonly handlers: Readable<object>;
}

export interface ProbeLink extends AsyncDisposable {
  readonly hello: ProbeHello;
  /** How the probe was brought in, added by whoever did that; null if the probe was there. */
  visit: Visit | null;
  /** Resolves when the connection is over, from whichever side. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  /** Why it was closed from here, if a line came that no probe writes. Null if it is open, or was closed otherwise. */
  readonly refused: string | null;
  /** Passes on all that it says after its hello, from the first on. One listener, once. */
  onMessage(listener: (message: ProbeMessage) => void): void;
  /** Sends a command; nothing happens if the connection is over. */
  send(command: ProbeCommand): void;
  /** Closes the connection. A probe that was brought in, or started for this, ends; one that listens waits for the next. */
  close(): void;
}

/**
 * Most characters that a probe may write: so many at once, and so many for each second since it called. It writes about
 * four kilobytes a second; what it keeps while nobody reads is a megabyte.
 */
const budget = { atOnce: 4 * 2 ** 20, eachSecond: 32 * 2 ** 10 } as const;
/** Most messages that wait until somebody listens: more than an hour, at four readings a second. */
const mostWaiting = 20_000;

/**
 * Waits for the probe's hello.
 * @param pid the process whose probe it should be; absent: any
 * @returns null if nothing came in time, or something else if `pid` is absent; the socket is closed then
 * @throws Problem PROBE_REFUSED if something else came from that process
 */
export async function linkOf(
  socket: Socket,
  timeout: Milliseconds,
  clock: Clock,
  pid?: number,
): Promise<ProbeLink | null> {
  const begun = clock.now();
  let [rest, taken] = ['', 0];
  let [isClosed, refused] = [false, null as string | null];
  const waiting: ProbeMessage[] = [];
  /** Null: messages wait. */
  let listener: ((message: ProbeMessage) => void) | null = null;
  const first = Promise.withResolvers<ProbeHello | null>();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => {
    isClosed = true;
    first.resolve(null);
    resolve();
  });
  socket.on('error', () => {}); // a process that is killed resets it; `closed` tells
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (refused !== null) return;
    try {
      take(text);
    } catch (error) {
      if (!(error instanceof NoMessage)) throw error;
      refused = error.message;
      socket.destroy();
    }
  });
  listener = (said) => {
    // What follows in the same chunk is not lost: it waits.
    listener = null;
    first.resolve(said.type === 'hello' ? said : null);
  };
  const hello = await within(first.promise, timeout, clock);
  if (!hello) {
    socket.destroy();
    if (pid !== undefined && refused !== null) throw refusal(pid, refused);
    return null;
  }
  return {
    hello,
    visit: null,
    closed,
    get isClosed() {
      return isClosed;
    },
    get refused() {
      return refused;
    },
    onMessage(to) {
      listener = to;
      for (const said of waiting.splice(0)) to(said);
    },
    send(command) {
      if (socket.writable) socket.write(`${JSON.stringify(command)}\n`);
    },
    close: () => void socket.destroy(),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await closed;
    },
  };

  /** @throws NoMessage */
  function take(text: string): void {
    taken += text.length;
    const seconds = (clock.now() - begun) / 1000;
    if (taken > budget.atOnce + budget.eachSecond * seconds)
      throw new NoMessage(`it wrote ${taken} characters in ${seconds.toFixed(1)} s`);
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) {
      const said = messageIn(line);
      if (listener) listener(said);
      else if (waiting.length < mostWaiting) waiting.push(said);
    }
    if (rest.length > longestLine) throw new NoMessage(`a line has more than ${longestLine} characters`);
  }
}

/** Returns the problem of a process from which something came that no probe says. */
export function refusal(pid: number, why: string): Problem {
  return problem('PROBE_REFUSED', { pid, why: message('attach.not-a-probe', { why }) });
}
