/** A pool size was asked for, and another one is in force: libuv reads the variable once, at the first job. */
import type { Vitals } from '../../model/vitals.ts';
import { isPlainSize } from '../../model/pool-size.ts';
import { setPoolSize } from './changes.ts';
import { gainOfSize, sizeFor } from './foretell.ts';
import { isWaiting, poolLoad, poolWork } from './pool-load.ts';
import { poolEvidence } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen } from './rule.ts';
import { fact, times, waited } from './words.ts';

export const poolSizeNotInForce = processRule({
  id: 'pool-size-not-in-force',
  title: 'The pool has another size than was asked for',
  needs: 'the environment of the process; how many pool threads it has',
  resource: 'pool',
  verb: 'raise',
  experiment: 'pool-mechanics',
  explains: ['pool-too-small'],
  judge(vitals, fleet) {
    const { size, asked, askedText } = vitals.pool;
    if (size === 0) return notApplicable('Nothing has used the pool, so it has no size yet.');
    if (size === null) return unseen('How many threads the pool has cannot be told.');
    if (asked === null) return unseen('The environment of the process may not be read.');
    if (askedText === null) return fine(`No size was asked for; ${size} threads are in force.`);
    const isPlain = isPlainSize(askedText);
    if (asked === size && isPlain) return fine(`${asked} threads were asked for and are in force.`);
    if (!isPlain && size !== asked) {
      return fine(
        `UV_THREADPOOL_SIZE is "${askedText}", but ${size} threads are in force: it was set in code, in time.`,
      );
    }
    const load = poolLoad(vitals);
    const waits = isWaiting(load) && !poolWork(vitals, fleet)?.isStarved;
    // What is not a number says nothing of what was wanted: then what is needed, and at least libuv's own 4.
    const wanted = isPlain ? asked : Math.max(4, waits ? sizeFor(vitals, fleet, load).size : 4);
    const gain = waits && wanted > size ? gainOfSize(vitals, fleet, load, wanted) : null;
    const jobs = waits && load.wait ? `, and a job waits ${waited(load.wait.mean)} for one` : '';
    return {
      word: 'finding',
      severity: waits && wanted > size ? 'critical' : wanted > size ? 'warning' : 'info',
      verb: wanted > size ? 'raise' : 'lower',
      title: isPlain
        ? `${asked} pool threads were asked for, ${size} ${size === 1 ? 'is' : 'are'} in force${jobs}`
        : `UV_THREADPOOL_SIZE is "${askedText}", which libuv reads as ${asked}: ${size} pool thread${size === 1 ? '' : 's'} in force${jobs}`,
      because: isPlain ? tooLate(vitals) : noNumber,
      evidence: [
        fact('asked for', `UV_THREADPOOL_SIZE=${askedText} (${asked})`),
        fact('in force', String(size)),
        ...(load && waits ? poolEvidence(vitals, load).slice(1) : []),
      ],
      changes: setPoolSize(vitals, wanted),
      expect:
        gain === null
          ? `${wanted} threads from the first job on.`
          : `${wanted} threads from the first job on: throughput about ${times(gain)}.`,
      gain,
      weight: Math.abs(wanted - size),
    };
  },
});

const noNumber =
  'libuv reads digits at the start of the text and nothing else: what has none is 0, and 0 becomes 1 thread, fewer than the 4 of no variable at all. Nothing warns of it.';

function tooLate({ command }: Vitals): string {
  const pm2 = /pm2|ProcessContainer/i.test(command)
    ? ' PM2 in cluster mode opens its log files, pool jobs, before it loads the script.'
    : '';
  return `libuv reads the variable once, when the first job comes. Set in code, in a .env file or in a module that is imported later it is too late: loading an ES module may have used the pool already.${pm2} Set outside the process it always works.`;
}
