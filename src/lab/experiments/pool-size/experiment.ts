/**
 * What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?
 *
 * The article's server answers before it has worked, so its tables are completion times of single jobs from its own log:
 * here they are rebuilt as such (`answer=before`), and beside them stand the response times of a server that answers
 * when the work is done and proves it (`answer=after`).
 */
import { short, withInterval } from '../../../format/words.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Measured, Passage, Summary, RunTable } from '../../../model/verdict.ts';
import { total } from '../../../stats/interval.ts';
import { expectedProofKey, published } from '../../workloads/pool-size.ts';
import { absent, defineExperiment, proved, requestOf } from '../experiment.ts';
import { cpusOf, equality, isAbove, metricsOf, ratioOf } from '../judgement.ts';
import { decimals, section, shown, tableOf } from '../tables.ts';
import { at, claims, measuredSizes } from './claims.ts';
import {
  cellId,
  instances,
  isForTables,
  loadOf,
  settings,
  tableBlocks,
  type Case,
  type PoolSetting,
} from './grid.ts';
import { publishedCpus, publishedTables } from './published.ts';

const topologyLabels: Readonly<Record<string, string>> = {
  node: 'node',
  cluster: 'node:cluster × 2',
  'pm2-fork': 'PM2 fork',
  'pm2-cluster': 'PM2 cluster × 2',
};

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** The article's own table of one topology and case: its columns, its units, and its figures beside. */
function articleTable(measured: Measured, topology: string, which: Case): RunTable {
  const { clients, requestsEach } = loadOf(which, measured.plan.scale);
  // It measured fork and cluster mode under PM2: plain node stands beside its fork, node:cluster beside its cluster.
  const own = topology.endsWith('cluster') ? 'pm2-cluster' : 'pm2-fork';
  const source = publishedTables.find((table) => table.topology === own && table.case === which);
  const theirs = (column: 1 | 2 | 3) => (of: Summary) =>
    shown(source?.rows.find(([pool]) => pool === sizeOf(of))?.[column], decimals(3));
  return tableOf(
    { title: `${topologyLabels[topology] ?? topology}, case ${which}` },
    measured.summaries
      .filter(({ setting, metrics }) => setting['answer'] === 'before' && metrics.jobMean)
      .filter(({ setting }) => setting['topology'] === topology && setting['case'] === which)
      .toSorted(bySize),
    {
      'pool size': sizeOf,
      parallels: () => clients,
      'curl request': () => requestsEach,
      'I/O ops': () => published.jobs,
      'min(sec)': ({ metrics }) => shown(metrics.jobMin, seconds),
      'max(sec)': ({ metrics }) => shown(metrics.jobMax, seconds),
      'average(sec)': ({ metrics }) => shown(metrics.jobMean, seconds),
      'article min': theirs(1),
      'article max': theirs(2),
      'article average': theirs(3),
    },
  );
}

const sizeOf = ({ setting }: Summary) => Number(setting['pool']);
const bySize = (a: Summary, b: Summary) => sizeOf(a) - sizeOf(b);

function responseTables(measured: Measured): RunTable[] {
  const after = measured.summaries.filter(
    ({ setting, metrics }) => setting['answer'] === 'after' && metrics.throughput,
  );
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  return [...Map.groupBy(after, ({ setting }) => String(setting['topology']))].map(([topology, summaries]) =>
    tableOf(
      {
        title: `${topologyLabels[topology] ?? topology}: answered when the work is done, and proved`,
        note: 'Milliseconds from the request to its proved answer; the interval is at 95%.',
      },
      summaries.toSorted(bySize),
      {
        pool: sizeOf,
        'requests/s': ({ metrics }) => shown(metrics.throughput),
        '95% interval': ({ metrics: { throughput: rate } }) =>
          rate && rate.low !== null && rate.high !== null ? `${short(rate.low)} – ${short(rate.high)}` : '–',
        first: ({ metrics }) => shown(metrics.firstResponse, ms),
        p50: ({ metrics }) => shown(metrics.p50, ms),
        mean: ({ metrics }) => shown(metrics.mean, ms),
        'server CPU ms/request': ({ metrics }) => shown(metrics.cpuPerRequest, ms),
      },
    ),
  );
}

