/** Jobs wait for a thread, and the threads wait for a CPU. There is too much work; more threads would not help. */
import { message } from '../../messages/message.ts';
import type { Change, Figure } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { total } from '../../stats/mean-and-spread.ts';
import { amount } from '../../format/words.ts';
import { change, limiter, raiseCpuLimit, setPoolSize } from './changes.ts';
import {
  type PoolLoad,
  fewerNativeThreads,
  nativeFigure,
  poolRule,
  timeLabel,
  usedByOthers,
  waitLabel,
} from './pool-load.ts';
import { type RuleResult, figures, findingOf, fine, isOfAddOn, isOfPasswords, unseen, told } from './rule.ts';
import { mostThreads } from './sizing.ts';

export const poolStarvedOfCpu = poolRule({
  id: 'pool-starved-of-cpu',
  resource: 'cpu',
  symptom: ['cpus', 'queue of the pool; how long its threads ran and waited for a CPU'],
  experiment: 'pool-size',
  explains: ['pool-too-small', 'cpu-saturated', 'cpu-throttled', 'loop-blocked', 'backlog', 'downstream'],
  judge(vitals, load, work, service) {
    if (!load || load.grade === 'unknown') return unseen(waitLabel);
    if (!load.isWaiting) return fine;
    if (!work) return unseen(timeLabel);
    if (!work.isStarved) return fine;
    if (work.helpers !== null) return ofLibrary(vitals, load, service, work.helpers);
    const { pool, cpu } = vitals;
    const heavy = heavyKinds(vitals);
    // No pool has threads for so many jobs: the caller has to wait, wherever they run.
    const isFlood = (load.queuedP95 ?? 0) > mostThreads;
    return {
      ...load.ranked,
      verb: isFlood ? 'bound' : 'not the pool',
      ...findingOf('pool-starved-of-cpu', {
        ...load.named,
        cpus: cpu.available,
        time: pool.time && { running: pool.time.running, waitedForCpu: pool.time.waitedForCpu },
        used: pool.time ? null : service.used,
        quota: cpu.quota,
        throttled: cpu.throttled,
        kinds: heavy.kinds,
        isKnown: heavy.isKnown,
        isFlood,
        ...costOfRequest(vitals, service, cpu.available),
      }),
      also: [
        ...heavy.evidence,
        ...figures({
          CPUs: cpusText(vitals, service),
          throttled: told('evidence.of-periods', { part: cpu.throttled }),
        }),
      ],
      changes: changes(vitals, load, heavy, isFlood),
    };
  },
});

/** The queue tells only how many jobs it moved at least, so the cost is taken per request. It fits no server whose jobs need no request. */
function costOfRequest({ pool }: Vitals, { requests, used }: ServiceVitals, cpus: number) {
  if (requests === null || (pool.started ?? 0) > mostJobs * requests.rate)
    return { each: null, rate: null, best: null };
  const { rate, best = rate } = requests;
  const each = (1000 * used) / rate;
  // The cost of a request depends on what runs beside it. A bound below the measured rate is no bound.
  return { each, rate, best: best > (1000 * cpus) / each ? best : null };
}

/** Says who has the CPUs: where threads wait for a CPU and some seem free, other processes use them. */
function cpusText({ cpu: { used, available } }: Vitals, service: ServiceVitals) {
  const others = usedByOthers(service);
  return message('evidence.cpus-of-process', {
    used,
    cpus: available,
    others: others >= 0.1 ? others : null,
    all: service.machineCpus,
  });
}

