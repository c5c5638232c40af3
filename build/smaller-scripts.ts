/**
 * Makes the scripts smaller that `tsc` has written. Its helpers for `using` are kept once instead of in each file, comments go
 * (`tsc` would have to run twice, since the declarations keep theirs), and no line is indented.
 * Statements and names stay as they are, since a stack trace shows them.
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

interface Span {
  readonly start: number;
  readonly end: number;
}

/** No comments and no indentation. Spaces inside a text over several lines are no indentation. */
function narrow(file: string, text: string): string {
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const literals: Span[] = [];
  const add = ({ start, end }: Span) => {
    if (text.slice(start, end).includes('\n')) literals.push({ start, end });
  };
  new Visitor({ TemplateElement: add, Literal: add }).visit(program);
  const isLiteral = (line: number) => literals.some(({ start, end }) => start < line && line <= end);
  const indented = Array.from(text.matchAll(/^(?: {4})+/gm), ({ 0: spaces, index }) => ({ spaces, index }));
  const edits = [
    ...indented
      .filter(({ index }) => !isLiteral(index))
      .map(({ spaces, index }) => ({
        start: index,
        end: index + spaces.length,
      })),
    // The first line of a program is told as a comment.
    ...comments.filter(({ start }) => text[start] === '/').map((comment) => wholeComment(text, comment)),
  ];
  let short = '';
  let at = 0;
  for (const { start, end } of edits.toSorted((one, other) => one.start - other.start)) {
    short += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return short + text.slice(at);
}

/** With the spaces before it, and with its lines where nothing else is on them. */
function wholeComment(text: string, { start, end }: Span): Span {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isFirst = text.slice(line, start).trim() === '';
  const isLast = text[end] === '\n' || end === text.length;
  if (isFirst && isLast) return { start: line, end: end + 1 };
  const before = text.slice(line, start).trimEnd().length + line;
  return isLast ? { start: before, end } : { start, end: end + (text[end] === ' ' ? 1 : 0) };
}

for (const file of globSync('dist/**/*.{js,cjs}').toSorted())
  if (file !== place) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, narrow(file, withoutHelpers(file, text)));
  }
for (const copy of copies) writeFileSync(place, narrow(place, copy.replaceAll(/^var /gm, 'export var ')));