/** The section that the repository libuv-thread-pool-size left empty. It says only what this run's intervals show. */
function whatIsTheProblem(measured: Measured): Passage {
  const cpus = cpusOf(measured);
  const most = measuredSizes(measured).at(-1) ?? cpus;
  const gain = ratioOf(measured, '', at(cpus), at(1), 'jobRate');
  const flat = ratioOf(measured, '', at(most), at(cpus), 'jobRate');
  const wait = ratioOf(measured, '', at(most), at(cpus), 'jobMean');
  const paragraphs = [
    `The ten "I/O operations" of a request are ten pbkdf2 jobs: each needs a thread of libuv's pool, and a CPU for as long as it holds the thread. The pool decides how many jobs are in flight; the ${cpus} CPUs decide how many advance.`,
  ];
  const [one, some, many] = [1, cpus, most].map((pool) => metricsOf(measured, at(pool)));
  if (gain && isAbove(gain, equality) && one?.jobRate && some?.jobRate) {
    paragraphs.push(
      `Too few threads leave CPUs idle: 1 thread did ${short(one.jobRate.value)} jobs/s here, ${cpus} threads ${short(some.jobRate.value)}, ${withInterval(gain)} times as many. That is the bottleneck of the default on a machine with more than 4 CPUs, and the only one that the size can fix.`,
    );
  }
  if (flat && wait && isAbove(wait) && !isAbove(flat, equality) && some?.jobMean && many?.jobMean) {
    paragraphs.push(
      `Too many threads turn a queue into time slicing: with ${most} threads ${withInterval(flat)} times the jobs per second of ${cpus}, but the average job is done after ${short(many.jobMean.value)} ms instead of ${short(some.jobMean.value)} ms. All jobs are begun at once, and share the CPUs until the end: most of them end late.`,
      `So beyond the CPUs the size is no throughput knob, and the average column of the published tables shows the order of service, not the speed. For J equal jobs and n = min(threads, J), the last is done at T whatever n is, the first at about T·n/J, the average at about T/2·(1 + n/J).`,
    );
  }
  if (paragraphs.length === 1) {
    paragraphs.push(
      'This run was too short, too narrow or too disturbed to show more than that: no interval is clear of 1.',
    );
  }
  return { title: 'What is the problem?', paragraphs, tables: [] };
}

function passages(measured: Measured): Passage[] {
  const { cells } = measured.plan;
  const before = cells.find(({ setting }) => setting['answer'] === 'before');
  const iterations = Number(before?.parameters['iterations']);
  const topologies = [...new Set(cells.map((cell) => String(cell.setting['topology'])))];
  const tables = topologies.flatMap((topology) =>
    ([1, 2, 3] as const).map((which) => articleTable(measured, topology, which)),
  );
  const scaled =
    iterations === published.iterations
      ? `Every constant is the article's: ${published.iterations} iterations for each job.`
      : `Jobs are scaled to this machine, ${iterations} pbkdf2 iterations instead of ${published.iterations}, so compare the shape of the columns, not their seconds.`;
  return [
    whatIsTheProblem(measured),
    {
      title: "The article's own tables, rebuilt",
      paragraphs: [
        `Seconds that single jobs took in the server's log; the answer is sent before they run. ${scaled} The published figures (${publishedCpus} logical CPUs) stand beside; plain node beside the article's PM2 fork, node:cluster beside its PM2 cluster.`,
      ],
      tables: tables.filter(({ rows }) => rows.length > 0),
    },
    ...section(
      'Response times, corrected',
      [
        "The same work, but the server answers when it is done, and proves it: each answer carries an HMAC of the request's id under the ten results.",
      ],
      responseTables(measured),
    ),
  ];
}

/** Aim of a quick run on a machine that is quiet, in milliseconds, all included. */
const quickBudget = 120_000;
/** What a trial costs besides its work: start, readiness, stop. PM2 brings its own process up first. */
const overhead = { node: 220, cluster: 280, 'pm2-fork': 520, 'pm2-cluster': 560 } as const;
/**
 * Milliseconds of CPU of one job. Shorter ones would be served within one slice of the scheduler (3 ms), and a burst
 * would be over before its requests have all arrived. The steady load of case 3 has as many jobs again.
 */
const jobMilliseconds = { before: 7, after: 3.5 } as const;
/** A quick run on a machine where the whole grid takes longer gets shorter jobs, but no shorter than this part. */
const leastPart = 0.4;

const blocks = { quick: 7, full: 6, 'as-published': 1 } as const;
/**
 * After so many blocks of a quick run settings leave whose figures are precise enough. What is left of its time goes to the
 * others, until it is used up or, where a trial takes no time, so many blocks are done.
 */
const leavingAfter = 4;
const mostBlocks = 20;

/** Settings, each with the number of its trials in the run. */
type Counted = readonly (readonly [setting: PoolSetting, trials: number])[];

const sumOf = (wanted: Counted, of: (setting: PoolSetting) => Milliseconds): Milliseconds =>
  total(wanted.map(([setting, trials]) => trials * of(setting)));

/** What trials cost besides their work. */
const startsOf = (wanted: Counted) => sumOf(wanted, ({ topology }) => overhead[topology]);

