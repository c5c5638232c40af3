/** The table of docs/method.md of how often a measured figure lies in its range: by the stored pairs and the code of today. */
import { readFileSync } from 'node:fs';
import { coverageOf, type Figure, figures, type Pair } from '../ranges-coverage.ts';
import { pairsOf, readGroups } from '../ranges-pairs.ts';
import { row } from './row.ts';

const percent = (part: number) => `${(100 * part).toFixed(0)}%`;

/** In the page as it is, below its comment. */
export function rangesPage(): Record<string, string> {
  const page = readFileSync(new URL('../../docs/method.md', import.meta.url), 'utf8');
  return { 'method.md': page.replace(/(<!-- ranges[^\n]*-->\n\n)(?:\|[^\n]*\n)+/, `$1${table()}`) };
}

function table(): string {
  const groups = readGroups();
  const [alone, told] = [false, true].map((isTold) => {
    const pairs = groups.flatMap((group) => pairsOf(group, isTold));
    return figures.map((figure) => pairs.filter((pair) => pair.figure === figure));
  }) as [Pair[][], Pair[][]];
  const within = (pairs: readonly Pair[]) => percent(coverageOf(pairs).within);
  const worst = (pairs: readonly Pair[]) => {
    const found = coverageOf(pairs).worst;
    return `${percent(found.within)}, ${found.server}`;
  };
  const side = (pairs: readonly Pair[]) => Math.sqrt(coverageOf(pairs).width).toFixed(2);
  const names: Readonly<Record<Figure, string>> = {
    throughput: 'throughput',
    mean: 'mean response',
    p50: 'median',
    p99: 'p99',
  };
  const heads = figures.map((figure, i) => `${names[figure]} (${alone[i]?.length})`);
  return `${[
    row('what the range rests on (pairs)', ...heads),
    row('---', ...figures.map(() => '---:')),
    row('one setting: within the range', ...alone.map(within)),
    row('… the server with the fewest within', ...alone.map(worst)),
    row('… factor to either side', ...alone.map(side)),
    row('and the other settings of its run: within', ...told.map(within)),
    row('… the server with the fewest within', ...told.map(worst)),
    row('… factor to either side', ...told.map(side)),
  ].join('\n')}\n`;
}
