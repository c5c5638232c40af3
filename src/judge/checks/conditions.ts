/** Whether the generator, the machine and the setting were what the comparison takes them for. */
import { message } from '../../messages/message.ts';
import { mean } from '../../stats/mean-and-spread.ts';
import type { SpeedReport } from '../../model/noise.ts';
import type { Observation } from '../../model/observation.ts';
import type { GeneratorShare } from '../../model/sample.ts';
import type { Metric } from '../../model/verdict.ts';
import {
  byCell,
  check,
  eachCell,
  eachRow,
  figure,
  isLate,
  type CheckFinding,
  type Judgement,
  type Known,
} from './check.ts';
import { thresholds } from './thresholds.ts';

const { D2, G1, M1 } = thresholds;

/** Percentiles, and the share of requests that lie beyond each. */
const liesBeyond = [
  ['p50', 0.5],
  ['p90', 0.1],
  ['p99', G1.late],
] as const;

type WithGenerator = Known<'generator'>;

export const generator = check({
  id: 'G1',
  effect: 'undecided',
  needs: [],
  judge(all) {
    const unsent = eachRow(all, neverSent);
    const rows = all.filter((row): row is WithGenerator => row.generator !== null);
    if (unsent?.outcome === 'fail' || rows.length === 0)
      return unsent ?? { outcome: 'not applicable', sentence: message('check.G1.without') };
    // Late work goes on when the generator has long ended: it has no part in what is left of such a row.
    const answered = rows.filter((row) => !isLate(row));
    const limit = eachCell(answered, asLimit);
    if (limit?.outcome === 'fail') {
      const understates = lacking(answered);
      if (!understates) return limit;
      return { ...limit, understates, sentence: message('check.G1.remedy', { sentence: limit.sentence }) };
    }
    // A percentile with too few requests is shown nowhere.
    for (const [i, [, share]] of liesBeyond.entries()) {
      const shown = answered.filter(({ requests }) => requests === null || requests * share >= D2.beyond);
      const late = eachCell(shown, (row) => leavingLate(row, share));
      // Late requests that reach a percentile reach the higher ones too.
      if (late?.outcome === 'fail')
        return { ...late, metrics: liesBeyond.slice(i).map(([metric]) => metric) };
    }
    return limit;
  },
});

/** Fails if requests were due and never sent: they are in no figure, and would have been among the slowest. */
function neverSent({ unsent }: Observation): CheckFinding | null {
  if (unsent === null) return null;
  const share = unsent.count / Math.max(1, unsent.due);
  return {
    fails: unsent.count > 0,
    badness: share,
    says: message('check.G1.unsent', unsent),
    evidence: [figure('never sent', 'share', share)],
  };
}

/**
 * Returns for each cell under closed load the share of used-up CPUs that the generator took: the server may lack as much of its
 * throughput. Null if a generator that fails is also busy or late, or fails under an open load.
 */
function lacking(rows: readonly WithGenerator[]): Record<string, number> | null {
  const isUnknown = rows.some((row) => asLimit(row).fails && (row.load === 'open' || isBusyOrLate(row)));
  if (isUnknown) return null;
  const closed = rows.filter(({ load }) => load !== 'open');
  const shares = byCell(closed, (own) => mean(own.map((row) => (isUsedUp(row) ? shareOf(row) : 0))));
  return Object.fromEntries(Object.entries(shares).filter(([, share]) => share > 0));
}

const isBusyOrLate = (row: WithGenerator): boolean => {
  const { utilization, lateTime } = worstOf(row.generator);
  return utilization > G1.busyLoop || lateTime > G1.lateTime;
};

const busyOrLate = ({ utilization, lateTime }: WithGenerator['generator'] | GeneratorShare) =>
  Math.max(utilization / G1.busyLoop, lateTime / G1.lateTime);

/** Returns the generator that keeps up worst: one that cannot is enough to make the load another than it is said to be. */
function worstOf(all: WithGenerator['generator']): WithGenerator['generator'] | GeneratorShare {
  const [first = all, ...others] = all.each ?? [];
  return others.reduce<typeof first>((most, one) => (busyOrLate(one) > busyOrLate(most) ? one : most), first);
}

