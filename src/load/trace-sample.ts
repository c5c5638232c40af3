import { type ErrorKind, errorKinds } from '../model/error-kind.ts';
import type { RequestTrace } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';

/** One finished request, in the generator's own time; NaN where something never happened. */
export interface Finished {
  readonly client: number;
  readonly due: Milliseconds;
  readonly sent: Milliseconds;
  readonly firstByte: Milliseconds;
  readonly status: number;
  readonly bytesReceived: number;
  /** What the server says it took; NaN or absent if it says nothing. */
  readonly serverTime?: Milliseconds;
  /** The answer is a stream of server-sent events; absent: it is not. */
  readonly isEventStream?: boolean;
  /** A wrong answer in one line; only asked for the first few. */
  excerpt(): string;
}

const fields = 8;

/**
 * A uniform sample of bounded size from a stream of unknown length (Vitter 1985, algorithm R): the n-th request takes
 * a place with probability size/n. Held in one typed array, so that ten million requests leave no garbage.
 */
export class TraceSample {
  readonly #size: number;
  readonly #random: () => number;
  readonly #values: Float64Array;
  #seen = 0;

  constructor(size: number, random: () => number) {
    this.#size = size;
    this.#random = random;
    this.#values = new Float64Array(size * fields);
  }

  add(request: Finished, done: Milliseconds, error: ErrorKind | null): void {
    const n = this.#seen++;
    const place = n < this.#size ? n : Math.floor(this.#random() * (n + 1));
    if (place >= this.#size) return;
    const at = place * fields;
    this.#values[at] = request.client;
    this.#values[at + 1] = request.due;
    this.#values[at + 2] = request.sent;
    this.#values[at + 3] = request.firstByte;
    this.#values[at + 4] = done;
    this.#values[at + 5] = request.status;
    this.#values[at + 6] = error === null ? -1 : errorKinds.indexOf(error);
    this.#values[at + 7] = request.serverTime ?? Number.NaN;
  }

  /** In order of `due`, with times since `origin`. A request that was never sent has its end as `sent`. */
  toTraces(origin: Milliseconds): readonly RequestTrace[] {
    const traces: RequestTrace[] = [];
    for (let i = 0; i < Math.min(this.#seen, this.#size); i++) {
      const field = (offset: number) => this.#values[i * fields + offset] ?? Number.NaN;
      const done = field(4) - origin;
      traces.push({
        client: field(0),
        due: field(1) - origin,
        sent: Number.isNaN(field(2)) ? done : field(2) - origin,
        firstByte: Number.isNaN(field(3)) ? null : field(3) - origin,
        done,
        status: field(5),
        error: errorKinds[field(6)] ?? null,
        ...(!Number.isNaN(field(7)) && { serverTime: field(7) }),
      });
    }
    return traces.toSorted((a, b) => a.due - b.due);
  }
}
