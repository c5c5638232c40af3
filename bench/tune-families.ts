/**
 * What a search costs and how often it is right, on eight simulated servers whose best is known: a Markdown table.
 * Then the hardest test of what is promised: all settings equal, or all but one just too bad to be recommended.
 * Two minutes for 500 searches on each.
 *
 *     npm run bench -- tune-families          500 searches of each kind on each server
 *     npm run bench -- tune-families 100      so many
 */
import { mean } from '../src/stats/mean-and-spread.ts';
import { families, hardest, scoreOf, type Score } from '../test/tune/simulated-servers.ts';
import { figureHead, row } from './pages/row.ts';

const runs = Number(process.argv[2] ?? 500);
const names = Object.keys(families);
const noises = [0.012, 0.03, 0.06];

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

console.log(
  `${runs} searches on each server; drift AR(1) 0.9 with steps of 2%, 3% of trials with a hiccup of 15%.`,
);
console.log('In each cell: mean trials, share within 5% of the best of all sizes 1 to 1024.\n');
const shares = ['certified', 'false certificates: mean, worst', 'false words', 'flat keeps 4'];
console.log(figureHead('mode', 'noise', ...names, 'all', ...shares));
for (const mode of ['fast', 'certified'] as const) {
  for (const noise of noises) {
    const scores = names.map((name) => scoreOf(name, { mode }, noise, runs));
    const cell = ({ trials, right }: Score) => `${trials.toFixed(0)}, ${percent(right)}`;
    const ofAll = (figure: keyof Score) => mean(scores.map((score) => score[figure]));
    const worst = Math.max(...scores.map(({ falseCertificates }) => falseCertificates));
    console.log(
      row(
        mode,
        percent(noise),
        ...scores.map(cell),
        `${ofAll('trials').toFixed(1)}, ${percent(ofAll('right'))}`,
        percent(ofAll('certified')),
        `${percent(ofAll('falseCertificates'))}, ${percent(worst)}`,
        percent(ofAll('falseWords')),
        percent(scores[names.indexOf('flat')]?.keepsDefault ?? 0),
      ),
    );
  }
}

console.log(
  '\nThe hardest test: searches over so many sizes, of which one is best, and the others so far below it.\n',
);
const found = ['trials', 'certified', 'false certificates', 'false words'];
console.log(figureHead('mode', 'sizes', 'below', 'noise', ...found));
for (const mode of ['fast', 'certified'] as const)
  for (const { count, below } of [
    { count: 12, below: 0 },
    { count: 12, below: 0.055 },
    { count: 7, below: 0.055 },
    { count: 4, below: 0.055 },
  ])
    for (const noise of noises) {
      const { trials, certified, falseCertificates, falseWords } = hardest(mode, count, below, noise, runs);
      console.log(
        row(
          mode,
          String(count),
          percent(below),
          percent(noise),
          trials.toFixed(1),
          percent(certified),
          percent(falseCertificates),
          percent(falseWords),
        ),
      );
    }
