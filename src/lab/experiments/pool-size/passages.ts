/** The experiment's own pages: the article's table with the published figures beside, response times, and the answer that it owed. */
import { short, withInterval } from '../../../format/words.ts';
import type { Measured, Section, Summary, Table } from '../../../model/verdict.ts';
import { published } from '../../../workloads/pool-size.ts';
import { right, section } from '../experiment.ts';
import { cpusOf, equality, isAbove, ratioOf } from '../judgement.ts';
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
function articleTable(measured: Measured, topology: string, which: Case): Table | null {
  const summaries = measured.summaries.filter(
    ({ setting, metrics }) =>
      setting['topology'] === topology &&
      setting['case'] === which &&
      setting['answer'] === 'before' &&
      metrics.jobMean,
  );
  if (summaries.length === 0) return null;
  const load = loadOf(which, measured.plan.scale);
  const [parallels, requests] = load.kind === 'closed' ? [load.clients, load.requestsEach ?? 1] : [0, 0];
  const source = publishedTables.find(
    (table) => table.topology === publishedTopology(topology) && table.case === which,
  );
  return {
    title: `${topologyLabels[topology] ?? topology}, case ${which}`,
    columns: [
      'pool size',
      'parallels',
      'curl request',
      'I/O ops',
      'min(sec)',
      'max(sec)',
      'average(sec)',
      'article min',
      'article max',
      'article average',
    ].map(right),
    rows: summaries.toSorted(bySize).map(({ setting, metrics }) => {
      const row = source?.rows.find(([pool]) => pool === setting['pool']);
      const own = [metrics.jobMin, metrics.jobMax, metrics.jobMean].map((estimate) =>
        estimate ? seconds(estimate.value) : '–',
      );
      const theirs = row ? row.slice(1).map((value) => value.toFixed(3)) : ['–', '–', '–'];
      return [
        String(setting['pool']),
        String(parallels),
        String(requests),
        String(published.jobs),
        ...own,
        ...theirs,
      ];
    }),
  };
}

const bySize = (a: Summary, b: Summary) => Number(a.setting['pool']) - Number(b.setting['pool']);

function responseTables(measured: Measured): Table[] {
  const after = measured.summaries.filter(
    ({ setting, metrics }) => setting['answer'] === 'after' && metrics.throughput,
  );
  return [...Map.groupBy(after, ({ setting }) => String(setting['topology']))].map(
    ([topology, summaries]) => ({
      title: `${topologyLabels[topology] ?? topology}: answered when the work is done, and proved`,
      note: 'Milliseconds from the request to its proved answer; the interval is at 95%.',
      columns: ['pool', 'requests/s', '95% interval', 'first', 'p50', 'mean', 'server CPU ms/request'].map(
        right,
      ),
      rows: summaries.toSorted(bySize).map(({ setting, metrics }) => {
        const rate = metrics.throughput;
        const interval =
          rate && rate.low !== null && rate.high !== null ? `${short(rate.low)} – ${short(rate.high)}` : '–';
        const ms = [metrics.firstResponse, metrics.p50, metrics.mean, metrics.cpuPerRequest].map((one) =>
          one ? one.value.toFixed(one.value < 10 ? 1 : 0) : '–',
        );
        return [String(setting['pool']), rate ? short(rate.value) : '–', interval, ...ms];
      }),
    }),
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
    ([1, 2, 3] as const).flatMap((which) => articleTable(measured, topology, which) ?? []),
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
