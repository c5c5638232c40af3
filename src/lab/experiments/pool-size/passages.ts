/** The experiment's own pages: the article's table with the published figures beside, response times, and the answer that it owed. */
import { published } from '../../../workloads/pool-size.ts';
import type { Measured, Passage, Summary, Table } from '../../../model/verdict.ts';
import { cpusOf, equality, figure, isAbove, short } from '../evidence.ts';
import { at, measuredSizes } from './evidence.ts';
import { loadOf, type Case } from './grid.ts';
import { publishedCpus, publishedTables } from './published.ts';

const right = (label: string) => ({ label, align: 'right' as const });

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
function seedTable(measured: Measured, topology: string, which: Case): Table | null {
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
      note: 'Milliseconds from the request to its proved answer; the interval is at 95 %.',
      columns: ['pool', 'requests/s', '95 % interval', 'first', 'p50', 'mean', 'server CPU ms/request'].map(
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

/** "무엇이 문제일까": the section that the repository libuv-thread-pool-size left as "asdf". It says only what this run's intervals show. */
function whatIsTheProblem(measured: Measured): Passage {
  const cpus = cpusOf(measured);
  const most = measuredSizes(measured).at(-1) ?? cpus;
  const figures = (pool: number) => measured.summaries.find((summary) => summary.cell === at(pool))?.metrics;
  const gain = measured.compare('jobRate', at(cpus), at(1));
  const flat = measured.compare('jobRate', at(most), at(cpus));
  const wait = measured.compare('jobMean', at(most), at(cpus));
  const paragraphs = [
    `The ten "I/O operations" of a request are ten pbkdf2 jobs: each needs a thread of libuv's pool, and a CPU for as long as it holds the thread. The pool decides how many jobs are under way; the ${cpus} CPUs decide how many advance.`,
  ];
  const korean = [
    `문제는 스레드 풀의 크기가 아니라 "무엇이 스레드를 붙잡고 있는가"이다. pbkdf2는 I/O가 아니라 CPU 작업이다. 풀의 크기는 몇 개의 작업이 시작되는지를, CPU(${cpus}개)는 몇 개가 실제로 나아가는지를 정한다.`,
  ];
  const [one, some, many] = [figures(1)?.jobRate, figures(cpus), figures(most)];
  if (gain && isAbove(gain.ratio, equality) && one && some?.jobRate) {
    paragraphs.push(
      `Too few threads leave CPUs idle: 1 thread did ${short(one.value)} jobs/s here, ${cpus} threads ${short(some.jobRate.value)}, ${figure(gain.ratio)} times as many. That is the bottleneck of the default on a machine with more than 4 CPUs, and the only one that the size can mend.`,
    );
    korean.push(
      `스레드가 너무 적으면 CPU가 논다: 1개일 때 초당 ${short(one.value)}개, ${cpus}개일 때 ${short(some.jobRate.value)}개의 작업이 끝났다(${figure(gain.ratio).replace(' to ', '–')}배).`,
    );
  }
  if (
    flat &&
    wait &&
    isAbove(wait.ratio) &&
    !isAbove(flat.ratio, equality) &&
    some?.jobMean &&
    many?.jobMean
  ) {
    paragraphs.push(
      `Too many threads turn a queue into time slicing: with ${most} threads ${figure(flat.ratio)} times the jobs per second of ${cpus}, but the average job is done after ${short(many.jobMean.value)} ms instead of ${short(some.jobMean.value)} ms: all jobs are begun, none is finished early.`,
      `So beyond the CPUs the size is no throughput knob, and the average column of the published tables shows the order of service, not the speed. For J equal jobs and n = min(threads, J), the last is done at T whatever n is, the first at about T·n/J, the average at about T/2·(1 + n/J).`,
    );
    korean.push(
      `너무 많으면 대기열이 시분할로 바뀐다: ${most}개일 때 처리량은 ${cpus}개일 때의 ${short(flat.ratio.value)}배에 그치는데 작업의 평균 완료 시간은 ${short(some.jobMean.value)} ms에서 ${short(many.jobMean.value)} ms로 늘었다.`,
    );
  }
  if (paragraphs.length === 1) {
    paragraphs.push(
      'This run was too short, too narrow or too disturbed to show more than that: no interval is clear of 1.',
    );
  }
  korean.push(
    '원래 서버는 작업이 끝나기 전에 응답하므로, 표의 숫자는 요청의 응답 시간이 아니라 서버 로그에 적힌 작업 하나하나의 완료 시간이다.',
  );
  return {
    title: '무엇이 문제일까 — what is the problem?',
    paragraphs: [...paragraphs, korean.join(' ')],
    tables: [],
  };
}

export function passages(measured: Measured): Passage[] {
  const { plan } = measured;
  const iterations = Number(
    plan.cells.find((cell) => cell.setting['answer'] === 'before')?.parameters['iterations'],
  );
  const topologies = [...new Set(plan.cells.map((cell) => String(cell.setting['topology'])))];
  const seedTables = topologies.flatMap((topology) =>
    ([1, 2, 3] as const).flatMap((which) => seedTable(measured, topology, which) ?? []),
  );
  const scaled =
    iterations === published.iterations
      ? `Every constant is the article's: ${published.iterations} iterations for each job.`
      : `Jobs are scaled to this machine, ${iterations} pbkdf2 iterations instead of ${published.iterations}, so compare the shape of the columns, not their seconds.`;
  const responses = responseTables(measured);
  return [
    whatIsTheProblem(measured),
    {
      title: "The article's own tables, rebuilt",
      paragraphs: [
        `Seconds that single jobs took in the server's log; the answer is sent before they run. ${scaled} The published figures (${publishedCpus} logical CPUs) stand beside; plain node beside the article's PM2 fork, node:cluster beside its PM2 cluster.`,
      ],
      tables: seedTables,
    },
    ...(responses.length > 0
      ? [
          {
            title: 'Response times, corrected',
            paragraphs: [
              "The same work, but the server answers when it is done, and proves it: each answer carries an HMAC of the request's id under the ten results.",
            ],
            tables: responses,
          },
        ]
      : []),
  ];
}
