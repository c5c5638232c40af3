/** A figure as a file of its own: with the colours of the report, light or dark as the reader's system is. */
import { draw } from '../../src/report/chart/chart.ts';
import type { Figure } from '../../src/report/page.ts';
import { style } from '../../src/report/page/style.ts';

const width = 840;

/** Only what a drawing needs that no script touches. */
const rules = style
  .split('\n')
  .filter((line) => !/^\.chart(\.sample| \.on)/.test(line))
  .filter((line) => /^(:root\{|\.chart|\.series-|\.better|\.worse|\.equivalent|\.undecided)/.test(line))
  .map((line) => line.replace('overflow:visible;', ''))
  .join('');

export function svgFile({ id, title, sentence, chart }: Figure): string {
  const drawn = draw(chart, { id, title, description: sentence, width, className: 'wide' });
  return (
    drawn
      .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
      .replace('>', `><style>${rules}</style><rect width="100%" height="100%" fill="var(--paper)"/>`) + '\n'
  );
}
