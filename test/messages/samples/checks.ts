/** Plausible figures for what checks, gates and warnings of a run say. */
import { message, quoted } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const row = { row: 'trial 3 (pool=4)', finding: quoted('the clients waited') };
const sentence = quoted('Trial 3 (pool=4): the clients waited.');
const product = { rate: 1149.43, ms: 10, inFlight: 11.49, declared: 10 };
const bounded = { bound: quoted('10 clients ÷ 10 ms'), limit: 1000, throughput: 1149.43 };
const withheld = { check: 'M1', setting: null, others: 0, isWorstOfAll: false, sentence };
const label = { what: 'pool size', expected: 4, found: 8 };
const generator = { busy: 0.93, late: 0.021, lateTime: 0.004, shared: null, name: null };
const ratio = { value: 0.89, low: 0.86, high: 0.93 };
const figures = {
  ratio,
  loss: { value: 0.11, low: 0.07, high: 0.14 },
  label: 'throughput',
  better: 'higher',
  threshold: 0.05,
  blocks: 9,
} as const;
const limits = { low: 0.07, high: 0.14, threshold: 0.05 };
const lossOf = (low: number, high: number) => ({ ...figures, loss: { value: (low + high) / 2, low, high } });
const because = quoted('The verdict is withheld.');

const which = { settings: 2, all: 3 };

export const checkSamples: Samples<`check.${string}` | `bound.${string}` | `effect.${string}`> = {
  'effect.void': [which, { settings: 1, all: 1 }, { settings: 3, all: 3 }],
  'effect.undecided': [
    { ...which, metrics: [] },
    { ...which, metrics: ['p99'] },
    { settings: 1, all: 1, metrics: [] },
    { settings: 1, all: 1, metrics: ['p99'] },
  ],
  'effect.understates': [which],
  'effect.percentiles': [{ ...which, metrics: ['p90', 'p99'] }],
  'effect.hide': [which],
  'check.balance': [
    { passed: 15, failed: 2, others: 5, all: 22 },
    { passed: 3, failed: 0, others: 1, all: 4 },
  ],
  'check.row': [
    { ...row, failing: 0, of: 1 },
    { ...row, failing: 0, of: 8 },
    { ...row, failing: 3, of: 8 },
  ],
  'check.in-trials': [{ finding: row.finding, failing: 3, of: 4 }],
  'check.expected': [{ sentence }],
  'check.withheld': [
    withheld,
    { ...withheld, setting: 'pool=4' },
    { ...withheld, setting: 'pool=4', others: 2, isWorstOfAll: true },
  ],
  'check.L1.requests': [product],
  'check.L1.too-many': [
    { ...product, isFloor: false },
    { ...product, isFloor: true },
  ],
  'check.L1.total-by-n': [product],
  'check.L1.idle': [{ ...product, declared: 1 }],
  'check.L1.jobs': [product],
  'check.L1.too-many-jobs': [product],
  'check.L2.in-flight': [
    { inFlight: 7.9, declared: 8, why: null },
    { inFlight: 5.25, declared: 8, why: 'batches' },
    { inFlight: 5.25, declared: 8, why: 'clients' },
  ],
  'check.F1.soonest': [{ of: 'first', soonest: 5.1, floor: 10 }],
  'check.F2.jobs': [{ late: 1470, jobs: 1500 }],
  'check.F2.published': [{ inFlight: 31.4, clients: 2, declared: 20, behind: 0.36 }],
  'check.P2.wrong': [{ wrong: 40, asked: 160 }],
  'check.P2.proved': [{ asked: 1600 }],
  'check.B1.within': [bounded],
  'check.B1.exceeded': [bounded],
  'bound.clients': [{ clients: 10, ms: 10 }],
  'bound.cpus': [{ cpus: 1.5, ms: 2.357 }],
  'bound.threads': [{ threads: 5, ms: 2.357 }],
  'check.S1.speed-up': [
    {
      ratio: 5.71,
      base: 'processes=1',
      limits: [
        { times: 8, by: 'concurrency' },
        { times: 2, by: 'CPUs' },
      ],
      limit: 2,
    },
  ],
  'check.T1.nesting': (['server in test', 'server in client', 'means', 'client in test'] as const).map(
    (what) => ({ what, inner: 75_200, outer: 22_400 }),
  ),
  'check.T2.hidden': [{ server: 1.02, client: 8.41 }],
  'check.E1.counted-as-success': [{ count: 3, sent: 1600 }],
  'check.E1.failed': [{ failed: 3, sent: 1600, kinds: { status: 2, timeout: 1 } }],
  'check.E1.correct': [{ sent: 1600 }],
  'check.E2.warned': [{ lines: 2, first: '(node:7) MaxListenersExceededWarning: possible leak' }],
  'check.G1.generator': [
    generator,
    { ...generator, shared: { share: 0.067, cpus: 2, used: 1.02 } },
    { ...generator, name: 'ssh load1' },
  ],
  'check.G1.unsent': [
    { due: 1200, count: 73 },
    { due: 1200, count: 0 },
  ],
  'check.G2.overlap': [{ name: 'ssh load1', overlap: 0.82, skew: 930 }],
  'check.G2.path': [{ name: 'ssh load1', path: 5.1, median: 12.4 }],
  'check.G2.remedy': [{ sentence }],
  'check.G1.late': [{ late: 0.021 }],
  'check.G1.remedy': [{ sentence }],
  'check.M1.disturbed': [
    { steal: 0.012, others: { share: 0.31, used: 0.98 }, loadPerCpu: 0.1 },
    { steal: null, others: null, loadPerCpu: 0.42 },
  ],
  'check.M1.speed': [
    { slow: { share: 0.31, speed: 0.53 }, spread: 0.18 },
    { slow: null, spread: 0.13 },
  ],
  'check.M1.throttled': [{ periods: 12 }],
  'check.D1.window': [{ length: 2000, least: 5000 }],
  'check.D1.requests': [{ requests: 512, least: 1000 }],
  'check.D1.medians': [{ length: 1000, medians: 1.56, least: 50 }],
  'check.D2.above': [
    { percentile: 0.99, requests: 512, above: 5.12, isMore: false, needed: 1000 },
    { percentile: 0.5, requests: 12, above: 6, isMore: true, needed: 20 },
  ],
  'check.D2.unsent': [{ due: 1000, count: 12 }],
  'check.C1.resolution': [{ label: 'server CPU per request', unit: 'ms', value: 0.18, resolution: 0.0125 }],
  'check.W1.trend': [{ change: -0.183, bins: 22, of: 24, p: 0.00031 }],
  'check.W1.first-trial': [{ setting: 'pool=4', pace: 0.62, deviations: 8.3 }],
  'check.W1.silent': [{ bins: 8 }],
  'check.V1.gap': [
    { low: { trials: 4, rate: 612 }, high: { trials: 5, rate: 1001 }, gap: 21.3, critical: 5.6 },
  ],
  'check.V1.silent': [{ trials: 8 }],
  'check.I1.shares': [{ requests: [400, 812], statistic: 140, p: 1e-12 }],
  'check.R1.control': [{ name: 'pool=4', value: 0.61, low: 0.55, high: 0.68 }],
  'check.R1.repeated': [
    { least: 4, hasControl: true },
    { least: 4, hasControl: false },
  ],
  'check.R1.searched': [{ least: 2, once: 1, settings: 3 }],
  'check.R1.once': [{ rows: 3, settings: 3 }],
  'check.R1.some-once': [{ once: 1, settings: 3, example: 'pool=4' }],
  'check.Q1.copy': [{ of: 'trial 2 (pool=4)', figures: [612.4, 13.1] }],
  'check.Q1.label': [label],
  'check.Q1.added-times': [{ answers: 1200, times: 2023 }],
  'check.Q1.sound': [{ figures: 4 }],
  'check.P1.in-force': [{ ...label, isStart: false }],
  'check.P1.differs': [
    { ...label, isStart: false },
    { ...label, isStart: true },
  ],
};

