/** Why a part of a process was not seen, and why nothing entered it, in Korean. */
import type {
  attachReasons as englishAttach,
  targetReasons as englishTarget,
  unseen as englishUnseen,
} from '../en/observe.ts';
import type { Texts } from '../nested.ts';
import { josa } from './words.ts';

type PoolState = Parameters<(typeof englishUnseen)['unseen.test-misread']>[0]['expected'];

const poolText = ({ busy, threads, queued, slow }: PoolState) =>
  `스레드 ${threads}개 중 ${busy}개 사용 중, 대기 ${JSON.stringify(queued)}, slow ${JSON.stringify(slow)}`;

const noStart = '자체 테스트 실패: 자식 프로세스를 시작하지 못함';

/** How a sandbox can differ from the one of chokepoint. */
const sandboxes: Readonly<Record<string, string>> = {
  root: '루트 폴더',
  seccomp: 'seccomp 필터',
  privileges: '권한 획득 허용',
  label: '보안 레이블',
};

export const unseen = {
  'unseen.no-elf': '바이너리가 64비트 ELF 파일이 아님',
  'unseen.libuv-elsewhere': ({ libraries }) => `libuv가 바이너리가 아니라 ${libraries.join(', ')}에 있음`,
  'unseen.stripped': '바이너리에 심볼이 없음(공식 빌드에는 있음)',
  'unseen.movable': '위치 독립 바이너리임(공식 빌드는 아님)',
  'unseen.unknown-libuv': ({ missing }) =>
    `알려진 libuv 버전이 아님(없거나 유일하지 않음: ${missing.join(', ')})`,
  'unseen.libuv-apart': '알려진 libuv 버전이 아님(변수들이 멀리 떨어져 있음)',
  'unseen.memory-forbidden':
    '메모리를 읽을 권한이 없음: root, CAP_SYS_PTRACE, 또는 kernel.yama.ptrace_scope가 0인 같은 사용자가 필요',
  'unseen.memory': ({ error }) => `메모리를 열 수 없음(${error})`,
  'unseen.test-goes-on': '자체 테스트가 아직 실행 중: 장비가 바쁨',
  'unseen.misplaced': '프로세스의 스레드보다 많은 풀 스레드가 읽힘',
  'unseen.test-not-started': ({ error }) => (error === null ? noStart : `${noStart}(${error})`),
  'unseen.test-misread': ({ expected, read }) =>
    `자체 테스트 실패: 자식 프로세스는 ${poolText(expected)}인데 ${read ? `읽은 값은 ${poolText(read)}` : '일관된 값을 읽지 못함'}`,
  'unseen.packed': ({ binary }) =>
    `테스트하려면 ${binary} 실행이 필요한데, Node만이 아니라 애플리케이션일 수 있음`,
  'unseen.untried': '알려진 Node 공식 빌드가 아니고 테스트하지 않음',
  'unseen.other-sandbox': ({ other }) =>
    `테스트하지 않음: 프로세스의 ${sandboxes[other] ?? `네임스페이스(${other})`}이(가) chokepoint와 다름`,
  'unseen.setuid': '테스트하지 않음: 소유자의 권한으로 실행됨',
  'unseen.writable': ({ folder }) =>
    `테스트하지 않음: root와 이 사용자가 아닌 사용자가 ${folder === null ? '그 파일' : `폴더 ${folder}`}에 쓸 수 있음`,
  'unseen.replaced': '테스트하지 않음: 시작된 뒤에 파일이 교체됨',
  'unseen.removed': '테스트하지 않음: 시작된 뒤에 파일이 삭제됨',
  'unseen.environment': '환경 변수를 읽을 권한이 없음',
  'unseen.connections-unread': '연결을 아직 읽지 않음',
  'unseen.files-forbidden': '열린 파일을 읽을 권한이 없음',
  'unseen.files': ({ error }) => `열린 파일을 읽을 수 없음(${error})`,
  'unseen.handlers-place': 'libuv의 시그널 핸들러가 알려진 위치에 없음',
  'unseen.handlers': 'libuv의 시그널 핸들러를 읽을 수 없음',
  'unseen.handlers-test-not-started': '시그널 핸들러 테스트 실패: 자식 프로세스를 시작하지 못함',
  'unseen.handlers-misread': ({ expected, read }) =>
    `시그널 핸들러 테스트 실패: 자식 프로세스는 ${josa(expected.join(', '), '을/를')} 처리하는데 ${read ? `읽은 값은 ${read.join(', ')}` : '트리를 읽지 못함'}`,
  'unseen.handlers-test-failed': ({ why }) => `시그널 핸들러 테스트 실패: ${why}`,
  'unseen.linux-only': '프로세스의 스레드는 Linux에서만 관찰할 수 있음',
  'unseen.probe-not-wanted': '요청하지 않음',
  'unseen.probe-not-allowed': '--attach를 지정하지 않음',
  'unseen.probe-of-primary': '클러스터의 primary는 요청에 응답하지 않으므로 프로브를 넣지 않음',
  'unseen.probe-silent': '프로브가 아무것도 보내지 않음',
  'unseen.probe-on-its-way': '요청했지만 아직 시작되지 않음',
  'unseen.probe-ended': '프로브가 종료됨',
  'unseen.probe-refused': ({ problem, what, why }) => `${problem}: ${what} ${why}`,
} satisfies Texts<typeof englishUnseen>;

