/** Where the keys of a JSON document stand: a parser forgets it, and whoever has to fix a key wants to know. */

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|\n/g;

/**
 * @param text of an object that `JSON.parse` reads
 * @param within the key of its object whose keys are meant; null: its own
 * @returns the line of each key, counted from 1
 */
export function keyLines(text: string, within: string | null): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const wanted = within === null ? 1 : 2;
  let [line, depth] = [1, 0];
  let last: string | null = null;
  let outer: string | null = null;
  for (const [one] of text.matchAll(token)) {
    if (one === '\n') line++;
    else if (one === '{' || one === '[') depth++;
    else if (one === '}' || one === ']') depth--;
    else if (one === ':' && last !== null) {
      if (depth === 1) outer = last;
      if (depth === wanted && (within === null || outer === within) && !lines.has(last))
        lines.set(last, line);
    }
    last = one.startsWith('"') ? (JSON.parse(one) as string) : one === '\n' ? last : null;
  }
  return lines;
}
