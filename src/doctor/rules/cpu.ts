/** CPUs that are stopped by a quota, or that are all in use. */
import type { Change } from '../../model/diagnosis.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import { raiseCpuLimit, scriptOf } from './changes.ts';
import { hotFunction } from './hot-function.ts';
import { fine, fleetRule, notApplicable, processRule, unseen } from './rule.ts';
import { amount, fact, share } from './words.ts';

const throttling = {
  /** One period of 100 ms in twenty: a request now and then is late by most of a period. */
  warning: 0.05,
  /** One in four, if the loop is late too. */
  critical: 0.25,
  lateLoop: 20,
  /** Of the CPU that the process used: the main thread's part, above which no other thread is to blame. */
  mainAlone: 0.8,
} as const;

export const cpuThrottled = processRule({
  id: 'cpu-throttled',
  title: 'A CPU quota stops the process',
  needs: 'the throttling counters of its cgroup; how late the loop is',
  resource: 'cpu',
  verb: 'lower',
  experiment: null,
  explains: ['loop-blocked', 'cpu-saturated', 'backlog', 'downstream'],
  judge({ cpu, loop, pool }) {
    if (cpu.quota === null) return notApplicable('No CPU quota is set.');
    if (cpu.throttled === null) return unseen('How often the quota stopped it is not told.');
    if (cpu.throttled < throttling.warning) {
      return fine(
        `The quota of ${amount(cpu.quota)} CPUs stopped it in ${share(cpu.throttled)} of the periods.`,
      );
    }
    const isLate = loop.delay === null || loop.delay.p99 >= throttling.lateLoop;
    const more = Math.ceil(Math.max(cpu.quota + 1, cpu.quota * 2));
    // One thread alone cannot be made fewer: then the limit is what is too small.
    const isMainAlone = loop.ran !== null && loop.ran >= throttling.mainAlone * cpu.used;
    const wanting = (pool.time?.running ?? 0) + (pool.time?.waitedForCpu ?? 0);
    const poolComputes = (pool.busy ?? 0) * wanting >= 1;
    const size = Math.max(1, Math.ceil(cpu.quota));
    const raiseLimit = raiseCpuLimit(more, 'Raise the limit, or leave it out and keep the request');
    const fewer: Change[] =
      poolComputes && pool.size !== null && pool.size > size
        ? [
            {
              type: 'env',
              what: `Let ${size} pool ${size === 1 ? 'thread' : 'threads'} compute: more share the same quota`,
              text: `UV_THREADPOOL_SIZE=${size}`,
            },
          ]
        : [
            {
              type: 'env',
              what: 'Let fewer threads compute at the same time: garbage collection has up to four of its own',
              text: 'NODE_OPTIONS=--v8-pool-size=1',
            },
          ];
    return {
      word: 'finding',
      verb: isMainAlone ? 'not the pool' : 'lower',
      severity: cpu.throttled >= throttling.critical && isLate ? 'critical' : 'warning',
      title: `The quota of ${amount(cpu.quota)} CPUs stopped it in ${share(cpu.throttled)} of the periods${loop.delay ? `, timers are up to ${amount(loop.delay.p99)} ms late (p99)` : ''}`,
      because:
        `On average it used ${amount(cpu.used)} CPUs, but within a period of the scheduler (usually 100 ms) its threads used the quota up together, and then all of them, the event loop too, stood still until the next one. ${pool.wait ? 'Jobs find a pool thread in time, so it is not the pool.' : ''}`.trim(),
      evidence: [
        fact('quota', `${amount(cpu.quota)} CPUs`),
        fact('throttled', `in ${share(cpu.throttled)} of the periods`),
        fact('CPUs in use', amount(cpu.used)),
        ...(loop.delay ? [fact('timers late', `p99 ${amount(loop.delay.p99)} ms`)] : []),
      ],
      changes: isMainAlone ? [raiseLimit] : [...fewer, raiseLimit],
      expect: `With enough quota for the peaks the pauses of up to a period go away; the average use of ${amount(cpu.used)} CPUs stays.`,
      gain: null,
      weight: cpu.throttled,
    };
  },
});

