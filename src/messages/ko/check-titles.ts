/** What must be so for each validity check, in a few words, in Korean. */
import type { checkTitles as english } from '../en/check-titles.ts';
import type { Texts } from '../nested.ts';

export const checkTitles = {
  'check.B1.title': '처리량이 모델의 상한 이내',
  'check.C1.title': '시계 해상도 충분',
  'check.D1.title': '측정 구간 길이 충분',
  'check.D2.title': '퍼센타일별 요청 수 충분',
  'check.E1.title': '올바른 응답만 집계',
  'check.E2.title': '애플리케이션 경고 없음',
  'check.F1.title': '불가능한 지연 시간 없음',
  'check.F2.title': '작업을 마친 뒤에 응답',
  'check.G1.title': '부하 생성기가 병목이 아님',
  'check.G2.title': '생성기들이 함께, 가까이에서 부하를 줌',
  'check.I1.title': '워커 간 부하 균형',
  'check.L1.title': '리틀의 법칙 성립: X·R이 선언한 동시성과 일치',
  'check.L2.title': '대기 장벽 없음: 선언한 클라이언트가 모두 요청 중',
  'check.M1.title': '장비의 방해 없음',
  'check.P1.title': '설정이 실제로 적용됨',
  'check.P2.title': '모든 응답이 작업을 증명',
  'check.Q1.title': '값이 측정되었고 레이블이 정확',
  'check.R1.title': '반복 측정 및 A/A 대조군 일치',
  'check.S1.title': '속도 향상이 추가한 자원 이내',
  'check.T1.title': '서버 시간 ≤ 클라이언트 시간 ≤ 테스트 시간',
  'check.T2.title': '서버에 보이지 않는 대기열 없음',
  'check.V1.title': '단봉 분포(쌍봉 아님)',
  'check.W1.title': '워밍업 완료',
} satisfies Texts<typeof english>;
