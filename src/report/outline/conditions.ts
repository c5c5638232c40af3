/** What was measured, on what machine, under which conditions: rows of name and value. */
import { bytes, percent } from '../../format/number.ts';
import { message, quoted, type AnyMessage, type Message, type MessageCode } from '../../messages/message.ts';
import { quoted as shellQuoted } from '../../messages/shell.ts';
import {
  askedIn,
  describeAsked,
  describeSetting,
  windowOf,
  type CapacityPlan,
  type Cell,
  type Plan,
} from '../../model/plan.ts';
import { chosenWindow, type Trial } from '../../model/sample.ts';
import { foundIn, metrics, type RunResult } from '../../model/verdict.ts';
import type { Constraint } from '../../model/tune.ts';
import type { Fact, Words } from '../page.ts';

/** Codes of names alone. */
type Name = Extract<MessageCode, `${'fact' | 'word'}.${string}`>;

const fact = (name: Name, value: Words): Fact => ({ name: { code: name, params: {} }, value });
/** A fact that is there only where something is known. */
const factIf = <Known>(name: Name, known: Known | null, value: (known: Known) => Words): Fact[] =>
  known === null ? [] : [fact(name, value(known))];
/** The greatest value among the trials; null where no trial has one. */
const worst = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values));

export function hostFacts({ host, trials }: RunResult): Fact[] {
  const { logicalCpus, physicalCores, affinity, cgroupCpus, effectiveCpus, memory, cgroupMemory } = host;
  const isAllowedLess = affinity !== null && affinity.length < logicalCpus;
  const cpus = [
    message('fact.logical-cpus', { cpus: logicalCpus }),
    ...(physicalCores === null ? [] : [message('fact.cores', { cores: physicalCores })]),
    ...(isAllowedLess ? [message('fact.allowed', { cpus: affinity.length })] : []),
    ...(cgroupCpus === null ? [] : [message('fact.cgroup-cpus', { cpus: cpuCount(cgroupCpus) })]),
  ];
  const limit = cgroupMemory === null ? null : bytes(cgroupMemory);
  const steal = worst(trials.flatMap((trial) => trial.host.steal ?? []));
  const throttled = worst(trials.flatMap((trial) => trial.host.throttledPeriods ?? []));
  const software = `Node ${host.node.replace(/^v/, '')}, libuv ${host.uv}, chokepoint ${host.chokepoint}`;
  return [
    { name: 'CPU', value: host.cpuModel, isBrief: true },
    { name: 'CPUs', value: message('fact.effective', { cpus, effective: cpuCount(effectiveCpus) }) },
    fact(
      'word.Memory',
      limit === null ? bytes(memory) : message('fact.cgroup-memory', { memory: bytes(memory), limit }),
    ),
    { ...fact('word.Software', software), isBrief: true },
    fact('word.System', message('fact.kernel', { platform: host.platform, kernel: host.kernel })),
    fact('word.Load-average', message('fact.before', { load: host.loadAverage.toFixed(2) })),
    ...factIf('fact.hypervisor', steal, (share) => message('fact.at-worst', { share })),
    ...factIf('word.CPU-quota', throttled, (periods) => message('fact.throttled', { periods })),
  ];
}

export function planFacts(result: RunResult): Fact[] {
  const { plan, run, trials } = result;
  const { subject, affinity } = plan;
  // A run may end as certain by its figures alone: a check that withholds its verdict is named beside that.
  const check = foundIn(result).recommendation?.withheld?.params.check;
  const end = run.reason ?? message('report.name', { name: run.status });
  const isAsked = subject.kind !== 'program';
  return [
    fact('word.Subject', subjectOf(subject)),
    ...plan.factors.map(({ key, levels }) => ({
      name: message('fact.varied', { key }),
      value: levels.join(', '),
    })),
    ...searchFacts(plan),
    // A program is sent no requests: it has no load, no window and no generator.
    ...(isAsked ? loadFacts(plan, trials) : []),
    ...workFacts(plan),
    fact(
      'word.Blocks',
      message('fact.order', {
        blocks: blocksOf(plan),
        seed: plan.seed,
        isAsked,
        isInTurn: trials.some(({ sample }) => sample?.turns !== undefined),
      }),
    ),
    fact('word.Ended', check === undefined ? end : message('fact.withheld', { end, check })),
    ...serversNode(trials),
    ...(isAsked ? [isolationOf(affinity)] : []),
  ];
}

/** Facts about the load. A search for a capacity chooses its rates and its windows, and so lists neither. */
function loadFacts(plan: Plan, trials: readonly Trial[]): Fact[] {
  const found = addressFacts(trials);
  if (plan.strategy.kind === 'capacity') return [fact('word.Load', message('capacity.load')), ...found];
  const windows = plan.cells.map((cell) => windowText(plan, { ...cell, ...chosenWindow(trials) }));
  const distinct = new Map(windows.map((one) => [JSON.stringify(one), one]));
  return [
    fact('word.Load', [...new Set(plan.cells.map(describeAsked))].join(', ')),
    ...found,
    fact('word.Window', message('fact.windows', { windows: [...distinct.values()] })),
  ];
}

function isolationOf(affinity: Plan['affinity']): Fact {
  if (affinity === null) return fact('word.CPU-isolation', message('fact.shared'));
  const [server, generator] = [affinity.server.join(', '), affinity.generator.join(', ')];
  return fact('word.CPU-isolation', message('fact.apart', { server, generator }));
}