/** How long their work takes if each job takes so many milliseconds. */
const workOf = (
  wanted: Counted,
  cpus: number,
  scale: Plan['scale'],
  jobs: Readonly<Record<PoolSetting['answer'], Milliseconds>>,
) =>
  sumOf(wanted, ({ pool, topology, case: which, answer }) => {
    const threads = pool * (topology.endsWith('cluster') ? instances : 1);
    const { clients, requestsEach } = loadOf(which, scale);
    return (clients * requestsEach * published.jobs * jobs[answer]) / Math.min(cpus, threads);
  });

/** Which part of its usual work a job has, so that a quick run fits into its time. */
function partOf(wanted: Counted, cpus: number, scale: Plan['scale']): number {
  if (scale !== 'quick') return 1;
  const fitting = (quickBudget - startsOf(wanted)) / workOf(wanted, cpus, scale, jobMilliseconds);
  return Math.min(1, Math.max(leastPart, fitting));
}

export const poolSizeExperiment = defineExperiment<PoolSetting>({
  name: 'pool-size',
  question: 'What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?',
  sources: [
    'the repository libuv-thread-pool-size, whose README has two tables',
    'the article on the thread pool, with six tables',
  ],
  keys: ['pool', 'topology', 'case', 'answer'],
  levels: 'Topologies are node, cluster, pm2-fork, pm2-cluster; cases 1, 2, 3; answer before, after.',
  design: [
    'One request starts ten pbkdf2 jobs on the libuv pool. As published the server answers before they have run, and the figures are times of single jobs in its log; corrected, it answers when the work is done, and every answer proves it.',
    'A quick run gives its 150 seconds to the settings that claims rest on. The others fill tables: two trials each, shown without intervals. After four blocks the settings leave whose figures are precise enough for their claims.',
    'Sizes from 1 to 1024 threads, one process against two instances (node:cluster, PM2), and the three cases of the article: 1 × 15, 15 × 1 and 15 × 5 requests. Quick runs scale the jobs to this machine, so that one takes some milliseconds instead of half a second, and send 15 × 3 requests for the third case.',
  ],
  limits: [
    'The jobs are CPU work alone: jobs that wait for a device or a name server are the subject of pool-classes.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: ['PM2 for two of the four topologies'],
  blocks,
  // On a machine that is busy with other things a block takes longer; 150 s in all are promised.
  quickLimit: 145_000,
  cellId,
  async grid(options, { cpus, has, iterationsPerMillisecond }, narrow) {
    const { scale, only } = options;
    const hasPm2 = has.has('pm2');
    const wanted = narrow(
      settings(options, cpus, hasPm2),
      hasPm2 ? undefined : 'PM2 was not found, and no other cell has these levels.',
    );
    const isWhole = scale === 'quick' && only.length === 0;
    // Whoever asks for some of the cells wants to know of them what can be known.
    const tables = isWhole ? wanted.filter(isForTables) : [];
    const count = options.blocks ?? blocks[scale];
    const trials = wanted.map(
      (setting) => [setting, tables.includes(setting) ? Math.min(count, tableBlocks) : count] as const,
    );
    const part = partOf(trials, cpus, scale);
    const iterationsOf = (answer: PoolSetting['answer']) =>
      scale === 'as-published'
        ? published.iterations
        : Math.max(1, Math.round(part * jobMilliseconds[answer] * iterationsPerMillisecond));
    const iterations = { before: iterationsOf('before'), after: iterationsOf('after') };
    const key = await expectedProofKey(iterations.after);
    const work = workOf(trials, cpus, scale, {
      before: iterations.before / iterationsPerMillisecond,
      after: iterations.after / iterationsPerMillisecond,
    });
    const parameters = { jobs: published.jobs, ...(scale === 'as-published' && { log: 'pool' }) };
    return {
      wanted,
      absent: absent(['pm2'], has),
      subject: { kind: 'workload', workload: 'pool-size', parameters },
      cell: (setting) => ({
        load: loadOf(setting.case, scale),
        requests: [setting.answer === 'after' ? proved('/test', key) : requestOf('/test')],
        parameters: { answer: setting.answer, iterations: iterations[setting.answer] },
        // As published the report says what is wrong with it; the other scales measure its jobs, and know.
        ...(setting.answer === 'before' && scale !== 'as-published' && { answersFirst: true }),
        ...(tables.includes(setting) && { blocks: tableBlocks }),
      }),
      baseline: ({ pool, topology, case: which }) => pool === cpus && topology === 'node' && which === 2,
      // Whoever says how many blocks there are gets so many.
      ...(isWhole &&
        options.blocks === null && {
          blocks: mostBlocks,
          strategy: { kind: 'leaving', leaving: { after: leavingAfter, usual: blocks.quick } },
        }),
      timeout: 600_000,
      expected: startsOf(trials) + work,
    };
  },
  claims,
  passages,
});
