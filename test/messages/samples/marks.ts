/** Plausible figures for the marks of a chart. */
import type { Samples } from './sample.ts';

const ratio = { value: 1.61, low: 1.07, high: 2.41 };

export const markSamples: Samples<`mark.${string}`> = {
  'mark.estimate': [
    { name: 'pool 4', value: '41.5/s', bounds: '22.9–75.0', trials: 3 },
    { name: 'pool 8', value: '40.1/s', bounds: null, trials: 1 },
    { name: 'pool 8', value: '40.1/s', bounds: null, trials: null },
  ],
  'mark.modelled': [{ name: 'pool 4', value: '43.0/s' }],
  'mark.ratio': [{ name: 'pool 8', baseline: 'pool 4', ratio, word: 'better' }],
  'mark.trial': [
    { place: 5, block: 2, setting: 'pool 4', ratio: 1.034 },
    { place: 6, block: 2, setting: null, ratio: null },
  ],
  'mark.spans': [{ spans: [{ what: 'due, not yet sent', from: 0, to: 3.2 }] }],
  'mark.moment': [{ at: 2.25, values: [{ name: 'busy', value: '3.9 threads' }] }],
};
