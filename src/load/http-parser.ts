/**
 * An incremental HTTP/1.1 response parser (RFC 9112) for one connection without pipelining. Bytes come in pieces of
 * any size; a line that is cut in two waits in a small buffer, everything else is read where it lies, and body
 * bytes are only looked at if somebody asked for them.
 *
 *     status ─▶ header* ─▶ (1xx: status again) ─▶ nothing | fixed | chunkSize ─▶ chunk ─▶ chunkEnd ⟲ | untilClose
 *                                                              chunkSize 0 ─▶ trailer* ─▶ complete
 */
import type { Milliseconds } from '../model/units.ts';

const state = {
  status: 0,
  header: 1,
  fixed: 2,
  chunkSize: 3,
  chunk: 4,
  chunkEnd: 5,
  trailer: 6,
  untilClose: 7,
  complete: 8,
  failed: 9,
} as const;
type State = (typeof state)[keyof typeof state];

/** What `push` says: the answer goes on, it is whole, or this is not HTTP/1.1. */
export type Progress = 'more' | 'complete' | 'failed';

/** Takes body bytes. The bytes are only valid during the call. */
export interface BodySink {
  write(buffer: Buffer, start: number, end: number): void;
}

/** The longest head of an answer (status line and headers): a longer one is an error, as in Node's own client. */
const maxHeadBytes = 64 * 1024;

export class ResponseParser {
  /** Status of the final answer, not of a 1xx before it; 0 until its status line has come. */
  status = 0;
  /** Whether the connection may carry another request after this answer. */
  keepAlive = true;
  /** How long the server keeps an idle connection, from `Keep-Alive: timeout=`; null if it does not say. */
  keepAliveSeconds: number | null = null;
  /** Milliseconds that the server says it took, from `Server-Timing: app;dur=` or `total;dur=`; NaN if the answer has none. */
  serverTime = Number.NaN;
  /** Whether the answer is a stream of server-sent events, which ends only when somebody closes it. */
  isEventStream = false;
  /** What is wrong with the last answer that `failed`; empty if none has. */
  fault = '';

  readonly #sinkFor: (status: number) => BodySink | null;
  #state: State = state.complete;
  #sink: BodySink | null = null;
  #toHead = false;
  #headBytes = 0;
  #contentLength = -1;
  #chunked = false;
  #transferEncoding = false;
  /** Bytes of the body or of the chunk that are still to come. */
  #left = 0;
  #line = Buffer.alloc(0);
  #lineLength = 0;

  /** `sinkFor` is asked once for each answer, when its status is known, who wants the body. */
  constructor(sinkFor: (status: number) => BodySink | null) {
    this.#sinkFor = sinkFor;
  }

  /** Expects the answer to a request that is about to be sent. */
  begin(toHead: boolean): void {
    this.fault = '';
    this.#toHead = toHead;
    this.#beginHead();
  }

  /** Reads `buffer` from 0 to `length`. Bytes after the end of the answer are a fault: they were not asked for. */
  push(buffer: Buffer, length: number): Progress {
    let at = 0;
    while (at < length && this.#state < state.complete) {
      switch (this.#state) {
        case state.fixed:
        case state.chunk:
          at = this.#readBody(buffer, at, length);
          break;
        case state.untilClose:
          this.#sink?.write(buffer, at, length);
          at = length;
          break;
        default:
          at = this.#readLine(buffer, at, length);
      }
    }
    if (at < length && this.#state === state.complete) this.#fail('bytes after the end of the answer');
    return this.#progress();
  }

  /** Takes the end of the connection: it completes a body without a length, and cuts off any other. */
  end(): Progress {
    if (this.#state === state.untilClose) this.#state = state.complete;
    return this.#progress();
  }

  #progress(): Progress {
    if (this.#state < state.complete) return 'more';
    return this.#state === state.complete ? 'complete' : 'failed';
  }

  #fail(fault: string): void {
    this.fault = fault;
    this.#state = state.failed;
  }

  #beginHead(): void {
    this.#state = state.status;
    this.status = 0;
    this.keepAlive = true;
    this.serverTime = Number.NaN;
    this.isEventStream = false;
    this.#sink = null;
    this.#headBytes = 0;
    this.#contentLength = -1;
    this.#chunked = false;
    this.#transferEncoding = false;
    this.#lineLength = 0;
  }

