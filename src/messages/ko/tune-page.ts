/** What stands on the page of a search in a terminal, in Korean. */
import { term } from './words.ts';
import { ratioFigures, tenthPercent, wholePercent } from '../../format/words.ts';
import type { tunePage as english } from '../en/tune-page.ts';
import type { Texts } from '../nested.ts';

type Advice = Parameters<(typeof english)['tune-page.set']>[0];
type Scope = Parameters<(typeof english)['tune-page.certified']>[0];

function gainText({ label, gain }: Pick<Advice, 'label' | 'gain'>): string {
  if (gain === null) return '';
  const { value, low, high } = ratioFigures(gain);
  return `: ${term(label)} ${value}배 (${low}~${high})`;
}

const among = ({ measured, compared }: Pick<Scope, 'measured' | 'compared'>) =>
  compared === measured ? `시도한 설정 ${measured}개` : `시도한 설정 ${measured}개 중 ${compared}개`;

const ends = {
  budget: '시간 소진',
  interrupted: '중단됨',
  'last look': '블록 수에 비해 노이즈가 큼',
  infeasible: '제약을 위반하거나 위반할 수 있음',
  'only begun': '탐색 초기',
} as const;

export const tunePage = {
  'tune-page.set': ({ what, now, ...gain }) => `설정: ${what} (현재 ${now})${gainText(gain)}`,
  'tune-page.guess': ({ what, now, ...gain }) => `최선의 추정: ${what} (현재 ${now})${gainText(gain)}`,
  'tune-page.keep': ({ now, kept, isOpen }) =>
    `${isOpen ? '일단 유지' : '유지'}: ${now}. ${kept ?? (isOpen ? '더 낫다고 확인된 설정이 없습니다' : '더 나은 설정이 없습니다')}`,
  'tune-page.certified': ({ confidence, within, ...scope }) =>
    `신뢰도 ${tenthPercent(confidence)}로 인증: ${among(scope)} 중 ${within === null ? '최선' : `최선과의 차이 ${tenthPercent(within)} 이내`}`,
  'tune-page.not-certified': ({ ended, confidence, atMost, ...scope }) =>
    `인증되지 않음(${ends[ended]})${atMost === null ? '' : `: 신뢰도 ${tenthPercent(confidence)}로 ${among(scope)} 중 최선과의 차이 ${Math.ceil(1000 * atMost) / 10}% 이내`}`,
  'tune-page.withheld': '인증되지 않음: 유효성 검사 실패',

  'tune-page.now': '현재',
  'tune-page.dropped': '제외됨',
  'tune-page.left-early': '일찍 제외됨',
  'tune-page.limit-broken': '제약 위반',
  'tune-page.failed': '실패',
  'tune-page.trials': '시행',
  'tune-page.objective': ({ label }) => `목표: ${term(label)}`,
  'tune-page.limit': ({ id, limit, loop, loopWaits, pool, server, generator, others }) => {
    const busy = [
      `이벤트 루프 ${wholePercent(loop)}${loopWaits >= 0.01 ? ` (CPU 대기 ${wholePercent(loopWaits)})` : ''}`,
      ...(pool === null ? [] : [`풀 ${wholePercent(pool)}`]),
      `CPU 서버 ${wholePercent(server)}, 부하 ${wholePercent(generator)}${others === null || others < 0.005 ? '' : `, 기타 ${wholePercent(others)}`}`,
    ];
    return `${id}: ${limit === null ? '포화된 자원 없음' : `병목은 ${term(limit)}`} (${busy.join(' · ')})`;
  },
  'tune-page.cost': ({ id, from, to }) => {
    const [before, after] = [from, to].map((one) => Number(one.toPrecision(3)));
    const change = `${to < from ? '−' : '+'}${wholePercent(Math.abs(to / from - 1))}`;
    return `${id}: 요청당 CPU ${before} ms → ${after} ms (${change})`;
  },
  'tune-page.ways': ({ places }) => `${places.join(', ')}: 리포트 참고`,
  'tune-page.next-budget': '시간을 늘려 다시 탐색',
  'tune-page.next-resume': '탐색 계속',
  'tune-page.next-quiet': '다른 프로그램을 닫고 다시 측정',
  'tune-page.next-limit': '현재 서버의 병목 확인',
  'tune-page.next-processes': '프로세스를 늘리면 더 빨라지는지 확인',
} satisfies Texts<typeof english>;
