/** First looks with figures put in by hand: the diagnosis of a server with its proof, or without one. */
import type { JudgedWatch } from '../../src/report/next-step.ts';
import { message, quoted } from '../../src/messages/message.ts';
import type { Approach } from '../../src/model/approach.ts';
import type { Proof } from '../../src/model/proof.ts';
import type { WatchTarget } from '../../src/model/watch.ts';
import { doctorReport } from './doctor/doctor-fixture.ts';

export const findCases = [
  'proved',
  'refuted',
  'undecided',
  'in code',
  'healthy',
  'flat',
  'short jobs',
  'other finding',
  'beside the code',
] as const;
export type FindCase = (typeof findCases)[number];

const step = (clients: number, throughput: number) => ({
  clients,
  throughput,
  mean: (1000 * clients) / throughput,
  failed: 0,
  generator: throughput / 40_000,
});

export const approach: Approach = {
  first: {
    origin: 'http://127.0.0.1:3000',
    pid: 4711,
    method: 'GET',
    path: '/',
    status: 200,
    location: null,
    otherPorts: [9100],
    readyAfter: 312,
  },
  knee: {
    steps: [step(1, 41), step(2, 82), step(4, 165), step(8, 172), step(16, 170)],
    clients: 4,
    throughput: 165,
    end: 'flat',
  },
  clients: 8,
};

const raise: Proof = {
  today: { pool: 4 },
  setting: { pool: 64 },
  reason: { from: 'finding', rule: 'pool-too-small' },
  run: '20261120-093020-cd34',
  verdict: 'proved',
  metric: 'throughput',
  ratio: { value: 1.93, low: 1.53, high: 2.43 },
  blocks: 4,
  figures: [
    { metric: 'throughput', today: 165, tried: 318 },
    { metric: 'p99', today: 48.7, tried: 26.1 },
  ],
  cost: null,
  because: null,
};

const proofs: Readonly<Record<FindCase, Proof | null>> = {
  proved: raise,
  refuted: { ...raise, verdict: 'worse', ratio: { value: 0.97, low: 0.95, high: 0.99 } },
  undecided: { ...raise, verdict: 'undecided', ratio: { value: 1.09, low: 0.91, high: 1.31 } },
  'in code': null,
  healthy: null,
  flat: null,
  'short jobs': {
    ...raise,
    setting: { pool: 1 },
    reason: { from: 'short jobs', work: 0.31, threads: 4 },
    verdict: 'same',
    ratio: { value: 1.002, low: 0.983, high: 1.021 },
  },
  'other finding': raise,
  'beside the code': {
    ...raise,
    today: { processes: 1 },
    setting: { processes: 2 },
    reason: { from: 'finding', rule: 'loop-saturated' },
    ratio: { value: 1.42, low: 1.16, high: 1.74 },
    figures: [
      { metric: 'throughput', today: 612, tried: 870 },
      { metric: 'p99', today: 16.3, tried: 19.4 },
    ],
    cost: message('find.cost.p99', { longer: 19.4 / 16.3 - 1, from: 16.3, to: 19.4, isSure: true }),
  },
};

export function findReport(which: FindCase): JudgedWatch & Required<Pick<JudgedWatch, 'look'>> {
  const isWell = which === 'healthy' || which === 'flat';
  const { watch, diagnosis } = doctorReport(isWell ? 'healthy' : 'one finding');
  const target: WatchTarget = {
    type: 'command',
    command: ['node', 'server.js'],
    request: ['--path=/health'],
  };
  const findings = diagnosis.findings.flatMap((finding) => {
    const [first, ...others] = finding.changes;
    const withSetting = {
      ...finding,
      changes: first ? [{ ...first, setting: { pool: 64 } }, ...others] : others,
    };
    const title = quoted('The event loop is saturated: it is busy for 97% of the time');
    const rule = 'loop-saturated' as const;
    if (which === 'beside the code') {
      const because = quoted('0.68 CPUs are free.');
      const change = {
        type: 'code',
        what: quoted('Run it in 2 processes'),
        text: 'cluster.fork();',
        setting: { processes: 2 },
      } as const;
      return { ...finding, rule, title, because, changes: [...others.toReversed(), change] };
    }
    if (which === 'other finding')
      return [{ ...finding, rule, title, changes: others.toReversed() }, withSetting];
    return which === 'in code' || which === 'short jobs'
      ? { ...finding, changes: others.toReversed() }
      : withSetting;
  });
  const proof = proofs[which];
  const unproved = { healthy: 'find.unproved.healthy', flat: 'find.unproved.unknown' } as const;
  const why = isWell ? unproved[which] : 'find.unproved.code';
  const knee = which === 'healthy' ? ({ ...approach.knee, end: 'most' } as const) : approach.knee;
  const { clients, throughput } = knee;
  const flat = message('diagnosis.flat', { clients, throughput, loop: 0.71, cpu: 0.75 });
  const said = which === 'flat' ? ({ status: 'cannot tell', sentence: flat } as const) : {};
  return {
    watch: { ...watch, target, approach: { ...approach, knee }, load: null },
    diagnosis: { ...diagnosis, ...said, target, findings },
    deeper: null,
    look: { proof, unproved: proof ? null : message(why), price: null },
  };
}
