/**
 * The M/M/c queue that two windows alone predict: 32 clients show the server's highest rate, and one client shows how long a
 * request takes. By Little's law their product is the number of requests that are served at the same time.
 */
import type { CapacityModel, RatePoint } from '../model/capacity.ts';
import type { ObjectivePart } from '../model/objective.ts';
import type { PerSecond } from '../model/units.ts';
import { openQueue, quantile } from '../queueing/single-queue.ts';
import { clients } from './bracket.ts';
import { aloneAmong } from './points.ts';
import { shares } from './reading.ts';

/** Most servers of the model: above it 32 clients may be too few to fill the server, so that their rate is not its limit. */
const mostServers = 0.85 * clients;
const curvePoints = 40;
/** The curve covers these parts of the server's highest rate: nearer to it, it leaves every picture. */
const [lowest, highest] = [0.2, 0.995];

/** @returns null where the two windows are missing, the clients were too few, or the objective is about errors alone */
export function modelOf(
  points: readonly RatePoint[],
  objective: readonly ObjectivePart[],
): CapacityModel | null {
  const most = points.findLast(({ purpose }) => purpose === 'clients');
  const alone = aloneAmong(points);
  const part = objective.find(({ figure }) => figure !== 'errors');
  if (!most || !alone?.mean || !part || part.figure === 'errors' || most.throughput <= 0) return null;
  const together = (most.throughput * alone.mean) / 1000;
  if (together > mostServers) return null;
  const servers = Math.max(1, Math.round(together));
  // The service time follows the rounded number of servers, so that the highest rate stays as measured.
  const service = servers / most.throughput;
  const { figure, limit } = part;
  const value = (rate: PerSecond) => {
    const queue = openQueue(rate, servers, service);
    return 1000 * (figure === 'mean' ? queue.response : quantile(queue, shares[figure]));
  };
  const rates = Array.from(
    { length: curvePoints },
    (_, i) => most.throughput * (lowest + ((highest - lowest) * i) / (curvePoints - 1)),
  );
  return {
    servers,
    service: service * 1000,
    figure,
    curve: rates.map((rate) => ({ rate, value: value(rate) })),
    crossing: crossingOf(value, limit, most.throughput),
  };
}

function crossingOf(value: (rate: PerSecond) => number, limit: number, most: PerSecond): PerSecond | null {
  let [low, high] = [most / 1e4, most * (1 - 1e-6)];
  if (value(low) > limit) return null;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (value(middle) > limit) high = middle;
    else low = middle;
  }
  return low;
}
