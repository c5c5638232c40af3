/**
 * Would Spring have been better? The article on event loop and worker threads ends with that sentence and measures nothing. Here the
 * same requests go to Node, Spring (threads, virtual threads, reactive), Go, and whatever else is found, and prove their work.
 */
import { message, type AnyMessage } from '../../../messages/message.ts';
import { contestantIds } from '../../../model/contestant.ts';
import { describeLoad, type Load } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Measured, Metric, Picture, Said, Passage } from '../../../model/verdict.ts';
import { total } from '../../../stats/mean-and-spread.ts';
import { absent, askedLevels, defineExperiment, type Capabilities } from '../experiment.ts';
import { calibrated, requireSpaceFor } from '../loop-or-threads/grid.ts';
import { decimals, meanOf, measuredCells, picture, points, section, shown, tableOf } from '../tables.ts';
import { claims } from './claims.ts';
import { absentees, memory, missing, nameOf, settlingTime, threads, versus } from './evidence.ts';
import {
  calibratedCpu,
  cellId,
  cellOf,
  isContestant,
  isForTable,
  loads,
  settings,
  threadsKey,
  tomcatThreads,
  wait,
  type Platform,
  type PlatformSetting,
  type PlatformWork,
  type Sizes,
} from './grid.ts';

/** The order in which the answer names the platforms that were measured: the question's two first. */
const asked: readonly Platform[] = [
  'spring-mvc',
  'node',
  'spring-virtual',
  'spring-webflux',
  'go',
  'express',
  'bun',
  'deno',
];

/**
 * The document's question in a sentence with this run's figures, and what is missing where Spring could not be started; null
 * where neither is to be said.
 */
function answer(measured: Measured): AnyMessage | null {
  const served = rates(measured);
  // The reason of Spring, which the question is about; where nothing was served, that of any platform that was asked for.
  const lacking = missing(measured, 'spring-mvc') ?? (served ? null : (absentees(measured)[0] ?? null));
  return served && lacking
    ? message('claim.sentences', { sentences: [served, lacking] })
    : (served ?? lacking);
}

function rates(measured: Measured): AnyMessage | null {
  const found = asked.flatMap((topology) => {
    const id = cellId({ work: 'wait', topology, load: loads.many });
    const rate = measured.estimate('throughput', id);
    return rate ? [{ name: nameOf(topology, measured), perSecond: rate.value }] : [];
  });
  const clients = loads.many.kind === 'closed' ? loads.many.clients : 0;
  const hasTomcat = found.some(({ name }) => name === nameOf('spring-mvc', measured));
  const most = hasTomcat ? tomcatThreads : null;
  return found.length < 2
    ? null
    : message('platforms.answer', { clients, ms: wait, rates: found, threads: most });
}

/** The other half of the answer: what is gained where requests compute, the same work or at the same cost. */
function computing(measured: Measured): AnyMessage[] {
  const over = (work: PlatformWork, load: Load) =>
    (['node', 'reuse-port'] as const).map(
      (other) => versus('throughput', work, load, 'spring-mvc', other)(measured)?.value ?? null,
    );
  const [same = null, sameAll = null] = over('prime', loads.computing);
  const [cost = null, costAll = null] = over('wait+cpu', loads.cost);
  return [
    ...(same === null ? [] : [message('platforms.computing', { one: same, many: sameAll })]),
    ...(cost === null
      ? []
      : [message('platforms.same-cost', { ms: calibratedCpu, one: cost, many: costAll })]),
  ];
}

function answered(measured: Measured): Passage[] {
  const paragraphs = [rates(measured) ?? [], computing(measured)].flat() as Said[];
  if (paragraphs.length === 0) return [];
  return [{ title: 'The answer', paragraphs, tables: [], pictures: pictures(measured) }];
}

/** The platforms that ran, and those that were not found: none is left out without a word. */
function whoTookPart(measured: Measured): Passage[] {
  const found = (measured.plan.contestants ?? []).filter(({ state }) => state === 'ready');
  const reasons = absentees(measured);
  if (found.length + reasons.length === 0) return [];
  const versions = found.map(
    ({ id, versions: own }) =>
      `${nameOf(id, measured)}: ${Object.entries(own)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}.`,
  );
  return [{ title: 'Who took part', paragraphs: [...versions, ...reasons] as Said[], tables: [] }];
}

