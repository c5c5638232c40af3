/** When each validity check fails, and what its failure does to the verdicts, in Korean. */
import type { checkConditions as english } from '../en/check-conditions.ts';
import type { Texts } from '../nested.ts';
import { count, josa } from './words.ts';

const which = ({ settings, all }: { readonly settings: number; readonly all: number }) =>
  settings === all ? (all === 1 ? '이 설정' : '모든 설정') : `설정 ${count(settings)}`;

export const checkConditions = {
  'check.L1.fails-when':
    'X·R(또는 X × 하한)이 선언한 동시성의 1.02배를 넘거나, 쉬지 않는 폐쇄형 부하에서 그 절반 미만이거나, 클라이언트가 여럿인데 정확히 1.00인 경우(전체 ÷ n을 평균이라고 한 경우)',
  'check.L2.fails-when':
    '쉬지 않는 폐쇄형 부하나 배치 부하에서 시간 평균 동시성이 선언한 값의 0.95배 미만인 경우',
  'check.F1.fails-when': '올바른 응답이 하나라도 선언된 하한보다 일찍 도착한 경우',
  'check.F2.fails-when':
    '작업의 5% 넘게 응답 뒤에 실행된 경우. 게시된 로그에서는 리틀의 법칙으로 구한 1 − 선언 ÷ (X·R)',
  'check.P2.fails-when': '응답이 하나라도 자기 요청의 id, 다이제스트, 증명을 담고 있지 않은 경우',
  'check.B1.fails-when':
    '처리량이 N ÷ (D + Z), CPU ÷ 요청당 CPU, 스레드 ÷ 요청당 CPU 중 알려진 가장 작은 값보다 3% 넘게 높은 경우',
  'check.S1.fails-when':
    '같은 그룹에서 워커가 가장 적은 설정 대비 속도 향상이 1.05 × min(동시성, 워커, 연산 작업이면 CPU)을 넘는 경우. 시행이 여럿이면 신뢰 구간 전체가 넘어야 함',
  'check.T1.fails-when':
    '서버가 보고한 요청 시간이 클라이언트의 대기 시간보다 길거나, 둘 중 하나가 전체 테스트보다 긴 경우',
  'check.T2.fails-when':
    '서버가 보고한 평균 시간이 클라이언트 대기 시간의 0.7배 미만인 경우. 보고하는 값은 클라이언트의 시간',
  'check.E1.fails-when':
    '응답이 잘못되었거나(상태 코드, 본문, HTTP가 아님) 잘못된 응답이 성공으로 집계된 경우. 요청의 1% 넘게 응답이 없는 경우',
  'check.E2.fails-when': '측정하는 동안 애플리케이션이 경고를 출력한 경우(마지막 40줄 안)',
  'check.G1.fails-when':
    '한 설정의 시행 절반 이상에서 생성기의 이벤트 루프 사용률이 85%를 넘거나, 서버와 공유하는 포화된 CPU의 5% 넘게 사용하거나, 늦게 보낸 요청이 클라이언트 대기 시간의 10%를 넘는 경우(생성기의 CPU 몫을 더해도 같은 처리량·평균 시간 판정은 유지). 개별 퍼센타일은 그 위에 있는 요청보다 늦게 보낸 요청이 많은 경우(p99: 1%). 또는 보내야 할 요청(k6: 반복)을 보내지 않은 경우. 생성기가 여러 개면 가장 나쁜 것을 판정',
  'check.G2.fails-when':
    '생성기가 다른 모든 생성기와 함께 측정한 시간이 자기 측정 구간의 95%보다 짧음, 또는 생성기와 서버 사이의 네트워크가 중앙값 응답 시간에 5%보다 많이 더함(네트워크가 더한 만큼을 빼도 같은 처리량·평균 시간 판정은 유지됨)',
  'check.M1.fails-when':
    '한 설정의 시행 절반 이상에서 steal이 1%를 넘거나, 유휴 CPU가 10% 미만이면서 다른 프로그램이 CPU 시간의 10% 넘게 사용하거나(알 수 없으면 시작 전 CPU당 부하가 0.2 초과), cgroup이 스로틀링된 경우(빼앗긴 CPU 시간을 더해도 같은 처리량·평균 시간 판정은 유지). 참고: 장비의 속도가 변하는 경우(윈도 프로브 측정값이 두 무리로 나뉘거나 시행 간 속도 차이가 10% 초과)',
  'check.D1.fails-when':
    '측정 구간이 5 s보다 짧은 경우. 또는 시간으로 끝나는 구간에 요청이 1000개 미만이거나 응답 시간 중앙값의 50배보다 짧은 경우(요청 수가 정해진 부하는 잘리지 않음)',
  'check.D2.fails-when':
    '한 시행에서 퍼센타일 위의 요청이 10개 미만인 경우: n(1 − q) < 10. 빠른 시행만 남게 되므로 그 설정에는 표시하지 않음. 또는 부하 생성기가 보내야 할 요청을 빠뜨린 경우',
  'check.C1.fails-when': '값을 잰 시계의 해상도가 그 값의 2%를 넘는 경우',
  'check.W1.fails-when':
    '측정 구간 동안 처리량이 오르거나 내리는 경우(모든 시행에 대한 Mann–Kendall, p < .01이고 5% 초과). 또는 첫 시행이 같은 설정의 다른 시행에서 로버스트 편차 3.5 넘게 떨어진 경우',
  'check.V1.fails-when':
    '한 설정의 처리량이 5% 넘게 떨어진 두 그룹으로 나뉘는 경우(시행 8회 이상, 이웃 간 가장 넓은 간격이 그룹 내 편차의 50 ÷ n배 초과. 우연히 넘을 확률은 최대 1%). 두 그룹을 모두 표시',
  'check.I1.fails-when': '워커들이 받은 요청 수가 다른 경우(모든 시행에 대한 카이제곱, p < .001)',
  'check.R1.fails-when':
    '두 번 이상 측정한 설정이 없거나(한 번만 측정한 설정 하나는 그 설정의 판정만 잃음), 기준의 복사본이 기준과 다른 경우(A/A′)',
  'check.Q1.fails-when': '행에 0만 있거나, 두 행이 마지막 자리까지 같거나, 레이블이 매개변수와 다른 경우',
  'check.P1.fails-when':
    '다시 읽은 풀 크기, 프로세스 수, 환경 변수, CPU 수, Node 버전이 요청한 값과 다른 경우',

  'effect.silence': '판정을 내리지 않습니다.',
  'effect.void': (of) => `${which(of)}의 시행은 집계하지 않습니다.`,
  'effect.undecided': ({ metrics, ...of }) =>
    `${which(of)}${metrics.length > 0 ? `의 ${metrics.join(', ')}` : ''}에 대한 판정을 보류합니다.`,
  'effect.understates': (of) =>
    `${which(of)}에 대한 판정을 보류합니다. 빼앗긴 만큼을 더해도 같은 처리량·평균 시간 판정은 예외입니다.`,
  'effect.percentiles': ({ metrics, ...of }) =>
    `${which(of)}의 ${josa(metrics.join(', '), '은/는')} 모든 시행에 요청이 충분할 때만 표시하고 비교합니다.`,
  'effect.hide': (of) => `${which(of)}의 이 값은 표시하거나 비교하지 않습니다.`,

  'check.balance': ({ passed, failed, others, all }) =>
    `유효성 검사 ${all}개 중 통과 ${passed}, 실패 ${failed}, 해당 없음 ${others}.`,
  'check.counts-only': '시간이 아니라 횟수이므로 측정에 대한 유효성 검사는 적용되지 않습니다.',
  'check.dash': '줄표: 해당 없음과 그 이유.',
} satisfies Texts<typeof english>;
