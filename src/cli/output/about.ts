/** A time that is only guessed: `about 40 s`, `about 3 min`. */
export function about(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 10_000) * 10;
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}
