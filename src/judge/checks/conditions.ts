/** Whether the generator, the machine and the setting were what the comparison takes them for. */
import { mean } from '../../stats/interval.ts';
import type { Metric } from '../../model/verdict.ts';
import { check, eachCell, eachRow, figure, isLate, type Finding, type Known } from './check.ts';
import { short, shortPercent } from '../../format/words.ts';

const busiestLoop = 0.85;
const latestShare = 0.01;
/** Of the CPUs that both share: with less left, what one uses the other lacks. */
const exhausted = 0.95;
/** As much as two settings may differ and still be called equivalent: a generator below that cannot make a verdict. */
const generatorShare = 0.05;

/**
 * A late request has waited for the generator. It shows in a percentile when as many are late as lie beyond it; in a mean
 * when they make a tenth of all waiting. More would have to be late before the settings look different: the generator is
 * late for all of them alike, so it can hide a difference, and cannot make one.
 */
const latestTime = 0.1;
const liesBeyond = [
  ['p50', 0.5],
  ['p90', 0.1],
  ['p99', latestShare],
] as const;

type WithGenerator = Known<'generator'>;

export const generator = check({
  id: 'G1',
  title: 'The generator was not the limit',
  failsWhen:
    'in half of the trials of a setting or more the generator’s loop was more than 85 % busy, or it took more than 5 % of CPUs that it shared with the server when they were used up, or late requests make more than 10 % of the time that clients waited (a word about throughput that is the same with the generator’s share of the CPUs added stays); of single percentiles when more requests left late than lie beyond it (p99: 1 %)',
  effect: 'undecided',
  needs: ['generator'],
  without: 'The document does not tell what its generator cost.',
  judge(rows) {
    // The work goes on when the generator has long ended: it has no part in what is left of such a row.
    const answered = rows.filter((row) => !isLate(row));
    const limit = eachCell(answered, asLimit);
    if (limit?.outcome === 'fail') {
      const understates = lacking(answered);
      return { ...limit, ...(understates && { understates, sentence: `${limit.sentence} ${remedy}` }) };
    }
    for (const [i, [, share]] of liesBeyond.entries()) {
      const late = eachCell(answered, (row) => leavingLate(row, share));
      // Who reaches a percentile reaches the higher ones too.
      if (late?.outcome === 'fail')
        return { ...late, metrics: liesBeyond.slice(i).map(([metric]) => metric) };
    }
    return (
      limit ?? {
        outcome: 'not applicable',
        sentence: 'Every server answered before its work: the generator has no part in that.',
      }
    );
  },
});

const remedy =
  'To be rid of it: a lighter load; a machine with four CPUs or more, where each gets its own; or the server behind `taskset -c 0`, which leaves the other CPUs to the generator, and measures a server with one.';

/**
 * Of each cell the share of used-up CPUs that the generator took, which is what the server may have lacked of its throughput.
 * Null where something else is wrong with the generator too, or where the requests come by the clock.
 */
function lacking(rows: readonly WithGenerator[]): Record<string, number> | null {
  const isBusyOrLate = eachCell(rows, (row) => {
    const { utilization, lateTime } = row.generator;
    return { ...asLimit(row), fails: utilization > busiestLoop || lateTime > latestTime };
  });
  if (isBusyOrLate?.outcome === 'fail' || rows.some(({ load }) => load === 'open')) return null;
  const cells = [...Map.groupBy(rows, ({ cell }) => cell)].map(([cell, own]): [string, number] => [
    cell,
    mean(own.map((row) => (isUsedUp(row) ? shareOf(row) : 0))),
  ]);
  return Object.fromEntries(cells.filter(([, share]) => share > 0));
}

function shareOf({ generator: { cpus, sharedCpus } }: WithGenerator): number {
  return sharedCpus === null ? 0 : cpus / sharedCpus;
}

function usedOf({ generator: { cpus, serverCpus, sharedCpus } }: WithGenerator): number {
  return sharedCpus === null ? 0 : (cpus + serverCpus) / sharedCpus;
}

const isUsedUp = (row: WithGenerator) => usedOf(row) > exhausted;

