/**
 * What does one slow kind of job do to the others? `fs.stat` takes microseconds; behind long jobs in the same queue it
 * takes as long as they do. Its requests come by the clock, so that a stalled server does not choose its own moments.
 */
import { message } from '../../messages/message.ts';
import type { Plan } from '../../model/plan.ts';
import type { Measured, Picture, Passage } from '../../model/verdict.ts';
import { hasPipes } from '../workloads/held-jobs.ts';
import { expectedMixedKey, type Long } from '../workloads/pool-mixed.ts';
import { published } from '../workloads/pool-size.ts';
import type { Parameters } from '../workloads/workload.ts';
import { defineExperiment, proved, type Capabilities } from './experiment.ts';
import type { Claims, Rule } from './judgement.ts';
import { above, allBelow, allLie, anyLies, below } from './outcome.ts';
import { countedTrials, picture, points, section, shown, tableOf } from './tables.ts';

interface MixedSetting {
  readonly long: Long;
  /** Number of long jobs that come at once. */
  readonly count: number;
  readonly pool: number;
  /** Number of long jobs that may be in the pool at once. */
  readonly limit: number;
}
type LongKind = Exclude<Long, 'none'>;

/** Number of long jobs, as many as Node's own pool has threads: every scale has them, and the claims are about them. */
const usualCount = 4;
const counts = { quick: [usualCount], full: [usualCount, 8], 'as-published': [usualCount, 8] } as const;
/** Short requests per second: too few to fill anything by themselves. */
const perSecond = 250;
/** Milliseconds that a round of long jobs takes when each has its thread. */
const round = 100;
/** Milliseconds between two rounds: the CPUs and the queue come to rest, as they do where somebody else sends the work. */
const pause = 50;
/** Milliseconds of several rounds; more where they take longer. As published one key takes half a second. */
const timing = {
  quick: { warmup: 250, duration: 800 },
  full: { warmup: 500, duration: 5000 },
  'as-published': { warmup: 3000, duration: 20_000 },
} as const;
/** Milliseconds of a trial besides its window: start, stop, and the requests that still wait. */
const overhead = 550;

/** Short requests without long jobs. */
const alone: MixedSetting = { long: 'none', count: 0, pool: usualCount, limit: 0 };
const free = (long: Long, pool: number, count = usualCount): MixedSetting => ({
  long,
  count,
  pool,
  limit: count,
});
const limited = (long: Long, count = usualCount): MixedSetting => ({
  ...free(long, count, count),
  limit: count - 1,
});

function cellId({ long, count, pool, limit }: MixedSetting): string {
  if (long === 'none') return `none/pool-${pool}`;
  return `${count}-${long}/pool-${pool}${limit < count ? `/limit-${limit}` : ''}`;
}

/**
 * Gives the generator a CPU of its own wherever there are two: requests that leave late because long jobs hold all CPUs would
 * be the generator's wait and not the server's. What is asked here does not depend on the number of CPUs.
 */
function parted({ host: { affinity }, has }: Capabilities): Plan['affinity'] {
  if (!affinity || affinity.length < 2 || !has.has('taskset')) return null;
  return { server: affinity.slice(0, -1), generator: affinity.slice(-1) };
}

/** Factors over the response time without long jobs: above the first it is a stall, below the second it is none. */
const stalled = 3;
const unmoved = 1.5;
/** Parts of the wait behind long jobs: below the first the short jobs are freed, above the second they are not. */
const freed = 0.25;
const notFreed = 0.5;

const full = (long: LongKind) => free(long, usualCount);

/** Ratio of the mean response times of short requests in two settings. */
const slower = (text: string, a: MixedSetting, b: MixedSetting) =>
  [`response time mean: ${text}`, cellId(a), cellId(b), 'mean'] as const;

/** Both means in milliseconds, for a sentence. */
const means = (a: MixedSetting, b: MixedSetting) => (measured: Measured) => {
  const [of, to] = [measured.estimate('mean', cellId(a)), measured.estimate('mean', cellId(b))];
  return [of && to ? message('claim.mean-times', { of: of.value, to: to.value }) : null];
};