function changes(vitals: Vitals, load: PoolLoad, { kinds, isKnown }: HeavyKinds, isFlood: boolean): Change[] {
  const [kind = 'other'] = kinds;
  // A limit helps other jobs that wait behind these. Without any it only moves the queue.
  const isShared = Object.keys(vitals.pool.queue?.kinds ?? {}).some((each) => !kinds.includes(each));
  const cpus = Math.max(1, Math.ceil(vitals.cpu.available));
  const cheaper: Change = change('code', message('change.less-cpu', { kinds, isKnown }), cheaperCalls(kind));
  const limit = limiter(
    kind,
    Math.max(1, Math.min(cpus, load.size - 1)),
    message('change.limit-to-cpus', { kinds, isKnown }),
  );
  const ways = isFlood ? [limit, cheaper] : [cheaper, ...(isShared || !isKnown ? [limit] : [])];
  return [...ways, ...moreCpu(vitals, load.size)];
}

/** A quota is changed in one line; a machine with more CPUs is not. */
function moreCpu(vitals: Vitals, size: number): Change[] {
  if (vitals.cpu.quota === null) return [];
  const cpus = Math.max(1, Math.ceil(vitals.cpu.available));
  return [
    raiseCpuLimit(Math.max(cpus + 1, cpus * 2), message('change.more-cpu')),
    ...(size > cpus ? setPoolSize(vitals, cpus).slice(0, 1) : []),
  ];
}

/** A request has at most so many jobs in the pool. More come from somewhere else. */
const mostJobs = 10;

const password = [
  `// A password is checked once; then a token says who asks.`,
  `// Fewer rounds would be less safe: keep them.`,
  `const session = sessions.get(token) ?? (await login(name, password));`,
].join('\n');

const query = [
  `// An index, fewer and smaller queries, one query for many rows:`,
  `await db.all('EXPLAIN QUERY PLAN ' + sql); // SCAN: no index is used`,
  `const rows = cached.get(key) ?? keep(key, await db.all(sql));`,
].join('\n');

const image = [
  `// Each image is made once in each size: kept on a disk, or by the proxy.`,
  `const file = path.join(cacheFolder, \`\${id}-\${width}.webp\`);`,
  `if (!existsSync(file)) await makeImage(id, width, file);`,
  `createReadStream(file).pipe(response);`,
].join('\n');

/** @returns how jobs of a kind take less CPU, or become fewer: an image can be cached, a password cannot */
function cheaperCalls(kind: string): string {
  if (isOfPasswords(kind)) return password;
  if (/^addon:.*(?:sharp|canvas|skia|resvg|squoosh|jimp)/i.test(kind)) return image;
  if (/^addon:.*(?:sqlite|duckdb|level|rocksdb|lmdb)/i.test(kind)) return query;
  return cheaperOf[kind] ?? (isOfAddOn(kind) ? cheaperOf['node_api'] : cheaperOf['other']) ?? '';
}

const cheaperOf: Readonly<Record<string, string>> = {
  crypto: password,
  zlib: [
    `const body = compressed.get(key) ?? keep(key, await gzip(text, { level: 1 })); // the default level is 6`,
    `// or leave it to the proxy in front`,
  ].join('\n'),
  node_api: [
    `// Fewer calls and smaller inputs. Where the same input comes again, and is no secret:`,
    `const result = results.get(key) ?? keep(key, await theAddOn.work(input));`,
  ].join('\n'),
  other: [
    `import { LRUCache } from 'lru-cache';`,
    `const results = new LRUCache({ max: 1000 });`,
    `const result = results.get(key) ?? keep(key, await theWork(input)); // or a smaller input`,
  ].join('\n'),
};

