/**
 * The outputs in the two READMEs and in docs/check.md: what the program says of stored runs, by the rules and words of today. A block of text belongs to
 * the comment before it: `<!-- output: tune -->`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readResult } from '../../src/cli/options/result-files.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { checkPublished } from '../../src/published/check.ts';
import { checkPage } from '../../src/report/pages/check.ts';
import { doctorPage } from '../../src/report/pages/doctor.ts';
import { terminalText } from '../../src/report/render/terminal.ts';
import { text } from '../../src/report/report.ts';
import { speak } from '../../src/messages/message.ts';
import { judge } from '../../src/run/run.ts';
import type { StoredRun } from '../../src/store/store.ts';
import type { Watch } from '../../src/model/watch.ts';
import { terminalSvg } from './terminal-svg.ts';

const root = new URL('../../', import.meta.url);

/** Kept by `npm run bench -- pages --keep-examples STORE WATCH`. */
export const exampleFile = (name: string) => new URL(`docs/examples/${name}.json.gz`, root);

const stored = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(exampleFile(name))).toString());

const options = { columns: 80, color: false };

const outputs: Readonly<Record<string, () => string>> = {
  tune: () => text(judge(stored('tune') as StoredRun), options),
  check: () => terminalText(checkPage(checkPublished([{ cell: 'A', runs: [checked()] }])), options),
};

/** A result of the tests, as somebody checks it in its folder. */
function checked() {
  const file = fileURLToPath(new URL('test/published/fixtures/wrk-stall.txt', root));
  return { ...readResult(file, 'A', { clients: null, rate: null }), file: 'wrk.txt' };
}

function doctorShown(color: boolean): string {
  const watch = stored('doctor') as Watch;
  return terminalText(doctorPage({ watch, diagnosis: diagnose(watch), deeper: null }), {
    ...options,
    color,
  });
}

/** File names below docs/, and what is in them. */
export function readmePages(): Record<string, string> {
  return {
    '../README.md': withOutputs('README.md'),
    'README.ko.md': inKorean(() => withOutputs('docs/README.ko.md')),
    'check.md': withOutputs('docs/check.md'),
    'images/doctor.svg': terminalSvg(doctorShown(true), doctorShown(false)),
  };
}

function inKorean(made: () => string): string {
  speak('ko');
  try {
    return made();
  } finally {
    speak('en');
  }
}

function withOutputs(name: string): string {
  const page = readFileSync(new URL(name, root), 'utf8');
  return page.replaceAll(
    /(<!-- output: (\w+) -->\n\n```text\n)[^`]*```/g,
    (_whole, head: string, which: string) => {
      const output = outputs[which];
      if (!output) throw new Error(`${name}: nothing is called ${which}`);
      return `${head}${output().trim()}\n\`\`\``;
    },
  );
}
