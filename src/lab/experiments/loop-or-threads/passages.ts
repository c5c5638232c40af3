/** The experiment's own pages: why threads seemed to win, what the article printed, the honest figures, and the crossover. */
import { delays } from '../../../workloads/loop-or-threads.ts';
import { describeLoad } from '../../../model/plan.ts';
import type { Measured, Passage, Picture, Summary, Table } from '../../../model/verdict.ts';
import { figure, isAbove, equality, short } from '../evidence.ts';
import { judgeCrossover } from './claims-crossover.ts';
import { gain, places, poolNames, poolOf, utilizationAt } from './evidence.ts';
import { batch, cellId, type Topology, type Work } from './grid.ts';
import { listings, seedTables } from './listing.ts';
import { publishedRuns, together } from './runs.ts';

/** "Q. 왜지?": the article's own question, and its answer. It says only what this run counted and measured. */
function why(measured: Measured): Passage | null {
  const runs = publishedRuns(measured, 'network-io', 'once-pool');
  if (runs.length === 0) return null;
  const { answered, wrong, fastest, mean } = together(runs);
  const honest = gain(measured, 'throughput', 'network-io', batch, 'own-pool');
  const percent = short((wrong / answered) * 100);
  const paragraphs = [
    `The article's pool sends a task to a worker and waits with worker.once('message'). With several tasks under way in a worker, the first reply ends the wait of all of them, whichever it belongs to. Here ${wrong} of ${answered} answers (${percent} %) carried the results of other requests; they came after ${short(mean)} ms on average, the fastest after ${short(fastest)} ms, though every request has delays of ${delays.from} to ${delays.to} ms. A client that looks only at the clock takes that for speed.`,
  ];
  const korean = [
    `왜지? 이벤트 루프가 여러 개라서가 아니라, 먼저 도착한 아무 응답이나 자기 것으로 받았기 때문이다. worker.once('message')는 그 워커에서 기다리던 요청을 모두 첫 응답으로 끝낸다: 응답 ${answered}개 중 ${wrong}개(${percent} %)가 다른 요청의 결과였다.`,
  ];
  if (honest) {
    const verdict = isAbove(honest.ratio, equality)
      ? 'a gain is left'
      : honest.ratio.high < equality
        ? 'the gain is gone'
        : 'what gain is left cannot be told';
    paragraphs.push(
      `With a number for each task, and nothing else changed, ${verdict}: ${figure(honest.ratio)} times the throughput of the single thread. Waiting needs no thread: one loop holds any number of timers and sockets, and the callbacks that queue on it take microseconds each.`,
    );
    korean.push(
      `작업마다 번호를 붙여 제 응답을 찾게만 하면 처리량은 싱글 스레드의 ${figure(honest.ratio).replace(' to ', '–')}배다. 기다리는 일에는 스레드가 필요 없다.`,
    );
  }
  return {
    title: 'Q. 왜지? — why did threads win at waiting?',
    paragraphs: [...paragraphs, korean.join(' ')],
    tables: [],
  };
}

const right = (label: string) => ({ label, align: 'right' as const });
const left = (label: string) => ({ label, align: 'left' as const });

function honestTable(measured: Measured): Table {
  const cells = new Map(measured.plan.cells.map((cell) => [cell.id, cell]));
  const rows = measured.summaries.flatMap((summary) => {
    const cell = cells.get(summary.cell);
    const { throughput } = summary.metrics;
    if (!cell || cell.load.kind === 'batch' || !throughput) return [];
    return [honestRow(measured, summary, describeLoad(cell.load))];
  });
  return {
    title: 'Honest loads, with primes and a file that take some milliseconds each',
    note: 'Proved answers only. CPU: of the server, for each request. Against the single thread: throughput where clients wait for their answers, the median time where requests come by the clock, with its 95 % interval.',
    columns: [
      left('work'),
      left('server'),
      left('load'),
      ...['requests/s', 'p50 ms', 'CPU ms', 'loop %', '÷ single thread'].map(right),
    ],
    rows,
  };
}