const queue = 'libuv src/threadpool.c';
const wisdom = 'what follows from that queue';

/** The claim that a remedy frees the short jobs: what it leaves of their wait, and what it costs the long jobs. */
const frees = (text: string, long: LongKind, remedy: MixedSetting, name: string): Rule => ({
  text,
  source: wisdom,
  figures: [slower(`${name} ÷ pool ${usualCount}`, remedy, full(long))],
  beside: [[`long jobs/s: ${name} ÷ pool ${usualCount}`, cellId(remedy), cellId(full(long)), 'jobRate']],
  outcomes: allBelow(freed, notFreed),
  remarks: means(remedy, full(long)),
});

const claimsAbout = (long: LongKind, suffix: string, which: string): Claims => ({
  [`head-of-line-${suffix}`]: {
    text: `Long jobs ${which} stall every short one, once there are as many of them as threads.`,
    source: queue,
    figures: [usualCount - 1, usualCount].map((pool) =>
      slower(`pool ${pool} ÷ no long jobs`, free(long, pool), alone),
    ),
    outcomes: { holds: allLie(above(stalled)), refuted: anyLies(below(unmoved)) },
    remarks: means(full(long), alone),
  },
  [`one-more-${suffix}`]: frees(
    `One thread more than there are long jobs ${which} frees the short ones.`,
    long,
    free(long, usualCount + 1),
    `pool ${usualCount + 1}`,
  ),
  [`limiter-${suffix}`]: frees(
    `A limit on long jobs ${which}, one less than the threads, frees the short ones without a larger pool.`,
    long,
    limited(long),
    `limit ${usualCount - 1}`,
  ),
});

/** Mean response times of the cells that every scale has. */
function drawn(measured: Measured): Picture[] {
  const columns: readonly (readonly [string, (long: LongKind) => MixedSetting])[] = [
    ['no long jobs', () => alone],
    [`pool ${usualCount - 1}`, (long) => free(long, usualCount - 1)],
    [`pool ${usualCount}`, full],
    [`pool ${usualCount + 1}`, (long) => free(long, usualCount + 1)],
    [`limit ${usualCount - 1}`, limited],
  ];
  const lines = (['held', 'pbkdf2'] as const).flatMap((long) => {
    const own = points(
      columns.map(([level, setting]) => [level, measured.estimate('mean', cellId(setting(long)))]),
    );
    const label = long === 'held' ? 'long jobs wait' : 'long jobs compute';
    return own.length > 1 ? [{ label, points: own }] : [];
  });
  return picture('short-behind-long', `Mean response time of fs.stat beside ${usualCount} long jobs`, {
    axis: { label: 'pool', scale: 'category' },
    unit: 'ms',
    lines,
  });
}

const names: Readonly<Record<string, string>> = { held: 'waiting', pbkdf2: 'computing', none: 'none' };

/** The longest that a short request waited in any trial of the cell. */
function longest(measured: Measured, cell: string): number | null {
  const all = countedTrials(measured, cell).flatMap(({ sample }) => sample?.outcome.response.max ?? []);
  return all.length > 0 ? Math.max(...all) / 1000 : null;
}

