/** Why a server of another platform cannot be started, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { contestantProblems as english } from '../../en/problems/contestants.ts';

export const contestantProblems = {
  CONTESTANT_NOT_READY: {
    what: '{name} 서버가 준비되지 않았습니다.',
    why: '{why}',
    todo: '빠진 것을 설치한 뒤 같은 명령을 다시 실행하세요.',
  },
  CONTESTANT_BUILD_FAILED: {
    what: '{name}을(를) 빌드하지 못했습니다({how}).',
    why: '빌드의 마지막 줄: {lines}',
    todo: '빌드가 패키지 저장소에 접근할 수 있는지 확인한 뒤 같은 명령을 다시 실행하세요. 로그: {log}',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
