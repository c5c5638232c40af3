/**
 * How often the intervals hold the truth: a Markdown table of simulated sessions.
 *
 *     node bench/coverage.ts           prints it
 *     node bench/coverage.ts --write   also puts it into docs/method.md; "npm run format" then aligns it
 */
import { readFile, writeFile } from 'node:fs/promises';
import { blockCoverage, meanCoverage, pairedCoverage } from '../test/stats/simulated-trials.ts';
import type { Coverage, Noise } from '../test/stats/simulated-trials.ts';

const runs = 10_000;
const conditions: readonly Noise[] = [{}, { hiccups: 0.04 }, { failed: 0.08 }, { lastCell: 3 }];

/** Null where the condition has no meaning: a single setting cannot be noisier than the others. */
type Method = (noise: Noise) => Coverage | null;
const rows: readonly (readonly [string, Method])[] = [
  ...[2, 4, 5, 6, 9, 13, 28].map((blocks): [string, Method] => [
    `two settings, ${blocks} blocks`,
    (noise) => pairedCoverage({ blocks, noise, runs }),
  ]),
  ...(
    [
      [2, 3],
      [2, 7],
      [3, 5],
      [4, 4],
      [4, 10],
      [9, 4],
    ] as const
  ).map(([blocks, cells]): [string, Method] => [
    `${cells} settings, ${blocks} blocks`,
    (noise) => blockCoverage({ blocks, cells, noise, runs }),
  ]),
  ...[3, 9].map((blocks): [string, Method] => [
    `mean of one setting, ${blocks} trials`,
    (noise) => (noise.lastCell ? null : meanCoverage({ blocks, noise, runs })),
  ]),
  [
    'the same without drift, 9 trials',
    (noise) => (noise.lastCell ? null : meanCoverage({ blocks: 9, noise: { ...noise, steady: true }, runs })),
  ],
];

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const table = [
  '| intervals of 95 % | clean | half-width | hiccups | failed trials | uneven noise |',
  '|---|--:|--:|--:|--:|--:|',
  ...rows.map(([label, method]) => {
    const reached = conditions.map(method);
    const cells = reached.map((one) => (one ? percent(one.held) : '–'));
    cells.splice(1, 0, `±${percent(reached[0]?.half ?? Number.NaN)}`);
    return `| ${label} | ${cells.join(' | ')} |`;
  }),
].join('\n');
console.log(table);

if (process.argv.includes('--write')) {
  const page = new URL('../docs/method.md', import.meta.url);
  const text = await readFile(page, 'utf8');
  const between = /(<!-- coverage -->\n)[^]*(<!-- \/coverage -->)/;
  if (!between.test(text)) throw new Error('docs/method.md has lost its <!-- coverage --> marks');
  await writeFile(
    page,
    text.replace(between, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`),
  );
}
