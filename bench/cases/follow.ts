/** Follows an advice that is a setting: the server as it was against the server with it, in turns, each freshly started. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpEngine } from '../../src/load/http-engine.ts';
import type { LoadOutcome } from '../../src/model/sample.ts';
import { exponential, mean, meanBounds } from '../../src/stats/mean-and-spread.ts';
import type { Followed, NamedCase, RecordedFinding } from './case.ts';
import { freePorts, jobOf, startServer } from './start.ts';

export interface Variant {
  readonly setting: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null: as before. */
  readonly command: readonly string[] | null;
}

type Change = RecordedFinding['changes'][number];

const clusterFile = 'cluster-of-the-doctor.mjs';

/** @returns the server as the first change that is a setting has it; null where none is */
export function variantOf(one: NamedCase, { changes }: RecordedFinding): Variant | null {
  return changes.flatMap((change) => settingOf(one, change) ?? [])[0] ?? null;
}

function settingOf(one: NamedCase, { text }: Change): Variant | null {
  for (const { change, env } of one.knobs ?? []) {
    const found = change.exec(text);
    if (found?.[1] !== undefined) return { setting: found[0], env: { [env]: found[1] }, command: null };
  }
  const flag = /--max-semi-space-size=\d+/.exec(text)?.[0];
  if (flag !== undefined) return { setting: flag, env: { NODE_OPTIONS: flag }, command: null };
  const [, name, value] = /\b(UV_THREADPOOL_SIZE|NODE_ENV)=(\w+)/.exec(text) ?? [];
  if (name !== undefined && value !== undefined)
    return { setting: `${name}=${value}`, env: { [name]: value }, command: null };
  const processes = /i < (\d+); i\+\+\) cluster\.fork|pm2 start .* -i (\d+)/
    .exec(text)
    ?.slice(1)
    .find(Boolean);
  if (processes === undefined) return null;
  const [, script = '', ...args] = one.command[0] === 'node' ? one.command : ['node', ...one.command];
  return {
    setting: `${processes} processes (node:cluster)`,
    env: { CASE_SCRIPT: script, CASE_PROCESSES: processes },
    command: ['node', clusterFile, ...args],
  };
}

/** What the doctor prints as `cluster.cjs`, for every script; PM2's cluster mode does the same. */
const clusterText = `import cluster from 'node:cluster';
cluster.setupPrimary({ exec: process.env.CASE_SCRIPT, args: process.argv.slice(2) });
for (let i = 0; i < Number(process.env.CASE_PROCESSES); i++) cluster.fork();
`;

/** Twice ABBA: what drifts, drifts for both. */
const order = ['before', 'after', 'after', 'before', 'before', 'after', 'after', 'before'] as const;
const window = { warmup: 1000, duration: 2500 } as const;

export async function follow(
  one: NamedCase,
  folder: string,
  variant: Variant,
  expected: number | null,
): Promise<Followed> {
  writeFileSync(join(folder, clusterFile), clusterText);
  const seen = { before: [] as LoadOutcome[], after: [] as LoadOutcome[] };
  for (const which of order)
    seen[which].push(await measured(one, folder, which === 'after' ? variant : null));
  const pairs = seen.before.map(
    (before, index) => [before.throughput, seen.after[index]?.throughput ?? Number.NaN] as const,
  );
  const gain = meanBounds(pairs.map(([before, after]) => Math.log(after / before)));
  if (!gain) throw new Error('pairs are missing');
  return {
    setting: variant.setting,
    expected,
    pairs,
    gain: exponential(gain),
    response: [mean(seen.before.map(responseOf)), mean(seen.after.map(responseOf))],
  };
}

async function measured(one: NamedCase, folder: string, variant: Variant | null): Promise<LoadOutcome> {
  const ports = await freePorts();
  const command = variant?.command ?? one.command;
  await using _ = await startServer({ ...one, command }, folder, ports, variant?.env);
  return await httpEngine().run(jobOf(one, ports, window.warmup, window.duration));
}

const responseOf = ({ response }: LoadOutcome) => response.sum / response.count / 1000;
