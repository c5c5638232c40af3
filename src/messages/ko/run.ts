/** Why a run ended, in Korean. */
import { clockTime } from '../../format/number.ts';
import type { run as english } from '../en/run.ts';
import type { Texts } from '../nested.ts';
import { count } from './words.ts';

type Left = Parameters<(typeof english)['progress.trials']>[0]['left'];

function leftText({ about, most }: Left): string {
  if (about === null) return most === null ? '' : `최대 ${clockTime(most)} 남음`;
  return `${clockTime(about)} 남음${most === null ? '' : `(최대 ${clockTime(most)})`}`;
}

export const run = {
  'progress.trials': ({ block, blocks, done, of, left }) =>
    [
      `블록 ${block}${blocks === null ? '' : `/${blocks}`}`,
      of === null ? `시행 ${count(done, '회')}` : `시행 ${done}/${of}`,
      leftText(left),
    ]
      .filter((part) => part !== '')
      .join(', '),
  'progress.found': ({ address }) => `서버가 ${address}에서 수신합니다(자동으로 찾음).`,
  'stop.after-blocks': ({ reason, blocks }) => `${reason} (${count(blocks, '블록')} 뒤)`,
  'stop.all-blocks': '모든 블록 완료',
  'stop.all-decided': '모두 판정됨',
  'stop.precision-reached': '정밀도 도달',
  'stop.precise-enough': '모든 값이 주장에 필요한 만큼 정밀함',
  'stop.too-dear': '더 판정하려면 남은 시간보다 오래 걸림',
  'stop.last-look': '마지막 분석',
  'stop.generator-limit': '부하 생성기가 더 보낼 수 없음',
  'stop.no-rate': '목표를 지키는 요청률이 없음',
  'stop.falls': '서버가 오래 실행될수록 요청률이 낮아짐',
  'stop.first-search': '목표를 지킨 요청률이 나오기 전에 첫 탐색이 끝남',
  'stop.no-result': '첫 블록에서 결과를 낸 시행이 없음',
  'stop.one-setting': '비교할 두 번째 설정이 없음',
  'stop.time-used-up': ({ limit }) => `제한 시간 ${Math.round(limit / 1000)}초 소진`,
  'stop.time-too-short': ({ limit, spent, needed }) =>
    `${Math.round(limit / 1000)}초 중 ${Math.round(spent / 1000)}초를 사용했으며 다음 블록에는 적어도 ${Math.round(needed / 1000)}초 필요`,
  'stop.time-used-up-in-block': ({ limit }) => `블록 도중에 제한 시간 ${Math.round(limit / 1000)}초 소진`,
  'stop.current-failed': '현재 설정이 결과를 내지 못함',
  'stop.interrupted': '사용자가 중단함',
  'stop.error': '오류로 종료',
  'stop.vanished': '프로세스가 이유를 저장하지 않고 종료됨',
  'stop.out-of-sight': ({ where }) => `여기에서는 ${where}의 실행 여부를 알 수 없음`,
  'stop.certificate': '가장 좋은 설정이 검증됨',
  'stop.one-survivor': '설정이 하나만 남음',
  'stop.search-last-look': '블록 수에 비해 노이즈가 큼',
  'stop.no-candidate': '조건을 만족하는 설정이 없음',
  'stop.pool-unused': '풀에 들어가는 작업이 없음',
  'stop.not-in-force': '변수가 서버에 영향을 주지 않음',
} satisfies Texts<typeof english>;
