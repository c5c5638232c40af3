/**
 * How many jobs an API has one after the other, in a pool of one thread (guest): so often it waits for its turn. The
 * thread is held; all APIs are started, and the first job of each stands in the queue; another hold is put behind them,
 * and the first is let go. Each does its job, and what goes on with another stands behind the second hold. So each round
 * does one job of each API, and who is done after three has had three. No clock decides which job belongs to which round.
 */
import { fstat } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import type { Facts } from '../facts.ts';
import { called, type Attempt, type ScratchFolder } from './attempt.ts';
import { Hold, settled } from './hold.ts';
import type { Network } from './network.ts';
import { start } from './start.ts';

/** No API has so many: who is not done then is not told. */
const mostRounds = 40;

/**
 * @param attempts each has all of its jobs in the one queue
 * @returns `turns:NAME` for each that is done without an error
 */
export async function turns(
  scratch: ScratchFolder,
  attempts: readonly Attempt[],
  net: Network,
): Promise<Facts> {
  const descriptor = scratch.descriptor();
  let [front, behind] = [new Hold(scratch, 1), new Hold(scratch, 1)];
  front.take();
  const running = attempts.map((attempt) => ({ name: attempt.name, outcome: start(attempt) }));
  const done = () => running.filter(({ outcome }) => outcome.isDone);
  // Some of them do a few turns of the loop before they submit their next job.
  const submitted = () =>
    settled(
      () => done().length,
      () => Promise.all([later(5), net.roundTrip()]),
    );
  await submitted();
  const facts: Facts = {};
  for (let round = 1; round <= mostRounds && done().length < running.length; round++) {
    const before = new Set(done());
    // The last job of this round: when its callback comes, those of all others have come.
    const last = called((ended) => fstat(descriptor, ended));
    behind.take();
    await front.release();
    await last;
    await submitted();
    for (const each of done()) {
      if (!before.has(each) && each.outcome.error === null) facts[`turns:${each.name}`] = round;
    }
    [front, behind] = [behind, front];
  }
  await front.release();
  return facts;
}
