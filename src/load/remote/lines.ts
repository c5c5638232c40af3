/** Lines of a stream, none of them longer than a bound: the other side is not trusted with this process's memory. */
import type { Readable } from 'node:stream';

export interface LineListener {
  readonly onLine: (line: string) => void;
  /** A line grew beyond the bound, and what it began with: nothing is read any more. */
  readonly onTooLong: (begin: string) => void;
  readonly onEnd: () => void;
}

/** @param longest characters of a line */
export function readLines(
  stream: Readable,
  longest: number,
  { onLine, onTooLong, onEnd }: LineListener,
): void {
  let parts: string[] = [];
  let length = 0;
  let isOver = false;
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    let rest = text;
    while (!isOver) {
      const at = rest.indexOf('\n');
      const part = at < 0 ? rest : rest.slice(0, at);
      parts.push(part);
      length += part.length;
      if (length > longest) {
        isOver = true;
        onTooLong(parts.join('').slice(0, 200));
        return;
      }
      if (at < 0) return;
      const line = parts.join('');
      [parts, length, rest] = [[], 0, rest.slice(at + 1)];
      onLine(line);
    }
  });
  // A stream that ends, or breaks, has told all that it will.
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
  };
  stream.on('end', end);
  stream.on('error', end);
  stream.on('close', end);
}