export const gateSamples: Samples<`gate.${string}` | `runs.${string}`> = {
  'gate.sentence': [
    { verdict: 'fail', figures, because: null },
    { verdict: 'fail', figures: { ...figures, label: 'response time p99', better: 'lower' }, because: null },
    { verdict: 'pass', figures: lossOf(-0.01, 0.03), because: null },
    { verdict: 'pass', figures: lossOf(-0.3, -0.1), because: null },
    { verdict: 'undecided', figures: lossOf(-0.04, 0.1), because },
    { verdict: 'unmeasured', figures: null, because: quoted('There is no interval.') },
  ],
  'gate.no-interval': [{ label: 'throughput' }],
  'gate.fail': [limits],
  'gate.pass': [{ ...limits, low: -0.02, high: 0.01 }],
  'gate.undecided': [{ ...limits, low: 0.02, ended: message('stop.one-setting') }],
  'gate.withheld': [{ withheld: sentence }],
  'gate.settings': [{ names: ['path'] }, { names: ['path', 'blocks', 'duration'] }],
  'gate.revision': [{ name: 'main', commit: '0123456789' }],
  'gate.working-tree': [{ isUnchanged: false }, { isUnchanged: true }],
  'gate.run': [
    { run: 'abcd', cell: null },
    { run: 'abcd', cell: 'pool=4' },
  ],
  'gate.run-removed': [{ run: 'abcd' }],
  'gate.earlier': [{ run: 'abcd', withheld: sentence }],
  'gate.other-machine': [{ key: 'cpuModel', a: 'one CPU', b: 'another CPU' }],
  'gate.not-together': [{ from: '2026-03-14 09:30', to: '2026-03-15 10:00' }],
  'gate.not-the-same': [{ difference: quoted('node: 24.15.0 against 26.0.0') }],
  'gate.decision': [{ base: quoted('main (0123456789)'), head: quoted('the working tree') }],
  'runs.differ': [{ key: 'node', a: '24.15.0', b: '26.0.0' }],
  'runs.unlike': [{ settings: 2 }],
  'runs.missing': [{ settings: 1 }],
};

export const warningSamples: Samples<`warning.${string}`> = {
  'warning.incomplete': [{ measured: 7, planned: 12 }],
  'warning.failed': [{ failed: 2, trials: 9, codes: ['SERVER_DIED', 'NO_ANSWER'] }],
  'warning.few-blocks': [{ blocks: 3 }],
  'warning.foreign-cpu': [{ trials: 2, of: 12 }],
};

const slow = { share: 0.31, speed: 0.53 };

export const noiseSamples: Samples<`noise.${string}`> = {
  'noise.speed': [
    { slow, spread: 0.18, source: 'window probe', trials: 42 },
    { slow: null, spread: 0.03, source: 'CPU per job', trials: 12 },
    { slow: null, spread: null, source: 'window probe', trials: 2 },
  ],
  'noise.mediated': [
    { setting: 'pool=2', speed: 0.87 },
    { setting: 'pool=1', speed: 1.09 },
  ],
};
