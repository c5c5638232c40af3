#!/usr/bin/env node
/**
 * What is started. `--help` and `--version` are answered at once; the rest of the program is loaded only for the rest. All of it
 * loads on any Node from 18 on, up to the verbs.
 */
import { answerAtOnce } from './answer-at-once.ts';

const answer = answerAtOnce(process.argv.slice(2), process.env);
if (answer === null) await import('./command-line.ts');
else {
  // Whoever reads may have gone: `chokepoint --help | head`.
  process.stdout.on('error', () => {});
  process.stdout.write(`${answer}\n`);
}
