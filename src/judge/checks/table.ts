/** Whether the table can be compared at all, and is about what it says. */
import { standingOf, mean } from '../../stats/mean-and-spread.ts';
import type { Observation } from '../../model/observation.ts';
import { message } from '../../messages/message.ts';
import { check, eachRow, figure, pace } from './check.ts';
import { thresholds } from './thresholds.ts';
import { equalShares } from '../../stats/distributions.ts';
import { fewestForModes, modes } from '../../stats/modes.ts';

export const repeated = check({
  id: 'R1',
  effect: 'silence',
  needs: [],
  judge(rows, { control, isSearch = false }) {
    if (control && standingOf(control.ratio, 1) !== 'undecided') {
      const { value, low, high } = control.ratio;
      return {
        outcome: 'fail',
        sentence: message('check.R1.control', { name: control.name, value, low, high }),
        evidence: [{ text: 'A/A′', unit: '×', value, low, high, n: 1 }],
      };
    }
    const cells = [...Map.groupBy(rows, ({ cell }) => cell)];
    const once = cells.filter(([, all]) => all.length < 2).map(([cell]) => cell);
    const again = cells.filter(([, all]) => all.length > 1);
    if (once.length === 0 || (isSearch && again.length > 0)) {
      const least = Math.min(...again.map(([, all]) => all.length));
      const sentence =
        once.length === 0
          ? message('check.R1.repeated', { least, hasControl: control !== null })
          : message('check.R1.searched', { least, once: once.length, settings: cells.length });
      return { outcome: 'pass', sentence };
    }
    const isAll = once.length === cells.length;
    const settings = cells.length;
    return {
      outcome: 'fail',
      sentence: isAll
        ? message('check.R1.once', { rows: rows.length, settings })
        : message('check.R1.some-once', { once: once.length, settings, example: once[0] ?? '' }),
      cells: isAll ? [] : once,
      evidence: [figure('settings measured once', 'settings', once.length)],
      ...(isAll ? {} : { effect: 'undecided' }),
    };
  },
});

export const ledger = check({
  id: 'Q1',
  effect: 'undecided',
  needs: [],
  judge(rows) {
    const copies = copiesAmong(rows);
    return eachRow(rows, (row) => {
      const { labels, figures } = row;
      const wrong = labels.find(({ expected, found }) => String(expected) !== String(found));
      const isEmpty = figures.length > 0 && figures.every((one) => one === 0);
      const twin = copies.get(row);
      return {
        fails: isEmpty || twin !== undefined || wrong !== undefined,
        badness: isEmpty ? 3 : twin ? 2 : wrong ? 1 : 0,
        says: isEmpty
          ? message('check.Q1.empty')
          : twin
            ? message('check.Q1.copy', { of: twin.name, figures })
            : wrong
              ? (wrong.says ?? message('check.Q1.label', wrong))
              : message('check.Q1.sound', { figures: figures.length }),
      };
    });
  },
});

/** Returns the rows whose figures an earlier row has too, each with that row. */
function copiesAmong(rows: readonly Observation[]): Map<Observation, Observation> {
  const { enoughToDiffer } = thresholds.Q1;
  const first = new Map<string, Observation>();
  const copies = new Map<Observation, Observation>();
  for (const row of rows) {
    const told = row.figures.filter((one) => one !== 0);
    if (told.length < 2 || (row.requests ?? enoughToDiffer) < enoughToDiffer) continue;
    const key = told.join(' ');
    const twin = first.get(key);
    if (twin) copies.set(row, twin);
    else first.set(key, row);
  }
  return copies;
}

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
