/** One asynchronous API and how it is tried (guest). */
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Attempt {
  /** The API's name as a reader knows it: `fs.stat`, `subtle.digest`. */
  readonly name: string;
  /**
   * Starts the API afresh, each time with objects of its own, and resolves when it is done.
   * @throws Absent, by rejecting, where this Node has no such API
   */
  readonly start: () => Promise<unknown>;
  /** The other API whose job comes first: `dns.lookup` of a connection to a name. */
  readonly through?: string;
  /** Present if it answers from a store that a job fills: when it is done says nothing about its own job. */
  readonly stored?: true;
}

/** Attempts by their names. @param more what all of them have in common */
export const named = (
  starts: Readonly<Record<string, Attempt['start']>>,
  more: Pick<Attempt, 'through'> = {},
): Attempt[] => Object.entries(starts).map(([name, start]) => ({ name, start, ...more }));

/** The error of an API that this Node does not have, or has in a synchronous form only. */
export class Absent extends Error {}

type Any = (...args: unknown[]) => unknown;
export type Methods = Readonly<Record<string, Any | undefined>>;

/** The function of that name. @throws Absent */
export function method(owner: object, name: string): Any {
  const found = (owner as Methods)[name];
  if (typeof found !== 'function') throw new Absent(name);
  return found.bind(owner);
}

type Done = (error?: unknown, value?: unknown) => void;

/** Calls an API that takes a callback last, and turns the callback into a promise. */
export function called(start: (done: Done) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const returned = start((error, value) => {
      // eslint-disable-next-line typescript/prefer-promise-reject-errors -- whatever the API says
      if (error) reject(error);
      else resolve(value);
    });
    // An API that has learnt to take a callback ignored it before, and gave its result at once.
    if (isResult(returned)) reject(new Absent('it takes no callback'));
  });
}

/** Reads a stream, or any other asynchronous iterable, to its end. */
export async function drained(iterable: unknown): Promise<void> {
  for await (const _ of iterable as AsyncIterable<unknown>);
}

const isResult = (value: unknown) => Buffer.isBuffer(value) || typeof value === 'boolean';

/** Makes files that nobody else uses: two attempts must not wait for each other. */
export class ScratchFolder {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** A new path, at which there is nothing. */
  path(ending = ''): string {
    return join(this.#folder, `${this.#count++}${ending}`);
  }

  file(content = 'one line\nand another\n', ending = ''): string {
    const path = this.path(ending);
    writeFileSync(path, content);
    return path;
  }

  directory(): string {
    const path = this.path();
    mkdirSync(path);
    return path;
  }

  descriptor(): number {
    return openSync(this.file(), 'r+');
  }
}

interface AttemptState {
  isDone: boolean;
  error: unknown;
}

/** Starts an attempt, and knows whether it is done. @returns at once; `ended` resolves when it is done, however it ends */
export function begun({ start: begin }: Attempt, onDone = () => {}): AttemptState & { ended: Promise<void> } {
  const outcome: AttemptState = { isDone: false, error: null };
  const ended = (async () => {
    try {
      await begin();
    } catch (error) {
      outcome.error = error;
    }
    outcome.isDone = true;
    onDone();
  })();
  return Object.assign(outcome, { ended });
}
