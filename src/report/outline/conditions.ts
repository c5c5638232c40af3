/** What was measured, on what machine, under which conditions: rows of name and value. */
import { describeLoad, windowOf, type Cell, type Plan } from '../../model/plan.ts';
import type { Trial } from '../../model/sample.ts';
import { metrics, type RunResult } from '../../model/verdict.ts';
import { bytes, counted, duration, percent } from '../../format/number.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export function hostFacts({ host, trials }: RunResult): Fact[] {
  const cpus = [counted(host.logicalCpus, 'logical CPU')];
  if (host.physicalCores !== null) cpus.push(counted(host.physicalCores, 'core'));
  if (host.affinity !== null && host.affinity.length < host.logicalCpus) {
    cpus.push(`${host.affinity.length} allowed`);
  }
  if (host.cgroupCpus !== null) cpus.push(`cgroup quota ${cpuCount(host.cgroupCpus)}`);
  const facts = [
    { name: 'CPU', value: host.cpuModel },
    { name: 'CPUs', value: `${cpus.join(', ')}; ${cpuCount(host.effectiveCpus)} effective` },
    {
      name: 'Memory',
      value:
        bytes(host.memory) + (host.cgroupMemory === null ? '' : `, cgroup limit ${bytes(host.cgroupMemory)}`),
    },
    {
      name: 'Software',
      value: `Node ${host.node.replace(/^v/, '')}, libuv ${host.uv}, chokepoint ${host.chokepoint}`,
    },
    { name: 'System', value: `${host.platform}, kernel ${host.kernel}` },
    { name: 'Load average', value: `${host.loadAverage.toFixed(2)} before the run` },
  ];
  const steal = trials.flatMap((trial) => trial.host.steal ?? []);
  if (steal.length > 0) {
    facts.push({
      name: 'CPU taken by the hypervisor',
      value: `at worst ${percent(Math.max(...steal))} of a trial`,
    });
  }
  const throttled = trials.flatMap((trial) => trial.host.throttledPeriods ?? []);
  if (throttled.length > 0) {
    facts.push({
      name: 'CPU quota',
      value: `throttled in at most ${counted(Math.max(...throttled), 'period')} of a trial`,
    });
  }
  return facts;
}

export function planFacts({ plan, run, trials, recommendation }: RunResult): Fact[] {
  const { subject } = plan;
  // A program is sent no requests: it has no load, no window and no generator.
  const isAsked = subject.kind !== 'program';
  // By its figures alone it was certain: what took that away belongs beside it.
  const withheld = recommendation?.withheld;
  const taken =
    withheld === undefined ? '' : `, by the figures alone: check ${withheld.slice(0, 2)} took that certainty`;
  const loads = [...new Set(plan.cells.map(({ load }) => describeLoad(load)))];
  return [
    {
      name: 'Subject',
      value: subjectOf(subject),
    },
    ...plan.factors.map(({ key, levels }) => ({ name: `Varied: ${key}`, value: levels.join(', ') })),
    ...searchFacts(plan),
    ...(isAsked
      ? [
          { name: 'Load', value: loads.join(', ') },
          {
            name: 'Window',
            value: [...new Set(plan.cells.map((cell) => windowText(plan, cell)))].join('; or '),
          },
        ]
      : []),
    {
      name: 'Blocks',
      value: `${blocksOf(plan)}, in random order (seed ${plan.seed}); a fresh ${isAsked ? 'server' : 'process'} for each trial`,
    },
    { name: 'Ended', value: `${run.reason === '' ? run.status : run.reason}${taken}` },
    ...serversNode(trials),
    ...(isAsked
      ? [
          {
            name: 'CPUs apart',
            value:
              plan.affinity === null
                ? 'no: the generator shares the CPUs of the server'
                : `server on ${plan.affinity.server.join(', ')}; generator on ${plan.affinity.generator.join(', ')}`,
          },
        ]
      : []),
  ];
}

function searchFacts({ search, baseline, limit }: Plan): Fact[] {
  if (!search) return [];
  const { objective, within, confidence, mode, constraints } = search;
  const time = limit === null ? '' : `; at most ${duration(limit)}`;
  const limits = constraints.map(
    ({ figure, relation, limit: bound }) => `${figure} ${relation} ${Number(bound.toPrecision(6))}`,
  );
  return [
    {
      name: 'Searched for',
      value: `the best ${metrics[objective].label}, within ${percent(within)}, with ${percent(confidence)} confidence (${mode})${time}`,
    },
    ...(limits.length > 0 ? [{ name: 'Constraints', value: limits.join(', ') }] : []),
    { name: 'Today', value: baseline },
  ];
}

/** Cells may have windows of their own. */
function windowText(plan: Plan, cell: Cell): string {
  const { warmup, duration: length } = windowOf(plan, cell);
  const window = length === null ? 'until every request is answered' : duration(length);
  return `${window}, ${warmup > 0 ? `after ${duration(warmup)} of warm-up` : 'no warm-up'}`;
}

function subjectOf(subject: Plan['subject']): string {
  switch (subject.kind) {
    case 'command':
      return subject.command.join(' ');
    case 'workload':
      return `workload ${subject.workload}`;
    case 'program':
      return `program ${subject.program}, which asks Node itself`;
  }
}

function blocksOf({ blocks, stopping, search }: Plan): string {
  if (search) return 'as many as the search asks for';
  if (!stopping) return String(blocks);
  const until =
    stopping.precision === undefined
      ? 'until enough is known'
      : `until each ratio is known within ±${percent(stopping.precision)}`;
  const time = stopping.budget === undefined ? '' : ` or ${duration(stopping.budget)} are over`;
  return `at most ${blocks}, ${until}${time}`;
}

/** Which Node the server itself ran on: it need not be the one that measured. */
function serversNode(trials: readonly Trial[]): Fact[] {
  const versions = new Set(trials.flatMap(({ effective }) => effective.flatMap(({ node }) => node ?? [])));
  return versions.size > 0 ? [{ name: "The server's Node", value: [...versions].join(', ') }] : [];
}

/** `2`, or `1.5` under a quota. */
function cpuCount(cpus: number): string {
  return String(Number(cpus.toFixed(2)));
}
