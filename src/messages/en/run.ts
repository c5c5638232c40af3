/** Where a run is, and why it ended. */
import { clockTime, counted } from '../../format/number.ts';
import type { Nested, Numbers } from '../nested.ts';

function leftText({ about, most }: { about: number | null; most: number | null }): string {
  if (about === null) return most === null ? '' : `at most ${clockTime(most)} left`;
  return `${clockTime(about)} left${most === null ? '' : `, ${clockTime(most)} at most`}`;
}

export const run = {
  /**
   * Where a run is, in one line. `blocks` and `of` are null where it ends as soon as it knows enough; `left` has the milliseconds
   * that it still takes, and takes at most, null where that is not known.
   */
  'progress.trials': ({
    block,
    blocks,
    done,
    of,
    left,
  }: {
    block: number;
    blocks: number | null;
    done: number;
    of: number | null;
    left: { about: number | null; most: number | null };
  }) =>
    [
      `block ${block}${blocks === null ? '' : `/${blocks}`}`,
      of === null ? counted(done, 'trial') : `${done}/${of} trials`,
      leftText(left),
    ]
      .filter((part) => part !== '')
      .join(', '),
  'progress.found': ({ address }: { address: string }) => `The server listens at ${address} (found).`,
  'stop.after-blocks': ({ reason, blocks }: { reason: Nested; blocks: number }) =>
    `${reason}, after ${counted(blocks, 'block')}`,
  'stop.all-blocks': 'all blocks done',
  'stop.all-decided': 'all decided',
  'stop.precision-reached': 'precision reached',
  'stop.precise-enough': 'every figure is as precise as the claims need',
  'stop.too-dear': 'deciding more takes longer than the time that is left',
  'stop.last-look': 'last look',
  'stop.generator-limit': 'the load generator can offer no more',
  'stop.no-rate': 'no rate keeps the objective',
  'stop.falls': 'the rate falls with the age of the server',
  'stop.first-search': 'the first search ended before any rate kept the objective',
  'stop.no-result': 'no trial of the first block gave a result',
  'stop.one-setting': 'there is no second setting to compare',
  'stop.time-used-up': ({ limit }: { limit: number }) =>
    `the time of ${Math.round(limit / 1000)} s is used up`,
  'stop.time-too-short': ({ limit, spent, needed }: Numbers<'limit' | 'spent' | 'needed'>) =>
    `${Math.round(spent / 1000)} of ${Math.round(limit / 1000)} s are used, and another block takes at least ${Math.round(needed / 1000)} s`,
  'stop.time-used-up-in-block': ({ limit }: { limit: number }) =>
    `the time of ${Math.round(limit / 1000)} s is used up, within a block`,
  'stop.current-failed': 'the current setting gave no result',
  'stop.interrupted': 'interrupted by the user',
  'stop.error': 'ended by an error',
  'stop.vanished': 'its process ended without storing a reason',
  'stop.out-of-sight': ({ where }: { where: string }) =>
    `it cannot be seen from here whether ${where} is still running`,
  'stop.certificate': 'the best setting is certified',
  'stop.one-survivor': 'one setting is left',
  'stop.search-last-look': 'too much noise for the number of blocks',
  'stop.no-candidate': 'no setting is feasible',
  'stop.pool-unused': 'no job enters the pool',
  'stop.not-in-force': 'the variable has no effect on the server',
};
