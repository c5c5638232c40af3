/**
 * What the verdicts are worth on this machine: whole sweeps with real servers with a known answer, each judged with what
 * the machine's speed explains and without it.
 *
 *   npm run bench -- verdicts 20 10 [1]   20 sessions of 10 blocks (110 s each), with seeds from 1; each has two servers against
 *                                         themselves, and two with a tenth more work against those
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from '../src/judge/sequence.ts';
import { noise } from '../src/judge/noise.ts';
import { planSweep } from '../src/run/plans.ts';
import { run } from '../src/run/run.ts';
import { freePort } from '../src/server/launch.ts';
import { requestSchema, type Plan } from '../src/model/plan.ts';
import type { Trial } from '../src/model/sample.ts';
import type { RunResult, Word } from '../src/model/verdict.ts';
import { openStore } from '../src/store/store.ts';

const [times = '20', blocks = '10', first = '1'] = process.argv.slice(2);
const extra = 0.1;

async function session(seed: number, file: string): Promise<RunResult> {
  const port = await freePort();
  const plan = planSweep({
    command: [process.execPath, join(import.meta.dirname, 'servers/busy.mjs')],
    cwd: import.meta.dirname,
    factors: [
      { key: 'env:LABEL', levels: ['a', 'b'] },
      { key: 'env:SLOWER', levels: [0, extra] },
      { key: 'env:PORT', levels: [port] },
    ],
    requests: [requestSchema.parse({ url: `http://127.0.0.1:${port}/` })],
    load: { kind: 'closed', clients: 4 },
    blocks: Number(blocks),
    strategy: { kind: 'all' },
    seed,
    warmup: 500,
    duration: 1500,
    timeout: 5000,
    startTimeout: 10_000,
  });
  using store = openStore(file, 'write');
  let result: RunResult | null = null;
  for await (const event of run(plan, store, { signal: AbortSignal.timeout(600_000) })) {
    if (event.type === 'judged') result = event.result;
  }
  if (!result) throw new Error('no result');
  return result;
}

/** As a run of these two cells alone would have been judged, look by look. */
function pair({ plan, trials }: RunResult, cells: readonly string[], isSeeing: boolean) {
  const own: Plan = {
    ...plan,
    blocks: 28,
    baseline: cells[0] ?? '',
    cells: plan.cells.filter(({ id }) => cells.includes(id)),
  };
  const seen = trials
    .filter(({ cell }) => cells.includes(cell))
    .map((trial): Trial => (isSeeing ? trial : { ...trial, host: withoutWindow(trial.host) }));
  const { comparisons } = decide(own, seen, { ended: 'finished' });
  const found = comparisons.find(({ metric }) => metric === 'throughput');
  return { word: found?.word ?? 'undecided', blocks: found?.look ?? Number(blocks), ratio: found?.ratio };
}

function withoutWindow(host: Trial['host']): Trial['host'] {
  const { window, ...others } = host;
  return window === undefined ? host : others;
}

const folder = mkdtempSync(join(tmpdir(), 'chokepoint-verdicts-'));
const told: Record<string, { word: Word; blocks: number }[]> = {};
const spreads: (readonly [before: number, after: number])[] = [];
try {
  for (let time = Number(first); time < Number(first) + Number(times); time++) {
    const result = await session(time, join(folder, 'runs.db'));
    const ids = result.plan.cells.map(({ id }) => id);
    const of = (label: string, slower: number) =>
      ids.find((id) => id.includes(`LABEL=${label}`) && id.includes(`SLOWER=${slower} `)) ?? '';
    const pairs = {
      same: [
        [of('a', 0), of('b', 0)],
        [of('a', extra), of('b', extra)],
      ],
      slower: [
        [of('a', 0), of('a', extra)],
        [of('b', 0), of('b', extra)],
      ],
    };
    const line: string[] = [];
    for (const [kind, some] of Object.entries(pairs)) {
      for (const cells of some) {
        for (const isSeeing of [false, true]) {
          const { word, blocks: after, ratio } = pair(result, cells, isSeeing);
          (told[`${kind}, ${isSeeing ? 'with' : 'without'} the probe`] ??= []).push({ word, blocks: after });
          line.push(`${kind} ${isSeeing ? '+' : '−'} ${ratio?.value.toFixed(3)} ${word} ${after}`);
        }
      }
    }
    const { unadjustedCv, trialCv } = noise(result.plan, result.trials);
    if (unadjustedCv !== null && trialCv) spreads.push([unadjustedCv, trialCv.value]);
    console.log(
      `${String(time).padStart(3)}  ${((unadjustedCv ?? 0) * 100).toFixed(1)}% → ${((trialCv?.value ?? 0) * 100).toFixed(1)}%  ${line.join('; ')}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(
  `spread of a trial ${(100 * mean(spreads.map(([before]) => before))).toFixed(1)}%, with the probe ${(100 * mean(spreads.map(([, after]) => after))).toFixed(1)}%`,
);
for (const [kind, all] of Object.entries(told)) {
  const words = Object.entries(Object.groupBy(all, ({ word }) => word)).map(
    ([word, some]) => `${word} ${some.length}`,
  );
  console.log(`${kind}: ${words.join(', ')}; ${mean(all.map((one) => one.blocks)).toFixed(1)} blocks`);
}
