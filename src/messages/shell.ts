/** Words of commands that are printed to be copied into a shell. */

/** Characters that no terminal shows: it obeys them, or they turn a line around, or they take no place. `oneLine` takes them out. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/**
 * A word as a POSIX shell needs it: commands that are printed are there to be copied, and a name in them may be anybody's. A
 * word with a character that cannot be printed is written by `printf`: `$'\n'` is not known to every shell.
 */
export function quoted(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word;
  if (!unprintable.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const [ending = ''] = /\n*$/.exec(word) ?? [];
  // A substitution loses the line breaks at its end; the third character of IFS is one.
  return `"$(printf '${inOctal(word.slice(0, word.length - ending.length))}')${'${IFS#??}'.repeat(ending.length)}"`;
}

/** @returns the text as a format of `printf`: no option begins it, and only what means nothing to `printf` or a shell stays as it is */
function inOctal(text: string): string {
  return text.replace(/^-|[^\p{L}\p{N}_@+=:,./ -]/gu, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(
      '',
    ),
  );
}