const saturation = {
  /** Of its CPUs, or of the machine's. */
  used: 0.9,
  /** The main thread ready without a CPU, of all time: what requests feel. */
  waited: 0.25,
  critical: 0.4,
} as const;

export const cpuSaturated = fleetRule({
  id: 'cpu-saturated',
  title: 'All CPUs are in use',
  needs: 'CPU use of the processes and of the machine; how long main threads were ready without a CPU',
  resource: 'cpu',
  verb: 'not the pool',
  experiment: 'processes-or-threads',
  explains: ['loop-blocked', 'backlog', 'downstream'],
  judge(serving, fleet) {
    const waits = serving.flatMap(({ loop }) => loop.waitedForCpu ?? []);
    const longest = waits.length > 0 ? Math.max(...waits) : null;
    const own = fleet.used / fleet.cpus;
    const machine = fleet.machineUsed / fleet.machineCpus;
    const text = `${amount(fleet.used)} of ${amount(fleet.cpus)} CPUs in use`;
    if (own < saturation.used && machine < saturation.used) return fine(`${text}.`);
    if (longest === null) return unseen(`${text}; whether threads waited for one was not seen.`);
    if (longest < saturation.waited) {
      return fine(`${text}, and the main thread was without one for ${share(longest)} of the time only.`);
    }
    const others = Math.max(0, fleet.machineUsed - fleet.used - fleet.load);
    const isForeign = others > fleet.used;
    return {
      word: 'finding',
      severity: longest >= saturation.critical ? 'critical' : 'warning',
      title: isForeign
        ? `Others on this machine use ${amount(others)} of its ${amount(fleet.machineCpus)} CPUs, and the event loop is ready without one for ${share(longest)} of the time`
        : `All ${amount(fleet.cpus)} CPUs are in use, and the event loop is ready without one for ${share(longest)} of the time`,
      because: `${text} by the server, ${amount(others)} by others. No number of threads or processes makes more of them: whatever runs, something else waits.${stolen(fleet)}`,
      evidence: [
        fact('CPUs in use by the server', `${amount(fleet.used)} of ${amount(fleet.cpus)}`),
        ...(fleet.load > 0 ? [fact('by the load, which was sent from here', amount(fleet.load))] : []),
        fact('by others on the machine', amount(others)),
        fact('main thread ready without a CPU', share(longest)),
      ],
      changes: isForeign ? againstOthers(fleet) : againstItself(serving),
      expect: isForeign
        ? 'On CPUs of its own (another machine, a CPU set) the wait goes away.'
        : 'Less CPU for each request, or more CPUs, is the only way to more throughput.',
      gain: null,
      weight: longest,
    };
  },
});

/** Who takes them, a share for this one that they cannot take, and CPUs of its own. */
function againstOthers({ machineCpus }: FleetVitals): Change[] {
  const last = Math.max(0, machineCpus - 1);
  return [
    {
      type: 'command',
      what: 'See who takes them, and whether it has to run here and now (a batch job, a build, a backup; load generators belong on another machine)',
      text: 'ps -eo pid,pcpu,ni,args --sort=-pcpu | head',
    },
    {
      type: 'command',
      what: 'Let the others have only what is left: the least weight for them, or another CPU',
      text: `renice -n 19 -p PID_OF_THE_OTHER\ntaskset -cp ${last} PID_OF_THE_OTHER`,
    },
    {
      type: 'config',
      what: 'The same where the services are kept: a weight (100 is usual), or CPUs of its own',
      text: `# systemd, in [Service] of the server\nCPUWeight=1000\n# Docker\ndocker run --cpu-shares=4096 …\n# Kubernetes: a request is a share that others cannot take\nresources: { requests: { cpu: '1' } }`,
    },
  ];
}

