/**
 * Removes the declarations that nothing leads to from what the package exports. They were half of its files, and no editor
 * ever opened them. Of the others those keep their comments that an editor shows for what is exported.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const exported = ['dist/index.d.ts', 'dist/observe/probe/register.d.cts'];
const imported = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

const reached = new Set<string>();

/** A declaration names the sources: `../model/plan.ts`. */
function reach(file: string): void {
  if (reached.has(file)) return;
  if (!existsSync(file)) throw new Error(`there is no ${file}`);
  reached.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported))
    reach(normalize(join(dirname(file), name.replace(/\.([cm]?)[jt]s$/, '.d.$1ts'))));
}

for (const file of exported) reach(file);
for (const file of globSync('dist/**/*.d.{ts,cts}')) if (!reached.has(normalize(file))) rmSync(file);

const shown = /^dist\/(?:index|selftest|(?:api|model|run|doctor|predict|report|store)\/)/;
for (const file of reached)
  if (!shown.test(file))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, ''));
