/** What can go wrong where k6 runs a script of the user, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { k6Problems as english } from '../../en/problems/k6.ts';

export const k6Problems = {
  K6_MISSING: {
    what: 'k6를 찾을 수 없습니다.',
    why: '{why} chokepoint에는 포함되어 있지 않습니다(AGPL).',
    todo: 'k6를 설치하거나(https://grafana.com/docs/k6/latest/set-up/install-k6/) --engine을 빼세요.',
  },
  K6_UNSUPPORTED: {
    what: '지원하지 않는 k6 버전입니다: {version} ({file}).',
    why: 'k6 1과 2의 옵션과 출력 형식만 알고 있습니다.',
    todo: 'k6 1 또는 2를 설치하고 PATH의 앞에 두세요.',
  },
  K6_FAILED: {
    what: 'k6가 부하를 끝까지 보내지 못했습니다({how}).',
    why: '{why}',
    todo: '스크립트를 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  },
  K6_NO_REQUEST: {
    what: '스크립트 {script}가 반복 {iterations}회 동안 HTTP 요청을 보내지 않았습니다.',
    why: '측정 구간의 HTTP 요청만 셉니다.',
    todo: '--duration으로 더 오래 측정하거나, 스크립트의 기본 함수가 하는 일을 확인하세요.',
  },
  K6_THREW: {
    what: '스크립트 {script}의 기본 함수가 예외를 던져서 반복 {iterations}회 동안 HTTP 요청을 보내지 않았습니다.',
    why: '{exception}',
    todo: '스크립트를 고친 뒤 한 번 직접 실행해 보세요: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE',
  },
  K6_EDITED: {
    what: '측정하는 동안 스크립트 {script}이(가) 수정되었습니다.',
    why: '그 전의 측정은 다른 부하로 이루어졌습니다.',
    todo: '처음부터 다시 시작하고, 실행이 끝날 때까지 스크립트를 수정하지 마세요.',
  },
  K6_TOO_LARGE: {
    what: '스크립트 {script}와(과) 이 스크립트가 가져오거나 여는 파일이 모두 {most} MB를 넘습니다.',
    why: '이 파일들은 모두 각 생성기로 전송됩니다.',
    todo: '스크립트가 더 작은 파일을 열게 하거나, --generator 없이 이 장비에서만 부하를 보내세요.',
  },
  K6_ELSEWHERE: {
    what: '스크립트 {script}의 요청이 {origin}의 서버가 아니라 {url}(으)로 갑니다.',
    why: '다른 서버의 값은 이 서버에 대해 알려 주는 것이 없습니다.',
    todo: '스크립트에 전달되는 주소를 사용하세요: __ENV.BASE_URL',
  },
  K6_ANSWERS_WRONG: {
    what: '응답 {answered}개 중 {wrong}개가 스크립트가 기대한 것과 다릅니다: {kinds}.',
    why: '오류로 응답하는 서버가 빠른 것은 의미가 없으므로 이 시행은 집계하지 않습니다.',
    todo: '첫 번째: {example}. {todo}',
  },
} satisfies { readonly [Code in keyof typeof english]: ProblemTexts };
