/**
 * Rewrites what is stored here, once, where the form of a run or a watch changes: `node test/judges/rewrite.ts CHANGE.ts`, whose default
 * export makes of each stored value (a run, a watch, or a first look with both) the new one.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const [module = ''] = process.argv.slice(2);
const { default: change } = (await import(resolve(module))) as { default: (stored: unknown) => unknown };
const folder = join(import.meta.dirname, 'stored');
for (const name of globSync('*.json.gz', { cwd: folder })) {
  const file = join(folder, name);
  const stored: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString());
  writeFileSync(file, gzipSync(JSON.stringify(change(stored)), { level: 9 }));
}
