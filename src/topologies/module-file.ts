import { extname, join } from 'node:path';

/** A module of this folder as a file: `.ts` in a checkout's sources, `.js` once built. */
export const moduleFile = (name: string): string =>
  join(import.meta.dirname, name + extname(import.meta.filename));
