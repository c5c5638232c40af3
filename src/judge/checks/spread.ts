/** Whether one figure can stand for all trials of a setting, and one worker for the others. */
import { equalShares } from '../../stats/distributions.ts';
import { mean } from '../../stats/mean-and-spread.ts';
import { fewestForModes, modes } from '../../stats/modes.ts';
import { message } from '../../messages/message.ts';
import { check, eachRow, figure, pace } from './check.ts';
import { thresholds } from './thresholds.ts';

export const twoModes = check({
  id: 'V1',
  effect: 'note',
  needs: [],
  silent: message('check.V1.silent', { trials: fewestForModes }),
  judge(rows) {
    const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()].filter(
      (cell) => cell.length >= fewestForModes,
    );
    return eachRow(
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
        return {
          fails: isTwo && fast / slow > 1 + thresholds.V1.apart,
          badness: gap / critical,
          says: message('check.V1.gap', {
            low: { trials: low.length, rate: slow },
            high: { trials: high.length, rate: fast },
            gap,
            critical,
          }),
          evidence: [figure('lower mode', '1/s', slow), figure('upper mode', '1/s', fast)],
        };
      },
    );
  },
});

export const workersAlike = check({
  id: 'I1',
  effect: 'note',
  needs: ['perWorker'],
  row({ perWorker }, rows) {
    const { statistic, p } = equalShares(perWorker);
    return {
      fails: p < thresholds.I1.p / rows.length,
      badness: statistic,
      says: message('check.I1.shares', { requests: perWorker, statistic, p }),
      evidence: perWorker.map((count, worker) => figure(`worker ${worker + 1}`, 'requests', count)),
    };
  },
});
