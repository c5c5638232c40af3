/** Whether the answers stand for the work that they claim: not too soon, not before it, and proved. */
import { answerMetrics } from '../../model/metric.ts';
import { check, counted, eachRow, figure, isLate } from './check.ts';
import { short, shortPercent, time } from '../../format/words.ts';

export const floor = check({
  id: 'F1',
  title: 'No answer sooner than its work',
  failsWhen: 'a single right answer came sooner than the floor that was declared for it',
  effect: 'void',
  needs: ['floor'],
  without: 'No request declares a floor (the time below which no honest answer can come).',
  judge: (rows) =>
    eachRow(rows, ({ floor: least, min, mean }) => {
      const soonest = min ?? mean;
      if (soonest === null) return null;
      const what = min === null ? 'the mean answer' : 'the first answer';
      return {
        fails: soonest < least,
        badness: least / soonest,
        text: `${what} came after ${time(soonest)}, and the work takes ${time(least)} at least`,
        evidence: [figure(what, 'ms', soonest), figure('floor', 'ms', least)],
      };
    }) ?? { outcome: 'not applicable', sentence: 'No answer was timed.' },
});

export const late = check({
  id: 'F2',
  title: 'The answer comes after the work',
  failsWhen:
    'more than 5 % of the work went on after the answers; in a published log: 1 − declared ÷ (X·R) of its jobs, by Little’s law',
  effect: 'hide',
  needs: ['late'],
  without: 'When the work ended is not known: the server does not log its jobs.',
  judge(rows) {
    const judged = eachRow(rows, ({ late: { share, text } }) => ({
      fails: isLate({ late: { share, text } }),
      badness: share,
      text,
      evidence: [figure('work after the answer', 'share', share)],
    }));
    return { ...(judged ?? { outcome: 'not applicable', sentence: '' }), metrics: answerMetrics };
  },
});

export const proof = check({
  id: 'P2',
  title: 'Every answer proves its work',
  failsWhen: 'a single answer does not carry the id, the digest or the proof of its own request',
  effect: 'void',
  needs: ['proofs'],
  without: 'No request asks for a proof, nor for a body with a known SHA-256.',
  judgesFailed: true,
  judge: (rows) =>
    eachRow(rows, ({ proofs: { asked, wrong } }) => ({
      fails: wrong > 0,
      badness: wrong / Math.max(1, asked),
      text:
        wrong > 0
          ? `${short(wrong)} of ${counted(asked, 'answer')} belong to another request, or prove nothing (${shortPercent(wrong / asked)})`
          : `all of ${counted(asked, 'answer')} carry their proof`,
      evidence: [figure('wrong proofs', 'answers', wrong)],
    })) ?? { outcome: 'not applicable', sentence: 'Nothing was answered.' },
});