function shareOf({ generator: { cpus, sharedCpus } }: WithGenerator): number {
  return sharedCpus === null ? 0 : cpus / sharedCpus;
}

function usedOf({ generator: { cpus, serverCpus, sharedCpus } }: WithGenerator): number {
  return sharedCpus === null ? 0 : (cpus + serverCpus) / sharedCpus;
}

const isUsedUp = (row: WithGenerator) => usedOf(row) > G1.usedUp;

function asLimit(row: WithGenerator): CheckFinding {
  const worst = worstOf(row.generator);
  const { utilization, lateShare, lateTime } = worst;
  const { sharedCpus } = row.generator;
  const share = shareOf(row);
  const used = usedOf(row);
  const competes = isUsedUp(row) && share > G1.share;
  const shared = sharedCpus === null ? null : { share, cpus: sharedCpus, used };
  return {
    fails: isBusyOrLate(row) || competes,
    badness: Math.max(busyOrLate(worst), competes ? share / G1.share : 0),
    says: message('check.G1.generator', {
      busy: utilization,
      late: lateShare,
      lateTime,
      shared,
      name: 'name' in worst ? worst.name : null,
    }),
    evidence: [
      figure('generator utilisation', 'ratio', utilization),
      figure('late requests', 'share', lateShare),
      figure('generator’s share of the CPUs', 'share', share),
    ],
  };
}

function leavingLate({ generator: { lateShare } }: WithGenerator, limit: number): CheckFinding {
  return {
    badness: lateShare / limit,
    says: message('check.G1.late', { late: lateShare }),
    evidence: [figure('late requests', 'share', lateShare)],
  };
}

/** Metrics in which a quota shows above all: it stops the process for the rest of each period of 100 ms. */
const ofTimes: readonly Metric[] = ['p50', 'p90', 'p99', 'mean'];

type WithMachine = Known<'machine'>;

export const machine = check({
  id: 'M1',
  effect: 'undecided',
  needs: ['machine'],
  judge(rows, { speed }) {
    const disturbed = eachCell(rows, disturbance);
    const throttled = eachCell(rows, throttling);
    if (disturbed?.outcome === 'fail') {
      // A load of the minute before says nothing of the run itself.
      if (rows.every(({ machine: of }) => of.foreign === null && (of.steal ?? 0) < M1.steal))
        return { ...disturbed, effect: 'note' };
      const understates = throttled?.outcome === 'fail' ? null : takenByOthers(rows);
      return understates ? { ...disturbed, understates } : disturbed;
    }
    if (throttled?.outcome === 'fail') return { ...throttled, metrics: ofTimes };
    return (speed && unsteadySpeed(speed)) ?? disturbed;
  },
});

/** Notes a speed that changes. This takes no word: the estimator knows the speed of each trial. Null if the speed is steady. */
function unsteadySpeed({ slow, spread }: SpeedReport): Judgement | null {
  if (slow === null && (spread ?? 0) <= M1.speedSpread) return null;
  return {
    outcome: 'fail',
    effect: 'note',
    sentence: message('check.M1.speed', { slow, spread: spread ?? 0 }),
    evidence: [
      ...(slow === null ? [] : [figure('slow readings', 'share', slow.share)]),
      ...(spread === null ? [] : [figure('spread of the speed over trials', 'share', spread)]),
    ],
  };
}

function disturbance({ machine: { steal, foreign, used, loadPerCpu } }: WithMachine): CheckFinding {
  const beyond = [
    (steal ?? 0) / M1.steal,
    foreign === null
      ? (loadPerCpu ?? 0) / M1.loadPerCpu
      : (used ?? 1) < M1.allUsed
        ? 0
        : foreign / M1.foreign,
  ];
  const badness = Math.max(...beyond);
  return {
    badness,
    says: message('check.M1.disturbed', {
      steal,
      others: foreign === null ? null : { share: foreign, used: used ?? 1 },
      loadPerCpu: loadPerCpu ?? 0,
    }),
    evidence: [
      ...(steal === null ? [] : [figure('steal', 'share', steal)]),
      ...(foreign === null ? [] : [figure('other programs', 'share', foreign)]),
    ],
  };
}

