/** Parts of a process that are out of reach, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { reachProblems as english } from '../../en/problems/reach.ts';

const pool = '프로세스 {pid}의 스레드 풀을 메모리에서 읽을 수 없습니다.';
const otherwise =
  '스레드는 계속 관찰합니다. 대기열도 보려면 프로브와 함께 시작하세요: node --import chokepoint/probe';

export const reachProblems = {
  PEEK_NO_ELF: { what: pool, why: '64비트 ELF 바이너리에서만 읽을 수 있습니다: {why}.', todo: otherwise },
  PEEK_STRIPPED: {
    what: pool,
    why: '주소는 바이너리의 심볼에서 얻습니다: {why}.',
    todo: `심볼이 있는 Node 공식 빌드를 사용하세요. ${otherwise}`,
  },
  PEEK_MOVABLE: {
    what: pool,
    why: '바이너리가 고정 주소에 로드될 때만 주소를 알 수 있습니다: {why}.',
    todo: `고정 주소에 로드되는 Node 공식 빌드를 사용하세요. ${otherwise}`,
  },
  PEEK_SHARED_LIBRARY: {
    what: pool,
    why: '바이너리 안에서만 찾습니다: {why}.',
    todo: `libuv가 들어 있는 Node 공식 빌드를 사용하세요. ${otherwise}`,
  },
  PEEK_UNKNOWN_LIBUV: {
    what: pool,
    why: '알려진 libuv 버전에서만 읽을 수 있습니다: {why}.',
    todo: otherwise,
  },
  PEEK_PACKED: {
    what: pool,
    why: 'Node 공식 빌드는 읽을 수 있고, 다른 빌드는 먼저 테스트해야 합니다: {why}.',
    todo: otherwise,
  },
  PEEK_NO_RIGHTS: {
    what: pool,
    why: '커널이 허용하지 않습니다: {why}.',
    todo: 'chokepoint를 root(sudo)로, 또는 컨테이너에서 --cap-add SYS_PTRACE로 실행하세요.',
  },
  PEEK_UNREADABLE: { what: pool, why: '열 수 없습니다: {why}.', todo: otherwise },
  PEEK_UNTRIED: {
    what: pool,
    why: 'Node 공식 빌드는 읽을 수 있고, 다른 빌드는 먼저 테스트해야 합니다: {why}.',
    todo: `바이너리를 신뢰한다면 테스트를 위해 chokepoint가 한 번 실행하게 하세요: --try-binary. ${otherwise}`,
  },
  PEEK_MISREAD: {
    what: pool,
    why: '읽은 값이 타당하지 않습니다: {why}.',
    todo: `이 Node의 버전을 알려 주세요. libuv가 풀을 다른 방식으로 저장합니다. ${otherwise}`,
  },
  ENVIRONMENT_UNREADABLE: {
    what: '프로세스 {pid}에 요청된 풀 크기를 알 수 없습니다.',
    why: '프로세스의 환경 변수입니다: {why}.',
    todo: 'chokepoint를 같은 사용자 또는 root로 실행하세요.',
  },
  SOCKETS_UNREADABLE: {
    what: '프로세스 {pid}의 연결을 볼 수 없습니다.',
    why: '연결은 프로세스의 열린 파일에서 찾습니다: {why}.',
    todo: 'chokepoint를 같은 사용자 또는 root로 실행하세요.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
