/**
 * What does UV_THREADPOOL_SIZE do to a burst of pool jobs, and to requests that wait for them?
 *
 * The article's server answers before it has worked, so its tables are completion times of single jobs from its own log:
 * here they are rebuilt as such (`answer=before`), and beside them stand the response times of a server that answers
 * when the work is done and proves it (`answer=after`).
 */
import { short } from '../../../format/words.ts';
import { message } from '../../../messages/message.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Measured, Passage, RunTable, Said, Summary } from '../../../model/verdict.ts';
import { total } from '../../../stats/mean-and-spread.ts';
import { expectedProofKey, published } from '../../workloads/pool-size.ts';
import { absent, defineExperiment, proved, requestOf } from '../experiment.ts';
import { cpusOf, equality, isAbove, metricsOf, notFound, ratioOf } from '../judgement.ts';
import { decimals, intervalOf, scaledTo, section, shown, tableOf } from '../tables.ts';
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
  // The article measured fork and cluster mode under PM2: plain node stands beside its fork, node:cluster beside its cluster.
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
  const paragraphs: Said[] = [
    'The ten "I/O operations" of a request are ten pbkdf2 jobs. Each needs a thread of libuv\'s pool, and a CPU for as long as it holds the thread. The pool decides how many jobs are in flight; the CPUs decide how many advance.',
  ];
  const [one, some, many] = [1, cpus, most].map((pool) => metricsOf(measured, at(pool)));
  if (gain && isAbove(gain, equality) && one?.jobRate && some?.jobRate) {
    paragraphs.push(
      message('passage.too-few-threads', {
        cpus,
        one: one.jobRate.value,
        some: some.jobRate.value,
        gain: intervalOf(gain),
      }),
    );
  }
  if (flat && wait && isAbove(wait) && !isAbove(flat, equality) && some?.jobMean && many?.jobMean) {
    paragraphs.push(
      message('passage.too-many-threads', {
        most,
        cpus,
        flat: intervalOf(flat),
        many: many.jobMean.value,
        some: some.jobMean.value,
      }),
      message('passage.order-of-service'),
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
  return [
    whatIsTheProblem(measured),
    {
      title: "The article's own tables, rebuilt",
      paragraphs: [
        `Seconds that single jobs took, from the server's log: the answer is sent before they run. The published figures (${publishedCpus} logical CPUs) stand beside: those of PM2 fork beside plain node, those of PM2 cluster beside node:cluster.`,
        message('passage.scaled', scaledTo(iterations, published.iterations)),
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

/** Milliseconds that a quick run is to take on a quiet machine, all included. */
const quickBudget = 120_000;
/** Milliseconds of a trial besides its work: start, readiness, stop. PM2 brings its own process up first. */
const overhead = { node: 220, cluster: 280, 'pm2-fork': 520, 'pm2-cluster': 560 } as const;
/**
 * Milliseconds of CPU of one job. Shorter ones would be served within one slice of the scheduler (3 ms), and a burst
 * would be over before its requests have all arrived. The steady load of case 3 has as many jobs again.
 */
const jobMilliseconds = { before: 7, after: 3.5 } as const;
/** The smallest part of its usual work that a job has in a quick run, on a machine where the whole grid would take longer. */
const leastPart = 0.4;

const blocks = { quick: 7, full: 6, 'as-published': 1 } as const;
/**
 * Blocks of a quick run after which settings leave whose figures are precise enough. What is left of its time goes to the
 * others, until it is used up or, where a trial takes no time, `mostBlocks` are done.
 */
const leavingAfter = 4;
const mostBlocks = 20;

/** Settings, each with the number of its trials in the run. */
type Counted = readonly (readonly [setting: PoolSetting, trials: number])[];

const sumOf = (wanted: Counted, of: (setting: PoolSetting) => Milliseconds): Milliseconds =>
  total(wanted.map(([setting, trials]) => trials * of(setting)));

/** Time that trials take besides their work. */
const startsOf = (wanted: Counted) => sumOf(wanted, ({ topology }) => overhead[topology]);

/** Time that the work of trials takes if each job takes so many milliseconds. */
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

/** The part of its usual work that a job has, so that a quick run fits into its time. */
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
  design: [
    'One request starts ten pbkdf2 jobs on the libuv pool. As published, the server answers before they have run: the figures are times of single jobs in its log. Corrected, it answers when the work is done, and every answer proves it.',
    'A quick run gives its 150 seconds to the settings that claims rest on. The others fill tables: two trials each, shown without intervals. After four blocks the settings leave whose figures are precise enough for their claims.',
    'Sizes go from 1 to 1024 threads. One process stands against two instances (node:cluster, PM2), in the three cases of the article: 1 × 15, 15 × 1 and 15 × 5 requests. Quick runs scale the jobs to this machine: one takes some milliseconds instead of half a second. For the third case they send 15 × 3 requests.',
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
    const wanted = narrow(settings(options, cpus, hasPm2), hasPm2 ? null : notFound('pm2'));
    const isWhole = scale === 'quick' && only.length === 0;
    // Where only some cells are asked for, all of them are measured in every block.
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
        // As published, the report tells that this server answers first; other scales know it, and measure its jobs.
        ...(setting.answer === 'before' && scale !== 'as-published' && { answersFirst: true }),
        ...(tables.includes(setting) && { blocks: tableBlocks }),
      }),
      baseline: ({ pool, topology, case: which }) => pool === cpus && topology === 'node' && which === 2,
      // The number of blocks that the user asks for is kept.
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
