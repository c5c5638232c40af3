/** The experiment's own pages: the article's table with the published figures beside, response times, and the answer that it owed. */
import { short, withInterval } from '../../../format/words.ts';
import type { Measured, Section, Summary, Table } from '../../../model/verdict.ts';
import { published } from '../../../workloads/pool-size.ts';
import { cpusOf, equality, isAbove, ratioOf } from '../judgement.ts';
import { decimals, section, shown, tableOf } from '../tables.ts';
import { at, measuredSizes } from './claims.ts';
import { loadOf, type Case } from './grid.ts';
import { publishedCpus, publishedTables } from './published.ts';

const topologyLabels: Readonly<Record<string, string>> = {
  node: 'node',
  cluster: 'node:cluster × 2',
  'pm2-fork': 'PM2 fork',
  'pm2-cluster': 'PM2 cluster × 2',
};

/** The article measured fork and cluster mode under PM2: plain node stands beside its fork, node:cluster beside its cluster. */
const publishedTopology = (topology: string) => (topology.endsWith('cluster') ? 'pm2-cluster' : 'pm2-fork');

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** The article's own table of one topology and case: its columns, its units, and its figures beside. */
function articleTable(measured: Measured, topology: string, which: Case): Table {
  const summaries = measured.summaries.filter(
    ({ setting, metrics }) =>
      setting['topology'] === topology &&
      setting['case'] === which &&
      setting['answer'] === 'before' &&
      metrics.jobMean,
  );
  const { clients, requestsEach } = loadOf(which, measured.plan.scale);
  const source = publishedTables.find(
    (table) => table.topology === publishedTopology(topology) && table.case === which,
  );
  const theirs = (column: 1 | 2 | 3) => (of: Summary) =>
    shown(source?.rows.find(([pool]) => pool === of.setting['pool'])?.[column], decimals(3));
  return tableOf(
    { title: `${topologyLabels[topology] ?? topology}, case ${which}` },
    summaries.toSorted(bySize),
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

function responseTables(measured: Measured): Table[] {
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
function whatIsTheProblem(measured: Measured): Section {
  const cpus = cpusOf(measured);
  const most = measuredSizes(measured).at(-1) ?? cpus;
  const figures = (pool: number) => measured.summaries.find((summary) => summary.cell === at(pool))?.metrics;
  const gain = ratioOf(measured, 'jobRate', '', at(cpus), at(1));
  const flat = ratioOf(measured, 'jobRate', '', at(most), at(cpus));
  const wait = ratioOf(measured, 'jobMean', '', at(most), at(cpus));
  const paragraphs = [
    `The ten "I/O operations" of a request are ten pbkdf2 jobs: each needs a thread of libuv's pool, and a CPU for as long as it holds the thread. The pool decides how many jobs are in flight; the ${cpus} CPUs decide how many advance.`,
  ];
  const [one, some, many] = [figures(1)?.jobRate, figures(cpus), figures(most)];
  if (gain && isAbove(gain, equality) && one && some?.jobRate) {
    paragraphs.push(
      `Too few threads leave CPUs idle: 1 thread did ${short(one.value)} jobs/s here, ${cpus} threads ${short(some.jobRate.value)}, ${withInterval(gain)} times as many. That is the bottleneck of the default on a machine with more than 4 CPUs, and the only one that the size can fix.`,
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

export function passages(measured: Measured): Section[] {
  const { plan } = measured;
  const iterations = Number(
    plan.cells.find((cell) => cell.setting['answer'] === 'before')?.parameters['iterations'],
  );
  const topologies = [...new Set(plan.cells.map((cell) => String(cell.setting['topology'])))];
  const articleTables = topologies.flatMap((topology) =>
    ([1, 2, 3] as const)
      .map((which) => articleTable(measured, topology, which))
      .filter(({ rows }) => rows.length > 0),
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
      tables: articleTables,
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
