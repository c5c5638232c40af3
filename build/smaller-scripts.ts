/**
 * Makes the scripts smaller that `tsc` has written. Its helpers for `using` are kept once instead of in each file, and each
 * level is indented by one space instead of four. Lines and names stay, since a stack trace shows them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const names = ['__addDisposableResource', '__disposeResources'];
const helpers = /^var __addDisposableResource = [^]*?^\};\n(?=var)var __disposeResources = [^]*?^\}\);\n/m;
const place = 'dist/using.js';

/** The helpers as the files have them: all alike, so one. */
const copies = new Set<string>();

function withoutHelpers(file: string, text: string): string {
  if (!text.includes(`var ${names[0]}`)) return text;
  const [copy = ''] = helpers.exec(text) ?? [];
  copies.add(copy);
  if (copy === '' || copies.size > 1) throw new Error(`${file}: tsc has changed its helpers for \`using\``);
  const path = relative(dirname(file), place);
  const from = path.startsWith('.') ? path : `./${path}`;
  return text.replace(copy, () => `import { ${names.join(', ')} } from '${from}';\n`);
}

/** One space for each level. Spaces inside a text over several lines are no indentation. */
function narrow(file: string, text: string): string {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const literals: { start: number; end: number }[] = [];
  const add = ({ start, end }: { start: number; end: number }) => {
    if (text.slice(start, end).includes('\n')) literals.push({ start, end });
  };
  new Visitor({ TemplateElement: add, Literal: add }).visit(program);
  const isLiteral = (line: number) => literals.some(({ start, end }) => start < line && line <= end);
  return text.replaceAll(/^(?: {4})+/gm, (spaces, at: number) =>
    isLiteral(at) ? spaces : ' '.repeat(spaces.length / 4),
  );
}

for (const file of globSync('dist/**/*.{js,cjs}').toSorted())
  if (file !== place) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, narrow(file, withoutHelpers(file, text)));
  }
for (const copy of copies) writeFileSync(place, narrow(place, copy.replaceAll(/^var /gm, 'export var ')));