/** Works of one table, and what its rows have in common. */
const views: readonly {
  readonly title: string;
  readonly note: string;
  readonly shows: readonly PlatformWork[];
}[] = [
  {
    title: 'Requests that wait',
    note: 'wait: 100 ms and nothing else. wait+cpu: 100 ms, then computing: about 4 ms of the server’s own CPU for each request. synchronized: 100 ms inside a synchronized block. mix: small requests, and one in a hundred that keeps its thread busy for 200 ms. The resized requests miss 4 ms by a few percent: where CPU ms differs, compare requests/s × CPU ms.',
    shows: ['wait', 'wait+cpu', 'mix', 'synchronized'],
  },
  {
    title: 'The same work',
    note: 'Every server runs the same algorithm with the same numbers. prime: primes up to the same number. network-io: five delays of 10 to 30 ms.',
    shows: ['prime', 'network-io'],
  },
  {
    title: 'The same task, as each language’s library does it',
    note: 'file: the words of one file. io-test: the sizes of five files. pbkdf2: equal iterations. The libraries differ, so the servers do not run the same steps.',
    shows: ['file', 'io-test', 'pbkdf2'],
  },
  {
    title: 'A published comparison, rebuilt',
    note: 'burn: the loop runs until the clock says 100 ms. Sixteen threads on two CPUs all see that time pass, although each got an eighth of a CPU. So the figure counts threads, not work.',
    shows: ['burn'],
  },
];

function tables(measured: Measured): Passage[] {
  const cells = measuredCells(measured);
  const found = views.map(({ title, note, shows }) => {
    const rows = cells.filter(({ setting }) =>
      (shows as readonly string[]).includes(String(setting['work'])),
    );
    return tableOf({ title, note }, rows, {
      '<work': ({ setting }) => String(setting['work']),
      '<load': ({ load }) => describeLoad(load),
      '<server': ({ setting: { topology, [threadsKey]: tomcat } }) =>
        nameOf(String(topology), measured, tomcat === undefined ? undefined : Number(tomcat)),
      'requests/s': ({ metrics }) => shown(metrics.throughput),
      'mean ms': ({ load, metrics }) =>
        shown(
          load.kind === 'closed' && metrics.throughput
            ? (1000 * load.clients) / metrics.throughput.value
            : null,
          decimals(1),
        ),
      'p50 ms': ({ metrics }) => shown(metrics.p50, decimals(1)),
      'p99 ms': ({ metrics }) => shown(metrics.p99, decimals(1)),
      'CPU ms': ({ metrics }) => shown(metrics.cpuPerRequest, decimals(2)),
      'loop, %': ({ metrics }) => shown(metrics.loopUtilization, (share) => (share * 100).toFixed(0)),
      'memory MB': ({ id }) => shown(meanOf(measured, id, memory), (bytes) => (bytes / 1e6).toFixed(0)),
      threads: ({ id }) => shown(meanOf(measured, id, threads), decimals(0)),
      'steady s': ({ id }) => settledIn(measured, id),
    });
  });
  return section(
    'What each served',
    [
      'Requests/s: correct answers per second. Mean: clients ÷ requests/s (Little’s law), where the clients are a fixed number. A median far below the mean means that some clients wait much longer. Response times count from when a request was due. CPU: CPU time of all server processes, divided by correct answers. Loop: share of time that the busiest Node loop worked. Memory and threads: of all processes as the window ends. Steady: seconds of load until two windows in a row agreed.',
    ],
    found,
  );
}

/** Seconds until a server was steady; "> 5.2" where a trial was not when its time was up. */
function settledIn(measured: Measured, id: string): string {
  const isBound = measured.trials.some(
    (trial) => trial.cell === id && trial.sample?.settling?.isSteady === false,
  );
  return shown(
    meanOf(measured, id, settlingTime),
    (time) => `${isBound ? '> ' : ''}${(time / 1000).toFixed(1)}`,
  );
}

/** A picture with a line for each server, over what the load varies in. */
function curve(
  measured: Measured,
  id: string,
  title: string,
  metric: Metric,
  levelOf: (load: Load) => number | null,
  drawn: Pick<Picture, 'axis' | 'unit'>,
): Picture[] {
  const waits = measured.plan.cells.filter(
    ({ setting }) => setting['work'] === 'wait' && setting[threadsKey] === undefined,
  );
  const lines = [...Map.groupBy(waits, ({ setting }) => String(setting['topology']))].flatMap(
    ([topology, cells]) => {
      const levels = cells.flatMap(({ id: cell, load }) => {
        const level = levelOf(load);
        return level === null ? [] : [[level, measured.estimate(metric, cell)] as const];
      });
      const own = points(levels.toSorted(([a], [b]) => a - b));
      return own.length > 1 ? [{ label: nameOf(topology, measured), points: own }] : [];
    },
  );
  return picture(id, title, { ...drawn, lines });
}

