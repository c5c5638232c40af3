/**
 * Are two servers the same, or not? Node's histograms have tests since 26.8, and node:bench prints intervals: both take
 * requests, or calls, as the unit. Here many pairs of servers are compared that are the same, so every difference that is
 * found is a false alarm; and a third server that takes longer shows who would find a difference that is there.
 */
import { chain } from '../../../workloads/cluster.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Experiment, PlanOptions } from '../experiment.ts';
import { factorsOf, filterCells, nothingLeft } from '../filter-cells.ts';
import { fastest, labPlan } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { cell, pairs, servers, timing, trialsEach } from './grid.ts';
import { passages } from './passages.ts';

/** No further block is begun after that; three minutes are promised. */
const quickLimit = 178_000;
/** What a trial costs besides its window: start, readiness, stop. */
const overhead = 300;

/** Milliseconds of CPU that a request computes: less than HTTP itself costs, or more. */
const computed = { same: 0.1, slower: 0.3 } as const;
const round = 1_000_000;
const rounds = 8;

async function plan(options: PlanOptions): Promise<Plan> {
  const { scale, only } = options;
  const wanted = filterCells(
    servers.map((server) => ({ server })),
    only,
    ({ server }) => server,
  );
  if (wanted.length === 0) throw nothingLeft(only, 'server', 'Servers are one, other, slower.');
  const perMillisecond = round / fastest(() => chain(round), rounds);
  const { warmup, duration } = timing[scale];
  const blocks = {
    quick: pairs.quick * trialsEach.quick,
    full: pairs.full * trialsEach.full,
    'as-published': pairs['as-published'] * trialsEach['as-published'],
  };
  return labPlan(options, {
    name: 'same-or-not',
    subject: { kind: 'workload', workload: 'cluster', parameters: {} },
    factors: factorsOf(wanted, ['server']),
    cells: wanted.map(({ server }) => {
      const time = server === 'slower' ? computed.slower : computed.same;
      return cell(server, Math.max(1, Math.round(time * perMillisecond)));
    }),
    baseline: wanted[0]?.server ?? '',
    blocks,
    quickLimit,
    warmup,
    duration,
    blockTime: wanted.length * (overhead + warmup + duration),
  });
}

export const sameOrNotExperiment: Experiment = {
  name: 'same-or-not',
  question: 'Are two servers the same, or not: what do tests say that take requests as the unit?',
  sources: [
    "Node's documentation of histogram.welchTest() and mannWhitneyTest(), 26.8, and of histogram.meanCI(), 26.9",
    "Node's documentation of node:bench, 26.9",
  ],
  keys: ['server'],
  design: [
    'Two servers that are the same in all but their name are compared many times, each time with fresh processes, in an order drawn for each block. Whoever calls them different raises a false alarm. The same measurements are judged twice: by all requests of both servers with the tests of Node’s own histograms, and by their trials, as chokepoint does.',
    'A third server computes three times as long in each request: a judge that never says “different” would raise no false alarm either, and would not find this one.',
    'How often a judge is wrong is a share of so many comparisons, with the interval of a counted share (Wilson). A judge who promises one false alarm in twenty keeps it if the interval lies below a quarter, and does not if it lies above a tenth.',
  ],
  limits: [
    'How many requests a trial has decides how wrong a test of requests is: the more of them, the smaller the difference that it takes for one. A difference between two starts of the same server does not become smaller with more requests.',
    'node:bench times functions, not servers: what is judged here is its interval, by the times of requests.',
    'Trials of one machine, one after the other: of two machines, or two days, even a test of trials says nothing.',
  ],
  needs: ['Node 26.8 or newer to run chokepoint itself, for the tests of its histograms'],
  plan,
  claims,
  passages,
};
