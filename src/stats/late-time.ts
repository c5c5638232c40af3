import { Histogram, type HistogramData } from './histogram.ts';

/** Microseconds: a request that leaves sooner after it was due is not called late (docs/checks.md, G1). */
const late = 1000;

/** @returns of all time that clients waited, the share that they waited for late requests to be sent */
export function lateTime(lateness: HistogramData, response: HistogramData): number {
  const lost = lateness.count > 0 ? Histogram.fromData(lateness).sumAbove(late) : 0;
  return response.sum > 0 ? lost / response.sum : 0;
}
