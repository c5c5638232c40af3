/** Optional packages: found from where the user stands or from here, and never bundled (decision 5). */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @returns the path of the package's package.json; null if it is not installed. */
export function findPackage(name: string): string | null {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve(`${name}/package.json`);
    } catch {
      continue;
    }
  }
  return null;
}
