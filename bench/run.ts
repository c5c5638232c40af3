/**
 * Runs one of the benches with the Node of this checkout: `npm run bench -- load --rounds 2`. Without a name it lists them.
 * What each measures stands at its head.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [name = ''] = process.argv.splice(2, 1);
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => ({ name: file.slice(0, -3), text: readFileSync(join(import.meta.dirname, file), 'utf8') }))
  // The others are parts of these.
  .filter(({ text }) => text.includes('npm run bench --'));

if (benches.some((bench) => bench.name === name)) {
  await import(`./${name}.ts`);
} else {
  console.error(`Name a bench: ${benches.map((bench) => bench.name).join(', ')}`);
  process.exitCode = 2;
}