export const attachReasons = {
  'attach.no-closer': '남아 있는 헬퍼 프로세스가 없습니다.',
  'attach.closer': ({ pid, until }) =>
    `chokepoint의 헬퍼 프로세스(PID ${pid})가 doctor가 종료된 뒤에도 늦어도 ${until}까지 실행됩니다. inspector가 열리면 바로 닫습니다.`,
  'attach.traced': ({ tracer }) =>
    `프로세스를 붙잡고 있는 디버거나 트레이서${tracer > 0 ? `(PID ${tracer})` : ''}를 종료하거나 거기에서 계속 실행하세요.`,
  'attach.stopped': ({ pid }) => `계속 실행하세요: kill -CONT ${pid}`,
  'attach.be-sure': '애플리케이션에 핸들러가 없다고 확신하면 --attach=unsure를 쓰세요.',
  'attach.try-binary':
    '바이너리를 신뢰한다면 읽는 방법을 알아내도록 chokepoint가 한 번 실행하게 하세요: --try-binary. 애플리케이션에 핸들러가 없다고 확신하면 --attach=unsure를 쓰세요.',
  'attach.port-held': ({ holder, command }) =>
    `${holder === null ? '다른 사용자의 프로세스가' : `PID ${holder}(${command})가`} 그 포트를 수신합니다.`,
  'attach.exited': '종료되었습니다.',
  'attach.pid-reused': '종료되었고, 그 PID는 이제 다른 프로세스의 것입니다.',
  'attach.foreign-inspector': ({ pid }) =>
    `응답한 inspector는 PID ${josa(pid, '으로/로')} 보고하는 프로세스의 것입니다.`,
  'attach.not-opened': ({ closer }) =>
    `inspector를 열지 않았습니다. 메인 스레드가 execSync처럼 JavaScript 밖의 긴 호출 안에 있습니다. ${closer}`,
  'attach.not-opened-unsure': ({ why, closer }) =>
    `inspector를 열지 않았습니다. 애플리케이션이 SIGUSR1을 직접 처리할 수 있으나 확인하지 못했습니다: ${why}. 또는 메인 스레드가 JavaScript 밖의 긴 호출 안에 있습니다. ${closer}`,
  'attach.opened-late': ({ address, closer }) =>
    `${address}에서 inspector를 열었지만 메인 스레드가 execSync처럼 JavaScript 밖의 긴 호출 안에 있습니다. 그 호출이 끝나면 inspector는 저절로 닫힙니다. ${closer}`,
  'attach.no-answer':
    'inspector는 열렸지만 메인 스레드가 응답하지 않습니다. 긴 호출 안에 있거나 디버거가 멈췄습니다.',
  'attach.said': ({ said }) => `프로세스의 보고: ${said}.`,
  'attach.not-a-probe': ({ why }) => `프로브의 프로토콜을 사용하지 않습니다: ${why}.`,
  'attach.thread-late': '프로브가 들어갔지만 스레드가 시작되지 않았습니다. 장비가 너무 바쁠 수 있습니다.',
  'attach.closer-exited': '바로 종료되었습니다.',
  'attach.closer-late': ({ seconds }) => `${seconds}초 안에 준비되지 않았습니다.`,
  'attach.closer-ended': ({ error }) => `종료되었습니다: ${error}.`,
} satisfies Texts<typeof englishAttach>;

