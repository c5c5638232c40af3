/**
 * What the verdicts are worth on this machine: whole sweeps, with real servers, whose truth is known.
 *
 *   npm run bench -- verdicts same 40 6       a server against itself: how many call a difference?
 *   npm run bench -- verdicts slower 20 13   a server with a tenth more work: in how many is it found, after how many blocks?
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planSweep, run } from '../src/run/run.ts';
import { freePort } from '../src/server/launch.ts';
import { requestSchema } from '../src/model/plan.ts';
import type { RunResult } from '../src/model/verdict.ts';
import { openStore } from '../src/store/store.ts';

const [kind = 'same', times = '40', most = '13'] = process.argv.slice(2);
const levels = kind === 'same' ? ['a', 'b'] : [0, 0.1];
const key = kind === 'same' ? 'env:LABEL' : 'env:SLOWER';
/** The fourth look by default: a tenth must be found by then. */
const mostBlocks = Number(most);

async function sweep(seed: number, file: string): Promise<RunResult> {
  const port = await freePort();
  const plan = planSweep({
    command: [process.execPath, join(import.meta.dirname, 'servers/busy.mjs')],
    cwd: import.meta.dirname,
    factors: [
      { key, levels },
      { key: 'env:PORT', levels: [port] },
    ],
    requests: [requestSchema.parse({ url: `http://127.0.0.1:${port}/` })],
    load: { kind: 'closed', clients: 4 },
    blocks: mostBlocks,
    stopping: { delta: 0.05 },
    seed,
    warmup: 200,
    duration: 500,
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

const folder = mkdtempSync(join(tmpdir(), 'chokepoint-verdicts-'));
const words: Record<string, number> = {};
let blocks = 0;
let withheld = 0;
try {
  for (let time = 1; time <= Number(times); time++) {
    const { comparisons, run: head, trials } = await sweep(time, join(folder, 'runs.db'));
    const throughput = comparisons.find((one) => one.metric === 'throughput');
    const word = throughput?.word ?? 'none';
    words[word] = (words[word] ?? 0) + 1;
    blocks += throughput?.blocks ?? 0;
    if (throughput?.withheld !== undefined) withheld++;
    const { value = NaN, low = NaN, high = NaN } = throughput?.ratio ?? {};
    console.log(
      `${String(time).padStart(3)}  ${word.padEnd(10)}  ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})  ${throughput?.blocks ?? 0} blocks, ${trials.length} trials: ${head.reason}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  `${kind}: ${JSON.stringify(words)}; ${(blocks / Number(times)).toFixed(1)} blocks on average; ${withheld} withheld`,
);
