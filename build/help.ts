/** Keeps the lines of help in every language, for `cli/answer-at-once.ts`. `npm run build` does it. */
import { writeFileSync } from 'node:fs';
import type { KeptHelp } from '../src/cli/answer-at-once.ts';
import { commands } from '../src/cli/commands.ts';
import { helpRows, overviewRows } from '../src/cli/help.ts';
import { calledAs } from '../src/messages/program.ts';
import { languages, speakAs } from '../src/cli/output/language.ts';

// The place where the name goes, as texts have it.
calledAs('{chokepoint}');
const kept: Record<string, KeptHelp[string]> = {};
for (const language of languages) {
  await speakAs(['--lang', language], {});
  const verbs = commands.map((command) => [command.name, helpRows(command)] as const);
  kept[language] = { '': overviewRows(commands), ...Object.fromEntries(verbs) };
}
writeFileSync('dist/cli/help.json', JSON.stringify(kept));
