/**
 * One keep-alive connection that carries one request at a time, and opens itself (again) when there is one to send.
 *
 *     closed ──open/send──▶ opening ──connect──▶ idle ⇄ busy
 *        ▲                     │                  │       │
 *        └──── error, end of the server, timeout, Connection: close ────┘
 *
 * A request that is sent while the connection opens waits in the socket: opening is part of what the server took.
 */
import { connect, isIP, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ErrorKind } from '../model/error-kind.ts';
import type { Milliseconds } from '../model/units.ts';
import { ResponseParser, type Progress, type BodySink } from './http-parser.ts';
import type { PreparedRequest, Target } from './scenario.ts';
import { createHash, createHmac, type Hash } from 'node:crypto';
import { parsedJson } from '../model/schema/read.ts';

/** Called when a request has ended; the connection still holds its times, status and bytes. */
export type OnEnded = (connection: Connection, error: ErrorKind | null, now: Milliseconds) => void;

/**
 * Bytes are read into one buffer for all connections: on Unix libuv asks for it when there is something to read, and
 * the bytes are used before it reads again. On Windows a pending read owns its buffer, so each needs its own.
 */
const sharedReadBuffer = process.platform === 'win32' ? null : Buffer.allocUnsafeSlow(64 * 1024);

export class Connection {
  readonly client: number;
  readonly target: number;
  due: Milliseconds = 0;
  sent: Milliseconds = 0;
  /** When the first byte of the answer came; NaN before. */
  firstByte: Milliseconds = Number.NaN;
  status = 0;
  bytesReceived = 0;

  readonly #address: Target;
  readonly #ended: OnEnded;
  readonly #check = new AnswerCheck();
  readonly #parser = new ResponseParser((status) => this.#check.sinkFor(status));
  readonly #readBuffer = sharedReadBuffer ?? Buffer.allocUnsafeSlow(16 * 1024);
  #socket: Socket | null = null;
  #connected = false;
  #busy = false;
  #idleSince: Milliseconds = 0;
  #onSettled: (() => void) | null = null;

  constructor(client: number, target: number, address: Target, ended: OnEnded) {
    this.client = client;
    this.target = target;
    this.#address = address;
    this.#ended = ended;
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  /** Time that the server says it took for the answer that has just ended; NaN if it says nothing. */
  get serverTime(): Milliseconds {
    return this.#parser.serverTime;
  }

  get isEventStream(): boolean {
    return this.#parser.isEventStream;
  }

  get isOpen(): boolean {
    return this.#connected;
  }

  /** Opens the connection ahead of its first request; resolves when it is open or has failed. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket !== null) return resolve();
      this.#onSettled = resolve;
      this.#socket = this.#dial();
    });
  }

  send(request: PreparedRequest, id: string, due: Milliseconds, now: Milliseconds): void {
    this.due = due;
    this.sent = now;
    this.firstByte = Number.NaN;
    this.status = 0;
    this.bytesReceived = 0;
    this.#busy = true;
    if (this.isStale(now)) this.close();
    this.#socket ??= this.#dial();
    this.#check.begin(request, id);
    this.#parser.begin(request.toHead);
    this.#socket.write(request.bytes ?? request.before + id + request.after);
  }

  /** Ends a busy connection's request with `error`. */
  fail(error: ErrorKind, now: Milliseconds): void {
    this.close();
    this.#busy = false;
    this.status = this.#parser.status;
    this.#ended(this, error, now);
  }

  /**
   * Whether the server may close the idle connection at any moment, by what it announced in `Keep-Alive: timeout=`.
   * A request sent into that moment would be reset, and the error would be the client's own.
   */
  isStale(now: Milliseconds): boolean {
    const { keepAliveSeconds } = this.#parser;
    if (!this.#connected || keepAliveSeconds === null) return false;
    return now - this.#idleSince > Math.max(keepAliveSeconds * 1_000 - 1_000, keepAliveSeconds * 500);
  }

  /** Closes silently: the socket's later events find that it is no longer the connection's. */
  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#connected = false;
    this.#parser.keepAliveSeconds = null;
    socket?.destroy();
    this.#settle();
  }

  /** The answer in one line, for the list of wrong answers. */
  excerpt(): string {
    return this.#parser.fault === '' ? this.#check.excerpt(this.status) : this.#parser.fault;
  }

  #dial(): Socket {
    const { host, port, secure, name } = this.#address;
    const socket: Socket = secure
      ? // A server under test seldom has a certificate that anybody vouches for; its name is not what is measured.
        connectSecurely({ host, port, servername: isIP(name) === 0 ? name : '', rejectUnauthorized: false })
      : connect({ host, port, noDelay: true, onread: this.#plainReads(() => socket) });
    if (secure) {
      socket.on('data', (bytes: Buffer) => {
        if (this.#socket === socket) this.#read(bytes, bytes.length);
      });
    }
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (this.#socket !== socket) return;
      this.#connected = true;
      this.#idleSince = performance.now();
      this.#settle();
    });
    socket.on('end', () => {
      if (this.#socket === socket) this.#finish(this.#busy ? this.#parser.end() : 'more', performance.now());
    });
    // 'close' follows and says the same; without a listener the error would end the process.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) this.#lost();
    });
    return socket;
  }

  #plainReads(socket: () => Socket): OnReadOpts {
    return {
      buffer: this.#readBuffer,
      callback: (length) => {
        if (this.#socket === socket()) this.#read(this.#readBuffer, length);
        return true;
      },
    };
  }

  #read(buffer: Buffer, length: number): void {
    if (!this.#busy) return this.close();
    const now = performance.now();
    this.bytesReceived += length;
    if (Number.isNaN(this.firstByte)) this.firstByte = now;
    this.#finish(this.#parser.push(buffer, length), now);
  }

  #finish(progress: Progress, now: Milliseconds): void {
    if (progress === 'more') return;
    if (progress === 'failed') return this.fail('protocol', now);
    this.status = this.#parser.status;
    if (!this.#parser.keepAlive) this.close();
    this.#busy = false;
    this.#idleSince = now;
    this.#ended(this, this.#check.verdict(this.status), now);
  }

  #lost(): void {
    const kind = this.#connected ? 'reset' : 'connect';
    if (this.#busy) this.fail(kind, performance.now());
    else this.close();
  }

  #settle(): void {
    this.#onSettled?.();
    this.#onSettled = null;
  }
}

