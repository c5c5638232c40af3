/** Garbage collection that takes the loop's time; memory that waiting jobs hold. */
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import { limiter, scriptOf } from './changes.ts';
import { poolLoad } from './pool-load.ts';
import { poolEvidence } from './pool-too-small.ts';
import { fine, processRule, unseen } from './rule.ts';
import { amount, bytes, fact, kindName, share } from './words.ts';

const gcLimits = {
  /** Of all time. V8 itself aims at a few percent. */
  warning: 0.1,
  critical: 0.25,
  /** One pause, if it is not the only one. */
  long: 100,
  severe: 250,
  leastShare: 0.02,
  /** A collection of young objects hardly takes so long; a heap beyond this is kept, not passed through. */
  old: 50,
  large: 200 * 2 ** 20,
} as const;

export const longGc = processRule({
  id: 'long-gc',
  title: 'Garbage collection stops the event loop',
  needs: 'time and longest pause of garbage collection (probe)',
  resource: 'garbage collector',
  verb: 'not the pool',
  experiment: null,
  explains: ['loop-blocked', 'backlog'],
  judge({ gc, memory, command }) {
    if (!gc) return unseen('Garbage collection is seen by a probe only.');
    const isLong = gc.longest >= gcLimits.long && gc.share >= gcLimits.leastShare;
    if (gc.share < gcLimits.warning && !isLong) {
      return fine(
        `Garbage collection took ${share(gc.share)} of the time, ${amount(gc.longest)} ms at most.`,
      );
    }
    const isSevere = gc.share >= gcLimits.critical || (isLong && gc.longest >= gcLimits.severe);
    return {
      word: 'finding',
      severity: isSevere ? 'critical' : 'warning',
      title: `Garbage collection takes ${share(gc.share)} of the time, up to ${amount(gc.longest)} ms at once`,
      because: `The main thread stands still in each of the ${gc.count} collections, and with it every request. It is not the pool, and more processes would each do the same.`,
      evidence: [
        fact('garbage collection', `${share(gc.share)} of the time, ${gc.count} times`),
        fact('longest pause', `${amount(gc.longest)} ms`),
        fact('memory of the process (resident)', bytes(memory.rss)),
        ...(memory.heap === null ? [] : [fact("in use of V8's heap", bytes(memory.heap))]),
      ],
      changes: isOfOld(gc, memory) ? keepLess(command) : makeLess(command),
      expect: `At most the ${share(gc.share)} of the time come back to the requests; the longest pause shrinks with what is kept.`,
      gain: null,
      weight: gc.share,
    };
  },
});

/** Long pauses, or a large heap: what is kept is walked again and again. Else it is young objects, made and dropped. */
function isOfOld({ longest }: NonNullable<Vitals['gc']>, { heap, rss }: Vitals['memory']) {
  return longest >= gcLimits.severe || (longest >= gcLimits.old && (heap ?? rss) >= gcLimits.large);
}

const heapProfile = (command: string): Change => ({
  type: 'command',
  what: 'See what is kept or made anew each time',
  text: `node --heap-prof ${scriptOf(command)}`,
});

function keepLess(command: string): Change[] {
  return [
    {
      type: 'code',
      what: 'Keep less: a cache with a bound, or outside the heap (buffers, Redis, a database), as each full collection walks all that is kept',
      text: `import { LRUCache } from 'lru-cache';\nconst cache = new LRUCache({ max: 10_000 }); // instead of a Map that only grows`,
    },
    {
      type: 'command',
      what: 'If the heap is near its limit, which makes V8 collect again and again: compare the two, and give it room (and the container: about a third more)',
      text: `node -p "v8.getHeapStatistics().heap_size_limit / 2 ** 20" # MB, with the same flags\nnode --max-old-space-size=4096 ${scriptOf(command)}`,
    },
    heapProfile(command),
  ];
}

function makeLess(command: string): Change[] {
  return [
    {
      type: 'command',
      what: 'Room for young objects: fewer short collections, and less that grows old by accident',
      text: `node --max-semi-space-size=64 ${scriptOf(command)}`,
    },
    heapProfile(command),
  ];
}

