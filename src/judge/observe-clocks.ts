/** How finely the figures of a trial are known. */
import type { Observation } from '../model/observation.ts';
import type { Sample, Trial } from '../model/sample.ts';
import { tick } from './bounds.ts';

/** Histograms and the lab's job logs hold whole microseconds. */
const microsecond = 0.001;

export function metricsOfClocks({ effective }: Trial, { outcome, jobs }: Sample): Observation['clocks'] {
  const clocks: Observation['clocks'][number][] = [];
  const { response, counts } = outcome;
  if (response.count > 0 && response.sum > 0) {
    clocks.push({ metric: 'mean', resolution: microsecond, value: response.sum / response.count / 1000 });
  }
  if (jobs && jobs.mean > 0) clocks.push({ metric: 'jobMean', resolution: microsecond, value: jobs.mean });
  const used = effective.filter(({ cpu }) => cpu > 0);
  if (used.length > 0 && counts.verified > 0) {
    const cpu = used.reduce((sum, each) => sum + each.cpu, 0);
    clocks.push({
      metric: 'cpuPerRequest',
      // Each process is known to a tick at both edges of the window.
      resolution: (tick * used.length) / counts.verified,
      value: cpu / counts.verified,
    });
  }
  return clocks;
}
