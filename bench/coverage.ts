/**
 * How often the intervals hold the truth, how often whole sessions find what is not there, and how soon they find what
 * is: Markdown tables of simulated sessions. About ten minutes.
 *
 *     npm run bench -- coverage           prints them
 *     npm run bench -- coverage --write   also puts them into docs/method.md; "npm run format" then aligns them
 *     npm run bench -- coverage --effort  prints the rows of src/stats/effort.ts instead
 */
import { readFile, writeFile } from 'node:fs/promises';
import { blockCoverage, meanCoverage, pairedCoverage } from '../test/stats/simulated-trials.ts';
import { calledEquivalent, falseAlarms, neverEquivalent, power } from '../test/stats/simulated-sessions.ts';
import { effortTable } from '../src/stats/effort.ts';
import type { Weather } from '../test/stats/simulated-sessions.ts';
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
const markdown = (columns: readonly string[], body: readonly (readonly string[])[]) =>
  [columns, columns.map((_, i) => (i === 0 ? '---' : '--:')), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const coverage = () =>
  markdown(
    ['intervals of 95 %', 'clean', 'half-width', 'hiccups', 'failed trials', 'uneven noise'],
    rows.map(([label, method]) => {
      const reached = conditions.map(method);
      const cells = reached.map((one) => (one ? percent(one.held) : '–'));
      cells.splice(1, 0, `±${percent(reached[0]?.half ?? Number.NaN)}`);
      return [label, ...cells];
    }),
  );

const weathers: Readonly<Record<string, Weather>> = {
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
    ['false differences', ...Object.keys(weathers)],
    Object.entries(families).map(([label, ratios]) => [
      label,
      ...Object.values(weathers).map((weather) =>
        percent(falseAlarms({ ratios, weather, rule: neverEquivalent, runs })),
      ),
    ]),
  );

const noises = [0.01, 0.02, 0.03, 0.05, 0.08];
const found = () =>
  markdown(
    ['CV of a trial', ...[2, 5, 10].map((effect) => `${effect} % faster`), 'no difference'],
    noises.map((cv) => [
      `${100 * cv} %`,
      ...[1.02, 1.05, 1.1].map((ratio) => {
        const one = power({ ratios: [ratio], cv, rule: neverEquivalent, runs });
        return `${percent(one.found)}, ${one.blocks.toFixed(1)} blocks`;
      }),
      `${percent(calledEquivalent({ ratios: [1], cv, runs }))}, ${power({ ratios: [1], cv, runs }).blocks.toFixed(1)} blocks`,
    ]),
  );

if (process.argv.includes('--effort')) {
  for (const [signal] of effortTable) {
    const one = power({ ratios: [Math.exp(signal * 0.03)], cv: 0.03, rule: neverEquivalent, runs });
    console.log(`  [${signal}, ${one.blocks.toFixed(1)}, ${one.found.toFixed(3)}],`);
  }
} else {
  const tables = { coverage: coverage(), alarms: alarms(), power: found() };
  console.log(Object.values(tables).join('\n\n'));
  if (process.argv.includes('--write')) await write(tables);
}

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
