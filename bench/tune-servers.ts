/** The servers of bench/tune.ts: the examples, and one whose best is known exactly, each with its grid. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpus } from '../src/run/run.ts';
import { poolFactor } from '../src/tune/grid.ts';
import { whyNoOwnNames, withOwnNames } from '../src/server/own-names.ts';
import type { TuneFactor } from '../src/model/tune.ts';
import { whyNoDevice } from '../src/lab/workloads/pool-classes/device.ts';

/** Of every load: more than the default pool can serve at a time. */
export const clients = 32;

export interface Server {
  readonly name: string;
  /** What should be best, in a few words. */
  readonly expected: string;
  readonly command: readonly string[];
  readonly factors: readonly TuneFactor[];
  /** Why it cannot be measured here; null if it can. */
  readonly why: () => Promise<string | null> | string | null;
}

const here = (file: string) => join(import.meta.dirname, file);
const example = (file: string) => here(`../examples/${file}`);
const node = process.execPath;
const pool = [poolFactor(cpus())];

const server = (name: string, expected: string, more: Partial<Server> = {}): Server => ({
  name,
  expected,
  command: [node, example(name)],
  factors: pool,
  why: () => null,
  ...more,
});

function slowNames(): readonly string[] {
  const args = [
    'NAME=slow.test',
    node,
    '--import',
    here('servers/slow-names.mjs'),
    example('http-names.mjs'),
  ];
  const launch = withOwnNames({ file: 'env', args, env: {}, announces: 0 });
  return [launch.file, ...launch.args];
}

const onDevice = () => whyNoDevice(process.env['DATA'] ?? tmpdir());
export const servers: readonly Server[] = [
  server('express-crypto.cjs', `pool ${cpus()}`),
  server('fastify-gzip.mjs', `pool ${cpus()}`),
  server('http-stat.mjs', 'pool 1'),
  server('http-files.mjs', 'pool 1'),
  server('http-disk.mjs', 'as the disk', { why: onDevice }),
  server('http-names.mjs', `pool ${2 * clients}`, { command: slowNames(), why: whyNoOwnNames }),
  server('express-mixed.cjs', `pool > ${cpus()}`, { why: onDevice }),
  server('http-render.mjs', 'processes > 1', {
    factors: [
      { key: 'pool', levels: [2, 4, 16] },
      { key: 'processes', levels: [1, 2, 4] },
    ],
  }),
  server('http-memory.mjs', 'as it is'),
  server('blocking.cjs', `pool ${clients}`, { command: [node, here('servers/blocking.cjs'), '20'] }),
];