const pictures = (measured: Measured): Picture[] => [
  ...curve(
    measured,
    'clients',
    'Throughput, by the number of clients that wait 100 ms',
    'throughput',
    (load) => (load.kind === 'closed' ? load.clients : null),
    {
      axis: { label: 'clients', scale: 'log2' },
      unit: 'requests per second',
    },
  ),
  ...curve(
    measured,
    'rates',
    'Median response time of a wait of 100 ms, by the rate at which requests come',
    'p50',
    (load) => (load.kind === 'rate' ? load.perSecond : null),
    {
      axis: { label: 'requests per second', scale: 'linear' },
      unit: 'ms',
    },
  ),
];

const passages = (measured: Measured): Passage[] => [
  ...answered(measured),
  ...whoTookPart(measured),
  ...tables(measured),
];

const windows = {
  quick: { warmup: 250, duration: 1300 },
  full: { warmup: 500, duration: 5000 },
  'as-published': { warmup: 250, duration: 2000 },
} as const;
/** Blocks of a quick run: two of all cells, then those whose figures vary more, such as memory and first seconds. */
const leaving = { after: 2, usual: 3 } as const;
const mostBlocks = 5;
const blocks = { quick: leaving.after, full: 5, 'as-published': 1 } as const;
/** Windows of settling, in milliseconds: long enough for the waits to overlap, and short against what a JVM needs. */
const settling = {
  quick: { window: 560, most: 8 },
  full: { window: 1000, most: 30 },
  'as-published': { window: 800, most: 8 },
} as const;
/** Milliseconds of start, readiness and stop, and about how many windows until it is steady. A JVM takes longer for each of them. */
const overhead = { node: { fixed: 800, windows: 2.5 }, jvm: { fixed: 4800, windows: 4 } } as const;
/** Time in which the generator starts, anew for each window. */
const generator: Milliseconds = 250;

/** CPU time of one pbkdf2. */
const hashing: Milliseconds = 4;

/** How much work there is for each request; the other platforms get as much, or are calibrated themselves. */
function sizesFor({ cpus, iterationsPerMillisecond }: Capabilities): Sizes {
  const { unitsPerMillisecond, ...sizes } = calibrated();
  return {
    ...sizes,
    cpus,
    iterations: Math.max(1, Math.round(hashing * iterationsPerMillisecond)),
    units: Math.max(1, Math.round(calibratedCpu * unitsPerMillisecond)),
  };
}

