/**
 * A first look at every example: how long it took, what it found, and whether that is what its author says limits it.
 *
 *     npm run build && npm run bench -- first-look [--only http-disk.mjs]
 */
import { parseArgs } from 'node:util';
import { firstLook, known } from '../test/cli/first-looks.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

for (const [file, rules] of Object.entries(known).filter(([name]) => name.includes(values.only))) {
  const { found, title, isOfOthers, took } = await firstLook(file);
  const word = isOfOthers ? 'others have the CPUs' : rules.includes(found) ? 'as known' : 'NOT AS KNOWN';
  if (word === 'NOT AS KNOWN') process.exitCode = 1;
  console.log([file.padEnd(20), `${Math.round(took / 1000)} s`.padStart(5), word, found, title].join('  '));
}
