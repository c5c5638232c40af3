/**
 * How often the intervals hold the truth, how often whole sessions find what is not there, and how soon they find what
 * is: Markdown tables of simulated sessions. About ten minutes.
 *
 *     npm run bench -- coverage           prints them
 *     npm run bench -- coverage --write   also puts them into docs/method.md; "npm run format" then aligns them
 */
import { readFile, writeFile } from 'node:fs/promises';
import { machineCoverage, meanCoverage, ratioCoverage } from '../test/stats/simulated-trials.ts';
import { calledEquivalent, falseAlarms, neverEquivalent, power } from '../test/stats/simulated-sessions.ts';
import type { Disturbances } from '../test/stats/simulated-sessions.ts';
import type { Coverage, Noise } from '../test/stats/simulated-trials.ts';
import { figureHead, row } from './pages/row.ts';

const runs = Number(process.env['RUNS'] ?? 4_000);
const conditions: readonly Noise[] = [{}, { hiccups: 0.04 }, { failed: 0.08 }, { lastCell: 3 }];

/** Null where the condition has no meaning: a single setting cannot be noisier than the others. */
type Method = (noise: Noise) => Coverage | null;
const rows: readonly (readonly [string, Method])[] = [
  ...[2, 4, 5, 6, 9, 13, 28].map((blocks): [string, Method] => [
    `two settings, ${blocks} blocks`,
    (noise) => ratioCoverage({ blocks, cells: 2, noise, runs }),
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
    (noise) => ratioCoverage({ blocks, cells, noise, runs }),
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

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const markdown = (columns: readonly string[], body: readonly (readonly string[])[]) =>
  [figureHead(...columns), ...body.map((cells) => row(...cells))].join('\n');

const coverage = () =>
  markdown(
    ['intervals of 95%', 'clean', 'half-width', 'hiccups', 'failed trials', 'uneven noise'],
    rows.map(([label, method]) => {
      const reached = conditions.map(method);
      const cells = reached.map((one) => (one ? percent(one.held) : '–'));
      cells.splice(1, 0, `±${percent(reached[0]?.half ?? Number.NaN)}`);
      return [label, ...cells];
    }),
  );

const disturbed: Readonly<Record<string, Disturbances>> = {
  clean: {},
  drift: { drift: 0.02 },
  hiccups: { hiccups: 0.04 },
  'failed trials': { failed: 0.08 },
  'slows down': { thermal: { loss: 0.1, over: 28 } },
  'at the start': { thermal: { loss: 0.1, over: 4 } },
  'uneven noise': { lastSetting: 3 },
};
const families: Readonly<Record<string, readonly number[]>> = {
  'two settings': [1],
  '4 settings': [1, 1, 1],
  '4 settings, two of them far off': [1.5, 2, 1],
  '10 settings': Array.from({ length: 9 }, () => 1),
};

const alarms = () =>
  markdown(
    ['false differences', ...Object.keys(disturbed)],
    Object.entries(families).map(([label, ratios]) => [
      label,
      ...Object.values(disturbed).map((disturbances) =>
        percent(falseAlarms({ ratios, disturbances, rule: neverEquivalent, runs })),
      ),
    ]),
  );

const noises = [0.01, 0.02, 0.03, 0.05, 0.08];
const found = () =>
  markdown(
    ['CV of a trial', ...[2, 5, 10].map((effect) => `${effect}% faster`), 'no difference'],
    noises.map((cv) => [
      `${100 * cv}%`,
      ...[1.02, 1.05, 1.1].map((ratio) => {
        const one = power({ ratios: [ratio], cv, rule: neverEquivalent, runs });
        return `${percent(one.found)}, ${one.blocks.toFixed(1)} blocks`;
      }),
      `${percent(calledEquivalent({ ratios: [1], cv, runs }))}, ${power({ ratios: [1], cv, runs }).blocks.toFixed(1)} blocks`,
    ]),
  );

/** Of a machine that halves its speed now and then: what a probe in each window is worth. */
const probes: readonly (readonly [string, number | null])[] = [
  ['no probe', null],
  ['a probe that errs by 3%', 0.03],
  ['by 8%', 0.08],
  ['one that sees nothing', 3],
];
const shared = () =>
  markdown(
    ['shared machine, intervals of 95%', ...probes.map(([label]) => label)],
    (
      [
        [2, 4],
        [2, 9],
        [4, 4],
        [11, 7],
        [19, 3],
      ] as const
    ).map(([cells, blocks]) => [
      `${cells} settings, ${blocks} blocks`,
      ...probes.map(([, probe]) => {
        const effects = Array.from({ length: cells }, (_, column) => 0.05 * column);
        const { held, half } = machineCoverage({ blocks, effects, probe }, runs);
        return `${percent(held)} (±${percent(half)})`;
      }),
    ]),
  );

const all = { coverage: coverage(), shared: shared(), alarms: alarms(), power: found() };
console.log(Object.values(all).join('\n\n'));
if (process.argv.includes('--write')) await write(all);

/** Puts each table between the marks of its name. */
async function write(tables: Readonly<Record<string, string>>): Promise<void> {
  const page = new URL('../docs/method.md', import.meta.url);
  let text = await readFile(page, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const between = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
    if (!between.test(text)) throw new Error(`docs/method.md has lost its <!-- ${name} --> marks`);
    text = text.replace(between, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  }
  await writeFile(page, text);
}
