/** What was recorded of real servers, and lies beside the tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A watch under load, as a file of the doctor. */
export const recordedWatch = join(import.meta.dirname, '../golden/recorded-watch.json');

/** @param path in the folder of the tests, of a file `*.json.gz` */
export const unzipped = (path: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, '..', path))).toString());