function asLimit(row: WithGenerator): Finding {
  const { utilization, lateShare, lateTime, sharedCpus } = row.generator;
  const share = shareOf(row);
  const used = usedOf(row);
  const competes = isUsedUp(row) && share > generatorShare;
  const cost =
    sharedCpus === null
      ? 'on CPUs of its own'
      : `with ${shortPercent(share)} of the ${short(sharedCpus)} CPUs, of which ${shortPercent(Math.min(1, used))} were used`;
  return {
    fails: utilization > busiestLoop || lateTime > latestTime || competes,
    badness: Math.max(
      utilization / busiestLoop,
      lateTime / latestTime,
      competes ? share / generatorShare : 0,
    ),
    text: `the generator was ${shortPercent(utilization)} busy ${cost}; ${shortPercent(lateShare)} of the requests left late, ${shortPercent(lateTime)} of all waiting`,
    evidence: [
      figure('generator utilisation', 'ratio', utilization),
      figure('late requests', 'share', lateShare),
      figure('generator’s share of the CPUs', 'share', share),
    ],
  };
}

function leavingLate({ generator: { lateShare } }: WithGenerator, limit: number): Finding {
  return {
    fails: lateShare > limit,
    badness: lateShare / limit,
    text: `${shortPercent(lateShare)} of the requests left late, as many as lie beyond a percentile`,
    evidence: [figure('late requests', 'share', lateShare)],
  };
}

const limits = { steal: 0.01, foreign: 0.1, loadPerCpu: 0.2 } as const;
/** While CPUs are idle, what others use is not what the server lacks. */
const idleLeft = 0.9;
/** A quota stops the process for the rest of each period of 100 ms: that is in the response times above all. */
const ofTimes: readonly Metric[] = ['p50', 'p90', 'p99', 'mean'];

type WithMachine = Known<'machine'>;

export const machine = check({
  id: 'M1',
  title: 'The machine was left alone',
  failsWhen:
    'in half of the trials of a setting or more: steal above 1 %, other programs above 10 % of the CPU time, with less than 10 % idle (where that is unknown: a load above 0.2 per CPU before the run), or the cgroup throttled; CPU frequency is not read',
  effect: 'undecided',
  needs: ['machine'],
  without: 'What else ran on the machine is not known.',
  judge(rows) {
    const disturbed = eachCell(rows, disturbance);
    if (disturbed?.outcome === 'fail') return disturbed;
    const throttled = eachCell(rows, throttling);
    if (throttled?.outcome === 'fail') return { ...throttled, metrics: ofTimes };
    return disturbed ?? { outcome: 'not applicable', sentence: 'The kernel told nothing.' };
  },
});

function disturbance({ machine: { steal, foreign, used, loadPerCpu } }: WithMachine): Finding {
  const parts = [
    steal === null ? 'steal unknown' : `${shortPercent(steal)} of the CPU time was stolen`,
    foreign === null
      ? `a load of ${short(loadPerCpu ?? 0)} per CPU before the run`
      : `other programs took ${shortPercent(foreign)}, ${shortPercent(used ?? 1)} were used by all together`,
  ];
  const beyond = [
    (steal ?? 0) / limits.steal,
    foreign === null
      ? (loadPerCpu ?? 0) / limits.loadPerCpu
      : (used ?? 1) < idleLeft
        ? 0
        : foreign / limits.foreign,
  ];
  const badness = Math.max(...beyond);
  return {
    fails: badness > 1,
    badness,
    text: parts.join(', '),
    evidence: [
      ...(steal === null ? [] : [figure('steal', 'share', steal)]),
      ...(foreign === null ? [] : [figure('other programs', 'share', foreign)]),
    ],
  };
}

function throttling({ machine: { throttledPeriods } }: WithMachine): Finding {
  const periods = throttledPeriods ?? 0;
  return {
    fails: periods > 0,
    badness: periods,
    text: `the CPU quota stopped the cgroup in ${periods} periods`,
    evidence: [figure('throttled', 'periods', periods)],
  };
}

export const inForce = check({
  id: 'P1',
  title: 'The setting was in force',
  failsWhen:
    'a pool size, number of processes, environment variable, number of CPUs or version of Node that was read back differs from the one asked for',
  effect: 'void',
  needs: ['inForce'],
  without: 'Nothing of the setting could be read back from the processes.',
  judge: (rows) =>
    eachRow(rows, (row) => {
      const wrong = row.inForce.find(({ expected, found }) => String(expected) !== String(found));
      const [told = wrong] = wrong ? [wrong] : row.inForce;
      if (!told) return null;
      return {
        fails: wrong !== undefined,
        badness: wrong ? 1 : 0,
        text: wrong
          ? `${wrong.what} ${wrong.expected} was asked for, ${wrong.found} is ${wrong.seen ?? 'in force'}`
          : `${told.what} ${told.expected} was asked for and is ${told.seen ?? 'in force'}`,
      };
    }) ?? { outcome: 'not applicable', sentence: 'No setting that can be read back was varied.' },
});
