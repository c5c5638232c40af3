/** What was measured, on what machine, under which conditions: rows of name and value. */
import { message, quoted, say, type Message } from '../../messages/message.ts';
import { quoted as shellQuoted } from '../../messages/shell.ts';
import type { SpeedReport } from '../../model/noise.ts';
import { askedIn, describeAsked, describeSetting, windowOf, type Cell, type Plan } from '../../model/plan.ts';
import { chosenWindow, type Trial } from '../../model/sample.ts';
import { foundIn, metrics, type Interval, type RunResult } from '../../model/verdict.ts';
import { askedObjective } from './capacity.ts';
import { bytes, duration } from '../../format/number.ts';

/** A fact of a run, in words. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isBrief?: boolean;
}

export function hostFacts({ host, trials }: RunResult): Fact[] {
  const cpus = [say(message('fact.logical-cpus', { cpus: host.logicalCpus }))];
  if (host.physicalCores !== null) cpus.push(say(message('fact.cores', { cores: host.physicalCores })));
  if (host.affinity !== null && host.affinity.length < host.logicalCpus) {
    cpus.push(say(message('fact.allowed', { cpus: host.affinity.length })));
  }
  if (host.cgroupCpus !== null)
    cpus.push(say(message('fact.cgroup-cpus', { cpus: cpuCount(host.cgroupCpus) })));
  const facts: Fact[] = [
    { name: 'CPU', value: host.cpuModel, isBrief: true },
    {
      name: 'CPUs',
      value: say(
        message('fact.effective', { cpus: cpus.join(', '), effective: cpuCount(host.effectiveCpus) }),
      ),
    },
    {
      name: say(message('fact.memory')),
      value:
        host.cgroupMemory === null
          ? bytes(host.memory)
          : say(
              message('fact.cgroup-memory', { memory: bytes(host.memory), limit: bytes(host.cgroupMemory) }),
            ),
    },
    {
      name: say(message('fact.software')),
      value: `Node ${host.node.replace(/^v/, '')}, libuv ${host.uv}, chokepoint ${host.chokepoint}`,
      isBrief: true,
    },
    {
      name: say(message('fact.system')),
      value: say(message('fact.kernel', { platform: host.platform, kernel: host.kernel })),
    },
    {
      name: say(message('fact.load-average')),
      value: say(message('fact.before', { load: host.loadAverage.toFixed(2) })),
    },
  ];
  const steal = trials.flatMap((trial) => trial.host.steal ?? []);
  if (steal.length > 0) {
    facts.push({
      name: say(message('fact.hypervisor')),
      value: say(message('fact.at-worst', { share: Math.max(...steal) })),
    });
  }
  const throttled = trials.flatMap((trial) => trial.host.throttledPeriods ?? []);
  if (throttled.length > 0) {
    facts.push({
      name: say(message('fact.quota')),
      value: say(message('fact.throttled', { periods: Math.max(...throttled) })),
    });
  }
  return facts;
}

export function planFacts(result: RunResult): Fact[] {
  const { plan, run, trials } = result;
  const { subject } = plan;
  // A program is sent no requests: it has no load, no window and no generator.
  const isAsked = subject.kind !== 'program';
  // By its figures alone it was certain: what took that away belongs beside it.
  const withheld = foundIn(result).recommendation?.withheld;
  const end = run.reason ?? message('report.name', { name: run.status });
  // A search chooses the rates, and how long each window is.
  const isSearched = plan.strategy.kind === 'capacity';
  const loads = isSearched ? [say(message('capacity.load'))] : [...new Set(plan.cells.map(describeAsked))];
  return [
    {
      name: say(message('fact.subject')),
      value: subjectOf(subject),
    },
    ...plan.factors.map(({ key, levels }) => ({
      name: say(message('fact.varied', { key })),
      value: levels.join(', '),
    })),
    ...searchFacts(plan),
    ...capacityFacts(plan),
    ...(isAsked
      ? [
          { name: say(message('fact.load')), value: loads.join(', ') },
          ...addressFacts(trials),
          ...(isSearched
            ? []
            : [
                {
                  name: say(message('fact.window')),
                  value: say(
                    message('fact.windows', {
                      windows: [
                        ...new Set(
                          plan.cells.map((cell) => windowText(plan, { ...cell, ...chosenWindow(trials) })),
                        ),
                      ],
                    }),
                  ),
                },
              ]),
        ]
      : []),
    ...workFacts(plan),
    {
      name: say(message('fact.blocks')),
      value: say(message('fact.order', { blocks: blocksOf(plan), seed: plan.seed, isAsked })),
    },
    {
      name: say(message('fact.ended')),
      value: say(
        withheld === undefined ? end : message('fact.withheld', { end, check: withheld.params.check }),
      ),
    },
    ...serversNode(trials),
    ...(isAsked
      ? [
          {
            name: say(message('fact.isolation')),
            value:
              plan.affinity === null
                ? say(message('fact.shared'))
                : say(
                    message('fact.apart', {
                      server: plan.affinity.server.join(', '),
                      generator: plan.affinity.generator.join(', '),
                    }),
                  ),
          },
        ]
      : []),
  ];
}

function capacityFacts({ limit, ...asked }: Plan): Fact[] {
  const { capacity } = askedIn(asked);
  if (!capacity) return [];
  const time = limit === null ? null : duration(limit);
  const plan = { what: askedObjective(capacity), precision: capacity.precision, time };
  return [{ name: say(message('fact.searched')), value: say(message('capacity.plan', plan)) }];
}

function searchFacts({ baseline, limit, ...asked }: Plan): Fact[] {
  const { search } = askedIn(asked);
  if (!search) return [];
  const { objective, within, confidence, mode, constraints } = search;
  const time = limit === null ? null : duration(limit);
  const metric = message('report.name', { name: metrics[objective].label });
  const limits = constraints.map(
    ({ figure, relation, limit: bound }) => `${figure} ${relation} ${Number(bound.toPrecision(6))}`,
  );
  return [
    {
      name: say(message('fact.searched')),
      value: say(message('fact.search', { metric, within, confidence, mode, time })),
    },
    ...(limits.length > 0 ? [{ name: say(message('fact.constraints')), value: limits.join(', ') }] : []),
    { name: say(message('fact.now')), value: baseline },
  ];
}

/** The lab scales its work to the machine: what is to be repeated needs the same work again. */
function workFacts({ cells }: Plan): Fact[] {
  const all = cells.flatMap(({ parameters }) => parameters['iterations'] ?? []);
  const distinct = [...new Set(all)].map(Number).toSorted((a, b) => a - b);
  return distinct.length > 0 ? [{ name: say(message('fact.iterations')), value: distinct.join(', ') }] : [];
}

