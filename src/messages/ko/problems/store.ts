/** Where runs and reports are kept, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { storeProblems as english } from '../../en/problems/store.ts';

export const storeProblems = {
  STORE_UNWRITABLE: {
    what: '저장소 {file}에 쓸 수 없습니다.',
    why: '{why}',
    todo: '--store FILE로 다른 위치를 지정하세요. 아무것도 시작하지 않았습니다.',
  },
  STORE_UNREADABLE: {
    what: '저장소 {file}에서 읽을 수 없습니다.',
    why: '{why}',
    todo: '저장소를 소유한 사용자로 실행하거나 --store FILE로 다른 저장소를 지정하세요.',
  },
  STORE_NEWER: {
    what: '저장소 {file}: 더 새로운 chokepoint가 만든 저장소입니다(스키마 {found}, 이 버전은 {known}까지).',
    why: '쓰면 새 버전이 저장한 내용이 손상될 수 있습니다.',
    todo: 'chokepoint를 업데이트하거나 --store FILE로 다른 저장소를 시작하세요.',
  },
  STORE_DAMAGED: {
    what: '저장소 {file}: 손상되었거나 chokepoint의 저장소가 아닙니다.',
    why: '{why}',
    todo: '복구할 수 있게 복사본을 보관하고("sqlite3 {shell file} .recover") --store ANOTHER_FILE을 사용하세요.',
  },
  STORE_ALTERED: {
    what: '저장소 {file}에 chokepoint가 만들지 않은 부분이 있습니다: {kind} {name}.',
    why: '그런 부분은 저장하거나 읽는 수치를 바꿀 수 있으므로 이 저장소의 어떤 결과도 믿을 수 없습니다.',
    todo: '파일을 누가 만들었는지 확인하세요. --store ANOTHER_FILE로 다른 저장소를 사용하세요.',
  },
  STORE_FULL: {
    what: '디스크에 저장소 {file}의 공간이 남아 있지 않습니다.',
    why: '{why}',
    todo: '디스크 공간을 확보하세요. {next}',
  },
  STORE_BUSY: {
    what: '다른 프로세스가 저장소 {file}의 잠금을 5초 넘게 잡고 있습니다.',
    why: '두 프로세스가 동시에 쓸 수 없습니다.',
    todo: '그 프로세스를 기다리거나 종료하세요: fuser {shell file}. {next}',
  },
  STORE_WRITE_FAILED: {
    what: '저장소 {file}: 더 이상 읽거나 쓸 수 없습니다.',
    why: '{why}',
    todo: '디스크, 할당량, 파일 권한을 확인하세요. {next}',
  },
  STORE_ON_NETWORK: {
    what: '저장소 {file}: 다른 장비와 공유될 수 있는 파일 시스템({network})에 있으며 write-ahead log를 사용합니다.',
    why: '두 장비가 이런 로그에 쓰면 저장소가 손상되며, 저널을 변경할 수 없었습니다: {why}',
    todo: '이 저장소를 사용하는 다른 chokepoint를 모두 종료하고 다시 시도하세요. 또는 --store FILE로 로컬 디스크의 저장소를 지정하세요.',
  },
  RUN_ID_INVALID: {
    what: '{id}: 실행의 id가 아닙니다.',
    why: 'id에는 영문자, 숫자, "-", "_"만 사용합니다.',
    todo: '"{chokepoint} runs list"의 id나 "last"를 사용하세요.',
  },
  RUN_UNREADABLE: {
    what: '{file}의 실행 {id}: 이 버전으로 읽을 수 없습니다.',
    why: '{why}',
    todo: '그 실행을 저장한 버전으로 읽으세요. 저장소의 다른 실행은 읽을 수 있습니다.',
  },
  RUN_STILL_RUNNING: {
    what: '실행 {id}: 아직 진행 중입니다.',
    why: '프로세스: {where}.',
    todo: '끝날 때까지 기다리거나 그 프로세스를 먼저 종료하세요.',
  },
  RUN_OUT_OF_SIGHT: {
    what: '실행 {id}: 아직 진행 중인지 여기에서는 알 수 없습니다.',
    why: '프로세스({where})가 다른 컨테이너나 다른 장비에 있거나 업데이트 전의 것입니다.',
    todo: '종료되었는지 확인한 뒤 --take-over를 붙여 명령을 다시 실행하세요.',
  },
  RUN_TAKEN: {
    what: '{file}의 실행 {run}: 다른 프로세스가 넘겨받았습니다.',
    why: '{why}',
    todo: '한쪽만 계속하게 하세요. 저장된 내용은 "{chokepoint} runs show {run}"에서 볼 수 있습니다.',
  },
  RUN_REMOVED: {
    what: '실행 {run}: 진행 중에 {file}에서 삭제되었습니다.',
    why: '더 이상 시행을 저장할 수 없습니다.',
    todo: '다시 시작하세요.',
  },
  RUN_FOREIGN: {
    what: '실행 {id}: 이 장비에서 직접 시작한 것인지 확실하지 않습니다.',
    why: '{why} 이어서 실행하면 다음 명령이 실행됩니다: {command}',
    todo: '명령을 읽어 보세요. 신뢰한다면 --trust-store를 붙여 다시 실행하세요.',
  },
  RUN_NOT_FOUND: {
    what: '{file}에 "{id}" 실행이 없습니다.',
    why: '{why}',
    todo: '"{chokepoint} runs list"를 참고하세요. 시작하는 글자가 같은 실행이 하나뿐이면 id의 앞 글자만 써도 됩니다.',
  },
  RUN_NOT_RESUMABLE: {
    what: '실행 {id}: 이어서 실행할 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  OUTPUT_UNWRITABLE: {
    what: '{dir}에 리포트를 쓸 수 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  FOLDER_OF_OTHERS: {
    what: '사용자 {uid}의 파일을 {path} 경로로 쓰지 않습니다.',
    why: '{why} 경로에 있는 폴더의 소유자는 쓰기를 다른 파일로 돌릴 수 있습니다.',
    todo: '--out DIR과 --store FILE로 자신의 경로를 지정하거나, 그 폴더를 소유한 사용자로 chokepoint를 실행하세요.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
