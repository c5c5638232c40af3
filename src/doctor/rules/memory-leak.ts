/** Memory that grows, whatever the pool does: a server that has just begun, or one that keeps what it should not. */
import type { Vitals } from '../../model/vitals.ts';
import { scriptOf } from './changes.ts';
import { fine, processRule, unseen } from './rule.ts';
import { amount, bytes, fact } from './words.ts';

const limits = {
  /** A second, and of the memory in use a second: less is told by no watch of seconds. */
  least: 2 ** 20,
  rate: 0.01,
  /** Grown over the watch, where it does not become less: more than a server takes as it begins to work. */
  grown: 2 ** 26,
  /** Seconds until the limit is reached. */
  soon: 600,
  /** What V8 allows the heap on a machine of enough memory, unless told otherwise: the least of its defaults. */
  heap: 2 ** 31,
} as const;

export const memoryLeak = processRule({
  id: 'memory-leak',
  title: 'Memory grows',
  needs: 'memory over the watch; the memory limit',
  resource: 'memory',
  verb: 'not the pool',
  experiment: null,
  explains: [],
  judge(vitals) {
    const { memory, seen, command } = vitals;
    const { growth, rss, limit, isSteady } = memory;
    if (growth === null) return unseen('The watch was too short to tell growing memory.');
    if (growth < limits.least || growth < limits.rate * rss) {
      return fine(`${bytes(rss)} in use, ${bytes(Math.max(0, growth))} more each second.`);
    }
    const end = limit ?? limits.heap;
    const left = Math.max(0, end - rss) / growth;
    const isLong = isSteady === true && growth * (seen / 1000) >= limits.grown;
    const isSoon = isSteady === true && limit !== null && left < limits.soon;
    const until = `${limit === null ? `${bytes(end)} (where V8 ends a heap that was not given a limit, at the earliest)` : `the limit of ${bytes(limit)}`} would be reached in ${duration(left)}`;
    return {
      word: 'finding',
      severity: isLong || isSoon ? 'warning' : 'info',
      title: `Memory grows by ${bytes(growth)} a second, to ${bytes(rss)} at the end${isSoon ? `: the limit of ${bytes(limit)} is reached in ${duration(left)}` : ''}`,
      because:
        isSteady === true
          ? `It grew in each third of the watch, and hardly less in the last than in the first. At this pace ${until}. Requests are kept by more than the moment: a list, a cache without a bound, listeners, timers.`
          : `A server that has just begun to work does that for a while, and it is no leak then: the watch ${isSteady === null ? 'was too short to tell' : 'saw it slow down'}. If it went on at this pace, ${until}.`,
      evidence: [
        fact('memory at the end (resident)', bytes(rss)),
        fact('grows by', `${bytes(growth)} a second`),
        ...(limit === null ? [] : [fact('limit', bytes(limit))]),
        ...(memory.external === null ? [] : [fact('buffers outside the heap', bytes(memory.external))]),
      ],
      changes: [
        {
          type: 'command',
          what: 'Watch for longer, to see whether it ends',
          text: `chokepoint doctor --pid ${vitals.pid} --for 60s`,
        },
        {
          type: 'command',
          what: 'See who keeps it: two heap snapshots a minute apart, compared in the developer tools (each stops the process for a second and more)',
          text: `node --heapsnapshot-signal=SIGUSR2 ${scriptOf(command)}\nkill -USR2 PID # twice`,
        },
      ],
      expect: heldText(vitals, left),
      gain: null,
      weight: growth,
    };
  },
});

function heldText({ memory }: Vitals, left: number): string {
  return memory.isSteady === true
    ? `Once nothing is kept, memory goes up and down about a level. Until then a restart every ${duration(left / 2)} keeps it from its end.`
    : 'Nothing, if it levels off.';
}

function duration(seconds: number): string {
  return seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} minutes`
      : `${amount(Math.round(seconds / 3600))} hours`;
}