/** A proof is a short JSON document; a longer body is a wrong answer, not something to keep. */
const maxProofBytes = 1024 * 1024;
const excerptBytes = 120;

/** Checks the answers of one connection, one after the other. */
class AnswerCheck {
  #request: PreparedRequest | null = null;
  #id = '';
  #kept: KeptBytes | null = null;
  #hash: HashedBytes | null = null;

  begin(request: PreparedRequest, id: string): void {
    this.#request = request;
    this.#id = id;
    this.#kept = null;
    this.#hash = null;
  }

  sinkFor(status: number): BodySink | null {
    const request = this.#request;
    if (request === null) return null;
    if (!request.accepts(status)) return (this.#kept = new KeptBytes(excerptBytes));
    if (request.proofKey !== null) this.#kept = new KeptBytes(maxProofBytes);
    if (request.sha256 !== null) this.#hash = new HashedBytes();
    if (this.#kept !== null && this.#hash !== null) return both(this.#kept, this.#hash);
    return this.#kept ?? this.#hash;
  }

  /** @returns null if the answer is right */
  verdict(status: number): ErrorKind | null {
    const request = this.#request;
    if (request === null || !request.accepts(status)) return 'status';
    if (request.sha256 !== null && this.#hash?.digest() !== request.sha256) return 'body';
    if (request.proofKey !== null && !this.#proves(request.proofKey)) return 'proof';
    return null;
  }

  /** `GET /test → 500: Internal Server Error` */
  excerpt(status: number): string {
    const body = this.#kept?.text().slice(0, excerptBytes).replace(/\s+/g, ' ').trim() ?? '';
    return `${this.#request?.label ?? ''} → ${status}${body === '' ? '' : `: ${body}`}`;
  }

  #proves(key: string): boolean {
    const kept = this.#kept;
    if (kept === null || kept.overflowed) return false;
    const answer = parsedJson(kept.text()) as { readonly id?: unknown; readonly proof?: unknown } | null;
    const proof = createHmac('sha256', key).update(this.#id).digest('hex');
    return answer?.id === this.#id && answer.proof === proof;
  }
}

function both(first: BodySink, second: BodySink): BodySink {
  return {
    write: (buffer, start, end) => {
      first.write(buffer, start, end);
      second.write(buffer, start, end);
    },
  };
}

/** Keeps the first bytes of a body. */
class KeptBytes implements BodySink {
  overflowed = false;
  readonly #limit: number;
  #length = 0;
  readonly #pieces: Buffer[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(buffer: Buffer, start: number, end: number): void {
    const room = this.#limit - this.#length;
    if (end - start > room) this.overflowed = true;
    const piece = Buffer.from(buffer.subarray(start, Math.min(end, start + room)));
    this.#length += piece.length;
    if (piece.length > 0) this.#pieces.push(piece);
  }

  text(): string {
    return (this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces))?.toString() ?? '';
  }
}

class HashedBytes implements BodySink {
  readonly #hash: Hash = createHash('sha256');

  write(buffer: Buffer, start: number, end: number): void {
    this.#hash.update(buffer.subarray(start, end));
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
