/** Of what a server printed, the lines that tell why it ended. */

/** So many are kept: a stack, and what Node prints about its error behind it. */
export const keptWords = 60;
const shownWords = 12;

/** A frame of Node's own code says nothing of the server's. */
const ownFrame = /^\s*at .*\bnode:/;
const error = /^(?:Uncaught )?[A-Z]\w*(?:Error|Exception)\b|^(?:Uncaught )?Error\b/;

/**
 * The last lines; where the last error stands before them, behind its stack, it takes the place of the first.
 * @param lines in the order in which they were printed
 */
export function lastWords(lines: readonly string[], most = shownWords): string[] {
  const told = lines.filter((line) => line.trim() !== '' && !ownFrame.test(line));
  const last = told.slice(-most);
  const why = told.findLastIndex((line) => error.test(line.trimStart()));
  return why >= 0 && why < told.length - last.length ? [told[why] ?? '', ...last.slice(1)] : last;
}