function honestRow(measured: Measured, { setting, metrics, cell }: Summary, load: string): string[] {
  const { throughput, p50, cpuPerRequest, loopUtilization } = metrics;
  const base = cellId({
    work: setting['work'] as Work,
    topology: 'node',
    load: loadOf(measured, cell),
  });
  const metric = load.startsWith('rate') ? 'p50' : 'throughput';
  const compared = base === cell ? null : measured.compare(metric, cell, base);
  const workers = setting['workers'];
  const threads = workers === undefined ? '' : ` × ${workers}`;
  return [
    String(setting['work']),
    `${poolNames[String(setting['topology'])] ?? ''}${threads}`,
    load,
    short(throughput?.value ?? 0),
    p50 ? p50.value.toFixed(1) : '–',
    cpuPerRequest ? cpuPerRequest.value.toFixed(2) : '–',
    loopUtilization ? (loopUtilization.value * 100).toFixed(0) : '–',
    compared ? `${metric === 'p50' ? 'p50 ' : ''}${figure(compared.ratio)}` : '',
  ];
}

function loadOf({ plan }: Measured, id: string) {
  return plan.cells.find((cell) => cell.id === id)?.load ?? batch;
}

const advice =
  'To find where a service stands: performance.eventLoopUtilization() over some seconds of its real load. Far below 1 it waits, and threads will not help; near 1 a profile says whether it is JavaScript that could move, or HTTP itself, which only more processes can share.';

/** What threads gain, against how busy the loop is without them. */
function crossover(measured: Measured): Passage | null {
  const all = places(measured);
  const rivals = ([poolOf(measured), 'cluster'] as Topology[]).filter((topology) =>
    all.some(({ work, load }) =>
      measured.plan.cells.some(({ id }) => id === cellId({ work, topology, load })),
    ),
  );
  const lines = rivals.flatMap((topology) =>
    [...Map.groupBy(all, ({ computed }) => computed)].flatMap(([computed, those]) => {
      // Places that are as busy as each other to a percent share one, where the most clients stand.
      const byLevel = new Map(
        those.flatMap((place) => {
          const utilization = utilizationAt(measured, place);
          const compared = gain(measured, 'throughput', place.work, place.load, topology);
          if (!utilization || !compared) return [];
          const level = Math.max(1, Math.round(utilization.value * 100));
          const { value, low, high } = compared.ratio;
          return [[level, { level, value, low, high }] as const];
        }),
      );
      const points = [...byLevel.values()].toSorted((a, b) => a.level - b.level);
      const label = `${poolNames[topology]}, ${computed} ms of JavaScript`;
      return points.length > 0 ? [{ label, points }] : [];
    }),
  );
  if (lines.length === 0) return null;
  const told = lines.map(({ label, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return `${label}: ${short(first?.value ?? 0)} at ${first?.level} %${points.length > 1 ? `, ${short(last?.value ?? 0)} at ${last?.level} %` : ''}`;
  });
  const picture: Picture = {
    id: 'crossover',
    title: 'What worker threads gain, against how busy the single loop is',
    sentence: `Throughput against that of the single thread, by the utilisation of its loop: ${told.join('; ')}.`,
    axis: { label: 'utilisation of the single loop, %', scale: 'linear' },
    unit: 'times the throughput of the single thread',
    lines,
  };
  return {
    title: 'The crossover',
    paragraphs: [
      'Every request waits 20 ms, and then computes as long as its line says. More clients make the loop busier: while it has idle time left, the waits overlap on one thread as on four; when JavaScript fills it, further threads can take that over, as far as there are CPUs.',
      ...(judgeCrossover(measured).verdict === 'holds' ? [advice] : []),
    ],
    tables: [],
    pictures: [picture],
  };
}

export function passages(measured: Measured): Passage[] {
  const first = why(measured);
  const printed = listings(measured);
  const tables = seedTables(measured);
  const honest = honestTable(measured);
  const last = crossover(measured);
  return [
    ...(first ? [first] : []),
    ...(tables.length > 0
      ? [
          {
            title: "The article's benchmark, rebuilt",
            paragraphs: [
              "Its client's lines from this run's own samples, with the pool as published, and its figures beside them.",
            ],
            tables,
            listings: printed,
          },
        ]
      : []),
    ...(honest.rows.length > 0
      ? [
          {
            title: 'Corrected',
            paragraphs: [
              'Clients that do not pause, or requests by the clock; a warm-up; fresh servers in an order drawn for each block; only answers that prove to be their own.',
            ],
            tables: [honest],
          },
        ]
      : []),
    ...(last ? [last] : []),
  ];
}
