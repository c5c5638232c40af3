/** What a terminal shows, as a picture: text with the styles of its ANSI escapes. */
import { textWidth } from '../../src/format/width.ts';
import { escaped } from '../../src/report/chart/svg.ts';

const [cell, line, margin, size] = [8.4, 19, 18, 14];

/** SGR codes that end a style, with the styles that they end. */
const ends: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 3, 4, 31, 32, 33, 34, 35, 36],
  22: [1, 2],
  39: [31, 32, 33, 34, 35, 36],
};

const classes: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  35: 'magenta',
  36: 'cyan',
};

const style = `
text{font:${size}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#d8dee9}
.bold{font-weight:700;fill:#fff}.dim{fill:#8b95a5}.red{fill:#ff7b72}.green{fill:#7ee787}.yellow{fill:#e3b341}.magenta{fill:#d2a8ff}.cyan{fill:#79c0ff}`;

/**
 * @param shown lines with ANSI styles, no other escapes
 * @param title read by those who do not see the picture
 */
export function terminalSvg(shown: string, title: string): string {
  const lines = shown.trimEnd().split('\n');
  const width = Math.max(...lines.map((one) => textWidth(plain(one)))) * cell + 2 * margin;
  const height = lines.length * line + 2 * margin;
  const rows = lines.map(
    (one, i) => `<text x="${margin}" y="${margin + (i + 0.75) * line}">${spans(one)}</text>`,
  );
  const name = escaped(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${name}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"><title>${name}</title><style>${style}</style><rect width="100%" height="100%" rx="10" fill="#161b22"/>
${rows.join('\n')}
</svg>
`;
}

// oxlint-disable-next-line no-control-regex -- the escape is what is looked for
const escape = /\u001B\[(\d+)m/;

const plain = (text: string) => text.replaceAll(new RegExp(escape, 'g'), '');

/** Each piece stands at its own column: no font of the reader decides where a bar begins. */
function spans(text: string): string {
  const on = new Set<number>();
  let column = 0;
  return text
    .split(escape)
    .map((part, i) => {
      if (i % 2 === 1) {
        const code = Number(part);
        for (const each of ends[code] ?? []) on.delete(each);
        if (code in classes) on.add(code);
        return '';
      }
      const at = margin + column * cell;
      column += textWidth(part);
      const names = [...on].map((code) => classes[code]).join(' ');
      return part === ''
        ? ''
        : `<tspan x="${at.toFixed(1)}"${names && ` class="${names}"`}>${escaped(part)}</tspan>`;
    })
    .join('');
}
