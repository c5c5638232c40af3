/** The inspector of a Node, as it is used here: found, asked once, and closed by what it was asked. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { within } from '../../host/clock.ts';
import { parsedJson } from '../../model/schema/read.ts';
import { getJson } from '../../server/get-json.ts';
import { type Address, addressText, hasSocket, type Listener, reachable } from '../../host/listeners.ts';

/** An inspector that is open. */
export interface Inspector {
  readonly address: Address;
  /** Path of its only target. */
  readonly path: string;
}

/** Longest time for the whole answer. The inspector's own thread answers: the application's may be busy. */
const answerWithin: Milliseconds = 1000;
const longestAnswer = 1024 * 1024;

/** Asks what listens there. @returns null if it is no inspector of Node, is not done within a second, or `signal` aborts */
export async function inspectorAt(address: Address, signal?: AbortSignal): Promise<Inspector | null> {
  if (signal?.aborted) return null;
  const url = `http://${addressText(address)}/json/list`;
  const list = await getJson(url, { timeout: answerWithin, longest: longestAnswer, signal });
  const [first] = Array.isArray(list) ? (list as (Partial<Record<string, unknown>> | null)[]) : [];
  const target = first?.['webSocketDebuggerUrl'];
  if (first?.['type'] !== 'node' || typeof target !== 'string') return null;
  // The host in it is what the process was told to bind; the way there is the one that was found.
  const path = URL.parse(target)?.pathname;
  return path === undefined ? null : { address, path };
}

/** The result of the first expression. */
export type EvaluationResult =
  | { readonly type: 'value'; readonly value: string }
  /** The expression threw, or was refused. */
  | { readonly type: 'error'; readonly why: string }
  /** The connection ended without an answer: closing may be quicker than answering. */
  | { readonly type: 'none' }
  /** Nothing came in time, or the wait was called off; what was sent is still on its way, and runs once the main thread does. */
  | { readonly type: 'late' };

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: {
      readonly text: string;
      readonly exception?: { readonly description?: string };
    };
  };
}

interface EvaluateOptions {
  /** Longest time from connecting to the answer. */
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  readonly onSent?: () => void;
}

/**
 * Sends the expressions in one piece, so that all of them run even if this process ends now, and waits for the answer
 * to the first; then it hangs up. `inspector.close()` waits for that on the application's main thread, so it is done
 * at once, and without a word: a client that says goodbye in the form of the protocol (a close frame, as the global
 * WebSocket does) at this moment makes Node 24 write through a freed pointer (WsHandler::OnCloseFrameWritten). When
 * that was tried, one target in ten was killed by it; by hanging up none in hundreds.
 */
export async function evaluate(
  { address, path }: Inspector,
  expressions: readonly string[],
  { timeout, clock, signal, onSent = () => {} }: EvaluateOptions,
): Promise<EvaluationResult> {
  const socket = connect(address.port, address.host);
  const messages = expressions.map((expression, index) => {
    const params = { expression, returnByValue: true, includeCommandLineAPI: true, silent: true };
    return frame(JSON.stringify({ id: index + 1, method: 'Runtime.evaluate', params }));
  });
  let answer: EvaluationResult = { type: 'none' };
  const over = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('error', () => {});
    socket.once('connect', () => socket.write(upgrade(address, path)));
    readFrames(socket, {
      onUpgrade: () => socket.write(Buffer.concat(messages), onSent),
      onText(text) {
        const reply = (parsedJson(text) ?? {}) as Reply;
        if (reply.id !== 1) return;
        answer = answerIn(reply);
        socket.destroy();
      },
    });
  });
  const isOver = await within(
    over.then(() => true),
    timeout,
    clock,
    signal,
  );
  socket.destroy();
  return isOver === true || answer.type !== 'none' ? answer : { type: 'late' };
}

function answerIn({ error, result }: Reply): EvaluationResult {
  const thrown = result?.exceptionDetails;
  if (error) return { type: 'error', why: error.message };
  if (thrown) return { type: 'error', why: thrown.exception?.description?.split('\n')[0] ?? thrown.text };
  return { type: 'value', value: String(result?.result?.value) };
}

/** The request to upgrade (RFC 6455, section 4.1). The key in its answer is not looked at: nobody else could have asked. */
function upgrade(address: Address, path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${addressText(address)}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    '\r\n',
  ].join('\r\n');
}

/** A frame (RFC 6455, section 5.2) with one text, masked as a client has to. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  const short = payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10;
  head[1] = 0x80 | (short === 2 ? payload.length : short === 4 ? 126 : 127);
  if (short === 4) head.writeUInt16BE(payload.length, 2);
  if (short === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([head.subarray(0, short), mask, payload]);
}

interface FrameListener {
  readonly onUpgrade: () => void;
  readonly onText: (text: string) => void;
}

/** Reads frames: an inspector sends each message in one. A frame that is no text is its goodbye, which needs no answer. */
function readFrames(socket: Socket, { onUpgrade, onText }: FrameListener): void {
  let rest = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length > longestAnswer) socket.destroy();
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      isUpgraded = rest.toString('latin1', 0, 12) === 'HTTP/1.1 101';
      if (!isUpgraded) return void socket.destroy();
      rest = rest.subarray(end + 4);
      onUpgrade();
    }
    for (let next = firstFrame(rest); next; next = firstFrame(rest)) {
      rest = rest.subarray(next.end);
      if (next.isText) onText(next.payload.toString());
      else socket.destroy();
    }
  });
}

function firstFrame(bytes: Buffer): { isText: boolean; payload: Buffer; end: number } | null {
  const [first = 0, second = 0] = bytes;
  const start = second === 127 ? 10 : second === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  const length =
    start === 2 ? second : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  return bytes.length < end
    ? null
    : { isText: (first & 0x0f) === 1, payload: bytes.subarray(start, end), end };
}

/** An inspector, and the socket that it listens at. */
export interface Opened extends Inspector {
  readonly socket: string;
  /** The address that it is bound to: who can reach it. */
  readonly bound: string;
}

export interface Expected {
  readonly pid: number;
  /** The port at which its inspector is meant to be. */
  readonly port: number;
  /** Sockets that listened before, the whole machine's. */
  readonly before: readonly string[];
}

/**
 * Finds the inspector that a process has opened since it was signalled, whatever else listens.
 * It is at a socket of the process itself that listens since. The one at the port where it is meant to be is asked first;
 * the port may have been changed since the process was started (process.debugPort).
 */
export async function newInspector(
  { pid, port, before }: Expected,
  now: readonly Listener[],
  signal?: AbortSignal,
): Promise<Opened | null> {
  const found = now.filter(({ socket }) => !before.includes(socket) && hasSocket(pid, socket));
  const isMeant = (one: Listener) => one.port === port;
  for (const one of found.toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))) {
    const inspector = await inspectorAt({ host: reachable(one.address), port: one.port }, signal);
    if (inspector) return { ...inspector, socket: one.socket, bound: one.address };
  }
  return null;
}
