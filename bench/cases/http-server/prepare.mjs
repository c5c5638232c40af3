/** A script of 60 kB to serve. */
import { mkdirSync, writeFileSync } from 'node:fs';

mkdirSync('public', { recursive: true });
writeFileSync(
  'public/app.js',
  Array.from({ length: 2000 }, (_, id) => `export const value${id} = ${id};\n`).join(''),
);
