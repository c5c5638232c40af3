/** Whether the answers stand for the work that they claim: not too soon, not before it, proved, and right. */
import { message } from '../../messages/message.ts';
import { answerMetrics, lateTolerance } from '../../model/metric.ts';
import { check, eachRow, figure } from './check.ts';
import { thresholds } from './thresholds.ts';

export const floor = check({
  id: 'F1',
  effect: 'void',
  needs: ['floor'],
  row: ({ floor: least, min, mean }) => {
    const soonest = min ?? mean;
    if (soonest === null) return null;
    const of = min === null ? 'mean' : 'first';
    return {
      badness: least / soonest,
      says: message('check.F1.soonest', { of, soonest, floor: least }),
      evidence: [figure(`${of} response`, 'ms', soonest), figure('floor', 'ms', least)],
    };
  },
});

export const late = check({
  id: 'F2',
  effect: 'hide',
  needs: ['late'],
  judge(rows) {
    const unknown = rows.filter((row) => !row.late.isDeclared);
    const judged = eachRow(unknown, (row) => ({
      badness: row.late.share / lateTolerance,
      says: row.late.says,
      evidence: [figure('work after the response', 'share', row.late.share)],
    }));
    return judged && { ...judged, metrics: answerMetrics };
  },
});

export const proof = check({
  id: 'P2',
  effect: 'void',
  needs: ['proofs'],
  judgesFailed: true,
  row: ({ proofs: { asked, wrong } }) => ({
    fails: wrong > 0,
    badness: wrong / Math.max(1, asked),
    says: wrong > 0 ? message('check.P2.wrong', { wrong, asked }) : message('check.P2.proved', { asked }),
    evidence: [figure('wrong proofs', 'responses', wrong)],
  }),
});

export const errors = check({
  id: 'E1',
  effect: 'void',
  needs: ['answers'],
  judgesFailed: true,
  judge(rows) {
    const judged = eachRow(rows, ({ answers: { sent, wrong, lost, countedAsSuccess, kinds } }) => {
      const failed = wrong + lost;
      const all = failed + countedAsSuccess;
      return {
        fails: wrong > 0 || countedAsSuccess > 0 || lost > thresholds.E1.lost * sent,
        badness: all / Math.max(1, sent),
        says:
          countedAsSuccess > 0
            ? message('check.E1.counted-as-success', { count: countedAsSuccess, sent })
            : failed > 0
              ? message('check.E1.failed', { failed, sent, kinds })
              : message('check.E1.correct', { sent }),
        evidence: [figure('failed', 'requests', all)],
      };
    });
    if (judged?.outcome !== 'fail') return judged;
    const isWrong = rows.filter(({ answers }) => answers.wrong + answers.countedAsSuccess > 0);
    // A trial that lost too many does not count by itself; that is no reason against the others of its setting.
    return isWrong.length > 0
      ? { ...judged, cells: isWrong.map(({ cell }) => cell) }
      : { ...judged, effect: 'note' };
  },
});

export const warnings = check({
  id: 'E2',
  effect: 'note',
  needs: ['warnings'],
  judgesFailed: true,
  row: ({ warnings: [first, ...others] }) => {
    const lines = first === undefined ? 0 : others.length + 1;
    return {
      fails: lines > 0,
      badness: lines,
      says: first === undefined ? message('check.E2.none') : message('check.E2.warned', { lines, first }),
      evidence: [figure('warnings', 'lines', lines)],
    };
  },
});
