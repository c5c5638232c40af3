/**
 * The files of deploy/, all made from the table of metrics: a dashboard, alerts with their tests, and files for Kubernetes.
 *
 *     npm run bench -- deploy            prints them
 *     npm run bench -- deploy --write    puts them into deploy/
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deployFiles } from './deploy/files.ts';

const folder = join(import.meta.dirname, '../deploy');
for (const [name, text] of Object.entries(deployFiles())) {
  if (process.argv.includes('--write')) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  } else {
    console.log(`# ${name}\n\n${text}`);
  }
}
