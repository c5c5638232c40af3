/**
 * The pages of the documentation that the code writes itself: the validity checks, the published tables under them, and
 * the experiments with their verdicts, and the output in docs/check.md.
 *
 *     npm run bench -- pages                  prints them
 *     npm run bench -- pages --write          puts them into docs/; "npm run format" then aligns their tables
 *     npm run bench -- pages --keep STORE     first takes the newest quick run of each experiment from a store
 */
import { writeFile } from 'node:fs/promises';
import { keepRuns } from './pages/keep.ts';
import { pages } from './pages/pages.ts';

const docs = new URL('../docs/', import.meta.url);
const at = process.argv.indexOf('--keep');
const store = at < 0 ? undefined : process.argv[at + 1];
if (store !== undefined) console.log(`kept: ${(await keepRuns(store)).join(', ')}`);
if (process.argv.includes('--write')) {
  for (const [name, text] of Object.entries(pages())) await writeFile(new URL(name, docs), text);
} else if (store === undefined) {
  for (const text of Object.values(pages())) console.log(text);
}
