/** The experiment's own page: jobs per second of each kind at each size, and the picture of them. */
import { short } from '../../../format/words.ts';
import type { Nature } from '../../../workloads/pool-classes/kind.ts';
import type { Measured, Section, Picture, Table } from '../../../model/verdict.ts';
import { left, right, section } from '../experiment.ts';
import { isAbove, same } from '../judgement.ts';
import { against, at, labelOf, measuredKinds, reasonsWithout, sizesOf } from './evidence.ts';
import { usualSize } from './grid.ts';

const natures: readonly (readonly [Nature, string])[] = [
  ['computes', 'compute'],
  ['cached', 'find all in memory'],
  ['waits', 'wait'],
];

/** Jobs that one request does one after the other. */
function jobsPerRequest({ plan }: Measured, kind: string): number {
  return Number(plan.cells.find(({ setting }) => setting['kind'] === kind)?.parameters['count'] ?? 1);
}

/** Sizes that no other is a quarter better than. */
function goodSizes(measured: Measured, kind: string): number[] {
  const pools = sizesOf(measured, kind);
  const isBeaten = (base: number) =>
    pools.some((pool) => pool !== base && isAbove(against(measured, kind, pool, base), same));
  return pools.filter((base) => !isBeaten(base));
}

function rates(measured: Measured, names: readonly string[]): Table {
  const pools = [...new Set(names.flatMap((kind) => sizesOf(measured, kind)))].toSorted((a, b) => a - b);
  return {
    title: 'Jobs per second',
    note: 'As good as any: no other size was shown to do a quarter more.',
    columns: [
      left('kind'),
      left('what a job is'),
      ...pools.map((pool) => right(`pool ${pool}`)),
      right('as good as any'),
    ],
    rows: names.map((kind) => [
      kind,
      labelOf(kind),
      ...pools.map((pool) => {
        const rate = measured.estimate('throughput', at(kind, pool));
        return rate ? short(rate.value * jobsPerRequest(measured, kind)) : '–';
      }),
      goodSizes(measured, kind).join(', '),
    ]),
  };
}

/** Throughput over that of the usual size, with its interval. */
function picture(measured: Measured, names: readonly string[], nature: string): Picture {
  const lines = names.map((kind) => ({
    label: kind,
    points: sizesOf(measured, kind).flatMap((pool) => {
      if (pool === usualSize) return { level: pool, value: 1, low: null, high: null };
      const compared = against(measured, kind, pool, usualSize);
      return compared ? { level: pool, value: compared.value, low: compared.low, high: compared.high } : [];
    }),
  }));
  const ends = lines.flatMap(({ label, points }) => {
    const [least, most] = [points[0], points.at(-1)];
    return least && most
      ? `${label} ${short(least.value)} with ${least.level} and ${short(most.value)} with ${most.level}`
      : [];
  });
  return {
    id: `size-by-kind-${nature.split(' ')[0]}`,
    title: `Throughput against ${usualSize} threads: jobs that ${nature}`,
    sentence: `Throughput over that with ${usualSize} threads: ${ends.join('; ')}.`,
    axis: { label: 'pool size', scale: 'log2' },
    unit: `× of ${usualSize} threads`,
    lines: lines.filter(({ points }) => points.length > 0),
  };
}

/** The two ways to read a small file, by what a file costs. */
function wholeFiles(measured: Measured): Section[] {
  const rows = measuredKinds(measured, 'whole').flatMap((kind) => {
    const cell = at(kind, usualSize);
    const [rate, cpu] = [measured.estimate('throughput', cell), measured.estimate('cpuPerRequest', cell)];
    const files = jobsPerRequest(measured, kind);
    return rate && cpu
      ? [[labelOf(kind), short(rate.value * files), ((cpu.value * 1000) / files).toFixed(1)]]
      : [];
  });
  return section(
    'A small file: one job or four',
    [
      'Since Node 26.8 fs.readFile() opens, measures, reads and closes a small file in one job. Before, each was a job of its own, and waited for a thread and for the event loop in between.',
    ],
    [
      {
        title: `Files of 1 kB with ${usualSize} threads`,
        columns: [left(''), right('files/s'), right('CPU for each [µs]')],
        rows,
      },
    ],
  );
}

export function passages(measured: Measured): Section[] {
  return [...bestSizes(measured), ...wholeFiles(measured)];
}

function bestSizes(measured: Measured): Section[] {
  const names = measuredKinds(measured);
  if (names.length === 0) return [];
  const without = natures.flatMap(([nature]) => reasonsWithout(measured, nature));
  const groups = natures
    .map(([nature, words]) => ({ words, kinds: measuredKinds(measured, nature) }))
    .filter(({ kinds }) => kinds.some((kind) => sizesOf(measured, kind).includes(usualSize)));
  return [
    {
      title: 'The best size depends on what holds the thread',
      paragraphs: [
        'A job that computes needs a thread and a CPU, so more threads than CPUs change only the order of service. A job that waits needs a thread and no CPU, so the pool is its only limit until the device is. A call that finds all in memory is over before another thread has woken up: every thread more is one more to wake, and to contend with for the one queue.',
        ...(without.length > 0 ? [`Not run here: ${without.join('; ')}.`] : []),
      ],
      tables: [rates(measured, names)],
      pictures: groups.map(({ words, kinds }) => picture(measured, kinds, words)),
    },
  ];
}
