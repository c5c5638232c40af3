/** The text of the page's script: one file of `enhance`, which is compiled for browsers and not for Node. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';

const extension = extname(import.meta.filename);
const text = readFileSync(new URL('./enhance/enhance' + extension, import.meta.url), 'utf8');

/** The script without comments, indentation, and spaces around operators (no string in it has such spaces). Each report carries it. */
export const script = (extension === '.ts' ? stripTypeScriptTypes(text) : text)
  .replaceAll(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')
  .replaceAll(/\s*\n\s*/g, '\n')
  .replaceAll(/ {2,}/g, ' ')
  .replaceAll(/ (=>?|[!=]==|&&) /g, '$1')
  .replace(/export \{\};\s*$/, '')
  .trim();
