/**
 * What the verdicts are worth on this machine: whole sweeps with real servers with a known answer, each judged with what
 * the machine's speed explains and without it.
 *
 *   npm run bench -- verdicts 20 10 [1]   20 sessions of 10 blocks (110 s each), with seeds from 1; each has two servers against
 *                                         themselves, and two with a tenth more work against those
 */
import { join } from 'node:path';
import { decide } from '../src/judge/sequence.ts';
import { noise } from '../src/judge/noise.ts';
import type { Plan } from '../src/model/plan.ts';
import type { Trial } from '../src/model/sample.ts';
import type { RunResult, Word } from '../src/model/verdict.ts';
import { mean } from '../src/stats/mean-and-spread.ts';
import { measured, sweepOf } from './measured.ts';

const [times = '20', blocks = '10', first = '1'] = process.argv.slice(2);
/** Work of a request, and a tenth more. */
const [units, more] = [100, 110];

async function session(seed: number): Promise<RunResult> {
  const plan = await sweepOf(4, {
    command: [process.execPath, join(import.meta.dirname, 'servers/units.mjs')],
    factors: [
      { key: 'env:LABEL', levels: ['a', 'b'] },
      { key: 'env:UNITS', levels: [units, more] },
    ],
    blocks: Number(blocks),
    seed,
    warmup: 500,
    duration: 1500,
  });
  const { result } = await measured(plan, `session ${seed}`);
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
    .map((trial) => (isSeeing ? trial : blind(trial)));
  const { comparisons } = decide(own, seen, { ended: 'finished' });
  const found = comparisons.find(({ metric }) => metric === 'throughput');
  return { word: found?.word ?? 'undecided', blocks: found?.look ?? Number(blocks), ratio: found?.ratio };
}

/** The trial as if nobody had looked at the speed of the machine. */
function blind(trial: Trial): Trial {
  const { window: _, ...host } = trial.host;
  return { ...trial, host };
}

const told: Record<string, { word: Word; blocks: number }[]> = {};
const spreads: (readonly [before: number, after: number])[] = [];
for (let time = Number(first); time < Number(first) + Number(times); time++) {
  const result = await session(time);
  const of = (label: string, work: number) =>
    result.plan.cells.find(({ setting }) => setting['env:LABEL'] === label && setting['env:UNITS'] === work)
      ?.id ?? '';
  const pairs = {
    same: [
      [of('a', units), of('b', units)],
      [of('a', more), of('b', more)],
    ],
    slower: [
      [of('a', units), of('a', more)],
      [of('b', units), of('b', more)],
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

console.log(
  `spread of a trial ${(100 * mean(spreads.map(([before]) => before))).toFixed(1)}%, with the probe ${(100 * mean(spreads.map(([, after]) => after))).toFixed(1)}%`,
);
for (const [kind, all] of Object.entries(told)) {
  const words = Object.entries(Object.groupBy(all, ({ word }) => word)).map(
    ([word, some]) => `${word} ${some.length}`,
  );
  console.log(`${kind}: ${words.join(', ')}; ${mean(all.map((one) => one.blocks)).toFixed(1)} blocks`);
}
