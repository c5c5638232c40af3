/**
 * The capacity of real servers of known truth: `npm run bench -- slo-capacity --runs 20 --server exponential`. It prints how many runs are
 * within 3% of the closed form, and how many intervals hold it; with `--vary` how many find 20% more slots better. Each run takes
 * some minutes: the machine must be left alone.
 */
import { foundIn } from '../src/model/verdict.ts';
import { parseArgs } from 'node:util';
import { planCapacity } from '../src/run/plans.ts';
import { requestSchema } from '../src/model/plan.ts';
import type { CapacityResult } from '../src/model/capacity.ts';
import { atAnyPort } from '../src/format/address.ts';
import { limited, type Limited } from '../test/capacity/limited.ts';
import { measured, timeouts } from './measured.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    first: { type: 'string', default: '0' },
    server: { type: 'string', default: 'exponential' },
    budget: { type: 'string', default: '300' },
    vary: { type: 'boolean', default: false },
  },
});

const server = limited[values.server];
if (!server) throw new Error(`--server is one of ${Object.keys(limited).join(', ')}`);
const runs = Number(values.runs);
let [near, held, told, better] = [0, 0, 0, 0];
// Two of them side by side begin at different runs: each run has a seed of its own.
for (let i = Number(values.first); i < Number(values.first) + runs; i++) {
  const found = await capacityOf(server, i);
  const [finding] = found.findings;
  const rate = finding?.rate ?? null;
  const off = rate && rate.value / server.truth - 1;
  const isHeld = rate !== null && rate.low <= server.truth && server.truth <= (rate.high ?? Infinity);
  told += rate ? 1 : 0;
  near += off !== null && Math.abs(off) <= 0.03 ? 1 : 0;
  held += isHeld ? 1 : 0;
  better += found.ratio?.word === 'better' ? 1 : 0;
  const text = rate
    ? `${rate.value.toFixed(1)}/s (${rate.low.toFixed(1)}–${rate.high?.toFixed(1) ?? 'open'}), ${(100 * (off ?? 0)).toFixed(1)}%, ${finding?.blocks} blocks`
    : (finding?.word ?? 'nothing');
  console.log(
    `${i + 1}: ${text}${isHeld ? '' : ', not held'}${found.ratio ? `, ratio ${found.ratio.value.toFixed(3)} (${found.ratio.low.toFixed(3)}–${found.ratio.high.toFixed(3)}) ${found.ratio.word}` : ''}`,
  );
}
console.log(
  `${values.server}: truth ${server.truth.toFixed(1)}/s; ${told} of ${runs} with an interval, ${near} within 3%, ${held} hold it${values.vary ? `, ${better} find 20% more slots better` : ''}`,
);

async function capacityOf({ command, env, limit, slots }: Limited, seed: number): Promise<CapacityResult> {
  // A single slot takes 20% more if it is that much faster.
  const [key, more] = slots > 1 ? ['SLOTS', Math.round(1.2 * slots)] : ['MEAN', Number(env['MEAN']) / 1.2];
  const factors = Object.entries(env).map(([name, value]) => ({
    key: `env:${name}`,
    levels: values.vary && name === key ? [value, more] : [value],
  }));
  const plan = planCapacity({
    command,
    cwd: process.cwd(),
    factors,
    requests: [requestSchema.parse({ url: atAnyPort('/') })],
    seed: 1000 + seed,
    ...timeouts,
    capacity: { objective: [{ figure: 'p99', limit }], precision: 0.05 },
    budget: Number(values.budget) * 1000,
  });
  const { result } = await measured(plan, `run ${seed + 1}`);
  const found = foundIn(result).capacity;
  if (!found) throw new Error('the run ended without an answer');
  return found;
}
