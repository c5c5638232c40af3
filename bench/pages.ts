/**
 * The two pages of the documentation that the honesty checks write themselves.
 *
 *     node bench/pages.ts           prints them
 *     node bench/pages.ts --write   puts them into docs/; "npm run format" then aligns their tables
 */
import { writeFile } from 'node:fs/promises';
import { pages } from './pages/pages.ts';

for (const [name, text] of Object.entries(pages())) {
  if (process.argv.includes('--write')) await writeFile(new URL(`../docs/${name}`, import.meta.url), text);
  else console.log(text);
}
