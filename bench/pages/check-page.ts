/**
 * The outputs in docs/check.md: what the program says of a stored result, by the rules and words of today. A block of text belongs to
 * the comment before it: `<!-- output: check -->`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readResult } from '../../src/cli/verbs/check.ts';
import { checkPublished } from '../../src/published/check.ts';
import { checkPage } from '../../src/report/pages/check.ts';
import { terminalText } from '../../src/report/render/terminal.ts';

const root = new URL('../../', import.meta.url);

/** A result of the tests, as somebody checks it in its folder. */
function checked() {
  const file = fileURLToPath(new URL('test/published/fixtures/wrk-stall.txt', root));
  return { ...readResult(file, 'A', { clients: null, rate: null }), file: 'wrk.txt' };
}

/** By its name in docs/. */
export function checkedPages(): Record<string, string> {
  const page = readFileSync(new URL('docs/check.md', root), 'utf8');
  const output = terminalText(checkPage(checkPublished([{ cell: 'A', runs: [checked()] }])), {
    columns: 80,
    color: false,
  });
  return {
    'check.md': page.replace(/(<!-- output: check -->\n\n```text\n)[^`]*```/, `$1${output.trim()}\n\`\`\``),
  };
}
