/** Splits text that comes in parts into lines. Its writer is not trusted with this process's memory: a line has a bound. */
export class Lines {
  readonly #longest: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: (begin: string) => void;
  #rest = '';
  #isTooLong = false;

  /**
   * @param longest characters of a line
   * @param onTooLong called once for a line that grows longer, with its beginning: the rest of it is passed over
   */
  constructor(longest: number, onLine: (line: string) => void, onTooLong: (begin: string) => void = onLine) {
    this.#longest = longest;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(part: string): void {
    let from = 0;
    for (let to = part.indexOf('\n'); to >= 0; to = part.indexOf('\n', from)) {
      this.#keep(part.slice(from, to));
      this.end();
      from = to + 1;
    }
    this.#keep(part.slice(from));
  }

  /** Ends a line: the last one of a text may lack its line break. */
  end(): void {
    const [line, isTooLong] = [this.#rest, this.#isTooLong];
    [this.#rest, this.#isTooLong] = ['', false];
    if (!isTooLong) this.#onLine(line);
  }

  #keep(text: string): void {
    if (this.#isTooLong) return;
    this.#rest += text;
    if (this.#rest.length <= this.#longest) return;
    const begin = this.#rest.slice(0, this.#longest);
    [this.#rest, this.#isTooLong] = ['', true];
    this.#onTooLong(begin);
  }
}
