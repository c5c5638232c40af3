/** Plausible figures for pages of 30 lines. */
import { message } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const consequence = message('effect.undecided', { settings: 1, all: 3, metrics: [] });

export const terminalSamples: Samples<`terminal.${string}`> = {
  'terminal.machine': [{ cpus: 2, node: '26.10' }],
  'terminal.trials': [{ trials: 57, blocks: 3 }],
  'terminal.versus': [{ baseline: '4' }],
  'terminal.more-settings': [{ settings: 3 }],
  'terminal.cpu': [{ baseline: 'pool 4', setting: 'pool 1', before: '0.047', after: '0.023' }],
  'terminal.more-claims': [{ claims: 4 }],
  'terminal.claims-noise': [
    { claims: 1, blocks: 1, seconds: 21 },
    { claims: 8, blocks: 23, seconds: 431 },
  ],
  'terminal.claims-on-the-line': [{ claims: 1 }, { claims: 2 }],
  'terminal.claims-withheld': [{ claims: 1 }, { claims: 2 }],
  'terminal.claims-open': [{ claims: 1 }],
  'terminal.settings-noise': [
    { settings: 1, blocks: 3, seconds: 90 },
    { settings: 4, blocks: 12, seconds: 360 },
  ],
  'terminal.gate-noise': [{ blocks: 12, seconds: 130 }],
  'terminal.checks-passed': [
    { passed: 15, noted: [] },
    { passed: 1, noted: ['C1', 'D1'] },
  ],
  'terminal.check-failed': [{ title: 'Server time within client time', consequence, id: 'T1' }],
  'terminal.percentiles-hidden': [
    { consequence: message('effect.percentiles', { settings: 3, all: 3, metrics: ['p99'] }), id: 'D2' },
  ],
  'terminal.disturbed': [
    { failed: 1, foreign: 2 },
    { failed: 1, foreign: 0 },
  ],
  'terminal.noise': [
    { spread: 0.17, resolution: 0.1 },
    { spread: 0.02, resolution: null },
  ],
  'terminal.generator-failed': [
    { trials: 2, what: 'The generator "ssh load1" ended while it was in use (exit code 255).' },
  ],
  'terminal.generators': [
    {
      generators: [
        { name: 'ssh load1', share: 0.502 },
        { name: 'ssh load2', share: 0.498 },
      ],
      path: 5.1,
      overlap: 0.999,
      isFirstAlone: false,
    },
    {
      generators: [
        { name: '#1 sh -c exec', share: 0.8 },
        { name: '#2 sh -c exec', share: 0.2 },
      ],
      path: null,
      overlap: 0.98,
      isFirstAlone: true,
    },
    {
      generators: [{ name: 'docker exec -i load chokepoint generate', share: 1 }],
      path: null,
      overlap: 1,
      isFirstAlone: false,
    },
  ],
  'terminal.pair': [{ ratios: 6, better: 1, worse: 2, equivalent: 0, undecided: 3 }],
  'terminal.report-command': [{ run: '20261122-041947-1415' }],
};
