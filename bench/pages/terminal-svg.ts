/** What a terminal showed, as a picture that moves: text with the styles of its ANSI escapes. */
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

/** What stands on the screen from a time on. */
export interface Frame {
  readonly seconds: number;
  readonly lines: readonly string[];
}

/**
 * A picture that plays once. Where nothing moves, it is the last frame.
 * @param frames lines with ANSI styles, no other escapes; the last one stays
 */
export function terminalSvg(frames: readonly Frame[]): string {
  const last = frames.at(-1)?.lines ?? [];
  const rows = Math.max(...frames.map(({ lines }) => lines.length));
  const columns = Math.max(...frames.flatMap(({ lines }) => lines.map((one) => textWidth(plain(one)))));
  const title = escaped(last.map(plain).join('\n'));
  const texts = Array.from({ length: rows }, (_, row) =>
    spellsOf(frames, row).map(({ text, from, to }) => {
      const when =
        to === null
          ? `>${from > 0 ? `<set attributeName="visibility" to="hidden" dur="${from}s"/>` : ''}`
          : ` visibility="hidden"><set attributeName="visibility" to="visible" begin="${from}s" dur="${(to - from).toFixed(1)}s"/>`;
      return `<text x="${margin}" y="${margin + (row + 0.75) * line}"${when}${spans(text)}</text>`;
    }),
  ).flat();
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${title}" viewBox="0 0 ${Math.ceil(columns * cell + 2 * margin)} ${rows * line + 2 * margin}"><title>${title}</title><style>${style}</style><rect width="100%" height="100%" rx="10" fill="#161b22"/>
${texts.join('\n')}
</svg>
`;
}

/** What stands in a row one after the other, each from when to when; null: to the end. */
function spellsOf(frames: readonly Frame[], row: number) {
  const spells: { text: string; from: number; to: number | null }[] = [];
  for (const { seconds, lines } of frames) {
    const [text = '', before] = [lines[row], spells.at(-1)];
    if (text === (before?.text ?? '')) continue;
    if (before) before.to = seconds;
    spells.push({ text, from: seconds, to: null });
  }
  return spells.filter(({ text }) => text !== '');
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