/** The jobs wait in their pool threads for threads of their library, which have the CPUs. */
function ofLibrary(vitals: Vitals, load: PoolLoad, service: ServiceVitals, helpers: number): RuleResult {
  const { cpu, native, pool } = vitals;
  const held = load.heldBy;
  const kind = isOfAddOn(held) ? held : (Object.keys(pool.queue?.kinds ?? {}).find(isOfAddOn) ?? 'node_api');
  const cpus = Math.max(1, Math.ceil(cpu.available));
  const { running = 0, blocked = 0, atLock = 0 } = pool.time ?? {};
  const most = Math.max(1, Math.min(cpus, load.size - 1));
  return {
    ...load.ranked,
    ...findingOf('pool-starved-of-cpu.library', {
      ...load.named,
      cpus: cpu.available,
      helpers,
      running,
      blocked: blocked + atLock,
      kind,
      threads: native[0]?.name ?? null,
    }),
    also: figures({ 'native threads': nativeFigure(vitals), CPUs: cpusText(vitals, service) }),
    changes: [
      change('code', message('change.less-cpu', { kinds: [kind], isKnown: true }), cheaperCalls(kind)),
      limiter(kind, most, message('change.limit-to-cpus', { kinds: [kind], isKnown: true })),
      ...fewerNativeThreads(vitals),
      ...moreCpu(vitals, load.size),
    ],
  };
}

/** A kind that comes at least this share as often as the first may be what takes the time. */
const alike = 0.5;
/** A kind with less than this share of the captured time in threads does not count. */
const much = 0.1;

interface HeavyKinds {
  /** The first is the most likely; none where no job was seen. */
  readonly kinds: readonly string[];
  /** Whether all of them are; else one or another of them is. */
  readonly isKnown: boolean;
  readonly evidence: readonly Figure[];
}

/** Finds the kinds that hold the threads. The queue tells how many jobs come, not how long each takes. */
function heavyKinds({ pool }: Pick<Vitals, 'pool'>): HeavyKinds {
  return ofCapture(pool) ?? ofHolders(pool) ?? ofQueue(pool);
}

/** Reads the kinds of the jobs that threads were seen to run: the longest are seen most often. */
function ofHolders({ holders }: Vitals['pool']): HeavyKinds | null {
  const heavy = (holders ?? []).filter(({ part }, index) => index === 0 || part >= much);
  return heavy.length === 0
    ? null
    : { kinds: heavy.slice(0, 3).map(({ kind }) => kind), isKnown: true, evidence: [] };
}

/** All kinds wait alike in one queue. So what a kind takes beyond the shortest of them is its own time in a thread. */
function ofCapture({ captured, wait }: Vitals['pool']): HeavyKinds | null {
  const seen = (captured ?? []).filter(({ jobs }) => jobs > 0);
  if (seen.length === 0) return null;
  const shortest = Math.min(...seen.map(({ mean }) => mean));
  const beside = seen.length === 1 ? 0 : Math.min(shortest, wait?.mean ?? shortest);
  const held = seen
    .map(({ kind, jobs, mean }) => ({ kind, mean: mean - beside, all: jobs * (mean - beside) }))
    .toSorted((one, other) => other.all - one.all);
  const all = total(held.map((kind) => kind.all));
  const heavy = held.filter((kind, index) => index === 0 || kind.all >= much * all).slice(0, 3);
  const times = held.slice(0, 4).map(({ kind, mean }) => ({ kind, ms: mean }));
  return {
    kinds: heavy.map(({ kind }) => kind),
    isKnown: true,
    evidence: figures({
      'in a thread, by the capture (without a CPU too)': message('evidence.job-times', { kinds: times }),
    }),
  };
}

function ofQueue({ queue }: Vitals['pool']): HeavyKinds {
  const all = Object.entries(queue?.kinds ?? {}).toSorted(([, one], [, other]) => other - one);
  const most = all[0]?.[1] ?? 0;
  const likely = all.filter(([, count]) => count >= alike * most).map(([kind]) => kind);
  // The jobs of an add-on are its work. A crypto job that comes with each of them mostly makes its salt.
  const kinds = likely.toSorted((one, other) => Number(isOfAddOn(other)) - Number(isOfAddOn(one)));
  const counts = all.slice(0, 3).map(([kind, count]) => `${kind} ${amount(count)}`);
  const open = message('evidence.alike', { counts: counts.join(', ') });
  return {
    kinds,
    isKnown: false,
    evidence: kinds.length > 1 ? figures({ 'which of them takes the time': open }) : [],
  };
}