function searchFacts({ baseline, limit, ...plan }: Plan): Fact[] {
  const { search, capacity } = askedIn(plan);
  if (capacity) {
    const asked = { what: askedObjective(capacity), precision: capacity.precision, time: limit };
    return [fact('word.Searched-for', message('capacity.plan', asked))];
  }
  if (!search) return [];
  const { objective, within, confidence, mode, constraints } = search;
  const metric = message('report.name', { name: metrics[objective].label });
  return [
    fact('word.Searched-for', message('fact.search', { metric, within, confidence, mode, time: limit })),
    ...(constraints.length > 0
      ? [fact('word.Constraints', message('fact.limits', { limits: constraints.map(constraintText) }))]
      : []),
    fact('word.Now', baseline),
  ];
}

/** What a setting must keep, with its unit. */
export function constraintText({ figure, relation, limit }: Constraint): AnyMessage {
  const isLeast = relation === 'at least';
  if (figure === 'errors')
    return limit === 0
      ? message('fact.no-errors')
      : message('fact.limit', { figure, isLeast, limit: percent(limit) });
  const { unit, label } = metrics[figure];
  const bound = `${Number(limit.toPrecision(6))}${unit === '1/s' ? '/s' : ` ${unit}`}`;
  return message('fact.limit', { figure: message('report.name', { name: label }), isLeast, limit: bound });
}

/** The work of the lab's servers, which is scaled to the machine: whoever repeats the run needs the same work again. */
function workFacts({ cells }: Plan): Fact[] {
  const all = cells.flatMap(({ parameters }) => parameters['iterations'] ?? []);
  const distinct = [...new Set(all)].map(Number).toSorted((a, b) => a - b);
  return distinct.length > 0 ? [fact('fact.iterations', distinct.join(', '))] : [];
}

/** The window of a cell, which may have one of its own. */
function windowText(plan: Plan, cell: Cell): AnyMessage {
  const { warmup, duration: length } = windowOf(plan, cell);
  const window = length === null ? message('fact.all-answered') : message('fact.time', { ms: length });
  return warmup > 0 ? message('fact.warm-up', { window, warmup }) : message('fact.no-warm-up', { window });
}

function subjectOf(subject: Plan['subject']): Words {
  switch (subject.kind) {
    case 'command':
      return subject.command.map(shellQuoted).join(' ');
    case 'workload':
      return message('fact.workload', { name: subject.workload });
    case 'program':
      return message('fact.program', { name: subject.program });
  }
}

function blocksOf({ blocks, limit, ...plan }: Plan) {
  const { stopping, leaving, search } = askedIn(plan);
  if (search) return message('fact.blocks-search');
  if (leaving) {
    return message('fact.blocks-lab', { blocks: leaving.after, time: limit });
  }
  if (!stopping) return quoted(String(blocks));
  const { precision = null, budget = null } = stopping;
  return message('fact.blocks-until', { blocks, precision, time: budget });
}

/** Which Node the server itself ran on: it need not be the one that measured. */
function serversNode(trials: readonly Trial[]): Fact[] {
  const versions = new Set(trials.flatMap(({ effective }) => effective.flatMap(({ node }) => node ?? [])));
  return versions.size > 0 ? [fact('fact.servers-node', [...versions].join(', '))] : [];
}

/** `2`, or `1.5` under a quota. */
function cpuCount(cpus: number): string {
  return String(Number(cpus.toFixed(2)));
}

/** How fast the machine was, and whether the control agrees. Empty for a run in which nothing was repeated. */
export function noiseFacts({ noise, plan }: Pick<RunResult, 'noise' | 'plan'>): Fact[] {
  if (!noise?.trialCv) return [];
  const { speed, control } = noise;
  return [
    ...factIf('fact.machine-speed', speed ?? null, ({ spread: between, slow, source, trials: in_ }) =>
      message('noise.speed', { spread: between, slow, source, trials: in_ }),
    ),
    ...(speed?.mediated ?? []).map(({ cell, speed: own }) => {
      const setting = describeSetting(plan.cells.find(({ id }) => id === cell)?.setting ?? {}) || cell;
      return fact('word.Speed-of-the-CPUs', message('noise.mediated', { setting, speed: own }));
    }),
    ...factIf('fact.control', control ?? null, ({ ratio: { value, low, high }, confidence, isSound }) => {
      const ratio = { value: value.toFixed(3), low: low.toFixed(3), high: high.toFixed(3) };
      return message('fact.control-ratio', { ...ratio, confidence, isSound });
    }),
  ];
}

/** The address where the server was found, if nobody said it. With `listen(0)` each trial has another port. */
function addressFacts(trials: readonly Trial[]): Fact[] {
  const [first, ...others] = new Set(trials.flatMap(({ address }) => address ?? []));
  if (first === undefined) return [];
  return [
    fact('word.Address-found', others.length === 0 ? first : message('fact.other-ports', { address: first })),
  ];
}

/** What a search for a capacity was asked for, in words. */
export function askedObjective({ objective }: CapacityPlan): Message {
  const parts = objective.map(({ figure, limit }) => ({ figure, limit }));
  return parts.length === 0 ? message('capacity.any-knee') : message('capacity.objective', { parts });
}
