/** How quiet the machine was, and what can be seen on it, as facts. */
import { metrics, type Interval, type RunResult } from '../../model/verdict.ts';
import type { Fact } from './conditions.ts';

const share = (value: number) => `${Number((value * 100).toPrecision(2))} %`;
const spread = ({ value, low, high }: Interval) => `${share(value)} (${share(low)} to ${share(high)})`;
const change = (ratio: number) => `${ratio < 1 ? '−' : '+'}${share(Math.abs(ratio - 1))}`;

/** Empty for a run in which nothing was repeated. */
export function noiseFacts({ noise }: Pick<RunResult, 'noise'>): Fact[] {
  if (!noise?.trialCv) return [];
  const { metric, trials, trialCv, drift, steal, control, needs } = noise;
  const facts: Fact[] = [
    {
      name: 'Spread of a trial',
      value: `${spread(trialCv)} in ${metrics[metric].label}, settings and blocks taken out; ${trials} trials`,
    },
  ];
  if (drift) {
    facts.push({
      name: 'Drift over the run',
      value: `${change(drift.value)} (${change(drift.low)} to ${change(drift.high)}), taken out by the blocks`,
    });
  }
  if (steal)
    facts.push({ name: 'Steal', value: `${share(steal.mean)} on average, ${share(steal.max)} at worst` });
  if (control) {
    const { value, low, high } = control.ratio;
    const word = control.isSound
      ? 'not found to differ from itself'
      : 'DIFFERENT FROM ITSELF: no comparison is to be believed';
    facts.push({
      name: 'A/A′ control',
      value: `the baseline ÷ its copy ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}, ${Math.round(control.confidence * 100)} %): ${word}`,
    });
  }
  for (const { effect, blocks, found } of needs) {
    const often = found < 0.995 ? `, found within 28 blocks in ${Math.round(found * 100)} of 100 runs` : '';
    const value =
      found < 0.5
        ? `not within 28 blocks (in ${Math.round(found * 100)} of 100 runs)`
        : `${Math.ceil(blocks)} blocks${often}`;
    facts.push({ name: `To see ${share(effect)}`, value });
  }
  return facts;
}
