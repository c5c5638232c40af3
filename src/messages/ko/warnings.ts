/** What a reader must know before the figures of a run, in Korean. */
import type { warnings as english } from '../en/warnings.ts';
import type { Texts } from '../nested.ts';
import { count } from './words.ts';

export const warnings = {
  'warning.repeated': ({ trials }) =>
    `시행 ${count(trials, '회')}가 다른 프로그램이나 호스트의 방해를 받아 반복했습니다.`,
  'warning.incomplete': ({ measured, planned }) =>
    `계획한 시행 ${planned}회 중 ${measured}회를 실행했습니다.`,
  'warning.failed': ({ failed, trials, codes }) =>
    `시행 ${count(trials, '회')} 중 ${failed}회가 실패하여 집계하지 않습니다(${codes.join(', ')}).`,
  'warning.one-block': '설정마다 한 번씩만 측정했습니다. 차이에 대해서는 말할 수 없습니다.',
  'warning.few-blocks': ({ blocks }) =>
    `${blocks}블록으로는 신뢰 구간이 매우 넓습니다. 4블록 이상을 사용하세요.`,
  'warning.foreign-cpu': ({ trials, of }) =>
    `시행 ${count(of, '회')} 중 ${trials}회에서, 부하를 거는 동안 이 장비의 다른 프로그램이 CPU 시간의 10% 넘게 사용했습니다.`,
} satisfies Texts<typeof english>;
