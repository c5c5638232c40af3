/**
 * What a search costs and how often it is right, on eight simulated servers whose best is known: a Markdown table.
 * About twelve minutes for 500 searches on each.
 *
 *     npm run bench -- tune-families          500 searches of each kind on each server
 *     npm run bench -- tune-families 100      so many
 */
import type { TuneOptions } from '../src/model/tune.ts';
import { families, scoreOf, sizes, type Score } from '../test/tune/simulated-servers.ts';

const runs = Number(process.argv[2] ?? 500);
const names = Object.keys(families);
const noises = [0.012, 0.03, 0.06];

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const mean = (scores: readonly Score[], figure: keyof Score) =>
  scores.reduce((sum, score) => sum + score[figure], 0) / scores.length;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

console.log(
  `${runs} searches on each server; drift AR(1) 0.9 with steps of 2 %, 3 % of trials with a hiccup of 15 %.`,
);
console.log('In each cell: mean trials, share within 5 % of the best of all sizes 1 to 1024.\n');
const columns = [
  'mode',
  'noise',
  ...names,
  'all',
  'certified',
  'false certificates: mean, worst',
  'flat keeps 4',
];
console.log(row(columns));
console.log(row(columns.map((_, i) => (i === 0 ? '---' : '--:'))));
/** What a model says beforehand: nothing; the truth; what is true of the next server in the list. */
const models = ['no model', 'right model', 'wrong model'] as const;

function guidance(model: (typeof models)[number], i: number): Partial<TuneOptions> {
  if (model === 'no model') return {};
  const rate = families[names[model === 'right model' ? i : (i + 1) % names.length] ?? ''] ?? (() => 1);
  return { isGuided: true, prediction: Object.fromEntries(sizes.map((k) => [`pool=${k}`, rate(k)])) };
}

for (const [mode, model] of (['fast', 'certified'] as const).flatMap((one) =>
  models.map((other) => [one, other] as const),
)) {
  for (const noise of noises) {
    const scores = names.map((name, i) => scoreOf(name, { mode, ...guidance(model, i) }, noise, runs));
    const cell = ({ trials, right }: Pick<Score, 'trials' | 'right'>) =>
      `${trials.toFixed(0)}, ${percent(right)}`;
    const worst = Math.max(...scores.map(({ falseCertificates }) => falseCertificates));
    console.log(
      row([
        model === 'no model' ? mode : `${mode}, ${model}`,
        percent(noise),
        ...scores.map(cell),
        `${mean(scores, 'trials').toFixed(1)}, ${percent(mean(scores, 'right'))}`,
        percent(mean(scores, 'certified')),
        `${percent(mean(scores, 'falseCertificates'))}, ${percent(worst)}`,
        percent(scores[names.indexOf('flat')]?.keepsDefault ?? 0),
      ]),
    );
  }
}