/**
 * Returns for each cell the share of throughput that steal and other programs can have taken. They cannot take more CPU time than they
 * had, nor a larger part of what the server would have had. Blocks are random, so the hypervisor takes the same from all settings;
 * what programs take may depend on the setting. Null if the shares are not known, or if requests come by the clock.
 */
function takenByOthers(rows: readonly WithMachine[]): Record<string, number> | null {
  const isKnown = rows.every(
    ({ load, machine: { foreign, used } }) => load !== 'open' && foreign !== null && used !== null,
  );
  if (!isKnown) return null;
  const steal = mean(rows.map((row) => row.machine.steal ?? 0));
  return byCell(rows, (own) => {
    const ours = mean(own.map(({ machine: { used, foreign } }) => Math.max(0, (used ?? 0) - (foreign ?? 0))));
    const lost =
      steal +
      mean(own.map(({ machine: of }) => ((of.used ?? 0) + steal < M1.allUsed ? 0 : (of.foreign ?? 0))));
    const cpus = Math.max(...own.map(({ machine: of }) => of.cpus));
    return lost === 0 ? 0 : Math.min(lost * cpus, lost / (ours + lost));
  });
}

function throttling({ machine: { throttledPeriods } }: WithMachine): CheckFinding {
  const periods = throttledPeriods ?? 0;
  return {
    fails: periods > 0,
    badness: periods,
    says: message('check.M1.throttled', { periods }),
    evidence: [figure('throttled', 'periods', periods)],
  };
}

export const inForce = check({
  id: 'P1',
  effect: 'void',
  needs: ['inForce'],
  row: (row) => {
    const wrong = row.inForce.find(({ expected, found }) => String(expected) !== String(found));
    const told = wrong ?? row.inForce[0];
    if (!told) return null;
    const { what, expected, found, isStart = false } = told;
    return {
      fails: wrong !== undefined,
      badness: wrong ? 1 : 0,
      says: wrong
        ? message('check.P1.differs', { what, expected, found, isStart })
        : message('check.P1.in-force', { what, expected, isStart }),
    };
  },
});

const { G2 } = thresholds;

type GeneratorRow = Known<'generator'>;

export const together = check({
  id: 'G2',
  effect: 'undecided',
  needs: ['generator'],
  judge(rows) {
    const apart = eachCell(rows, leastOverlap);
    if (apart?.outcome === 'fail') return apart;
    const far = eachCell(rows, longestPath);
    if (far?.outcome !== 'fail') return far ?? apart;
    return {
      ...far,
      understates: byCell(rows, added),
      sentence: message('check.G2.remedy', { sentence: far.sentence }),
    };
  },
});

function leastOverlap({ generator: { each = [] } }: GeneratorRow): CheckFinding | null {
  const [worst] = each.toSorted((a, b) => a.overlap - b.overlap);
  if (!worst) return null;
  const { name, overlap, skew } = worst;
  return {
    badness: G2.overlap / overlap,
    says: message('check.G2.overlap', { name, overlap, skew }),
    evidence: [figure('common window', 'share', overlap)],
  };
}

const pathOf = ({ path }: GeneratorShare) => path ?? 0;

/** Judges the longest path to the server: a response holds one round trip of the network, and so does a TCP connect. */
function longestPath({ generator: { each = [] }, median }: GeneratorRow): CheckFinding | null {
  const [worst] = each.toSorted((a, b) => pathOf(b) - pathOf(a));
  if (!worst || median === null) return null;
  const path = pathOf(worst);
  return {
    badness: path / median / G2.path,
    says: message('check.G2.path', { name: worst.name, path, median }),
    evidence: [figure('network', 'ms', path)],
  };
}

/**
 * Returns the share of a cell's mean response time that the network adds. It is a pause of each client: without it a closed load
 * would have at most so much more throughput, and a ratio of two settings would lie further from 1, never nearer.
 */
const added = (own: readonly GeneratorRow[]) => mean(own.map(shareOfNetwork));

function shareOfNetwork({ generator: { each = [] }, mean: response }: GeneratorRow): number {
  const sent = each.reduce((sum, one) => sum + one.sent, 0);
  if (sent === 0 || response === null || response === 0) return 0;
  const path = each.reduce((sum, one) => sum + pathOf(one) * one.sent, 0) / sent;
  return Math.min(0.99, path / response);
}
