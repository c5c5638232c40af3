/** What keeps the probe out of a running process, or goes wrong while it is brought in, in Korean. */
import type { attachProblems as english } from '../../en/problems/attach.ts';
import type { ProblemTexts } from '../../en/problems/entry.ts';

/** What always works, for the next start of the process. */
const instead =
  '대신 프로브와 함께 시작하세요: NODE_OPTIONS="--import chokepoint/probe". 또는 chokepoint가 시작하게 하세요: {chokepoint} doctor -- node …';

export const attachProblems = {
  SIGUSR1_NOT_CAUGHT: {
    what: '프로세스 {pid}에 SIGUSR1 핸들러가 없어 시그널을 보내지 않았습니다.',
    why: 'SIGUSR1은 Node의 inspector를 열지만, 이 프로세스는 종료됩니다. 아직 시작하는 중이거나, inspector 없이 빌드되었거나, 핸들러를 제거했습니다.',
    todo: `방금 시작했다면 다시 시도하세요. ${instead}`,
  },
  SIGUSR1_DISABLED: {
    what: '프로세스 {pid}는 --disable-sigusr1로 시작되어 시그널을 보내지 않았습니다.',
    why: '프로브는 inspector를 통해 들어가는데, 이 옵션이 있으면 SIGUSR1이 inspector를 여는 대신 프로세스를 종료합니다.',
    todo: instead,
  },
  SIGUSR1_HANDLED: {
    what: '프로세스 {pid}의 애플리케이션이 SIGUSR1을 직접 처리하므로 시그널을 보내지 않았습니다.',
    why: '시그널을 보내면 그 핸들러가 실행되고 inspector는 열리지 않습니다.',
    todo: instead,
  },
  SIGUSR1_UNKNOWN: {
    what: '프로세스 {pid}의 애플리케이션이 SIGUSR1을 직접 처리하는지 알 수 없어 시그널을 보내지 않았습니다.',
    why: '시그널 핸들러를 읽을 수 없습니다: {why}. 핸들러가 있으면 시그널이 그것을 실행합니다. 로그를 교체하는 것도 있고 프로세스를 종료하는 것도 있습니다.',
    todo: `{first} ${instead}`,
  },
  INSPECTOR_NOT_LOCAL: {
    what: '프로세스 {pid}의 inspector는 {address}에서 열립니다({how}).',
    why: '이 주소는 다른 장비에서 접근할 수 있습니다(--inspect-port, NODE_OPTIONS). inspector가 열려 있는 동안 접근할 수 있는 누구나 프로세스에서 코드를 실행할 수 있습니다.',
    todo: `--inspect-port=127.0.0.1:9229로, 또는 이 옵션 없이 프로세스를 시작하고 다시 시도하세요. ${instead}`,
  },
  ATTACH_UNGUARDED: {
    what: 'doctor가 강제 종료되어도 프로세스 {pid}의 inspector를 닫아 줄 헬퍼를 시작하지 못해 시그널을 보내지 않았습니다.',
    why: '{why}',
    todo: '장비에 여유 메모리가 있고 프로세스를 더 시작할 수 있을 때(ulimit -u) 다시 시도하세요.',
  },
  MAIN_THREAD_BLOCKED: {
    what: '프로세스 {pid}의 메인 스레드가 {seconds}초 안에 시스템 호출 {call}에서 나오지 않아 시그널을 보내지 않았습니다.',
    why: '시그널이 그 호출을 중단시키며 애플리케이션은 이를 예상하지 못할 수 있습니다. 기다리던 read가 EINTR을 던질 수 있습니다.',
    todo: `doctor는 프로브 없이도 이 호출을 보여 주므로 --attach를 빼거나 나중에 다시 시도하세요. ${instead}`,
  },
  PERMISSION_MODEL: {
    what: '프로세스 {pid}는 Node의 권한 모델({flag})에서 실행되어 시그널을 보내지 않았습니다.',
    why: '이 모델에서 Node는 inspector를 열지 않고 워커 스레드를 시작하지 않으며, 시그널은 프로세스를 종료합니다.',
    todo: '--attach를 빼세요. 프로브 없는 관찰은 권한 모델에서도 동작합니다.',
  },
  INSPECTOR_PORT_TAKEN: {
    what: '프로세스 {pid}가 inspector를 열 포트 {port}를 다른 프로세스가 사용하고 있습니다.',
    why: '{why}',
    todo: `그 포트를 수신하는 프로세스를 종료하고 다시 시도하세요. ${instead}`,
  },
  NETWORK_OTHER: {
    what: '프로세스 {pid}는 다른 네트워크 네임스페이스에 있습니다(보통 컨테이너).',
    why: 'inspector가 여기에서 접근할 수 없는 루프백 주소에서 열립니다.',
    todo: 'chokepoint를 같은 컨테이너 또는 그 네트워크에서 실행하세요: nsenter --target {pid} --net {chokepoint} doctor {pid} --attach',
  },
  ATTACH_FOLDER: {
    what: '프로세스 {pid}가 접근할 수 있는 소켓을 만들지 못했습니다.',
    why: '{why}',
    todo: `컨테이너에 쓸 수 있는 /tmp를 제공하거나 chokepoint를 같은 사용자로 실행하세요. ${instead}`,
  },
  ATTACH_BUSY: {
    what: '다른 chokepoint가 지금 프로세스에 attach하고 있습니다.',
    why: '모든 Node 프로세스는 같은 포트에서 inspector를 열므로 한 번에 하나만 attach할 수 있습니다. 다른 쪽이 {seconds}초 넘게 걸리고 있습니다.',
    todo: '다른 attach가 끝난 뒤 다시 시도하세요.',
  },
  ATTACH_WRONG_PROCESS: {
    what: '프로세스 {pid}는 더 이상 attach하려던 프로세스가 아닙니다.',
    why: '{why}',
    todo: '지금 실행 중인 프로세스의 PID를 찾으세요: pgrep -af node',
  },
  INSPECTOR_SILENT: {
    what: '프로세스 {pid}에 {seconds}초 안에 프로브를 넣지 못했습니다.',
    why: '{why}',
    todo: `나중에 다시 시도하세요. ${instead}`,
  },
  INSPECTOR_LEFT_OPEN: {
    what: '프로세스 {pid}의 inspector가 {address}에 아직 열려 있습니다.',
    why: '닫으라고 요청했지만 닫히지 않았습니다. 열려 있는 동안 이 장비의 모든 사용자가 그 프로세스에서 코드를 실행할 수 있습니다. {closer}',
    todo: '직접 닫으세요: chrome://inspect에서 process.getBuiltinModule("inspector").close()를 실행하거나 프로세스를 재시작하세요.',
  },
  PROCESS_STOPPED: {
    what: '프로세스 {pid}가 정지되어 있어(상태 {state}) 시그널을 보내지 않았습니다.',
    why: '코드를 실행하지 않고 요청에 응답하지 않습니다. 시그널은 대기하다가 프로세스가 다시 실행될 때 inspector를 엽니다.',
    todo: '{todo}',
  },
  PROBE_PRESENT: {
    what: '다른 chokepoint의 프로브가 이미 프로세스 {pid}에 있습니다.',
    why: '두 번째 프로브는 첫 번째 프로브를 측정하게 됩니다.',
    todo: '다른 chokepoint가 끝나 프로브가 제거될 때까지 기다리세요. 또는 --attach 없이 밖에서 관찰하세요.',
  },
  PROBE_REFUSED: {
    what: '프로세스 {pid}에 사용할 수 있는 프로브가 없습니다.',
    why: '{why}',
    todo: instead,
  },
  PROBE_SILENT: {
    what: '프로세스 {pid}의 프로브가 {seconds}초 동안 아무것도 보내지 않았습니다.',
    why: '{why}',
    todo: `장비가 덜 바쁠 때 다시 시도하세요. ${instead}`,
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