function againstItself(serving: readonly Vitals[]): Change[] {
  const [first] = serving;
  const hot = serving.flatMap((vitals) => hotFunction(vitals) ?? [])[0];
  return [
    {
      type: 'command',
      what: hot
        ? `Make what costs the CPU time cheaper, first ${hot.text}: a profile before and after`
        : 'Find what costs the CPU time: a CPU profile of the running process names the functions',
      text: hot
        ? `node --cpu-prof ${scriptOf(first?.command ?? 'server.js')}`
        : `chokepoint doctor --pid ${first?.pid ?? 'PID'} --attach`,
    },
    {
      type: 'code',
      what: 'Until then refuse what cannot be done in time, so that the rest is answered soon',
      text: [
        `let last = performance.eventLoopUtilization();`,
        `let busy = 0;`,
        `setInterval(() => {`,
        `  busy = performance.eventLoopUtilization(last).utilization;`,
        `  last = performance.eventLoopUtilization();`,
        `}, 500).unref();`,
        `if (busy > 0.98) return response.writeHead(503, { 'retry-after': '1' }).end(); // first in each handler`,
      ].join('\n'),
    },
  ];
}

function stolen({ steal }: FleetVitals): string {
  return steal !== null && steal >= 0.05 ? ` The hypervisor took ${share(steal)} besides.` : '';
}

const crowding = {
  /** Processes for each CPU; one more than CPUs does no harm. */
  processes: 1.5,
  /** Of the time in which their loops had something to do. */
  waited: 0.2,
  critical: 0.4,
  /** Of the CPUs, by the processes or by all on the machine. */
  used: 0.85,
} as const;

export const tooManyProcesses = fleetRule({
  id: 'too-many-processes',
  title: 'More processes than CPUs',
  needs: 'the number of processes; CPUs; how long their main threads were ready without one',
  resource: 'processes',
  verb: 'not the pool',
  experiment: 'cluster',
  explains: ['cpu-saturated', 'loop-blocked', 'loop-saturated', 'backlog'],
  judge(serving, fleet) {
    if (serving.length < 2) return notApplicable('There is one process.');
    if (serving.length <= crowding.processes * Math.ceil(fleet.cpus)) {
      return fine(`${serving.length} processes on ${amount(fleet.cpus)} CPUs.`);
    }
    const ran = sum(serving, ({ loop }) => loop.ran);
    const waited = sum(serving, ({ loop }) => loop.waitedForCpu);
    const part = waited / Math.max(ran + waited, 1e-9);
    const isFull =
      fleet.used >= crowding.used * fleet.cpus || fleet.machineUsed >= crowding.used * fleet.machineCpus;
    if (!isFull || part < crowding.waited) {
      return fine(
        `${serving.length} processes on ${amount(fleet.cpus)} CPUs, which do not get in each other's way: ${amount(fleet.used)} CPUs in use.`,
      );
    }
    const useful = Math.max(1, Math.floor(fleet.cpus));
    const rss = sum(serving, ({ memory }) => memory.rss) / serving.length;
    return {
      word: 'finding',
      severity: part >= crowding.critical ? 'critical' : 'warning',
      title: `${serving.length} processes share ${amount(fleet.cpus)} CPUs, and wait for one in ${share(part)} of the time in which they have work`,
      because: `${amount(fleet.used)} of ${amount(fleet.cpus)} CPUs are in use. A process more than there are CPUs adds no throughput; it adds switches, memory, and a request that waits in one process while another is idle.`,
      evidence: [
        fact('processes', String(serving.length)),
        fact('CPUs', `${amount(fleet.used)} of ${amount(fleet.cpus)} in use`),
        fact('ready without a CPU', `${share(part)} of the time with work`),
        fact('memory of each', `${amount(rss / 2 ** 20)} MB`),
      ],
      changes: [
        {
          type: 'code',
          what: `As many processes as there are CPUs: ${useful}`,
          text: `import { availableParallelism } from 'node:os';\nfor (let i = 0; i < ${useful}; i++) cluster.fork(); // availableParallelism() is too high under some quotas`,
        },
        { type: 'config', what: 'Under PM2', text: `instances: ${useful}` },
      ],
      expect: `About the same throughput from ${useful} processes, with ${amount(((serving.length - useful) * rss) / 2 ** 20)} MB less memory and shorter waits.`,
      gain: 1,
      weight: part,
    };
  },
});

function sum(serving: readonly Vitals[], pick: (vitals: Vitals) => number | null): number {
  return serving.reduce((all, vitals) => all + (pick(vitals) ?? 0), 0);
}
