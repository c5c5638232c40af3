/** Whether the line `process.env.UV_THREADPOOL_SIZE = 7` works, by where it stands. */
import type { Measured } from '../../../model/verdict.ts';
import { notRun, type Judgement } from '../evidence.ts';
import type { Claim } from '../experiment.ts';
import { notInstalled } from '../needs.ts';
import { found, shown, valuesOf, type Value } from './found.ts';

/** Neither the default nor a size that anything else would take. */
export const asked = 7;

const documents =
  "the article's line in another place; Node's documents do not guarantee that it works from inside the process";
const article = 'the article shows the line in a CommonJS script';

interface Place {
  readonly id: string;
  /** `in a CommonJS entry`: in its first line. */
  readonly where: string;
  readonly source: string;
  /** Trials, and the name of the figure in their facts. */
  readonly ask: string;
  readonly topology?: string;
  readonly name: string;
}

export const places: readonly Place[] = [
  {
    id: 'in-commonjs',
    where: 'in a CommonJS entry',
    source: article,
    ask: 'in-code',
    name: 'in commonjs',
  },
  { id: 'in-module', where: 'in an ES module entry', source: documents, ask: 'in-code', name: 'in module' },
  {
    id: 'in-require',
    where: 'in a script that --require loads',
    source: documents,
    ask: 'in-code',
    name: 'in require',
  },
  {
    id: 'in-import',
    where: 'in a module that --import loads',
    source: documents,
    ask: 'in-code',
    name: 'in import',
  },
  { id: 'in-worker', where: 'in a worker thread', source: documents, ask: 'in-code', name: 'in worker' },
  {
    id: 'in-worker-shared',
    where: 'in a worker thread with SHARE_ENV',
    source: documents,
    ask: 'in-code',
    name: 'in worker that shares',
  },
  ...(['cluster', 'pm2-fork', 'pm2-cluster'] as const).flatMap((topology): Place[] => {
    const manager = {
      cluster: 'node:cluster',
      'pm2-fork': 'PM2 fork mode',
      'pm2-cluster': 'PM2 cluster mode',
    };
    const common = { source: documents, topology, name: 'jobs' };
    return [
      {
        ...common,
        id: `${topology}-commonjs`,
        where: `in a CommonJS entry under ${manager[topology]}`,
        ask: 'commonjs',
      },
      {
        ...common,
        id: `${topology}-module`,
        where: `in an ES module entry under ${manager[topology]}`,
        ask: 'module',
      },
    ];
  }),
];

/** Jobs at once in every trial, by version. */
export function jobsOf(
  measured: Measured,
  { ask, topology, name }: Place,
): { node: string; values: Value[] }[] {
  return found(measured, ask, topology).map((one) => ({ node: one.node, values: valuesOf(one, name) }));
}

function works(measured: Measured, place: Place): Judgement {
  if (place.topology?.startsWith('pm2') && measured.plan.absent?.includes('pm2')) return notInstalled('pm2');
  const all = jobsOf(measured, place).filter(({ values }) => values.length > 0);
  if (all.length === 0) return notRun('No trial that asks this counts.');
  const evidence = all.map(({ node, values }) => ({
    text: `jobs at once, ${asked} asked for${all.length > 1 ? `, Node ${node}` : ''}`,
    unit: '',
    value: Math.min(...values.map(Number)),
    low: null,
    high: null,
    n: values.length,
  }));
  const told = `${asked} were asked for; jobs at once: ${all.map(({ node, values }) => `${shown(values)} on Node ${node}`).join(', ')}`;
  if (all.some(({ values }) => new Set(values).size > 1))
    return { verdict: 'undecided', because: `${told}: the trials differ.`, evidence };
  const without = all.filter(({ values }) => values[0] !== asked);
  if (without.length === 0) return { verdict: 'holds', because: `${told}.`, evidence };
  const which = without.length < all.length ? 'it depends on the version' : 'the default stayed';
  return { verdict: 'refuted', because: `${told}: ${which}.`, evidence };
}

export const inCodeClaims: readonly Claim[] = places.map((place) => ({
  id: `pool-mechanics/${place.id}`,
  text: `process.env.UV_THREADPOOL_SIZE = n has effect ${place.where}.`,
  source: place.source,
  judge: (measured) => works(measured, place),
}));
