/** One trial of the fixture: what pools really do, up to the CPUs and beyond, with a little noise. */
import { describeSetting, type Cell } from '../../src/model/plan.ts';
import { message } from '../../src/messages/message.ts';
import { problem, problemData } from '../../src/messages/problem.ts';
import type { JobSample, LoadOutcome, RequestTrace, Trial } from '../../src/model/sample.ts';

import { mean } from '../../src/stats/mean-and-spread.ts';
import { normal, type Random } from '../../src/stats/random.ts';
import { histogramOf, outcomeOf, trialOf } from '../kit/trials.ts';

export const start = Date.UTC(2026, 2, 14, 9, 30);
const cpus = 12;
export const clients = 15;

export function trial(
  cell: Cell,
  block: number,
  ordinal: number,
  fails: boolean,
  kind: string,
  random: Random,
): Trial {
  const noise = Math.exp(0.03 * normal(random));
  const level = cell.setting['pool'];
  const pool = (typeof level === 'number' ? level : 4) * (cell.setting['topology'] === 'pm2-cluster' ? 2 : 1);
  const plain = trialOf(block, cell.id);
  const base = {
    ...plain,
    ordinal,
    setting: cell.setting,
    load: cell.load,
    startedAt: start + ordinal * 9000,
    readyAfter: 180 + 40 * random(),
    duration: 8000,
    effective: [],
    host: { ...plain.host, loadAverage: 1.2, steal: 0.002, busy: 0.4, foreign: 0.01, throttledPeriods: 3 },
  };
  if (fails) {
    const setting = describeSetting(cell.setting);
    return {
      ...base,
      sample: null,
      problem: problemData(
        problem('SERVER_EXITED', { how: 'code 1', todo: message('exited.todo', { setting, held: [] }) }),
      ),
      output: [
        'Error: listen EADDRINUSE: address already in use :::8080',
        '    at Server.setupListenHandle (node:net:1940:16)',
      ],
    };
  }
  const early = cell.parameters['answer'] === 'before';
  const jobs = kind === 'lab' ? burst(pool, noise, early, random) : null;
  const traces =
    kind === 'lab' ? burstTraces(early ? 2 : (jobs?.makespan ?? 0), random) : loopTraces(pool, noise, random);
  return { ...base, sample: { outcome: outcome(traces, kind, noise), jobs } };
}

/** 150 jobs on `pool` threads: rounds of FIFO up to the CPUs, time slicing beyond. */
function burst(pool: number, noise: number, early: boolean, random: Random): JobSample {
  const count = 150;
  const demand = 10 * noise;
  const threads = Math.min(pool, count);
  const makespan = (count * demand) / Math.min(threads, cpus);
  const traces = Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / threads) + 1;
    const end =
      Math.min(makespan, (round * threads * demand) / Math.min(threads, cpus)) * (1 - 0.06 * random());
    return { pid: 4000, start: 0, end };
  });
  const ends = traces.map(({ end }) => end);
  return {
    count,
    min: Math.min(...ends),
    mean: ends.reduce((a, b) => a + b) / count,
    max: Math.max(...ends),
    makespan,
    afterLastResponse: early ? 0.98 : 0,
    traces,
  };
}

function burstTraces(makespan: number, random: Random): RequestTrace[] {
  return Array.from({ length: clients }, (_, client) => {
    const sent = 0.2 * random();
    const firstByte = makespan * (0.9 + 0.1 * random());
    return { client, due: 0, sent, firstByte, done: firstByte + 0.3 * random(), status: 200, error: null };
  });
}

function loopTraces(pool: number, noise: number, random: Random): RequestTrace[] {
  const service = (40 * noise) / Math.min(pool, cpus) + (pool > cpus ? 1 : 0);
  const traces: RequestTrace[] = [];
  for (let client = 0; client < 32; client++) {
    for (let at = random(); at < 400;) {
      const done = at + service * (3 + 4 * random() ** 2);
      traces.push({ client, due: at, sent: at, firstByte: done - 0.2, done, status: 200, error: null });
      at = done + 0.05;
    }
  }
  return traces.toSorted((a, b) => a.due - b.due);
}

/** Of a server under a steady load a twelfth of the requests is kept one by one. */
function outcome(traces: readonly RequestTrace[], kind: string, noise: number): LoadOutcome {
  const times = traces.map(({ sent, done }) => done - sent);
  const each = kind === 'lab' ? 1 : 12;
  const response = histogramOf(times.flatMap((time) => Array.from({ length: each }, () => time)));
  const duration = kind === 'lab' ? Math.max(...traces.map(({ done }) => done)) : 5000;
  const throughput = (response.count * 1000) / duration;
  return outcomeOf(response, {
    window: { start, duration },
    throughput,
    concurrency: ((throughput * mean(times)) / 1000) * (1 + 0.002 * Math.log(noise)),
    bytesReceived: response.count * 320,
    generator: { utilization: 0.08, cpu: 120, peakRss: 61_000_000, lateShare: 0, pid: 4242 },
    traces,
  });
}
