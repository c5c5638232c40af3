/** What `npm start` runs: the script of the nearest package.json, as the package managers look for it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scriptName, type PackageScript } from '../../model/apply/apply-command.ts';

/** Null where the command runs no script, or nobody finds it: then the manager itself will say so. */
export function packageScript(command: readonly string[], cwd: string): PackageScript | null {
  const name = scriptName(command);
  if (name === null || name === '') return null;
  const text = new Map(Object.entries(scriptsNear(cwd))).get(name);
  return typeof text === 'string' ? { name, text } : null;
}

function scriptsNear(folder: string): object {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts?: unknown;
    };
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    const parent = dirname(folder);
    return parent === folder ? {} : scriptsNear(parent);
  }
}
