/** CPUs that a quota stops, or that are all in use. */
import { isHere } from '../../format/address.ts';
import { amount } from '../../format/words.ts';
import { saturation } from '../../saturation/saturation.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import type { Setting } from '../../model/plan.ts';
import { change, nodeOption, raiseCpuLimit, withVariable } from './changes.ts';
import { hotFunction, productionMode, profileAgain, profileRunning } from './hot-function.ts';
import { cpusOfCollector } from './memory.ts';
import {
  areCpusFull,
  fewerNativeThreads,
  nativeFigure,
  nearlyFull,
  seeminglyFull,
  usedByOthers,
} from './pool-load.ts';
import { findingOf, fine, notApplicable, processRule, serviceRule, told, unseen } from './rule.ts';
import { byCpu } from '../vitals.ts';
import { bytes } from '../../format/number.ts';
import { total } from '../../stats/mean-and-spread.ts';

const throttling = {
  /** Share of periods: one of 100 ms in twenty, so a request now and then is late by most of a period. */
  warning: 0.05,
  /** Share of periods: one in four, if the loop is late too. */
  critical: 0.25,
  lateLoop: 20,
  /** The main thread's part of the process's CPU time above which no other thread is to blame. */
  mainAlone: 0.8,
  /** CPUs used by V8's own threads: with less, fewer of these threads change nothing. */
  v8: 0.05,
} as const;

/** The flag with which V8 collects and compiles with one thread beside the main thread. */
const oneHelper = '--v8-pool-size=1';

export const cpuThrottled = processRule({
  id: 'cpu-throttled',
  resource: 'cpu',
  symptom: ['cpus', 'throttling counters of its cgroup; delay of the loop'],
  verb: 'lower',
  explains: ['loop-blocked', 'cpu-saturated', 'backlog', 'downstream'],
  threshold: message('evidence.share', { part: throttling.warning }),
  signals: ({ cpu: { quota, throttled, used }, loop: { delay } }) => ({
    quota: told('evidence.quota', { cpus: quota }),
    throttled: told('evidence.of-periods', { part: throttled }),
    'CPUs in use': amount(used),
    'timers late': delay && `p99 ${amount(delay.p99)} ms`,
  }),
  judge(vitals) {
    const { cpu, loop, pool, v8 } = vitals;
    if (cpu.quota === null) return notApplicable('quota');
    if (cpu.throttled === null) return unseen();
    const { quota, throttled, used } = cpu;
    if (throttled < throttling.warning) return fine;
    const isLate = loop.delay === null || loop.delay.p99 >= throttling.lateLoop;
    const more = Math.ceil(Math.max(quota + 1, quota * 2));
    // A single thread cannot be made fewer: then the limit is too small.
    const isMainAlone = loop.ran !== null && loop.ran >= throttling.mainAlone * used;
    const wanting = (pool.time?.running ?? 0) + (pool.time?.waitedForCpu ?? 0);
    const poolComputes = (pool.busy ?? 0) * wanting >= 1;
    const size = Math.max(1, Math.ceil(quota));
    const raiseLimit = raiseCpuLimit(more, message('change.quota-limit'));
    const variable = (what: Change['what'], assignment: string, setting: Setting): Change =>
      change('env', what, withVariable(vitals, assignment), setting);
    const fewer: Change[] =
      poolComputes && pool.size !== null && pool.size > size
        ? [variable(message('change.quota-pool', { size }), `UV_THREADPOOL_SIZE=${size}`, { pool: size })]
        : (v8 ?? 0) >= throttling.v8
          ? [variable(message('change.quota-gc'), `NODE_OPTIONS=${oneHelper}`, nodeOption(oneHelper))]
          : [];
    const delay = loop.delay?.p99 ?? null;
    return {
      verb: isMainAlone ? 'not the pool' : 'lower',
      severity: throttled >= throttling.critical && isLate ? 'critical' : 'warning',
      ...findingOf('cpu-throttled', { quota, throttled, delay, used, isPoolFine: pool.wait !== null }),
      changes: isMainAlone ? [raiseLimit] : [...fewer, raiseLimit],
      weight: throttled,
    };
  },
});