export const platformsExperiment = defineExperiment<PlatformSetting>({
  name: 'platforms',
  question: 'With many requests at a time, would Spring have been better than Node?',
  sources: [
    'the article on event loop and worker threads, whose last sentence says that multi-threaded Spring would be better',
    'JEP 444 on virtual threads; the Spring Framework reference on WebFlux; nodejs.org',
    'articles of 2023 and 2025 with single runs',
  ],
  keys: ['work', 'topology'],
  byNameOnly: true,
  design: [
    'Every server answers the same paths. The client can check that each answer is right: it contains a signature made from the result. Wrong answers are not counted.',
    'Spring Boot runs with default settings except: heap at most 512 MB, faster shutdown (immediate, quiet period 0), Netty 4.2.18, warnings only in the log. In WebFlux, primes run on parallel; files and hashes run on boundedElastic (10 threads per CPU). Virtual threads are the same jar with spring.threads.virtual.enabled=true. Tomcat’s defaults are 200 threads, 100 requests for each connection, and a queue (acceptCount) of 100 connections not yet accepted.',
    'The same work: every server gets the same task. The same cost: the task is resized for each server until a request uses about 4 ms of CPU (within 8%). The first compares languages and libraries. The second compares how requests are scheduled.',
    'Warm-up is not a fixed time. Each server, Node as well, is loaded in short windows until two in a row agree. They agree within 15% in throughput and in CPU per request. A quick run has eight windows at most. How long that took is in the tables, and a claim of its own.',
    'With 3,000 requests/s that wait 100 ms each, 300 are open at any time. Tomcat has 200 threads, so requests queue.',
    'A fresh process for each trial, in an order drawn anew for each block. All servers may use the same CPUs. Each says at /facts which version, processors, heap and kind of threads it runs with. Check P1 compares that with what was asked for.',
  ],
  limits: [
    'Spring MVC does routing, parameter conversion and JSON. Express only routes. node:http and Go net/http have no framework.',
    'Waits are timers. A service that waits for a database does so in a driver with a connection pool. That pool often limits it before Tomcat’s threads do. No driver, TLS, security filter or ORM is here.',
    'Memory is resident memory, with a heap of at most 512 MB. The first size of the heap (-Xms) is left to Java: a share of this machine’s memory. A JVM rarely returns heap to the system, so this is not what it needs. No claim is decided by it. Pages that several processes share count for each.',
    'The median of a wait cannot be below 100 ms. Claims about it say whether it changes by a quarter; smaller differences are not judged.',
    'A window holds few waits of 100 ms one after another: about 15 in a quick run. One more or less at its edges changes requests/s by some percent.',
    'With a Node process for each CPU the kernel chooses a process for each connection by a hash. So one process can get more clients than another.',
    'Nothing is tuned but what a row names: no native image, CDS, AOT cache, ZGC or pinned event loops. Only the row with 1,000 threads has another Tomcat limit.',
    'Trials last seconds. A JVM compiles hot code during its first tens of thousands of requests. Slow servers do not reach that, and long garbage collections are not seen.',
    'The load generator shares the CPUs with the servers, and connections are of the loopback interface.',
    'A quick run goes to 1,000 clients. --full goes to 5,000, with every workload at several numbers of clients and under open load.',
  ],
  needs: [
    'Java 17 or newer to run Spring, 21 for virtual threads, 24 for the claim on pinning',
    'a JDK and Maven to build Spring once',
    'Go to build its server once',
    'Bun, Deno, Express for their rows; piscina for the worker pool',
  ],
  blocks,
  // What a quick run promises is 12 minutes; a block that does not fit any more is not begun.
  quickLimit: 710_000,
  cellId,
  async grid(options, facts, narrow) {
    const { scale, only } = options;
    const { has } = facts;
    const settingsWith = (ready: readonly string[]) => settings(scale, has.has('piscina'), new Set(ready));
    // Levels that do not exist are found before anything is built for them.
    narrow(settingsWith(contestantIds));
    // Contestants that somebody may want: all, or the ones that were named.
    const ids = contestantIds.filter((id) => askedLevels(options, 'topology')?.includes(id) ?? true);
    const contestants = ids.length > 0 ? await facts.contestants?.(ids) : [];
    const ready = contestants?.flatMap(({ id, state }) => (state === 'ready' ? id : [])) ?? [];
    const wanted = narrow(settingsWith(ready));
    const sizes = sizesFor(facts);
    requireSpaceFor(sizes);
    const { warmup, duration } = windows[scale];
    const isQuick = scale === 'quick' && only.length === 0;
    const isTable = (each: PlatformSetting) => isQuick && isForTable(each);
    const costOf = (each: PlatformSetting) => {
      const { fixed, windows: usual } = each.topology.startsWith('spring') ? overhead.jvm : overhead.node;
      const made = cellOf(each, sizes, duration);
      const settled = (usual + (made.exercise?.windows ?? 0)) * (settling[scale].window + generator);
      return fixed + settled + warmup + (made.duration ?? duration) + generator;
    };
    const count = options.blocks ?? blocks[scale];
    const isNode = ({ topology }: PlatformSetting) => !isContestant(topology);
    const baseline =
      wanted.find(({ topology, work }) => topology === 'node' && work === 'wait') ?? wanted.find(isNode);
    return {
      wanted,
      absent: absent(['piscina'], has),
      ...(contestants && { contestants }),
      subject: {
        kind: 'workload',
        workload: 'loop-or-threads',
        parameters: { lines: sizes.lines, loop: 1 },
      },
      cell: (each) => ({ ...cellOf(each, sizes, duration), ...(isTable(each) && { blocks: 1 }) }),
      baseline: (each) => each === baseline,
      ...(isQuick &&
        options.blocks === null && { strategy: { kind: 'leaving', leaving }, blocks: mostBlocks }),
      warmup,
      duration,
      settling: settling[scale],
      startTimeout: 60_000,
      expected: total(wanted.map((each) => (isTable(each) ? 1 : count) * costOf(each))),
    };
  },
  claims,
  answer,
  passages,
});
