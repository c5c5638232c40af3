/**
 * What the window probe costs a loaded server, and what it explains. Run it on a machine that does nothing else.
 *
 *     npm run bench -- window-probe [--pairs 300] [--slice 400] [--blocks 12] [--only cost|explains|mediation]
 *
 * Cost: a server under a steady load from beginning to end, and the probe in every second slice, in random order within each
 * pair. A neighbour of the machine is there for about a second at a time, so it is the same in both slices of most pairs.
 * Bar: throughput within 1%, its interval within 2%, the probe below 1.5% of each CPU.
 *
 * Explains: fresh processes with a burst of fixed work at several pool sizes, in blocks, as the lab has them. What is left
 * of the noise once the speed of the machine is taken out, as the estimator does it.
 *
 * Mediation: a server whose two pool threads share one CPU, against one that has two. Where two busy CPUs are slower than one
 * (hyper-threads of a core; C(2) of this machine says so), the report has to name it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureCapacity } from '../src/host/capacity.ts';
import { openWindowProbe, type WindowProbe } from '../src/host/window-probe.ts';
import { metricTable } from '../src/judge/fits.ts';
import { withSpeed } from '../src/judge/machine-speed.ts';
import { measurement } from '../src/judge/measurement.ts';
import type { Trial } from '../src/model/sample.ts';
import { fit } from '../src/stats/ratio.ts';
import { exponential, mean, meanBounds } from '../src/stats/mean-and-spread.ts';
import { seeded, shuffled } from '../src/stats/random.ts';
import { trialOf } from '../test/kit/trials.ts';
import { answer, clients, inRandomOrder } from './load/closed-loop.ts';
import { measured, sweepOf } from './measured.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '300' },
    slice: { type: 'string', default: '400' },
    blocks: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
  },
});
const random = seeded(7);
const percent = (ratio: number) => `${(100 * ratio).toFixed(2)}%`;

// --- what it costs

/** Says how many requests it has answered, and when it said so. */
const serverScript = (handler: string) => `
const { createServer } = require('node:http');
const { pbkdf2 } = require('node:crypto');
let count = 0;
const answer = (response) => { count++; response.end('ok'); };
const server = createServer((request, response) => ${handler});
process.on('message', () => process.send({ count, at: performance.now() }));
server.listen(process.env.PORT ?? 0, '127.0.0.1', () => process.send?.(server.address().port));
process.once('disconnect', () => process.exit());`;

const handlers = {
  hello: 'answer(response)',
  pbkdf2: "pbkdf2('a', 'b', 300, 512, 'sha512', () => answer(response))",
} as const;

interface Count {
  readonly count: number;
  readonly at: number;
}

async function cost(kind: keyof typeof handlers): Promise<void> {
  const server = spawn(process.execPath, ['-e', serverScript(handlers[kind])], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(server, 'message')) as [number];
  const stop = clients(port, 32);
  try {
    using probe = openWindowProbe(null);
    await probe.ready;
    await sleep(3000);
    const shares: number[] = [];
    const ratios = await inRandomOrder(Number(values.pairs), async (isWith) => {
      const { rate, share } = await slice(server, isWith ? probe : null);
      if (share !== null) shares.push(share);
      return rate;
    });
    const bounds = meanBounds(ratios);
    if (!bounds) throw new Error('too few pairs');
    const { value, low, high } = exponential(bounds);
    const share = mean(shares);
    const isHeld = Math.abs(value - 1) <= 0.01 && low > 0.98 && high < 1.02 && share <= 0.015;
    console.log(
      `${kind}: throughput with the probe ÷ without ${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)}, ${ratios.length} pairs); the probe took ${percent(share)} of each CPU: ${isHeld ? 'held' : 'NOT HELD'}`,
    );
  } finally {
    stop();
    server.kill('SIGKILL');
  }
}

/** Requests for each millisecond of one slice, and the probe's share of each CPU. */
async function slice(
  server: ChildProcess,
  probe: WindowProbe | null,
): Promise<{ rate: number; share: number | null }> {
  probe?.begin(null);
  const before = await answer<Count>(server);
  await sleep(Number(values.slice));
  const after = await answer<Count>(server);
  const speed = (await probe?.end()) ?? null;
  const lasted = after.at - before.at;
  return {
    rate: (after.count - before.count) / lasted,
    share: speed && speed.cpu / lasted / speed.cpus.length,
  };
}

