import { Histogram, type HistogramData } from './histogram.ts';

/** Microseconds after which a request that left counts as late (docs/checks.md, G1). */
const late = 1000;

/** @returns the share of the clients' waiting time in which they waited for late requests to be sent */
export function lateTime(lateness: HistogramData, response: HistogramData): number {
  const lost = lateness.count > 0 ? Histogram.fromData(lateness).sumAbove(late) : 0;
  return response.sum > 0 ? lost / response.sum : 0;
}