  #readBody(buffer: Buffer, from: number, length: number): number {
    const to = Math.min(length, from + this.#left);
    this.#sink?.write(buffer, from, to);
    this.#left -= to - from;
    if (this.#left === 0) this.#state = this.#state === state.chunk ? state.chunkEnd : state.complete;
    return to;
  }

  /** Finds the end of a line; a line that lies in this piece as a whole is read in place. */
  #readLine(buffer: Buffer, from: number, length: number): number {
    let at = from;
    while (at < length && buffer[at] !== 10) at++;
    this.#headBytes += at - from + 1;
    if (this.#headBytes > maxHeadBytes) {
      this.#fail('a head of more than 64 KiB');
      return at;
    }
    if (at === length) {
      this.#keep(buffer, from, at);
      return at;
    }
    if (this.#lineLength === 0) {
      this.#takeLine(buffer, from, at);
    } else {
      this.#keep(buffer, from, at);
      const end = this.#lineLength;
      this.#lineLength = 0;
      this.#takeLine(this.#line, 0, end);
    }
    return at + 1;
  }

  #keep(buffer: Buffer, from: number, to: number): void {
    const needed = this.#lineLength + to - from;
    if (needed > this.#line.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(256, 2 * needed));
      this.#line.copy(larger, 0, 0, this.#lineLength);
      this.#line = larger;
    }
    buffer.copy(this.#line, this.#lineLength, from, to);
    this.#lineLength = needed;
  }

  /** A line ends in CRLF; a recipient may take a bare LF as well (RFC 9112, 2.2). */
  #takeLine(buffer: Buffer, from: number, newline: number): void {
    const to = newline > from && buffer[newline - 1] === 13 ? newline - 1 : newline;
    switch (this.#state) {
      case state.status:
        this.#takeStatus(buffer, from, to);
        break;
      case state.header:
        if (to === from) this.#endHead();
        else this.#takeHeader(buffer, from, to);
        break;
      case state.chunkSize:
        this.#takeChunkSize(buffer, from, to);
        break;
      case state.chunkEnd:
        if (to === from) this.#state = state.chunkSize;
        else this.#fail('a chunk longer than its size');
        break;
      default:
        // A trailer: it changes nothing. The empty line after it ends the answer.
        if (to === from) this.#state = state.complete;
    }
  }

  /** `HTTP/1.1 200 OK` */
  #takeStatus(buffer: Buffer, from: number, to: number): void {
    const minor = buffer[from + 7] ?? 0;
    const status = decimal(buffer, from + 9, from + 12);
    const isHttp1 =
      to - from >= 12 &&
      startsWith(buffer, from, to, 'http/1.') &&
      (minor === 48 || minor === 49) &&
      buffer[from + 8] === 32;
    if (!isHttp1 || status < 100 || (to - from > 12 && buffer[from + 12] !== 32)) {
      this.#fail(`not a status line: ${shown(buffer, from, to)}`);
      return;
    }
    this.status = status;
    // HTTP/1.0 closes unless it says otherwise.
    this.keepAlive = minor === 49;
    this.#state = state.header;
  }

  #takeHeader(buffer: Buffer, from: number, to: number): void {
    let colon = from;
    while (colon < to && buffer[colon] !== 58 && (buffer[colon] ?? 0) > 32) colon++;
    if (colon === from || colon === to || buffer[colon] !== 58) {
      this.#fail(`not a header line: ${shown(buffer, from, to)}`);
      return;
    }
    // Only six names matter, and their lengths tell them from almost all others.
    switch (colon - from) {
      case 10:
        if (startsWith(buffer, from, colon, 'connection')) this.#takeConnection(value(buffer, colon + 1, to));
        else if (startsWith(buffer, from, colon, 'keep-alive'))
          this.#takeKeepAlive(value(buffer, colon + 1, to));
        break;
      case 12:
        if (startsWith(buffer, from, colon, 'content-type')) this.#takeType(buffer, colon + 1, to);
        break;
      case 13:
        if (startsWith(buffer, from, colon, 'server-timing'))
          this.serverTime = serverTiming(value(buffer, colon + 1, to));
        break;
      case 14:
        if (startsWith(buffer, from, colon, 'content-length')) this.#takeLength(buffer, colon + 1, to);
        break;
      case 17:
        if (startsWith(buffer, from, colon, 'transfer-encoding')) {
          this.#transferEncoding = true;
          this.#chunked = /(?:^|,)\s*chunked$/.test(value(buffer, colon + 1, to));
        }
        break;
    }
  }

  #takeConnection(options: string): void {
    if (/\bclose\b/.test(options)) this.keepAlive = false;
    else if (/\bkeep-alive\b/.test(options)) this.keepAlive = true;
  }

  #takeKeepAlive(parameters: string): void {
    const seconds = /\btimeout\s*=\s*(\d+)/.exec(parameters)?.[1];
    this.keepAliveSeconds = seconds === undefined ? null : Number(seconds);
  }

  #takeType(buffer: Buffer, from: number, to: number): void {
    while (from < to && isBlank(buffer[from])) from++;
    this.isEventStream = startsWith(buffer, from, to, 'text/event-stream');
  }

  #takeLength(buffer: Buffer, from: number, to: number): void {
    while (from < to && isBlank(buffer[from])) from++;
    while (to > from && isBlank(buffer[to - 1])) to--;
    const length = decimal(buffer, from, to);
    if (length < 0 || (this.#contentLength >= 0 && this.#contentLength !== length)) {
      this.#fail('a Content-Length that is no number, or two that differ');
    }
    this.#contentLength = length;
  }

  /** Decides how long the body is (RFC 9112, 6.3). */
  #endHead(): void {
    if (this.status === 101) return this.#fail('101 Switching Protocols, which was not asked for');
    if (this.status < 200) return this.#beginHead();
    this.#sink = this.#sinkFor(this.status);
    if (this.#transferEncoding && this.#contentLength >= 0) {
      this.#fail('both Transfer-Encoding and Content-Length');
    } else if (this.#toHead || this.status === 204 || this.status === 304 || this.#contentLength === 0) {
      this.#state = state.complete;
    } else if (this.#chunked) {
      this.#state = state.chunkSize;
    } else if (this.#contentLength > 0) {
      this.#left = this.#contentLength;
      this.#state = state.fixed;
    } else {
      this.keepAlive = false;
      this.#state = state.untilClose;
    }
  }

  /** `1a;extension=value` */
  #takeChunkSize(buffer: Buffer, from: number, to: number): void {
    let size = 0;
    let at = from;
    for (; at < to; at++) {
      const digit = hexDigit(buffer[at] ?? 0);
      if (digit < 0) break;
      size = size * 16 + digit;
    }
    const after = buffer[at];
    if (at === from || at - from > 13 || (at < to && after !== 59 && !isBlank(after))) {
      this.#fail(`not a chunk size: ${shown(buffer, from, to)}`);
      return;
    }
    this.#headBytes = 0;
    this.#left = size;
    this.#state = size === 0 ? state.trailer : state.chunk;
  }
}

