/** The key of a chart: symbols with their names, in as many rows as the width asks for. */
import { estimatedWidth, words } from './svg.ts';

export interface LegendEntry {
  readonly label: string;
  /** Draws the key at the given middle point; 24 pixels wide at most. */
  readonly key: (x: number, y: number) => string;
}

const keyWidth = 30;
const rowHeight = 20;

export function legend(
  entries: readonly LegendEntry[],
  x: number,
  y: number,
  width: number,
): { height: number; body: string } {
  let left = x;
  let row = 0;
  const parts = entries.map(({ label, key }) => {
    const size = keyWidth + estimatedWidth(label) + 14;
    // The width is an estimate, and a word that touches the edge looks cut off.
    if (left > x && left + size + 10 > x + width) {
      left = x;
      row++;
    }
    const middle = y + row * rowHeight + rowHeight / 2;
    const part = key(left + 12, middle) + words(label, left + keyWidth, middle + 4);
    left += size;
    return part;
  });
  return { height: entries.length === 0 ? 0 : (row + 1) * rowHeight + 6, body: parts.join('') };
}
