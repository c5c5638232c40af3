/** Plausible figures for what a search says, and for why a run ended. */
import { message, quoted } from '../../../src/messages/message.ts';
import { same } from './tune-sections.ts';
import type { SomeSamples } from './sample.ts';

const ratio = { value: 1.36, low: 1.34, high: 1.38 };
const scope = {
  measured: 12,
  compared: 12,
  isPartial: false,
  droppedEarly: [],
  droppedAfter: 0,
  notCompared: [],
};
const partial = {
  ...scope,
  compared: 4,
  isPartial: true,
  droppedEarly: ['pool=1', 'pool=2'],
  droppedAfter: 2,
  notCompared: ['pool=512'],
};
const id = 'pool=16';
const current = 'pool=4';
const bound = { figure: 'p99', relation: 'at most', limit: 200, unit: 'ms' } as const;
const others = [{ ...ratio, id: 'pool=32' }];
const shares = { loop: 0.7, loopWaits: 0.22, queued: 12, server: 0.5, generator: 0.15 };
const certified = message('tune.certified', { ...scope, id, confidence: 0.95, within: 0.05 });

export const tuneSamples: SomeSamples = {
  'tune.why.coarse-grid': [{ count: 7, of: 12 }],
  'tune.why.not-far-off': [{ count: 6 }],
  'tune.why.around-prediction': [{ count: 5, of: 12 }],
  'tune.why.model-was-wrong': [{ count: 5, of: 12 }],
  'tune.why.refine': [{ count: 3 }],
  'tune.why.certify': [
    { ids: [current, id], look: 3, reuses: false },
    { ids: [current, id], look: 5, reuses: true },
  ],
  'tune.why.certify-fewer-changes': [{ certified: [id], look: 5, reuses: false }],
  'tune.none-feasible': [
    {
      measured: 7,
      infeasible: 7,
      unknown: [],
      nearest: { ...bound, id, label: 'response time p99', value: 222.4 },
    },
    {
      measured: 7,
      infeasible: 5,
      unknown: ['pool=1', 'pool=2'],
      nearest: {
        relation: 'at most',
        limit: 0,
        unit: '',
        id,
        label: 'errors',
        value: 0.012,
      },
    },
    { measured: 1, infeasible: 1, unknown: [], nearest: null },
  ],
  'tune.certified': [
    { ...scope, id, confidence: 0.95, within: 0.05 },
    { ...partial, id, confidence: 0.95, within: null },
    { ...scope, compared: 9, id, confidence: 0.9, within: 0.025 },
  ],
  'tune.not-certified': [
    {
      ...partial,
      id,
      ended: 'budget',
      confidence: 0.95,
      atMost: 0.0812,
      within: 0.05,
      undecided: [current],
      equivalent: ['pool=8'],
    },
    {
      ...scope,
      id,
      ended: 'only begun',
      confidence: 0.95,
      atMost: null,
      within: 0.05,
      undecided: [],
      equivalent: [],
    },
    {
      ...scope,
      id,
      ended: 'last look',
      confidence: 0.95,
      atMost: 0.04,
      within: 0.05,
      undecided: [],
      equivalent: [],
    },
    {
      ...scope,
      id,
      ended: 'interrupted',
      confidence: 0.95,
      atMost: 0.2,
      within: 0.05,
      undecided: [],
      equivalent: [],
    },
    {
      ...scope,
      id,
      ended: 'infeasible',
      confidence: 0.95,
      atMost: 0.2,
      within: 0.05,
      undecided: [],
      equivalent: [],
    },
  ],
  'tune.certainty-withheld': [{ certainty: certified, why: quoted('G1 failed for pool=16.') }],
  'tune.no-answer': [{ why: quoted('Check P1 failed.') }],
  'tune.check-voids': [{ check: 'P1', sentence: quoted('An answer came sooner than its work.') }],
  'tune.pool-not-in-force': [{ asked: ['1', '4', '16'], found: '8' }],
  'tune.variable-not-in-force': [{ name: 'MODE', asked: ['a', 'b'], found: 'c' }],
  'tune.scope': [{ key: 'pool', low: 1, high: 1024, factor: 1.4 }],
  'tune.gain': [
    { ...ratio, id, label: 'throughput', word: 'better' },
    { ...ratio, id, label: 'throughput', word: 'undecided' },
  ],
  'tune.gain-checked': [{ gain: message('tune.gain', { ...ratio, id, label: 'throughput', word: 'worse' }) }],
  'tune.side-effect': [true, false].map((isBetter) => ({
    ...ratio,
    id,
    isBetter,
    objective: 'throughput',
    label: 'response time p50',
  })),
  'tune.better-elsewhere': [
    {
      rival: current,
      id,
      word: 'equivalent',
      objective: 'throughput',
      figures: [{ ...ratio, label: 'response time p50' }],
    },
    {
      rival: current,
      id,
      word: 'undecided',
      objective: 'throughput',
      figures: [
        { ...ratio, label: 'response time p50' },
        { ...ratio, label: 'response time p99' },
      ],
    },
  ],
  'tune.edge': [
    { key: 'pool', size: 64, end: 'largest' },
    { key: 'pool', size: 8, end: 'smallest' },
  ],
  'tune.failed-trials': [{ id, failed: 1, trials: 9 }],
  'tune.wrong-answers': [
    { limit: 0, wrong: [{ id, errors: 0.012 }] },
    {
      limit: 0.05,
      wrong: [
        { id, errors: 0.3 },
        { id: current, errors: 0.07 },
      ],
    },
  ],
  'tune.failed-settings': [{ ids: ['pool=1024'] }, { ids: ['pool=512', 'pool=1024'] }],
  'tune.constraint-undecided': [
    { ...bound, ids: [id], isBetter: true },
    { figure: 'errors', relation: 'at most', limit: 0.01, unit: '', ids: [id], isBetter: false },
  ],
  'tune.bounded': [
    {
      label: 'response time p99',
      than: id,
      settings: [
        { id: current, atLeast: 481.3, answers: 16, ratio: 121.4 },
        { id: 'pool=8', atLeast: 2.24, answers: 1, ratio: null },
      ],
    },
  ],
  'tune.current-not-measured': [{ id: current }],
  'tune.check-failed': [{ why: quoted('M1 failed for pool=16.') }],
  'tune.check-spared': [
    { check: 'G1', most: 0.067, hides: 0 },
    { check: 'G1', most: 0.067, hides: 0.004 },
    { check: 'G2', most: 0.12, hides: 0.004 },
  ],
  'tune.advice.keep': [
    { id: current, kept: null, isOpen: false },
    { id: current, kept: message('tune.same', same), isOpen: false },
    { id: current, kept: message('tune.same', same), isOpen: true },
  ],
  'tune.advice.keep-for-now': [
    { id: current, isCompared: true },
    { id: current, isCompared: false },
  ],
  'tune.advice.set': [{ id, current }],
  'tune.advice.guess': [{ id, current }],
  'tune.as-good': (['current', 'fewest changes', 'smallest'] as const).map((rule) => ({
    id,
    within: 0.05,
    others,
    rule,
  })),
  'tune.tied': [{ id, others }],
  'tune.limit': [
    { ...shares, id, limit: 'event loop', pool: null, others: 0.3 },
    { ...shares, id, limit: 'CPU', pool: 0.98, others: null },
    { ...shares, id, limit: 'load generator', loopWaits: 0, pool: 0.2, others: 0 },
    { ...shares, id, limit: null, pool: null, others: null },
  ],
  'tune.cost': [
    { id, from: 10.1, to: 8.02 },
    { id, from: 8, to: 10 },
  ],
};

export const progressSamples: SomeSamples = {
  'progress.found': [{ address: 'http://127.0.0.1:3000' }],
  'progress.trials': [
    { block: 2, blocks: 5, done: 38, of: 95, left: { about: 52_000, most: null } },
    { block: 3, blocks: null, done: 1, of: null, left: { about: null, most: 250_000 } },
    { block: 3, blocks: null, done: 12, of: null, left: { about: 31_000, most: 250_000 } },
    { block: 1, blocks: null, done: 0, of: null, left: { about: null, most: null } },
  ],
};

export const stopSamples: SomeSamples = {
  'stop.after-blocks': [{ reason: message('stop.all-decided'), blocks: 9 }],
  'stop.time-used-up': [{ limit: 600_000 }],
  'stop.time-too-short': [{ limit: 120_000, spent: 97_000, needed: 14_000 }],
  'stop.time-used-up-in-block': [{ limit: 600_000 }],
  'stop.out-of-sight': [{ where: 'process 7 on another machine' }],
};