const growth = {
  /** Jobs that wait, of one kind: each holds its input, and zlib a quarter of a megabyte besides. */
  queued: 500,
  /** Of the memory in use, a second. */
  rate: 0.01,
  /** Of the limit; or in use, where there is none (ws #1202 reached 2.9 GB where 90 MB were enough). */
  ofLimit: 0.7,
  large: 2 ** 29,
  /** Seconds until the limit is reached. */
  soon: 600,
} as const;

export const memoryGrowth = processRule({
  id: 'memory-growth',
  title: 'Memory is held by jobs that wait',
  needs: 'the queue of the pool by kind; memory over the watch',
  resource: 'memory',
  verb: 'bound',
  experiment: null,
  explains: [
    'pool-hog',
    'pool-starved-of-cpu',
    'pool-too-small',
    'pool-too-large',
    'cpu-saturated',
    'long-gc',
    'backlog',
    'memory-leak',
  ],
  judge(vitals) {
    const { memory, pool } = vitals;
    const load = poolLoad(vitals);
    const kind = Object.keys(pool.queue?.kinds ?? {})[0];
    const queued = kind === undefined ? 0 : (pool.queue?.kinds[kind] ?? 0);
    if (memory.growth === null && !(queued >= growth.queued)) {
      return unseen('The watch was too short to tell growing memory.');
    }
    const rising = memory.growth ?? 0;
    if (!load || kind === undefined || queued < growth.queued) {
      return fine(`${bytes(memory.rss)} in use, and not because of jobs that wait.`);
    }
    const isRising = rising >= growth.rate * memory.rss;
    const isLarge =
      memory.limit === null ? memory.rss >= growth.large : memory.rss >= growth.ofLimit * memory.limit;
    if (!isRising && !isLarge)
      return fine(`${amount(queued)} jobs wait, and ${bytes(memory.rss)} are in use for now.`);
    const seconds = isRising && memory.limit !== null ? (memory.limit - memory.rss) / rising : null;
    const isSoon = seconds !== null && seconds < growth.soon;
    const most = Math.max(2, load.size);
    return {
      word: 'finding',
      severity: 'critical',
      title: `${amount(Math.round(queued))} ${kindName(kind)} wait and hold memory: ${bytes(memory.rss)}${isRising ? `, ${bytes(rising)} more each second` : ''}`,
      because: `Each job holds its input from the moment it is sent, whether a thread has it or not. So many at once are not done sooner than ${most} at a time; a larger pool would hold as much${isSoon ? `, and the limit of ${bytes(memory.limit ?? 0)} is reached in ${Math.round(seconds)} s` : ''}.`,
      evidence: [
        fact('memory (resident)', bytes(memory.rss)),
        ...(memory.growth === null ? [] : [fact('grows by', `${bytes(Math.max(0, rising))} a second`)]),
        ...(memory.limit === null ? [] : [fact('limit', bytes(memory.limit))]),
        ...(memory.external === null ? [] : [fact('buffers outside the heap', bytes(memory.external))]),
        ...poolEvidence(vitals, load),
      ],
      changes: [
        limiter(
          kind,
          most,
          `Send at most ${most} ${kindName(kind)} at a time, and let the callers wait or be refused`,
        ),
        ...(kind === 'zlib' ? [websocket(most)] : []),
      ],
      expect: `The same throughput with ${most} jobs instead of ${amount(Math.round(queued))} in memory: about ${bytes(held(vitals, queued))} come free.`,
      gain: null,
      weight: queued,
    };
  },
});

/** What the queue can hold at most: all but what an empty Node process takes. */
function held({ memory }: Vitals, queued: number): number {
  const empty = 60 * 2 ** 20;
  return Math.max(0, memory.external ?? memory.rss - empty) * (queued / (queued + 1));
}

const websocket = (most: number) =>
  ({
    type: 'code',
    what: 'In ws: compression off, or bounded',
    text: `new WebSocketServer({ perMessageDeflate: { concurrencyLimit: ${most}, threshold: 1024 } })`,
  }) as const;
