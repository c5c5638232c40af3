/** The event loop is blocked for long at a time, though it has time to spare: all requests wait for one task. */
import { hardlyIdle } from '../../bottleneck/thresholds.ts';
import { time } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import { changesOf, hotFunction, inPieces, profileRunning } from './hot-function.ts';
import { productionMode } from './production.ts';
import { fine, processRule, findingOf, unseen } from './rule.ts';
import { told } from './words.ts';

const limits = {
  /** Seen by every user who waits at that moment; a collection or a first compilation may do it once. */
  long: 250,
  twice: 2,
  /** As the p99 of how late timers are: it happens all the time. */
  severe: 100,
  /** Runnable, waiting for a CPU, of the time in which it had work: then others hold it. */
  withoutCpu: 0.25,
  /** Of the longest stall: then it is garbage collection. */
  gc: 0.5,
  /** A loop that had so little to do was not blocked for long. */
  idle: 0.05,
} as const;

export const loopBlocked = processRule({
  id: 'loop-blocked',
  resource: 'event loop',
  symptom: ['core', 'delay of timers (probe); the name from a CPU profile'],
  experiment: 'loop-or-threads',
  explains: ['backlog', 'downstream'],
  signals(vitals) {
    const { delay, stalls, utilization } = vitals.loop;
    const hot = hotFunction(vitals);
    return {
      'timers late': delay && message('evidence.late', { p99: delay.p99, max: time(Math.round(delay.max)) }),
      'stalls of 100 ms and more': told('evidence.stalls', { stalls }),
      'loop utilisation': message('evidence.share', { part: utilization ?? 0 }),
      'hottest function': hot && message('evidence.hot-of-profile', { hot }),
    };
  },
  judge(vitals, service) {
    const { loop, gc } = vitals;
    const utilization = loop.utilization ?? 0;
    if (loop.stalls === null || loop.delay === null)
      return loop.utilization !== null && utilization < limits.idle ? fine : unseen('timers late');
    const { p99, max } = loop.delay;
    const longest = Math.max(max, loop.silent ?? 0);
    const isSevere = p99 >= limits.severe;
    if (!isSevere && !(longest >= limits.long && loop.stalls >= limits.twice)) return fine;
    const { ran, waitedForCpu: waited } = loop;
    if (ran !== null && waited !== null && waited / (ran + waited) >= limits.withoutCpu) return fine;
    if (gc && gc.longest >= limits.gc * longest) return fine;
    const hot = hotFunction(vitals);
    const ofFunction = hot ? changesOf(hot, service.cpus) : [];
    return {
      severity: isSevere ? 'critical' : 'warning',
      ...findingOf('loop-blocked', {
        longest,
        utilization,
        hot,
        isBusy: utilization >= hardlyIdle,
        isMovable: hot === null || hot.isComputing,
      }),
      changes: hot
        ? [...productionMode(vitals), ...(ofFunction.length > 0 ? ofFunction : [inPieces])]
        : [profileRunning(vitals), inPieces],
      weight: longest,
    };
  },
});
