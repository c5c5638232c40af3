/** Whether the table can be compared at all, and is about what it says. */
import type { Observation } from '../../model/observation.ts';
import { check, counted, eachRow, figure, notApplicable } from './check.ts';
import { short } from '../../format/words.ts';

export const repeated = check({
  id: 'R1',
  title: 'Repeated, and the control agrees',
  failsWhen:
    'no setting was measured more than once (one that was not loses its own words only), or a copy of the baseline differs from the baseline (A/A′)',
  effect: 'silence',
  needs: [],
  without: 'No row was measured.',
  judge(rows, { control }) {
    if (control && (control.ratio.low > 1 || control.ratio.high < 1)) {
      const { value, low, high } = control.ratio;
      return {
        outcome: 'fail',
        sentence: `The copy of ${control.name} differs from it: ratio ${short(value)}, interval ${short(low)} to ${short(high)}, and nothing differs but the label.`,
        evidence: [{ text: 'A/A′', unit: '×', value, low, high, n: 1 }],
      };
    }
    const cells = [...Map.groupBy(rows, ({ cell }) => cell)];
    const once = cells.filter(([, all]) => all.length < 2).map(([cell]) => cell);
    if (once.length === 0) {
      const least = Math.min(...cells.map(([, all]) => all.length));
      const told = control ? ', and the copy of the baseline does not differ from it' : '';
      return { outcome: 'pass', sentence: `Every setting was measured ${least} times or more${told}.` };
    }
    const isAll = once.length === cells.length;
    return {
      outcome: 'fail',
      sentence: isAll
        ? `${counted(rows.length, 'row')} of ${counted(cells.length, 'setting')}, one for each: how far a repetition would lie from it, nobody knows.`
        : `${counted(once.length, 'setting')} of ${cells.length} was measured once, ${once[0]} for one: nothing is known of its spread.`,
      cells: isAll ? [] : once,
      evidence: [figure('settings measured once', 'settings', once.length)],
      ...(isAll ? {} : { effect: 'undecided' }),
    };
  },
});

/** Below this many requests two trials may be alike by chance, to the last microsecond. */
const enoughToDiffer = 50;

export const ledger = check({
  id: 'Q1',
  title: 'Figures that were measured, under their own labels',
  failsWhen:
    'a row holds only zeros, two rows are the same to the last digit, or a label differs from the parameters',
  effect: 'undecided',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const copies = copiesAmong(rows);
    return (
      eachRow(rows, (row) => {
        const wrong = row.labels.find(({ expected, found }) => String(expected) !== String(found));
        const isEmpty = row.figures.length > 0 && row.figures.every((one) => one === 0);
        const twin = copies.get(row);
        const text = isEmpty
          ? 'every figure is 0.000: it was never run'
          : twin
            ? `the same figures as ${twin.name}, to the last digit (${row.figures.map(short).join(', ')})`
            : wrong
              ? `${wrong.what} is ${wrong.expected}, but its label says ${wrong.found}`
              : `${counted(row.figures.length, 'figure')}, none of them copied, all under their labels`;
        return {
          fails: isEmpty || twin !== undefined || wrong !== undefined,
          badness: isEmpty ? 3 : twin ? 2 : wrong ? 1 : 0,
          text,
        };
      }) ?? notApplicable('No row was measured.')
    );
  },
});

/** Every row whose figures another row before it has. */
function copiesAmong(rows: readonly Observation[]): Map<Observation, Observation> {
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
