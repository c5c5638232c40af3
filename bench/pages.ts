/**
 * The pages of the documentation that the code writes itself: the validity checks, the published tables under them, and
 * the experiments with their verdicts, and the outputs in the READMEs.
 *
 *     npm run bench -- pages                  prints them
 *     npm run bench -- pages --write          puts them into docs/; "npm run format" then aligns their tables
 *     npm run bench -- pages --keep STORE     first takes the newest quick run of each experiment from a store
 *     npm run bench -- pages --keep-examples STORE WATCH
 *                                             first takes what the READMEs show: a search, and a watch of the doctor
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { keepExamples, keepRuns } from './pages/keep.ts';
import { pages } from './pages/pages.ts';

const docs = new URL('../docs/', import.meta.url);
const at = process.argv.indexOf('--keep');
const store = at < 0 ? undefined : process.argv[at + 1];
if (store !== undefined) {
  await mkdir(new URL('experiments/runs/', docs), { recursive: true });
  console.log(`kept: ${(await keepRuns(store)).join(', ')}`);
}
const examples = process.argv.indexOf('--keep-examples');
if (examples > 0) {
  const [searches, watch] = process.argv.slice(examples + 1);
  if (searches === undefined || watch === undefined) throw new Error('--keep-examples STORE WATCH');
  await mkdir(new URL('examples/', docs), { recursive: true });
  await keepExamples(searches, watch);
}
if (process.argv.includes('--write')) {
  await mkdir(new URL('experiments/images/', docs), { recursive: true });
  for (const [name, text] of Object.entries(pages())) await writeFile(new URL(name, docs), text);
} else if (store === undefined) {
  for (const text of Object.values(pages())) console.log(text);
}
