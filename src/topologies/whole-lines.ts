/** Lines of a file that somebody is still writing: the last may be half written, and counts when its newline is there. */
export function wholeLines(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}
