/** How high the curve is can be told only where the CPUs are free for a moment. */
import { availableParallelism } from 'node:os';
import { measureCapacity } from '../../src/host/capacity.ts';
import { inconclusive, systemTest } from '../kit/inconclusive.ts';

const skip = availableParallelism() < 2 && 'this machine has one CPU';

systemTest('two threads do more than one where there are two CPUs', { skip }, async () => {
  // The fastest round: what the CPUs can do when nobody else has them.
  const { points, others } = await measureCapacity({ budget: 800, rounds: 7 });
  const [one, two] = [1, 2].map((threads) => points.find((point) => point.threads === threads)?.high ?? 0);
  const speed = (two ?? 0) / (one ?? 1);
  if (speed > 1.1) return;
  const figures = `C(2) = ${speed.toFixed(2)}, others used ${others?.toFixed(2)} of the CPUs`;
  if (others === null || others > 0.2) inconclusive(figures);
  throw new Error(figures);
});
