/** The event loop is held for long at a time, though it has time to spare: everybody waits for one request's work. */
import type { Change } from '../../model/diagnosis.ts';
import { scriptOf } from './changes.ts';
import { changesOf, hotFunction, inPieces, profileAllTheSame } from './hot-function.ts';
import { fine, processRule, unseen } from './rule.ts';
import { amount, fact, share } from './words.ts';
import { time } from '../../format/words.ts';

const limits = {
  /** Seen by every user who waits at that moment; a collection or a first compilation may do it once. */
  long: 250,
  twice: 2,
  /** As the p99 of how late timers are: it happens all the time. */
  severe: 100,
  /** Ready without a CPU, of the time in which it had work: then others hold it. */
  withoutCpu: 0.25,
  /** Of the longest stall: then it is garbage collection. */
  gc: 0.5,
  /** A loop that had so little to do was not held for long. */
  idle: 0.05,
} as const;

export const loopBlocked = processRule({
  id: 'loop-blocked',
  title: 'Single tasks hold the event loop',
  needs: 'how late timers are (probe); CPU profile for the name',
  resource: 'event loop',
  verb: 'not the pool',
  experiment: 'loop-or-threads',
  explains: ['backlog', 'downstream'],
  judge(vitals, fleet) {
    const { loop, gc } = vitals;
    const used = loop.utilization ?? 0;
    if (loop.stalls === null || loop.delay === null) {
      const isIdle = loop.utilization !== null && used < limits.idle;
      return isIdle
        ? fine(`The event loop had something to do for ${share(used)} of the time.`)
        : unseen('Single stalls of the event loop are seen by a probe only.');
    }
    const longest = Math.max(loop.delay.max, loop.silent ?? 0);
    const isSevere = loop.delay.p99 >= limits.severe;
    if (!isSevere && !(longest >= limits.long && loop.stalls >= limits.twice)) {
      return fine(
        `Timers were late by ${time(Math.round(loop.delay.p99 * 10) / 10)} at most in 99 of 100 cases, ${time(Math.round(longest))} once.`,
      );
    }
    const { ran, waitedForCpu } = loop;
    if (ran !== null && waitedForCpu !== null && waitedForCpu / (ran + waitedForCpu) >= limits.withoutCpu) {
      return fine(
        `Timers were late by up to ${time(Math.round(longest))}, but the main thread was without a CPU for ${share(waitedForCpu)} of the time.`,
      );
    }
    if (gc && gc.longest >= limits.gc * longest) {
      return fine(`Timers were late by up to ${time(Math.round(longest))}, by garbage collection.`);
    }
    const found = hotFunction(vitals);
    const threads = Math.max(1, Math.floor(fleet.cpus) - 1);
    return {
      word: 'finding',
      severity: isSevere ? 'critical' : 'warning',
      title: `The event loop is held for up to ${time(Math.round(longest))} at a time${found ? `, most in ${found.text}` : ''}`,
      because: `It had something to do for ${share(used)} of the time only, so it is not too much work but too much at once: while one task computes, nobody else is answered. Neither the pool nor the CPUs keep it.`,
      evidence: [
        fact('timers late', `p99 ${amount(loop.delay.p99)} ms, at most ${time(Math.round(loop.delay.max))}`),
        fact('stalls of 100 ms and more', `in ${loop.stalls} quarter seconds`),
        fact('loop utilisation', share(used)),
        ...(found ? [fact('hottest function', `${found.text}, ${share(found.total)} of the profile`)] : []),
      ],
      changes: found
        ? changesOf(found, threads)
        : [inPieces, profileAllTheSame(vitals) ?? profile(vitals.command)],
      expect: `In a worker thread that work takes as long as now, and the others no longer wait up to ${time(Math.round(longest))} for it.`,
      gain: null,
      weight: longest,
    };
  },
});

function profile(command: string): Change {
  return {
    type: 'command',
    what: 'Find its name with a CPU profile',
    text: `node --cpu-prof ${scriptOf(command)}`,
  };
}
