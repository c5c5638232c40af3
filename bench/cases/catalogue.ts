/** All cases, by the names of their folders: each is a folder with a `case.ts`. */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Case, NamedCase } from './case.ts';

const names = globSync('*/case.ts', { cwd: import.meta.dirname }).map((file) => dirname(file));

export const cases: readonly NamedCase[] = await Promise.all(
  names.toSorted().map(async (name) => {
    const { default: own } = (await import(`./${name}/case.ts`)) as { default: Case };
    return { name, ...own };
  }),
);
