/** Whether one figure can stand for all trials of a setting, and one worker for the others. */
import { equalShares } from '../../stats/chi-square.ts';
import { mean } from '../../stats/interval.ts';
import { fewestForModes, modes } from '../../stats/modes.ts';
import { check, eachRow, figure, notApplicable, pace } from './check.ts';
import { short } from '../../format/words.ts';

/** Two modes that differ by less are told apart by nobody. */
const modesApart = 0.05;

export const twoModes = check({
  id: 'V1',
  title: 'One mode',
  failsWhen: `the throughputs of a setting fall into two heaps (8 trials or more; the widest gap between neighbours is above 50 ÷ n deviations within the heaps, which chance exceeds in at most 1 % of runs) more than 5 % apart; both are shown`,
  effect: 'note',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()].filter(
      (cell) => cell.length >= fewestForModes,
    );
    const judged = eachRow(
      cells.flatMap(([first, ...others]) =>
        first ? [{ ...first, name: first.cell, all: [first, ...others] }] : [],
      ),
      ({ all }) => {
        const found = modes(
          all.map((row) => Math.log(pace(row))),
          cells.length,
        );
        if (!found) return null;
        const { low, high, gap, critical, isTwo } = found;
        const [slow, fast] = [Math.exp(mean(low)), Math.exp(mean(high))];
        const heaps = `${low.length} trials near ${short(slow)}/s, ${high.length} near ${short(fast)}/s`;
        return {
          fails: isTwo && fast / slow > 1 + modesApart,
          badness: gap / critical,
          text: `${heaps}; the gap is ${short(gap)} deviations, chance makes up to ${short(critical)}`,
          evidence: [figure('lower mode', '1/s', slow), figure('upper mode', '1/s', fast)],
        };
      },
    );
    return judged ?? notApplicable(`No setting has ${fewestForModes} trials.`);
  },
});

const uneven = 0.001;

export const workersAlike = check({
  id: 'I1',
  title: 'Every worker had its share',
  failsWhen:
    'the requests of the workers are not equally many (chi-square, p < .001 over all trials together)',
  effect: 'note',
  needs: ['perWorker'],
  without:
    'How many requests each worker had is not known (the lab’s own servers tell it, with two workers or more).',
  judge: (rows) =>
    eachRow(rows, ({ perWorker }) => {
      const { statistic, p } = equalShares(perWorker);
      return {
        fails: p < uneven / rows.length,
        badness: statistic,
        text: `${perWorker.map(short).join(' and ')} requests on ${perWorker.length} workers (χ² = ${short(statistic)}, p = ${short(p)})`,
        evidence: perWorker.map((count, worker) => figure(`worker ${worker + 1}`, 'requests', count)),
      };
    }) ?? notApplicable('There is one worker.'),
});
