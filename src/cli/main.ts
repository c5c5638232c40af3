#!/usr/bin/env node
/**
 * Starts the program. `--help` and `--version` are answered at once; anything else loads the rest of the program. All files that
 * are loaded before a verb work on any Node from 18 on.
 */
import { answerAtOnce } from './answer-at-once.ts';

const answer = answerAtOnce(process.argv.slice(2), process.env);
if (answer === null) await import('./command-line.ts');
else {
  // The reader may have closed the pipe: `chokepoint --help | head`.
  process.stdout.on('error', () => {});
  process.stdout.write(`${answer}\n`);
}
