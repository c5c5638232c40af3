/** Ends a release whose package.json does not say where the project lives: that is for its owner alone to fill in. */
import { readFileSync } from 'node:fs';

const [file = 'package.json'] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const missing = ['repository', 'homepage', 'bugs'].filter((name) => !manifest[name]);
if (missing.length > 0) {
  throw new Error(
    `${file} has no ${missing.join(', no ')}. Only the owner of the project can fill that in, before the first release.`,
  );
}
