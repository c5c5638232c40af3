/** The lines of a server's output that tell why it ended. */

/** Lines of output that are kept: enough for a stack, and for what Node prints about the error behind it. */
export const keptWords = 60;
const shownWords = 12;

/** A stack frame in Node's own code: it says nothing about the server. */
const ownFrame = /^\s*at .*\bnode:/;
const error = /^(?:Uncaught )?[A-Z]\w*(?:Error|Exception)\b|^(?:Uncaught )?Error\b/;

/**
 * The last lines. If the last error stands further up, before its stack, it takes the place of the first of them.
 * @param lines in the order in which they were printed
 */
export function lastWords(lines: readonly string[], most = shownWords): string[] {
  const told = lines.filter((line) => line.trim() !== '' && !ownFrame.test(line));
  const last = told.slice(-most);
  const why = told.findLastIndex((line) => error.test(line.trimStart()));
  return why >= 0 && why < told.length - last.length ? [told[why] ?? '', ...last.slice(1)] : last;
}
