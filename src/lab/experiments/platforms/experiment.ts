/**
 * Would Spring have been better? The article on event loop and worker threads ends with that sentence and measures nothing. Here the
 * same requests go to Node, Spring (threads, virtual threads, reactive), Go, and whatever else is found, and prove their work.
 */
import { contestantIds } from '../../../model/contestant.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { total } from '../../../stats/interval.ts';
import { absent, askedLevels, defineExperiment, type Capabilities } from '../experiment.ts';
import { calibrated, requireSpaceFor } from '../loop-or-threads/grid.ts';
import { claims } from './claims.ts';
import {
  calibratedCpu,
  cell,
  cellId,
  isContestant,
  isForTable,
  settings,
  works,
  type PlatformSetting,
  type Sizes,
} from './grid.ts';
import { answer, passages } from './passages.ts';

const windows = {
  quick: { warmup: 250, duration: 1300 },
  full: { warmup: 500, duration: 5000 },
  'as-published': { warmup: 250, duration: 2000 },
} as const;
/** Blocks of a quick run: two of all cells, then those whose figures vary more, such as memory and first seconds. */
const leaving = { after: 2, usual: 3 } as const;
const mostBlocks = 5;
const blocks = { quick: leaving.after, full: 5, 'as-published': 1 } as const;
/** Long enough for the waits to overlap, and short against what a JVM needs. */
const settling = {
  quick: { window: 560, most: 8 },
  full: { window: 1000, most: 30 },
  'as-published': { window: 800, most: 8 },
} as const;
/** Start, readiness, about how many windows until it is steady, and the stop. A JVM takes longer for each of them. */
const overhead = { node: { fixed: 800, windows: 2.5 }, jvm: { fixed: 4800, windows: 4 } } as const;
/** The generator starts anew for each window. */
const generator: Milliseconds = 250;

/** Of CPU for one pbkdf2. */
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
  levels: `Works are ${works.join(', ')}; topologies node, reuse-port, own-pool, worker-pool (with piscina), ${contestantIds.join(', ')}.`,
  byNameOnly: true,
  design: [
    'Every server answers the same paths. The client can check that each answer is right: it contains a signature made from the result. Wrong answers are not counted.',
    'Spring Boot runs with default settings except: heap at most 512 MB, faster shutdown (immediate, quiet period 0), Netty 4.2.18, warnings only in the log. In WebFlux, primes run on parallel; files and hashes run on boundedElastic (10 threads per CPU). Virtual threads are the same jar with spring.threads.virtual.enabled=true. Tomcat’s defaults are 200 threads, 100 requests for each connection, and a queue (acceptCount) of 100 connections that nobody has accepted yet.',
    'The same work: every server gets the same task. The same cost: the task is resized for each server until a request uses about 4 ms of CPU (within 8%). The first compares languages and libraries. The second compares how requests are scheduled.',
    'Warm-up is not a fixed time: each server, Node as well, is loaded in short windows until two in a row agree within 15% in throughput and in CPU per request, eight at most in a quick run. How long that took is in the tables, and a claim of its own.',
    'With 3,000 requests/s that wait 100 ms each, 300 are open at any time. Tomcat has 200 threads, so requests queue.',
    'A fresh process for each trial, in an order drawn anew for each block. All servers may use the same CPUs. Each says at /facts which version, processors, heap and kind of threads it runs with, and check P1 compares that with what was asked for.',
  ],
  limits: [
    'Spring MVC does routing, parameter conversion and JSON. Express only routes. node:http and Go net/http have no framework.',
    'Waits are timers. A service that waits for a database does so in a driver with a connection pool, and that pool often limits it before Tomcat’s threads do; no driver, TLS, security filter or ORM is here.',
    'Memory is resident memory, with a heap of at most 512 MB. The first size of the heap (-Xms) is left to Java: a share of this machine’s memory. A JVM rarely returns heap to the system, so this is not what it needs, and no claim is decided by it. Pages that several processes share count for each.',
    'The median of a wait cannot be below 100 ms. Claims about it say whether it changes by a quarter; smaller differences are not judged.',
    'A window holds few waits of 100 ms one after another: about 15 in a quick run. One more or less at its edges changes requests/s by some percent.',
    'With a Node process for each CPU the kernel chooses a process for each connection by a hash. So one process can get more clients than another.',
    'Nothing is tuned but what a row names: no native image, CDS, AOT cache, ZGC or pinned event loops, and no Tomcat limit other than the row with 1,000 threads.',
    'Trials last seconds. A JVM compiles hot code during its first tens of thousands of requests. Slow servers do not reach that, and long garbage collections are not seen.',
    'The load generator shares the CPUs with the servers, and connections are of the loopback interface.',
    'A quick run goes to 1,000 clients; --full goes to 5,000, with every workload at several numbers of clients and under open load.',
  ],
  needs: [
    'Java 17 or newer to run Spring, 21 for virtual threads, 24 for the claim on pinning; a JDK and Maven to build it once',
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
    // Before anything is built for levels that do not exist.
    narrow(settingsWith(contestantIds));
    // Those that somebody may want: all, or the ones that were named.
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
      const made = cell(each, sizes, duration);
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
      cell: (each) => ({ ...cell(each, sizes, duration), ...(isTable(each) && { blocks: 1 }) }),
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
