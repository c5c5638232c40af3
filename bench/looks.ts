/**
 * What the measurement of a first look says of a setting that changes nothing, or that is so much more work for each request, on
 * servers that wait for the pool, the loop, files, and the collector.
 *
 *     npm run bench -- looks [--looks 6] [--first 1] [--more 0] [--seconds 60] [--kinds loop,pool,files,gc] [--fresh]
 *
 * `--fresh` measures fresh servers one after the other, as where servers may not be loaded in turn.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atAnyPort } from '../src/format/address.ts';
import { requestSchema, type Plan } from '../src/model/plan.ts';
import type { Proof } from '../src/model/proof.ts';
import { planProof, proofOf } from '../src/run/proof.ts';
import { median } from '../src/stats/mean-and-spread.ts';
import { measured, timeouts } from './measured.ts';

const { values } = parseArgs({
  options: {
    looks: { type: 'string', default: '6' },
    first: { type: 'string', default: '1' },
    more: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '60' },
    kinds: { type: 'string', default: 'loop,pool,files,gc' },
    fresh: { type: 'boolean', default: false },
  },
});
const units = 20;
const more = Number(values.more);
// The same number in other words is another setting that does the same.
const other = more === 0 ? `${units}.0` : String(units * (1 + more / 100));

async function look(kind: string, seed: number): Promise<Proof> {
  process.env['KIND'] = kind;
  const advice = {
    today: { 'env:UNITS': String(units) },
    setting: { 'env:UNITS': other },
    reason: { from: 'short jobs', work: 0, threads: 0 },
  } as const;
  const { turns, ...fresh } = planProof({
    advice,
    left: Number(values.seconds) * 1000,
    ready: 300,
    answer: 20,
    command: [process.execPath, join(import.meta.dirname, 'servers/units.mjs')],
    cwd: process.cwd(),
    requests: [requestSchema.parse({ url: atAnyPort('/') })],
    load: { kind: 'closed', clients: 8 },
    seed,
    ...timeouts,
  });
  const plan: Plan = values.fresh || !turns ? fresh : { ...fresh, turns };
  const { result } = await measured(plan, kind);
  for (const { code } of result.warnings) if (code === 'warning.fresh-servers') console.log(`  ${code}`);
  return proofOf(result, advice);
}

const halves: number[] = [];
const verdicts: Partial<Record<Proof['verdict'], number>> = {};
for (const kind of values.kinds.split(','))
  for (let seed = Number(values.first), left = Number(values.looks); left > 0; seed++, left--) {
    const { verdict, metric, ratio, blocks } = await look(kind, seed);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (ratio) halves.push(Math.sqrt(ratio.high / ratio.low) - 1);
    const text = ratio
      ? `${metric} ${ratio.value.toFixed(3)} (${ratio.low.toFixed(3)}–${ratio.high.toFixed(3)})`
      : '';
    console.log(`${kind} ${seed}: ${verdict}, ${text}, ${blocks} rounds`);
  }
console.log(
  `${more}% more work, ${values.fresh ? 'fresh servers' : 'in turn'}: ${JSON.stringify(verdicts)}, median half-width ${(100 * median(halves)).toFixed(1)}%`,
);
