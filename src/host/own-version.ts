/** The version of this package. It loads on any Node, for `cli/main.ts`. */
import { readFileSync } from 'node:fs';

/** @returns what package.json says, two folders up in the sources of a checkout and once built */
export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
