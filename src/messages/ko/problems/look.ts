/** What ends a look at a running process before it began, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { lookProblems as english } from '../../en/problems/look.ts';

export const lookProblems = {
  LOOK_NEEDS_LINUX: {
    what: '{platform}에서는 실행 중인 프로세스를 밖에서 관찰할 수 없습니다.',
    why: '스레드의 상태는 Linux에만 있는 /proc에서 읽습니다.',
    todo: '프로세스가 실행되는 Linux 장비나 컨테이너에서 chokepoint를 실행하세요.',
  },
  PORT_SILENT: {
    what: '포트 {port}: 수신하는 프로세스가 없습니다.',
    why: '이 장비의 수신 소켓을 읽었습니다. 컨테이너 안에서는 그 컨테이너의 소켓입니다.',
    todo: 'ss -ltnp로 포트와 프로세스의 목록을 확인하세요.',
  },
  PORT_HIDDEN: {
    what: '포트 {port}: 수신하는 프로세스를 관찰할 권한이 없습니다.',
    why: '다른 사용자의 프로세스이거나 컨테이너 안에서 실행됩니다.',
    todo: 'chokepoint를 그 사용자나 root로, 또는 컨테이너 안에서 실행하세요.',
  },
  PORT_PUBLISHED: {
    what: '포트 {port}: Docker가 공개한 포트입니다. 수신하는 것은 Docker의 프록시이고 Node는 컨테이너 안에서 실행됩니다.',
    why: '프록시는 연결을 전달할 뿐이며, 관찰할 프로세스는 이 장비에서 다른 PID를 갖습니다.',
    todo: 'root로 컨테이너의 프로세스를 관찰하세요: {command}',
  },
  TARGET_OTHER: {
    what: '프로세스 {pid}는 {host}:{port}에서 수신하지 않습니다.',
    why: '요청이 그 안의 내용과 함께 다른 프로그램으로 가게 됩니다.',
    todo: '시나리오에 그 프로세스의 주소를 쓰세요.',
  },
  PM2_APP_UNKNOWN: {
    what: 'PM2 애플리케이션 "{name}"의 프로세스를 찾을 수 없습니다.',
    why: '{why}',
    todo: '"pm2 list"의 이름, PID 또는 :PORT를 지정하세요. 서버 명령 앞에는 "--"를 쓰세요.',
  },
  TARGET_AMBIGUOUS: {
    what: '여기에서 "{text}"의 뜻은 두 가지입니다.',
    why: '{why}',
    todo: '{todo}',
  },
  PROCESS_NOT_FOUND: {
    what: '관찰할 프로세스 {pid}: 찾을 수 없습니다.',
    why: '{why}',
    todo: 'Node 프로세스와 PID의 목록을 확인하세요: pgrep -af node',
  },
  NOT_A_NODE: {
    what: '프로세스 {pid}: Node 프로세스가 아닙니다.',
    why: '실행 파일은 {binary}입니다.',
    todo: '셸, npm, 컨테이너가 아니라 Node 프로세스 자체의 PID를 지정하세요: pgrep -af node',
  },
  OWN_PROCESS: {
    what: '프로세스 {pid}: doctor 자신입니다.',
    why: '자기 자신만 측정하게 됩니다.',
    todo: '서버의 PID를 지정하세요: pgrep -af node',
  },
  OTHER_USER: {
    what: '현재 사용자는 프로세스 {pid}의 관찰 권한이 없습니다.',
    why: '{why}',
    todo: '{todo}',
  },
  NO_NODE_PROCESS: {
    what: '"{command}" 명령이 Node 프로세스를 시작하지 않았습니다.',
    why: '{how}. 마지막 출력: {last}',
    todo: '서버를 포그라운드에서 시작하는 명령을 지정하세요: node server.js 또는 npm start.',
  },
  PID_NAMESPACE_OTHER: {
    what: 'PID {pid}는 컨테이너 안의 프로세스 번호입니다.',
    why: '컨테이너 밖에서 PID {pid}: {here}. 컨테이너 안에서 PID가 {pid}인 Node 프로세스의 컨테이너 밖 PID: {candidates}.',
    todo: '컨테이너 밖의 PID를 지정하세요: --pid {first}',
  },
  REPLAY_INVALID: {
    what: '{file} 파일을 다시 판정할 수 없습니다.',
    why: '{why}',
    todo: '리포트의 watch.json을 지정하세요: {chokepoint} doctor --replay .chokepoint/reports/ID/watch.json',
  },
  METRICS_PORT_TAKEN: {
    what: '127.0.0.1:{port}에서 메트릭을 제공할 수 없습니다.',
    why: '{why}',
    todo: '다른 포트를 지정하거나 시스템이 고르게 하세요: --prometheus 0',
  },
  WATCH_CUT_SHORT: {
    what: '관찰을 시작하고 {seconds}초 뒤에 서버가 종료되었습니다({how}).',
    why: '그때까지의 값으로는 실행 중인 서버에 대해 알 수 있는 것이 거의 없습니다.',
    todo: '{todo}',
  },
  WATCH_INTERRUPTED: {
    what: '중단되었습니다.',
    why: '{why}',
    todo: '{todo}',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
