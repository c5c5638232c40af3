/**
 * `node test/skipped.ts A B`: what was skipped both times, by root and by another user (SKIPPED of `test/run.ts`). Such a test is run
 * nowhere: exit code 1. What needs k6 runs where there is one.
 */
import { readFileSync } from 'node:fs';

const [one = new Set<string>(), other = new Set<string>()] = process.argv
  .slice(2, 4)
  .map((file) => new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)));
const both = [...one.intersection(other)].filter((name) => !/k6/.test(name));
for (const name of both) console.log(`skipped by root, and by another user: ${name}`);
console.log(`${one.size} and ${other.size} tests are skipped, ${both.length} of them in both runs`);
if (both.length > 0) process.exitCode = 1;
