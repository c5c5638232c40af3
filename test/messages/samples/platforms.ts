/** Plausible figures for what the experiment on other platforms says. */
import type { Samples } from './sample.ts';

export const platformSamples: Samples<`platforms.${string}`> = {
  'platforms.answer': [
    {
      clients: 1000,
      ms: 100,
      rates: [
        { name: 'Spring MVC', perSecond: 1983 },
        { name: 'Node', perSecond: 8120 },
        { name: 'Go net/http', perSecond: 9210 },
      ],
      threads: 200,
    },
    {
      clients: 1000,
      ms: 100,
      rates: [
        { name: 'Node', perSecond: 8120 },
        { name: 'Go net/http', perSecond: 9210 },
      ],
      threads: null,
    },
  ],
  'platforms.same-cost': [
    { ms: 4, one: 1.92, many: 1.002 },
    { ms: 4, one: 1.92, many: null },
  ],
  'platforms.computing': [
    { one: 1.92, many: 1.03 },
    { one: 1.92, many: null },
  ],
};
