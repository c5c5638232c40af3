/** How fast the machine was during a run, in Korean. */
import { wholePercent } from '../../format/words.ts';
import type { noise as english } from '../en/noise.ts';
import type { Texts } from '../nested.ts';
import { count } from './words.ts';

type Change = Pick<Parameters<(typeof english)['noise.speed']>[0], 'slow' | 'spread'>;

export function speedChange({ slow, spread }: Change): string {
  if (slow === null) return `시행 간 속도 차이는 ${wholePercent(spread ?? 0)}입니다.`;
  return `측정값의 ${wholePercent(slow.share)}에서 CPU 속도가 원래의 ${wholePercent(slow.speed)}였습니다.`;
}

const sources = {
  'window probe': '서버 옆에서 실행한 고정 작업',
  'CPU per job': '작업당 서버 CPU 시간',
} as const;

export const noise = {
  'noise.speed': ({ slow, spread, source, trials }) =>
    `${spread === null ? '두 번 측정한 설정 없음' : `시행 간 ${wholePercent(spread)}`}${slow === null ? '' : `. 측정값의 ${wholePercent(slow.share)}에서 원래 속도의 ${wholePercent(slow.speed)}`}. 시행 ${count(trials, '회')}에서 ${sources[source]} 기준으로 측정`,
  'noise.mediated': ({ setting, speed }) =>
    `${setting} 설정에서는 방해가 없어도 CPU 자체가 ${wholePercent(Math.abs(1 - speed))} ${speed < 1 ? '느림' : '빠름'}. 설정의 효과이므로 보정하지 않음`,
} satisfies Texts<typeof english>;
