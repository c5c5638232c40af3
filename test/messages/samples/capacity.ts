/** Plausible figures for what a search for the highest rate says. */
import { message } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const parts = [
  { figure: 'p99', limit: 200 },
  { figure: 'errors', limit: 0.001 },
] as const;
const what = message('capacity.objective', { parts });
const knee = message('capacity.knee', { figure: 'p99', limit: 36 });
const bounded = message('capacity.bounded', { what, value: 412.3, low: 392.1, high: 433.2 });
const more = message('capacity.bounded', { what, value: 811, low: 770, high: 850 });
const settings = { one: 'pool=4', other: 'pool=64' };
const compared = { ...settings, what, first: 412, second: 811 };
const ratio = { value: 1.97, low: 1.81, high: 2.12 };
const shares = { loop: 0.31, loopWaits: 0.02, server: 0.62, generator: 0.15, others: null };

const open = { check: null, low: null, high: null, kept: null, isLate: false };

export const capacitySamples: Samples<`capacity.${string}`> = {
  'capacity.objective': [{ parts: [...parts] }, { parts: [{ figure: 'mean', limit: 12.5 }] }],
  'capacity.knee': [{ figure: 'p99', limit: 36 }],
  'capacity.bounded': [
    { what, value: 412.3, low: 392.1, high: 433.2 },
    { what: knee, value: 412.3, low: 392.1, high: null },
  ],
  'capacity.at-least': [
    { what, rate: 4100, isDisturbed: false },
    { what, rate: 29.3, isDisturbed: true },
  ],
  'capacity.falling': [
    { what, first: 612, last: 431, within: 34_000 },
    { what, first: 612, last: 431, within: null },
    { what, first: null, last: null, within: 34_000 },
  ],
  'capacity.never-alone': [{ what, figure: 'p99', value: 230 }],
  'capacity.never': [
    { what, rate: 3.2 },
    { what, rate: null },
  ],
  'capacity.unmeasured-late': [{ rate: 3.2 }],
  'capacity.bracketed': [
    { what, about: 500, kept: 502, broken: 486, allKept: [454, 502], allBroken: [486, 556] },
    { what, about: 320, kept: 300, broken: 340, allKept: [300], allBroken: [340] },
    { what, about: 300, kept: 300, broken: null, allKept: [300], allBroken: [] },
    { what, about: 340, kept: null, broken: 340, allKept: [], allBroken: [340] },
  ],
  'capacity.times': [{ ratio }],
  'capacity.rates': [compared],
  'capacity.compared': [
    { ...compared, ratio, word: 'better' },
    { ...compared, ratio: { value: 0.7, low: 0.66, high: 0.74 }, word: 'worse' },
    { ...compared, ratio: { value: 1.02, low: 0.97, high: 1.08 }, word: 'undecided' },
  ],
  'capacity.compared-withheld': [{ ...compared, ratio, check: 'P1' }],
  'capacity.void': [{ check: 'P1' }],
  'capacity.both': [{ ...settings, first: bounded, second: more }],
  'capacity.expect.kept': [
    { rate: 250, share: 0.61 },
    { rate: 250, share: null },
  ],
  'capacity.expect.missed': [{ what, rate: 500 }],
  'capacity.expect.undecided': [
    { rate: 410, share: 0.99, why: message('capacity.open', { ...open, low: 380, high: 440 }) },
    { rate: 10, share: null, why: message('capacity.open', { ...open, kept: 458 }) },
  ],
  'capacity.open': [
    { ...open, check: 'M1' },
    { ...open, low: 380, high: null },
    { ...open, kept: 458, isLate: true },
    open,
  ],
  'capacity.expect.falls': [
    { rate: 350, first: 612, last: 431 },
    { rate: 350, first: null, last: null },
  ],
  'capacity.expect.withheld': [{ rate: 500, check: 'M1' }],
  'capacity.limit': [
    { ...shares, rate: 412, limit: 'pool threads', pool: 0.98, queued: 12.4 },
    { ...shares, rate: 412, limit: 'event loop', pool: null, queued: 0, loopWaits: 0 },
    { ...shares, rate: 412, limit: 'CPU', pool: null, queued: 0 },
    { ...shares, rate: 412, limit: 'load generator', pool: null, queued: 0 },
    { ...shares, rate: 412, limit: null, pool: null, queued: 0 },
    { ...shares, rate: 412, limit: null, pool: 0.77, queued: 7.7, loopWaits: 0.29 },
    { ...shares, rate: 412, limit: 'CPU', pool: null, queued: 0, others: 0.4 },
  ],
  'capacity.model': [
    { servers: 16, service: 20.4, crossing: 405, isInside: true },
    { servers: 1, service: 0.8, crossing: 700, isInside: false },
    { servers: 1, service: 0.8, crossing: null, isInside: false },
  ],
  'capacity.beside': [
    {
      figure: 'p99',
      rows: [
        { rate: 380, value: 110 },
        { rate: 450, value: 900 },
      ],
    },
  ],
  'capacity.note.died': [
    { rate: 640, times: 1 },
    { rate: 640, times: 3 },
  ],
  'capacity.note.few': [{ requests: 85 }],
  'capacity.note.grows': [{ factor: 1.62 }],
  'capacity.note.stalls': [
    { every: 2100, longest: 304, isNever: true },
    { every: 2100, longest: 304, isNever: false },
  ],
  'capacity.note.slower': [{ factor: 2.61 }],
  'capacity.note.warming': [{ factor: 3.14 }],
  'capacity.note.mostly-late': [{ windows: 14, of: 27 }],
  'capacity.note.generator': [{ rate: 4100, windows: 3 }],
  'capacity.ended': [
    { reason: message('stop.time-too-short', { limit: 120_000, spent: 97_000, needed: 14_000 }) },
  ],
  'capacity.price': [{ blocks: 3, seconds: 190, share: 0.05 }],
  'capacity.figure': [{ figure: 'p99' }],
  'capacity.unit': [{ figure: 'p99' }],
  'capacity.point': [
    { figure: 'p99', rate: 412, value: 190, block: 3 },
    { figure: 'p99', rate: 640, value: null, block: 1 },
  ],
  'capacity.plan': [
    { what, precision: 0.05, time: '5 min' },
    { what, precision: 0.05, time: null },
  ],
  'capacity.searching': [
    { what, ms: 300_000 },
    { what, ms: 20_000 },
    { what, ms: null },
  ],
};