function passages(measured: Measured): Passage[] {
  const rows = measured.summaries.filter(({ metrics }) => metrics.mean);
  const table = tableOf(
    {
      title: 'Response times of fs.stat, and what the long jobs did',
      note: 'Milliseconds from when the request was due. A long job’s time is its mean, with its wait for a thread or for the limiter.',
    },
    rows,
    {
      '<long jobs': ({ setting: { long } }) => names[String(long)] ?? String(long),
      concurrent: ({ setting }) => setting['count'] ?? '',
      pool: ({ setting }) => setting['pool'] ?? '',
      limit: ({ setting: { limit, count } }) => (Number(limit) < Number(count) ? String(limit) : '–'),
      mean: ({ metrics }) => shown(metrics.mean),
      p50: ({ metrics }) => shown(metrics.p50),
      p90: ({ metrics }) => shown(metrics.p90),
      max: ({ cell }) => shown(longest(measured, cell)),
      'long job': ({ metrics }) => shown(metrics.jobMean),
      'long jobs/s': ({ metrics }) => shown(metrics.jobRate),
    },
  );
  return section(
    'A short job behind long ones',
    [
      'The pool has one queue and serves it in order. Once long jobs hold every thread, each short job waits until a thread is free, however idle the CPUs are.',
      'Two remedies are measured. One more thread than long jobs leaves a thread for the short ones, as long as nobody adds a long job. A limit on the long jobs in the application, below the pool size, does the same without more threads. It still works when more long jobs come: they wait in JavaScript, where they block nobody.',
    ],
    [table],
    drawn(measured),
  );
}

export const poolMixedExperiment = defineExperiment<MixedSetting>({
  name: 'pool-mixed',
  question: 'What does one slow kind of job do to the others that share its pool?',
  sources: [
    'libuv’s source (src/threadpool.c): one queue for all kinds of work, first in, first out',
    'the article on the thread pool: the size is the exact number of concurrent operations',
  ],
  keys: ['pool', 'long', 'count', 'limit'],
  factors: ['long', 'count', 'pool', 'limit'],
  design: [
    'The server starts rounds of four long jobs, with a pause of 50 ms between them. They either wait (a pipe that stays full for 100 ms) or compute (pbkdf2, as long together on all CPUs). Beside them 250 requests per second ask for an fs.stat. Their response time counts from when they were due.',
    'The pool has one thread less than there are long jobs, as many, or one more. With as many, a limiter in JavaScript can also give it one long job fewer at a time. An answer proves its own stat and a whole round of long jobs. The server logs the times of those jobs. The load generator has a CPU to itself where there are two.',
  ],
  limits: [
    'The long jobs of a round begin together: jobs that come one at a time leave gaps that short ones slip through.',
    'Where the long jobs compute, the event loop competes with them for the CPUs: what is left of a wait then is the scheduler’s.',
  ],
  needs: [],
  blocks: { quick: 4, full: 8, 'as-published': 1 },
  quickLimit: 80_000,
  cellId,
  grid({ scale }, facts, narrow) {
    const longs: LongKind[] = hasPipes ? ['held', 'pbkdf2'] : ['pbkdf2'];
    const settings = longs.flatMap((long) =>
      counts[scale].flatMap((count) => {
        const sizes = [count - 1, count, count + 1, ...(scale === 'quick' ? [] : [count * 2])];
        return [...sizes.map((pool) => free(long, pool, count)), limited(long, count)];
      }),
    );
    const { warmup, duration } = timing[scale];
    const affinity = parted(facts);
    const cpus = affinity ? affinity.server.length : facts.cpus;
    /** Iterations of a long job: all jobs of a round compute at once, on as many CPUs as there are. */
    const iterationsOf = (count: number) =>
      scale === 'as-published'
        ? published.iterations
        : Math.round(round * Math.min(1, cpus / count) * facts.iterationsPerMillisecond);
    return {
      wanted: narrow([alone, ...settings]),
      subject: { kind: 'workload', workload: 'pool-mixed', parameters: { background: 1, pause } },
      async cell({ long, count, limit }) {
        const work = long === 'held' ? { hold: round } : { iterations: iterationsOf(count) };
        const parameters: Parameters = long === 'none' ? { long } : { long, count, limit, ...work };
        const requests = [proved('/stat', await expectedMixedKey(long, parameters))];
        return { load: { kind: 'rate', perSecond }, requests, parameters };
      },
      baseline: (setting) => setting === alone,
      cost: () => warmup + duration + overhead,
      affinity,
      warmup,
      duration,
    };
  },
  claims: {
    ...claimsAbout('held', 'waiting', 'that wait'),
    ...claimsAbout('pbkdf2', 'computing', 'that compute'),
  },
  passages,
});
