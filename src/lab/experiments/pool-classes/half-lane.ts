/** Look-ups of names against jobs that hold a thread for the same time: how many threads each kind gets of one pool. */
import type { Claim } from '../experiment.ts';
import type { Measured } from '../../../model/verdict.ts';
import {
  equality,
  figure,
  isAbove,
  isBelow,
  notRun,
  ratio,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { at, measuredKinds, reasonsWithout } from './evidence.ts';

/** So large that half of it is far from all of it, and so small that the CPUs bound neither kind. */
const pool = 16;
const half = Math.floor((pool + 1) / 2) / pool;
/** Half as much again, or as little: no longer called "half" by anybody. */
const other = 1.5;

function lookupsGetHalf(measured: Measured): Judgement {
  const names = measuredKinds(measured);
  for (const kind of ['dns', 'held'])
    if (!names.includes(kind)) {
      const why = reasonsWithout(measured, 'waits').find((reason) => reason.startsWith(`${kind}: `));
      return notRun(why ?? `The kind ${kind} was not measured.`);
    }
  const compared = measured.compare('throughput', at('dns', pool), at('held', pool));
  if (!compared) return notRun(tooFewBlocks);
  const share = compared.ratio;
  const isHalf = isAbove(share, half / equality) && isBelow(share, half * equality);
  const isOther = isAbove(share, half * other) || isBelow(share, half / other);
  return {
    verdict: isHalf ? 'holds' : isOther ? 'refuted' : 'undecided',
    because: `With ${pool} threads look-ups get done ${figure(share)} times as often as jobs that hold a thread for the same time; half of the threads are ${half} of them.`,
    evidence: [ratio(`throughput with ${pool} threads: dns ÷ held`, compared)],
  };
}

export const halfLaneClaim: Claim = {
  id: 'pool-classes/dns-half',
  text: 'Look-ups through getaddrinfo get only half of the threads of the pool, rounded up.',
  source: 'libuv’s src/threadpool.c: slow I/O work may hold (n + 1) / 2 threads',
  judge: lookupsGetHalf,
};
