/** Optional packages: found from where the user stands or from here, and never bundled (decisions 5 and 13). */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Looks into the folders itself: a package need not export its package.json, and one that does not is there all the same.
 * @returns the path of the package's package.json; null if it is not installed.
 */
export function findPackage(name: string): string | null {
  const folders = [join(process.cwd(), 'package.json'), import.meta.filename].flatMap(
    (from) => createRequire(from).resolve.paths(name) ?? [],
  );
  return folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file)) ?? null;
}
