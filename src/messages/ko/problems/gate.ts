/** What a gate needs and does not find, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { gateProblems as english } from '../../en/problems/gate.ts';

export const gateProblems = {
  GIT_MISSING: {
    what: 'git 프로그램을 찾을 수 없습니다.',
    why: '{why} --against는 기준 리비전을 작업 트리 옆에 체크아웃합니다.',
    todo: 'git을 설치하거나 저장된 실행과 비교하세요: --against last.',
  },
  REPOSITORY_MISSING: {
    what: '{folder} 폴더는 git 저장소 안에 있지 않습니다.',
    why: 'git의 메시지: {why}',
    todo: '서버의 저장소 안에서 명령을 실행하거나 저장된 실행과 비교하세요: --against last.',
  },
  BASE_FOREIGN: {
    what: '실행 {id}을(를) 현재 사용자가 이 장비에서 측정했는지 확실하지 않습니다.',
    why: '{why} 게이트가 누군가 고른 수치와 비교하게 됩니다.',
    todo: '대신 리비전을 지정하세요. 이 실행을 믿는다면 --trust-store를 추가하세요.',
  },
  REVISION_UNKNOWN: {
    what: '--against {name}: 그런 리비전도, 그런 이름으로 저장된 실행도 없습니다.',
    why: '저장소는 {repository}이고, 실행은 {store}에서 찾습니다.',
    todo: '"git rev-parse {shell name}"으로 이름을 확인하세요. CI에서는 체크아웃이 너무 얕을 수 있습니다. actions/checkout의 fetch-depth를 0으로 지정하세요.',
  },
  BASE_NOT_CHECKED_OUT: {
    what: '{name} 리비전을 작업 트리 옆에 체크아웃하지 못했습니다.',
    why: 'git의 메시지: {why}',
    todo: '직접 실행해 보세요: git worktree add --detach FOLDER {shell name}',
  },
  BASE_FOLDER_MISSING: {
    what: '{name} 리비전에 {folder} 폴더가 없습니다.',
    why: '서버 명령은 양쪽의 같은 폴더에서 실행됩니다.',
    todo: '저장소 루트처럼 양쪽에 모두 있는 폴더에서 명령을 실행하세요.',
  },
  BASE_NOT_INSTALLED: {
    what: '기준에 의존성이 아직 없고, 작업 트리의 node_modules를 재사용할 수 없습니다.',
    why: '{why}',
    todo: "설치 방법을 지정하세요: --prepare 'npm ci' (기준의 체크아웃에서 실행되는 셸 명령).",
  },
  PREPARE_FAILED: {
    what: '기준의 체크아웃에서 --prepare "{command}" 실행에 실패했습니다({how}).',
    why: '마지막 출력: {output}',
    todo: '기준 리비전을 새로 클론해 직접 실행해 보세요.',
  },
  PREPARE_TOO_LONG: {
    what: '기준의 체크아웃에서 --prepare "{command}" 실행이 {minutes}분이 지나도 끝나지 않았습니다.',
    why: '마지막 출력: {output}',
    todo: '스스로 끝나는 명령을 지정하세요. 더 오래 걸리는 것은 미리 빌드해 두고 --prepare로 복사하세요.',
  },
  GIT_STARTS: {
    what: '이 저장소의 설정에 git이 실행할 프로그램이 있습니다: {name}.',
    why: '이 설정은 {repository}/.git/config에 있으며, 클론으로는 전달되지 않습니다. 압축을 푼 폴더라면 누구든 써 넣었을 수 있습니다.',
    todo: '직접 넣은 것이라면 그 파일에서 사용자 설정(git config --global)으로 옮기세요.',
  },
  COMMAND_NOT_RELATIVE: {
    what: '서버 명령에 작업 트리의 경로 {word}가 있습니다.',
    why: '기준과 변경본은 두 체크아웃에서 같은 명령을 실행합니다. 이 경로를 쓰면 둘 다 작업 트리의 파일을 실행하게 됩니다.',
    todo: '현재 폴더 기준의 상대 경로를 지정하세요.',
  },
  RUN_NOT_COMPARABLE: {
    what: '실행 {id}: 기준으로 사용할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  GATE_WITHOUT_RESULT: {
    what: '게이트가 결과 없이 끝났습니다.',
    why: '결과 문서 {file}을(를) 읽을 수 없습니다: {why}',
    todo: '게이트 단계의 출력을 확인하세요.',
  },
  GATE_UNMEASURED: {
    what: '게이트를 판정할 측정값이 없습니다.',
    why: '{why}',
    todo: '시행은 "{chokepoint} runs show {run}"에서 볼 수 있습니다. --duration을 늘리면 퍼센타일에 필요한 요청이, --budget을 늘리면 블록이 늘어납니다.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
