/** Text that comes in parts, as lines. */

/** A line of a result is shorter: a longer one is none, and is not kept. */
const longest = 1024 * 1024;

/** A format that is read line by line. */
export interface LineReader<Read> {
  line(text: string): void;
  /** @returns null where no line was a result */
  end(): Read | null;
}

export class Lines {
  readonly #reader: Pick<LineReader<unknown>, 'line'>;
  #rest = '';
  #isTooLong = false;

  constructor(reader: Pick<LineReader<unknown>, 'line'>) {
    this.#reader = reader;
  }

  push(part: string): void {
    let from = 0;
    for (let to = part.indexOf('\n'); to >= 0; to = part.indexOf('\n', from)) {
      this.#keep(part.slice(from, to));
      this.#flush();
      from = to + 1;
    }
    this.#keep(part.slice(from));
  }

  end(): void {
    this.#flush();
  }

  #keep(text: string): void {
    if (this.#rest.length + text.length > longest) [this.#rest, this.#isTooLong] = ['', true];
    else if (!this.#isTooLong) this.#rest += text;
  }

  #flush(): void {
    const line = this.#rest.endsWith('\r') ? this.#rest.slice(0, -1) : this.#rest;
    // One that is too long cannot be read: it is counted as such.
    if (this.#isTooLong) this.#reader.line('?');
    else if (line !== '') this.#reader.line(line);
    [this.#rest, this.#isTooLong] = ['', false];
  }
}