/** Functions that read header bytes where they lie, without making strings of them. */

/** Whether the bytes begin with `lowerCase`, in whatever case. */
function startsWith(buffer: Buffer, from: number, to: number, lowerCase: string): boolean {
  if (to - from < lowerCase.length) return false;
  for (let i = 0; i < lowerCase.length; i++) {
    const byte = buffer[from + i] ?? 0;
    const folded = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    if (folded !== lowerCase.charCodeAt(i)) return false;
  }
  return true;
}

/** The bytes as text, trimmed and in lower case. */
function value(buffer: Buffer, from: number, to: number): string {
  return buffer.toString('latin1', from, to).trim().toLowerCase();
}

/** The decimal number in the bytes; −1 if it is none below 10^15. */
function decimal(buffer: Buffer, from: number, to: number): number {
  if (to <= from || to - from > 15) return -1;
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = (buffer[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** The value of a hexadecimal digit; −1 if the byte is none. */
function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Whether the byte is a space or a tab. */
function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}

/** The beginning of a line, for an error text. */
function shown(buffer: Buffer, from: number, to: number): string {
  return JSON.stringify(buffer.toString('latin1', from, Math.min(to, from + 40)));
}

/**
 * Time that a server says a whole request took: `db;dur=12.5, app;dur=47.2;desc="all of it"` (W3C, Server Timing).
 * Only `app` and `total` are taken for the whole. NaN if there is neither.
 */
export function serverTiming(header: string): Milliseconds {
  const took = /(?:^|,)\s*(?:app|total)\s*;(?:[^,]*;)?\s*dur=([\d.]+)/.exec(header)?.[1];
  return took === undefined ? Number.NaN : Number(took);
}
