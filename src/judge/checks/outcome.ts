/** What came back besides right answers: wrong ones, none, and what the application complained of. */
import { check, counted, eachRow, figure, notApplicable } from './check.ts';
import { shortPercent } from '../../format/words.ts';

/** As in the rule by which a trial counts: one reset connection in ten minutes is weather. */
const toleratedLoss = 0.01;

export const errors = check({
  id: 'E1',
  title: 'Only right answers count',
  failsWhen:
    'an answer was wrong (status, body, not HTTP) or was counted as success though it was; more than 1 % of the requests found no answer',
  effect: 'void',
  needs: ['answers'],
  without: 'What became of the requests is not known.',
  judgesFailed: true,
  judge(rows) {
    const judged = eachRow(rows, ({ answers: { sent, wrong, lost, countedAsSuccess, kinds } }) => {
      const of = counted(sent, 'request');
      const said =
        countedAsSuccess > 0
          ? `${countedAsSuccess} of ${of} failed and were counted as success`
          : `${wrong + lost} of ${of} failed (${shortPercent((wrong + lost) / Math.max(1, sent))}: ${kinds})`;
      return {
        fails: wrong > 0 || countedAsSuccess > 0 || lost > toleratedLoss * sent,
        badness: (wrong + lost + countedAsSuccess) / Math.max(1, sent),
        text: wrong + lost + countedAsSuccess > 0 ? said : `all of ${of} were answered as they should`,
        evidence: [figure('failed', 'requests', wrong + lost + countedAsSuccess)],
      };
    });
    if (judged?.outcome !== 'fail') return judged ?? notApplicable('Nothing was asked.');
    const isWrong = rows.filter(({ answers }) => answers.wrong + answers.countedAsSuccess > 0);
    // A trial that lost too many does not count by itself; that is no reason against the others of its setting.
    return isWrong.length > 0
      ? { ...judged, cells: isWrong.map(({ cell }) => cell) }
      : { ...judged, effect: 'note' };
  },
});

export const warnings = check({
  id: 'E2',
  title: 'The application did not warn',
  failsWhen: 'the application wrote a warning while it was measured (in its last 40 lines)',
  effect: 'note',
  needs: ['warnings'],
  without: 'What the application wrote is not known.',
  judgesFailed: true,
  judge: (rows) =>
    eachRow(rows, ({ warnings: lines }) => ({
      fails: lines.length > 0,
      badness: lines.length,
      text: lines.length > 0 ? `${counted(lines.length, 'warning')}, the first: ${lines[0]}` : 'no warning',
      evidence: [figure('warnings', 'lines', lines.length)],
    })) ?? { outcome: 'not applicable', sentence: 'Nothing was measured.' },
});