export const targetReasons = {
  'target.thread': ({ pid, group }) => `${josa(String(pid), '은/는')} 프로세스 ${group}의 스레드입니다.`,
  'target.no-such-pid': '종료되었거나 PID가 잘못되었습니다.',
  'target.no-pid-no-port': '같은 번호의 포트에서 수신하는 프로세스도 없습니다.',
  'target.docker': ({ port }) =>
    `{chokepoint} doctor $(docker inspect -f '{{.State.Pid}}' $(docker ps -q --filter publish=${port}))`,
  'target.both': ({ number, listening }) =>
    `프로세스 ${number}에서 Node가 실행 중이고, 프로세스 ${listening}의 수신 포트도 ${number}입니다.`,
  'target.both-hidden': ({ number }) =>
    `프로세스 ${number}에서 Node가 실행 중이고, 관찰할 권한이 없는 다른 프로세스의 수신 포트도 ${number}입니다.`,
  'target.say-which': ({ number }) =>
    `프로세스: {chokepoint} doctor --pid ${number}. 포트: {chokepoint} doctor :${number}.`,
  'target.apps': ({ names }) =>
    names.length === 0
      ? 'PM2 애플리케이션이 없습니다. 다른 사용자의 애플리케이션 이름은 root만 볼 수 있습니다.'
      : `PM2가 실행하는 애플리케이션: ${names.join(', ')}.`,
  'target.several-daemons': ({ daemons }) =>
    `여러 PM2 데몬(PID ${daemons.join(', ')})이 같은 이름의 애플리케이션을 실행합니다.`,
  'target.name-pid': ({ pid }) => `프로세스의 PID를 지정하세요: {chokepoint} doctor ${pid}.`,
  'target.protected':
    '같은 사용자의 프로세스이지만 커널이 보호합니다. 권한이 더 많거나 바이너리를 읽을 수 없습니다.',
  'target.other-user': ({ uid, own }) => `사용자 ${uid}의 프로세스입니다. 현재 사용자는 ${own}입니다.`,
  'target.as-user': ({ uid }) => `같은 사용자(sudo -u "#${uid}") 또는 root로 chokepoint를 실행하세요.`,
  'target.as-root': 'root로 chokepoint를 실행하세요.',
  'target.with-ptrace':
    '여기서는 root도 볼 수 없습니다. 컨테이너 밖에서 chokepoint를 실행하거나 컨테이너에 권한을 주세요(docker run --cap-add SYS_PTRACE).',
  'target.nothing': '사용되지 않음',
  'target.not-node': ({ binary }) => `Node 프로세스가 아님(${binary})`,
  'target.hidden': ({ uid }) => `현재 사용자가 읽을 수 없는 사용자 ${uid}의 프로세스`,
  'target.kernel': ({ name }) => `커널 코드(${name})`,
  'own-server.start-by-hand':
    '같은 명령을 직접 실행해 원인을 찾으세요. 마지막 출력이 있으면 아래에 표시됩니다.',
  'own-server.no-node': '실행 중이지만 Node 프로세스를 시작하지 않음',
  'own-server.unknown': '이유를 알 수 없음',
  'own-server.silent': '아무것도 출력하지 않았습니다.',
} satisfies Texts<typeof englishTarget>;