/** Cells may have windows of their own. */
function windowText(plan: Plan, cell: Cell): string {
  const { warmup, duration: length } = windowOf(plan, cell);
  const window = length === null ? say(message('fact.all-answered')) : duration(length);
  return say(
    warmup > 0
      ? message('fact.warm-up', { window, warmup: duration(warmup) })
      : message('fact.no-warm-up', { window }),
  );
}

function subjectOf(subject: Plan['subject']): string {
  switch (subject.kind) {
    case 'command':
      return subject.command.map(shellQuoted).join(' ');
    case 'workload':
      return say(message('fact.workload', { name: subject.workload }));
    case 'program':
      return say(message('fact.program', { name: subject.program }));
  }
}

function blocksOf(plan: Plan): Message {
  const { blocks, limit } = plan;
  const { stopping, leaving, search } = askedIn(plan);
  if (search) return message('fact.blocks-search');
  if (leaving) {
    const time = limit === null ? null : duration(limit);
    return message('fact.blocks-lab', { blocks: leaving.after, time });
  }
  if (!stopping) return quoted(String(blocks));
  const { precision = null, budget } = stopping;
  const time = budget === undefined ? null : duration(budget);
  return message('fact.blocks-until', { blocks, precision, time });
}

/** Which Node the server itself ran on: it need not be the one that measured. */
function serversNode(trials: readonly Trial[]): Fact[] {
  const versions = new Set(trials.flatMap(({ effective }) => effective.flatMap(({ node }) => node ?? [])));
  return versions.size > 0
    ? [{ name: say(message('fact.servers-node')), value: [...versions].join(', ') }]
    : [];
}

/** `2`, or `1.5` under a quota. */
function cpuCount(cpus: number): string {
  return String(Number(cpus.toFixed(2)));
}

const share = (value: number) => `${Number((value * 100).toPrecision(2))}%`;
const spread = ({ value, low, high }: Interval) =>
  message('fact.spread', { value: share(value), low: share(low), high: share(high) });

/** How quiet the machine was, and what can be detected on it. Empty for a run in which nothing was repeated. */
export function noiseFacts({ noise, plan }: Pick<RunResult, 'noise' | 'plan'>): Fact[] {
  if (!noise?.trialCv) return [];
  const { metric, trials, trialCv, unadjustedCv, speed, resolution, steal, control } = noise;
  const isAdjusted = unadjustedCv !== null && unadjustedCv > 1.02 * trialCv.value;
  const facts: Fact[] = [
    {
      name: say(message('fact.noise')),
      value: say(
        message('fact.noise-of', {
          spread: spread(trialCv),
          metric: message('report.name', { name: metrics[metric].label }),
          before: isAdjusted ? share(unadjustedCv) : null,
          trials,
        }),
      ),
    },
  ];
  if (resolution !== null)
    facts.push({
      name: say(message('fact.resolution')),
      value: say(message('fact.sees', { share: share(resolution) })),
    });
  if (steal)
    facts.push({
      name: say(message('fact.steal')),
      value: say(message('fact.stolen', { mean: share(steal.mean), max: share(steal.max) })),
    });
  if (speed) facts.push(...speedFacts(speed, plan));
  if (control) {
    const { value, low, high } = control.ratio;
    const { confidence, isSound } = control;
    facts.push({
      name: say(message('fact.control')),
      value: say(
        message('fact.control-ratio', {
          value: value.toFixed(3),
          low: low.toFixed(3),
          high: high.toFixed(3),
          confidence,
          isSound,
        }),
      ),
    });
  }
  return facts;
}

function speedFacts({ mediated, ...seen }: SpeedReport, plan: Plan): Fact[] {
  return [
    { name: say(message('fact.machine-speed')), value: say(message('noise.speed', seen)) },
    ...mediated.map(({ cell, speed }) => {
      const setting = describeSetting(plan.cells.find(({ id }) => id === cell)?.setting ?? {}) || cell;
      return {
        name: say(message('fact.cpu-speed')),
        value: say(message('noise.mediated', { setting, speed })),
      };
    }),
  ];
}

/** Where the server was found, if nobody said. Of `listen(0)` each trial has another port. */
function addressFacts(trials: readonly Trial[]): Fact[] {
  const [first, ...others] = new Set(trials.flatMap(({ address }) => address ?? []));
  if (first === undefined) return [];
  const value = others.length === 0 ? first : say(message('fact.other-ports', { address: first }));
  return [{ name: say(message('fact.address')), value }];
}
