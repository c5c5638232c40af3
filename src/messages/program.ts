/**
 * How the user can call this program: `chokepoint` where it is installed, else `npx chokepoint` or `node dist/cli/main.js`. Texts have
 * `$chokepoint` where a command begins, kept lines of help `{chokepoint}`; what is stored, and documents for scripts, the plain name.
 */
const plain = 'chokepoint';
const place = `{${plain}}`;

let called: string = plain;

/** Sets how this program was called, before anything is printed. Only the command line does so. */
export function calledAs(words: string): void {
  called = words;
}

/** @returns the words with which a command line begins that is to be typed */
export function program(): string {
  return called;
}

/** @returns a stored command line of this program as it can be typed here; another one as it is */
export function asTyped(command: string): string {
  return command.startsWith(`${plain} `) ? called + command.slice(plain.length) : command;
}

/** @param name what the commands in the text begin with */
export function withProgram(text: string, name: string = plain): string {
  return text.replaceAll(place, name);
}
