/** Argument arrays as they are typed. */

/** @returns the words of a command line; `'…'` keeps spaces together */
export function words(line: string): string[] {
  return Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
}
