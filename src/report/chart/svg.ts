/** SVG as text. Colours are classes of the page's style sheet, so that one picture serves light and dark. */

type Attributes = Readonly<Record<string, string | number>>;

/** One element; `children` are markup, so plain text has to pass `escaped` first. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escaped(value)}"`,
  );
  return children === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${children}</${name}>`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A coordinate as text. A tenth of a pixel is all that can be seen; more digits only make the file heavy. */
function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function words(
  text: string,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end' = 'start',
  name = 'label',
): string {
  return element('text', { x, y, 'text-anchor': anchor, class: name }, escaped(text));
}

export function line(x1: number, y1: number, x2: number, y2: number, name: string): string {
  return element('line', { x1, y1, x2, y2, class: name });
}

export function rectangle(x: number, y: number, width: number, height: number, name: string): string {
  return element('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), class: name });
}

export function polyline(points: readonly (readonly [x: number, y: number])[], name: string): string {
  const d = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${coordinate(x)},${coordinate(y)}`).join('');
  return element('path', { d, class: name });
}

/** A mark with the text that a browser shows when the pointer rests on it. */
export function datum(text: string, mark: string): string {
  return element('g', { class: 'datum' }, element('title', {}, escaped(text)) + mark);
}

/** Degrees by which a triangle that points up is turned for a value beyond its axis, by the side on which it lies. */
const turns = { up: 0, right: 90, down: 180, left: 270 } as const;
export type Beyond = keyof typeof turns;

/** A value that its axis does not reach: a triangle at the edge, and its text; empty where it is written beside the plot. */
export function beyond(x: number, y: number, way: Beyond, text: string, name: string): string {
  const place = `translate(${coordinate(x)},${coordinate(y)}) rotate(${turns[way]})`;
  const triangle = element('path', { d: 'M0,-7L4,0L-4,0Z', transform: place, class: `beyond ${name}` });
  return triangle + (text === '' ? '' : words(text, x, way === 'up' ? y + 13 : y - 6, 'middle', 'tick'));
}

/** The mark of a value of series `n`, or where its axis does not reach it, the triangle. */
export function valueMark(
  axis: { at(value: number): number; beyond(value: number): Beyond | null },
  value: number,
  x: number,
  n: number,
  { text, name = 'mark' }: { readonly text: string; readonly name?: string },
): string {
  const [y, way] = [axis.at(value), axis.beyond(value)];
  return way ? beyond(x, y, way, text, `${name} series-${n}`) : symbol(n, x, y, name);
}

/** Width of a text in 12 px of a usual sans serif: exact enough to keep labels apart. */
export function estimatedWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character > '\u1100' ? 12 : /[ilj.,:;|'·]/.test(character) ? 3.6 : 7;
  return width;
}

const outlines = [
  'M-4,0A4,4 0 1 0 4,0A4,4 0 1 0 -4,0Z',
  'M-3.6,-3.6H3.6V3.6H-3.6Z',
  'M0,-4.8L4.6,3.6H-4.6Z',
  'M0,-5L5,0L0,5L-5,0Z',
  'M0,4.8L-4.6,-3.6H4.6Z',
  'M-1.5,-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z',
];

/** How many series can be distinguished by shape and colour together. */
const seriesShapes = outlines.length;

/** The mark of series `n`: its shape tells it from the others where colour cannot. */
export function symbol(n: number, x: number, y: number, name = 'mark'): string {
  const place = n % seriesShapes;
  return element('path', {
    d: outlines[place] ?? '',
    transform: `translate(${coordinate(x)},${coordinate(y)})`,
    class: `${name} series-${place}`,
  });
}

/** What each kind of chart hands back: the height is its own choice, the width was given. */
export interface Drawing {
  readonly height: number;
  /** SVG markup without its outer element. */
  readonly body: string;
}

export interface LegendEntry {
  readonly label: string;
  /** Draws the key at the given middle point; 24 pixels wide at most. */
  readonly key: (x: number, y: number) => string;
}

const keyWidth = 30;
const rowHeight = 20;

/** @param width of the lines that it is broken into */
export function legend(entries: readonly LegendEntry[], width: number): Drawing {
  let [left, row] = [0, 0];
  const parts = entries.map(({ label, key }) => {
    const size = keyWidth + estimatedWidth(label) + 14;
    // The width is an estimate, and a word that touches the edge looks cut off.
    if (left > 0 && left + size + 10 > width) [left, row] = [0, row + 1];
    const middle = row * rowHeight + rowHeight / 2;
    const part = element(
      'g',
      { transform: `translate(${coordinate(left)},${coordinate(middle)})` },
      key(12, 0) + words(label, keyWidth, 4),
    );
    left += size;
    return part;
  });
  if (entries.length === 0) return { height: 0, body: '' };
  return { height: (row + 1) * rowHeight + 6, body: parts.join('') };
}

/** The key of a line. */
export const lineKey = (name: string) => (x: number, y: number) => line(x - 12, y, x + 12, y, name);
