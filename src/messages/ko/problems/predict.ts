/** What the model of a server does not answer, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { predictProblems as english } from '../../en/problems/predict.ts';

export const predictProblems = {
  WHAT_IF_INVALID: {
    what: '--what-if에 "{value}" 값을 사용할 수 없습니다.',
    why: '{why}',
    todo: '--what-if pool=4,8,16 또는 --what-if pool=8,processes=2와 같이 쓰세요. 키는 pool, processes, cpus, clients, rate입니다.',
  },
  DEMANDS_UNKNOWN: {
    what: '예측할 수 없습니다(대상: {from}).',
    why: '{why}',
    todo: '{todo}',
  },
  DEMANDS_FILE_INVALID: {
    what: '{file} 파일에 demands가 없습니다.',
    why: '{why}',
    todo: '다음 명령으로 만드세요: {chokepoint} predict --run RUN --json > FILE',
  },
  CELL_UNKNOWN: {
    what: '실행 {run}에 "{cell}" 설정이 없습니다.',
    why: '있는 설정: {known}.',
    todo: '{hint}',
  },
  PREDICTION_OUTSIDE: {
    what: '요청한 설정 중 모델이 예측할 수 있는 것이 없습니다.',
    why: '{why}',
    todo: '보정한 설정에 더 가까운 설정을 지정하거나 직접 측정하세요: {chokepoint} sweep.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
