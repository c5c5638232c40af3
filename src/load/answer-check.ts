/** Checks whether an answer is right. Reads the body only if the check needs it. */
import { createHash, createHmac, type Hash } from 'node:crypto';
import type { ErrorKind } from '../model/error-kind.ts';
import { parsedJson } from '../model/schema/read.ts';
import type { BodySink } from './http-parser.ts';
import type { PreparedRequest } from './scenario.ts';

/** A proof is a short JSON document; a longer body is a wrong answer, not something to keep. */
const maxProofBytes = 1024 * 1024;
const excerptBytes = 120;

/** Checks the answers of one connection, one after the other. */
export class AnswerCheck {
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
