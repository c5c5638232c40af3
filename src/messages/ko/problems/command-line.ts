/** What the user typed, and what of it cannot be used, in Korean. */
import type { commandLineProblems as english } from '../../en/problems/command-line.ts';
import type { ProblemTexts } from '../../en/problems/entry.ts';

export const commandLineProblems = {
  COMMAND_UNKNOWN: {
    what: '"{name}" 명령은 없습니다{also}.',
    why: '사용할 수 있는 명령: {known}.',
    todo: '{hint}',
  },
  OPTION_UNKNOWN: {
    what: '여기에서 {name} 옵션은 사용할 수 없습니다.',
    why: '{why}',
    todo: '목록은 "{chokepoint} {command} --help"를 참고하세요. 직접 만든 서버의 옵션은 "--" 뒤에 쓰세요.',
  },
  OPTION_INVALID: {
    what: '{option}에 "{value}" 값을 사용할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  OPTIONS_EXCLUSIVE: {
    what: '{option}, {other}: 함께 사용할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  ARGUMENT_MISSING: {
    what: '필요한 것이 없습니다: {name}.',
    why: '{why}',
    todo: '{todo}',
  },
  SEPARATOR_MISSING: {
    what: '서버 명령 앞에 "--"를 넣으세요.',
    why: '없으면 "{words}"를 chokepoint의 인자로 볼 수 있습니다.',
    todo: '다음과 같이 쓰세요: {command}',
  },
  CONFIRMATION_MISSING: {
    what: '실행 {id}의 삭제를 취소했습니다.',
    why: '삭제한 실행은 복구할 수 없으며, 삭제를 확인받지 못했습니다.',
    todo: '확인 없이 삭제하려면 --yes를 추가하세요.',
  },
  SERVER_COMMAND_NOT_FOUND: {
    what: '"{program}" 프로그램을 찾을 수 없습니다.',
    why: '여기에 있는 파일도 PATH에 있는 프로그램도 아닙니다.',
    todo: '"--" 뒤의 단어를 확인하거나 전체 경로를 지정하세요.',
  },
  SERVER_FILE_NOT_FOUND: {
    what: '서버 명령의 파일 "{file}"이 없습니다.',
    why: 'node가 바로 종료됩니다.',
    todo: '경로를 확인하세요. {cwd} 기준으로 찾습니다.',
  },
  SETTINGS_INVALID: {
    what: '{file}의 설정을 사용할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  VARY_KEY_UNKNOWN: {
    what: '--vary에 "{key}" 키를 사용할 수 없습니다.',
    why: '변경할 수 있는 것: {known}.',
    todo: '{hint}',
  },
  VARY_LEVEL_INVALID: {
    what: '--vary {key}에 "{value}" 값을 사용할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  LOAD_INVALID: {
    what: '--load에 "{value}" 값을 사용할 수 없습니다.',
    why: '{why}',
    todo: 'closed:CLIENTS, closed:CLIENTSxREQUESTS, rate:PER_SECOND, poisson:PER_SECOND, ramp:FROM..TO, batch:SIZExBATCHES 중 하나를 0보다 큰 숫자로 쓰세요.',
  },
  HEADER_UNREADABLE: {
    what: '헤더 {header}의 값을 {value}에서 읽을 수 없습니다.',
    why: '{why}',
    todo: '한 줄짜리 파일(NAME:@FILE)이나 설정된 변수(NAME: $VARIABLE)를 지정하세요. 값이 이 문자로 시작하면 @@ 또는 $$로 쓰세요.',
  },
  SECRETS_NEEDED: {
    what: '이 실행에는 저장되지 않은 값이 필요합니다: {names}.',
    why: '저장소에는 비밀의 이름만 저장하고 값은 저장하지 않습니다.',
    todo: '{todo}',
  },
  URL_INVALID: {
    what: '--url에 "{value}" 값을 사용할 수 없습니다.',
    why: '{why}',
    todo: '서버가 수신하는 주소를 지정하세요(예: http://127.0.0.1:3000/).',
  },
  SCENARIO_INVALID: {
    what: '시나리오 파일 {file}: 사용할 수 없습니다.',
    why: '{why}',
    todo: '요청의 JSON 목록이어야 합니다: [{ "url": "http://127.0.0.1:3000/", "weight": 3 }, …].',
  },
  PROCESSES_NEED_NODE: {
    what: '"{program}"에는 --vary processes를 적용할 수 없습니다.',
    why: '스크립트를 node:cluster로 실행하므로 명령이 "node [options] script [arguments]" 형식이어야 합니다.',
    todo: 'npm이나 셸 같은 래퍼 대신 스크립트를 직접 지정하세요.',
  },
  CPUS_UNAVAILABLE: {
    what: '여기에서는 CPU 친화도를 설정할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  EXPERIMENT_UNKNOWN: {
    what: '"{name}" 실험은 없습니다.',
    why: 'lab의 실험: {known}.',
    todo: '{hint}',
  },
  SUBJECT_UNKNOWN: {
    what: '시작할 서버 "{name}": 찾을 수 없습니다.',
    why: 'serve로 시작할 수 있는 서버: {known}.',
    todo: '{hint}',
  },
  TOPOLOGY_UNKNOWN: {
    what: '{subject}: "{name}" 토폴로지로 시작할 수 없습니다.',
    why: '사용할 수 있는 토폴로지: {known}.',
    todo: '{hint}',
  },
  NODE_TOO_OLD: {
    what: '현재 Node는 {version}입니다. chokepoint에는 {needed} 이상이 필요합니다.',
    why: '이전 버전에는 없는 node:sqlite로 실행을 저장합니다. 다른 Node를 시작하지 못했습니다: {why}',
    todo: '{todo}',
  },
  NODE_NOT_FOUND: {
    what: '--node {value}: 그런 Node가 없습니다.',
    why: '{why}',
    todo: 'node 바이너리의 경로를 지정하세요.',
  },
  NODE_NOT_PACKAGED: {
    what: '--node {value}: {system}용 Node 패키지를 알 수 없습니다.',
    why: '버전은 정해진 목록의 패키지로만 받습니다: {known}. 다른 이름의 패키지에는 무엇이든 들어 있을 수 있습니다.',
    todo: 'node 바이너리의 경로를 지정하세요.',
  },
  NODE_ALTERED: {
    what: '--node {value}: {file} 파일이 레지스트리에 있는 {name}의 내용과 다릅니다.',
    why: '버전이나 해시가 다르거나, 다른 사용자가 쓸 수 있는 파일입니다. 실행하지 않았습니다.',
    todo: '그 파일을 제거하고 다시 시도하거나, 신뢰하는 node 바이너리의 경로를 지정하세요.',
  },
  ROOM_MISSING: {
    what: '임시 폴더 {folder}에 {missing} MiB의 공간이 더 필요합니다.',
    why: '이 실험의 서버는 그곳에 쓴 파일을 읽습니다. 파일은 시행이 끝날 때마다 삭제됩니다.',
    todo: '공간을 확보하거나 디스크의 다른 폴더를 지정하세요: 명령 앞에 TMPDIR=DIR',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