// --- what it explains

const jobs = 150;
const burst = `
const { pbkdf2 } = require('node:crypto');
process.once('message', () => {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  let left = ${jobs};
  for (let i = 0; i < ${jobs}; i++) pbkdf2('a', 'b', 1300, 512, 'sha512', () => {
    if (--left > 0) return;
    const { user, system } = process.cpuUsage(before);
    process.send({ took: performance.now() - begin, cpu: (user + system) / 1000 });
  });
});
process.send('ready');`;

interface Burst {
  readonly took: number;
  readonly cpu: number;
}

async function explains(): Promise<void> {
  const pools = ['1', '2', '4', '16', '128', '1024'];
  using probe = openWindowProbe(null);
  await probe.ready;
  const trials: Trial[] = [];
  for (let block = 0; block < Number(values.blocks); block++)
    for (const pool of shuffled(pools, random))
      trials.push(await oneBurst(probe, block, pool, trials.length));
  // By its jobs a trial tells its speed itself; without them the probe does.
  const byProbe = trials.map((trial) => ({
    ...trial,
    sample: trial.sample && { ...trial.sample, jobs: null },
  }));
  for (const [name, own] of [
    ['window probe', byProbe],
    ['CPU per job', trials],
  ] as const) {
    const { measurements, report } = withSpeed(
      own,
      own.flatMap((trial) => measurement(trial) ?? []),
    );
    const { y, covariate } = metricTable(measurements, 'throughput', pools);
    const fitted = fit(y, covariate);
    if (!fitted) throw new Error('too few blocks');
    console.log(
      `${name}: noise of a trial ${percent(fitted.unadjusted)} ▶ ${percent(fitted.deviation)}, slope ${fitted.slope.toFixed(2)}; speed of trials ± ${percent(report?.spread ?? Number.NaN)}`,
    );
    if (name !== 'window probe') continue;
    const { slow, mediated = [] } = report ?? {};
    console.log(
      `  readings: ${slow ? `${percent(slow.share)} at ${percent(slow.speed)} of the speed` : 'one heap'}; mediation: ${mediated.map(({ cell, speed }) => `pool ${cell} ${percent(speed)}`).join(', ') || 'none'}`,
    );
  }
}

async function oneBurst(probe: WindowProbe, block: number, pool: string, ordinal: number): Promise<Trial> {
  const child = spawn(process.execPath, ['-e', burst], {
    env: { ...process.env, UV_THREADPOOL_SIZE: pool },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  probe.begin(null);
  const { took, cpu } = await answer<Burst>(child);
  const window = await probe.end();
  child.kill('SIGKILL');
  const trial = trialOf(block, pool, {
    throughput: (jobs / took) * 1000,
    responses: Array.from({ length: jobs }, () => took),
    jobs: { count: jobs, makespan: took },
    cpu: [cpu],
  });
  return { ...trial, ordinal, host: { ...trial.host, ...(window && { window }) } };
}

// --- what a setting does to the cores

async function mediation(): Promise<void> {
  const { points } = await measureCapacity();
  const two = points.find(({ threads }) => threads === 2)?.speed ?? Number.NaN;
  const plan = await sweepOf(8, {
    command: [process.execPath, '-e', serverScript(handlers.pbkdf2)],
    factors: [
      { key: 'cpus', levels: [1, 2] },
      { key: 'pool', levels: [2] },
    ],
    blocks: Number(values.blocks),
    seed: 1,
    warmup: 300,
    duration: 2000,
  });
  const { noise, comparisons } = (await measured(plan, 'mediation')).result;
  const seen = (noise?.speed?.mediated ?? []).map(
    ({ cell, speed, error }) => `${cell} ${percent(speed)} (± ${percent(error)})`,
  );
  const ratio = comparisons.find(({ metric }) => metric === 'throughput')?.ratio;
  console.log(`mediation: two busy CPUs do ${percent(two / 2)} each of what one does alone`);
  console.log(`  reported: ${seen.join(', ') || 'none'}; throughput ${JSON.stringify(ratio)}`);
}

const isAsked = (mode: string) => values.only === '' || values.only === mode;
if (isAsked('cost')) for (const kind of ['hello', 'pbkdf2'] as const) await cost(kind);
if (isAsked('explains')) await explains();
if (isAsked('mediation')) await mediation();