const limits = {
  /** Share of all time that the main thread waits for a CPU: requests feel it. */
  waited: 0.25,
  critical: 0.4,
  /** Share of the machine that a hypervisor takes: from here on it is reported. */
  steal: 0.05,
} as const;

export const cpuSaturated = serviceRule({
  id: 'cpu-saturated',
  resource: 'cpu',
  symptom: ['cpus', 'CPU use of the processes and the machine; CPU waits of main threads'],
  experiment: 'processes-or-threads',
  explains: ['loop-blocked', 'backlog', 'downstream'],
  signals(serving, service) {
    const { used, cpus, load } = service;
    const [busiest = null] = byCpu(serving);
    return {
      'CPUs in use by the server': message('evidence.of', { part: used, all: cpus }),
      'by the load, which was sent from here': load > 0 ? amount(load) : null,
      'by others on the machine': service.areOthersSeen ? amount(othersOf(service)) : null,
      'main thread waiting for a CPU': told('evidence.share', { part: longestWait(serving) }),
      'native threads': busiest && nativeFigure(busiest),
    };
  },
  judge(serving, service) {
    const { used, cpus, machineCpus: machine, load, steal } = service;
    const waited = longestWait(serving);
    // Where the kernel does not tell of waits, requests of the doctor's own, more than are served, wait for what is nearly full.
    const isFelt = (waited === null ? load > 0 : waited >= limits.waited) && serving.every(hasTimeLeft);
    const felt = waited === null ? seeminglyFull : nearlyFull;
    const full = isFelt ? felt : saturation.measured.CPU;
    // CPUs used by garbage collection belong to another rule.
    if (!areCpusFull(service, total(serving.map(cpusOfCollector)), full)) return fine;
    if (waited === null && !isFelt) return unseen('main thread waiting for a CPU');
    if (waited !== null && waited < limits.waited) return fine;
    const others = service.areOthersSeen ? othersOf(service) : null;
    const isForeign = (others ?? 0) > used;
    const stolen = steal !== null && steal >= limits.steal ? steal : null;
    const use = {
      used,
      cpus,
      others,
      machine,
      waited,
      load,
      steal: stolen,
      isFull: areCpusFull(service),
      database: localDatabase(serving),
    };
    return {
      severity: (waited === null ? use.isFull : waited >= limits.critical) ? 'critical' : 'warning',
      ...findingOf(isForeign ? 'cpu-saturated.others' : 'cpu-saturated', use),
      changes: isForeign ? againstOthers(service) : againstItself(byCpu(serving)[0]),
      weight: waited ?? limits.waited,
    };
  },
});

/** Address of a database on this machine that the server uses: it is one of the other programs. Null: none is known. */
function localDatabase(serving: readonly Vitals[]): string | null {
  const places = serving.flatMap(({ connections }) => connections.flatMap(({ place }) => place ?? []));
  return places.find(isHere) ?? null;
}

