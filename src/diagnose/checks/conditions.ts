/** Whether the generator, the machine and the setting were what the comparison takes them for. */
import type { Metric } from '../../model/verdict.ts';
import { check, eachRow, figure, isLate, percent, short, type Finding, type Known } from './check.ts';

const busiestLoop = 0.85;
const latestShare = 0.01;
/** Of the CPUs that both share: with less left, what one uses the other lacks. */
const exhausted = 0.95;
/** As much as two settings may differ and still be called equivalent: a generator below that cannot make a verdict. */
const generatorShare = 0.05;

export const generator = check({
  id: 'G1',
  title: 'The generator was not the limit',
  failsWhen:
    'the generator’s loop was more than 85 % busy; more than 1 % of the requests left late; or it took more than 5 % of CPUs that it shared with the server when they were used up',
  effect: 'undecided',
  needs: ['generator'],
  without: 'The document does not tell what its generator cost.',
  judge: (rows) =>
    eachRow(rows, (row) => {
      // The work goes on when the generator has long ended: it has no part in what is left of such a row.
      if (isLate(row)) return null;
      const { utilization, lateShare, cpus, serverCpus, sharedCpus } = row.generator;
      const share = sharedCpus === null ? 0 : cpus / sharedCpus;
      const used = sharedCpus === null ? 0 : (cpus + serverCpus) / sharedCpus;
      const competes = used > exhausted && share > generatorShare;
      const badness = Math.max(
        utilization / busiestLoop,
        lateShare / latestShare,
        competes ? share / generatorShare : 0,
      );
      const cost =
        sharedCpus === null
          ? 'on CPUs of its own'
          : `with ${percent(share)} of the ${short(sharedCpus)} CPUs, of which ${percent(Math.min(1, used))} were used`;
      return {
        fails: utilization > busiestLoop || lateShare > latestShare || competes,
        badness,
        text: `the generator was ${percent(utilization)} busy ${cost}; ${percent(lateShare)} of the requests left late`,
        evidence: [
          figure('generator utilisation', 'ratio', utilization),
          figure('late requests', 'share', lateShare),
          figure('generator’s share of the CPUs', 'share', share),
        ],
      };
    }) ?? {
      outcome: 'not applicable',
      sentence: 'Every server answered before its work: the generator has no part in that.',
    },
});

const limits = { steal: 0.01, foreign: 0.1, loadPerCpu: 0.2 } as const;
/** While CPUs are idle, what others use is not what the server lacks. */
const idleLeft = 0.9;
/** One disturbed trial of several is in the interval; from a half on it is in the value. */
const disturbedShare = 0.5;
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
    const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()];
    const worstOf = (finding: (row: WithMachine) => Finding) => {
      const byCell = cells.flatMap((cell) => {
        const found = cell.map((row) => ({ row, finding: finding(row) }));
        const failing = found.filter((each) => each.finding.fails);
        const isDisturbed = failing.length >= disturbedShare * cell.length;
        const shown = (failing.length > 0 ? failing : found).toSorted(
          (a, b) => b.finding.badness - a.finding.badness,
        )[0];
        if (!shown) return [];
        const share =
          failing.length > 0 ? `, as in ${failing.length} of the ${cell.length} trials of its setting` : '';
        const { text } = shown.finding;
        return [{ ...shown.row, finding: { ...shown.finding, fails: isDisturbed, text: `${text}${share}` } }];
      });
      return eachRow(byCell, (row) => row.finding);
    };
    const disturbed = worstOf(disturbance);
    if (disturbed?.outcome === 'fail') return disturbed;
    const throttled = worstOf(throttling);
    if (throttled?.outcome === 'fail') return { ...throttled, metrics: ofTimes };
    return disturbed ?? { outcome: 'not applicable', sentence: 'The kernel told nothing.' };
  },
});

function disturbance({ machine: { steal, foreign, used, loadPerCpu } }: WithMachine): Finding {
  const parts = [
    steal === null ? 'steal unknown' : `${percent(steal)} of the CPU time was stolen`,
    foreign === null
      ? `a load of ${short(loadPerCpu ?? 0)} per CPU before the run`
      : `other programs took ${percent(foreign)}, ${percent(used ?? 1)} were used by all together`,
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
    'a pool size, number of processes, environment variable or number of CPUs that was read back differs from the one asked for',
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