function longestWait(serving: readonly Vitals[]): number | null {
  const waits = serving.flatMap(({ loop }) => loop.waitedForCpu ?? []);
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** CPUs that neither the server nor its load uses. */
const othersOf = (service: ServiceVitals) => Math.max(0, usedByOthers(service) - service.load);
const hasTimeLeft = ({ loop }: Vitals) => (loop.utilization ?? 0) < saturation.measured['event loop'];

/** Changes against other programs: find them, give them a lower priority, reserve a share for the server. */
function againstOthers({ machineCpus }: ServiceVitals): Change[] {
  const last = Math.max(0, machineCpus - 1);
  return [
    change('command', 'change.find-cpu-users', 'ps -eo pid,pcpu,ni,args --sort=-pcpu | head'),
    change(
      'command',
      'change.lower-priority',
      `renice -n 19 -p PID_OF_THE_OTHER\ntaskset -cp ${last} PID_OF_THE_OTHER`,
    ),
    change(
      'config',
      'change.cpu-weight',
      `# systemd, in [Service] of the server\nCPUWeight=1000\n# Docker\ndocker run --cpu-shares=4096 …\n# Kubernetes: a request is a share that others cannot take\nresources: { requests: { cpu: '1' } }`,
    ),
  ];
}

function againstItself(busiest: Vitals | undefined): Change[] {
  const hot = busiest ? hotFunction(busiest) : null;
  const ofProcess = busiest
    ? [
        ...productionMode(busiest),
        ...fewerNativeThreads(busiest),
        hot ? profileAgain(busiest, hot) : profileRunning(busiest),
      ]
    : [];
  return [
    ...ofProcess,
    change('code', 'change.reject', [
      `let last = performance.eventLoopUtilization();`,
      `let busy = 0;`,
      `setInterval(() => {`,
      `  busy = performance.eventLoopUtilization(last).utilization;`,
      `  last = performance.eventLoopUtilization();`,
      `}, 500).unref();`,
      `if (busy > 0.98) return response.writeHead(503, { 'retry-after': '1' }).end(); // first in each handler`,
    ]),
  ];
}

const crowding = {
  /** Processes per CPU from which they crowd: one more than CPUs does no harm. */
  processes: 1.5,
  /** Share of their busy time that they wait for a CPU. */
  waited: 0.2,
  critical: 0.4,
  /** Part of the CPUs in use, by the processes or in all: less than saturated, since waiting processes show it too. */
  used: 0.85,
} as const;

export const tooManyProcesses = serviceRule({
  id: 'too-many-processes',
  resource: 'processes',
  symptom: ['cpus', 'processes and CPUs; how long main threads waited for one'],
  experiment: 'cluster',
  explains: ['cpu-saturated', 'loop-blocked', 'loop-saturated', 'backlog'],
  signals: (serving, { cpus, used }) => ({
    processes: String(serving.length),
    CPUs: message('evidence.cpus', { used, cpus }),
    'waiting for a CPU': message('evidence.of-time', { part: crowdOf(serving).waited }),
    'memory of each': bytes(crowdOf(serving).rss),
  }),
  judge(serving, { cpus, used, machineUsed, machineCpus }) {
    const processes = serving.length;
    if (processes < 2) return notApplicable('other process');
    const { waited, rss } = crowdOf(serving);
    const isCrowded = used >= crowding.used * cpus || machineUsed >= crowding.used * machineCpus;
    if (processes <= crowding.processes * Math.ceil(cpus) || !isCrowded || waited < crowding.waited)
      return fine;
    const useful = Math.max(1, Math.floor(cpus));
    const freed = (processes - useful) * rss;
    return {
      severity: waited >= crowding.critical ? 'critical' : 'warning',
      ...findingOf('too-many-processes', { processes, cpus, used, waited, useful, freed }),
      changes: [
        change(
          'code',
          message('change.fewer-processes', { size: useful }),
          `import { availableParallelism } from 'node:os';\nfor (let i = 0; i < ${useful}; i++) cluster.fork(); // availableParallelism() is too high under some quotas`,
        ),
        change('config', 'change.fewer-in-pm2', `instances: ${useful}`),
      ],
      gain: 1,
      weight: waited,
    };
  },
});

/** The share of their busy time in which the processes waited for a CPU, and the mean memory of each. */
function crowdOf(serving: readonly Vitals[]) {
  const sum = (pick: (vitals: Vitals) => number | null) => total(serving.map((vitals) => pick(vitals) ?? 0));
  const waits = sum(({ loop }) => loop.waitedForCpu);
  const ran = sum(({ loop }) => loop.ran);
  const rss = sum(({ memory }) => memory.rss) / Math.max(1, serving.length);
  return { waited: waits / Math.max(ran + waits, 1e-9), rss };
}
