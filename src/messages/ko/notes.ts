/** What was left out or went wrong while a server was watched, and what was not seen, in Korean. */
import { short, wholePercent } from '../../format/words.ts';
import type { notes as english } from '../en/notes.ts';
import type { Texts } from '../nested.ts';
import { count, josa } from './words.ts';

type Told = Parameters<(typeof english)['note.problem']>[0];

const told = ({ problem, what, why, todo }: Told) => `${problem}: ${what} ${why} ${todo}`;

export const notes = {
  'note.problem': told,
  'note.probe-refused': ({ pid, ...problem }) => `PID ${pid}에 프로브가 없습니다. ${told(problem)}`,
  'note.found': ({ address }) => `${address}에서 서버를 찾아 부하를 걸었습니다.`,
  'note.not-node': ({ pid }) =>
    `PID ${josa(String(pid), '은/는')} Node 프로세스가 아니므로, 그것이 시작한 Node 프로세스를 관찰합니다.`,
  'note.several-programs': ({ root, programs, more }) => {
    const named = programs.map(({ command, pids }) => `${command} (${pids.join(', ')})`).join('; ');
    const rest = more > 0 ? `; 외 ${more}개` : '';
    return `PID ${josa(String(root), '이/가')} 서로 다른 프로그램 ${programs.length + more}개를 시작했고, 이들을 하나의 서버로 판정합니다: ${named}${rest}. 하나를 고르려면: --pid ${programs[0]?.pids[0]}`;
  },
  'note.process-ended': ({ pid, command }) => `PID ${pid} (${command})가 종료되었습니다.`,
  'note.own-cpu': ({ share }) =>
    `관찰하는 동안 doctor 자신이 CPU 하나의 ${wholePercent(share)}를 사용했습니다.`,
  'note.handlers-unknown': ({ pid, why }) =>
    `PID ${josa(String(pid), '이/가')} SIGUSR1을 직접 처리하는지 알 수 없습니다: ${why}.`,
  'note.inspector-was-open': ({ pid, address }) =>
    `PID ${pid}의 inspector가 ${address}에 이미 열려 있었습니다. 프로브는 이를 통해 들어갔고 열린 채로 두었습니다.`,
  'note.inspector-public': ({ pid, address }) =>
    `PID ${pid}의 inspector(${address})가 네트워크에 열려 있습니다. 그 포트에 접근할 수 있으면 누구나 프로세스에서 코드를 실행할 수 있습니다. 이미 열려 있었고 열린 채로 두었습니다.`,
  'note.inspector-reopened': ({ pid, address }) =>
    `PID ${pid}의 inspector가 ${address}에서 다시 열려 다시 닫았습니다.`,
  'note.inspector-foreign': ({ pid, address }) =>
    `PID ${pid}의 inspector가 ${address}에 열려 있습니다. 프로브가 들어간 뒤 닫았지만 그 뒤에 다른 프로그램이 열었습니다. 디버거를 사용하고 있지 않으면 닫으세요.`,
  'note.attach-cut-short': ({ pid, closer }) =>
    `PID ${pid}에 대한 attach가 시그널을 보낸 뒤 inspector를 닫기 전에 끝났습니다. ${closer}`,
  'note.no-profile': ({ pid, heap, stop }) =>
    `PID ${pid}의 CPU 프로파일을 수집하지 않았습니다. 요청에 응답하는 중이며, 프로파일을 시작하면 약 ${(stop / 1000).toFixed(1)}초 동안 멈춥니다(힙 ${heap} MB). 그래도 수집하려면 --profile을 쓰세요.`,
  'note.profile-stop': ({ pid, stop }) =>
    `CPU 프로파일을 수집하느라 PID ${pid}의 메인 스레드가 ${short(Number(stop.toPrecision(3)))} ms 동안 멈췄습니다. 이 시간은 프로세스 자체의 지연으로 집계하지 않습니다.`,
  'note.requests-unseen': ({ pid, connections }) =>
    `PID ${pid}에 연결 ${josa(count(connections), '이/가')} 열려 있지만 프로브가 HTTP/1 요청을 관찰하지 못했습니다. HTTP/2나 다른 프로토콜을 사용하면 그 요청과, 요청이 기다리는 호출을 볼 수 없습니다.`,
  'note.pool-unread': ({ why }) =>
    `풀의 대기열을 메모리에서 읽지 못했습니다(${why}). 작업의 종류를 알 수 없습니다.`,
  'note.no-probe': ({ why }) =>
    `프로세스에 프로브가 없습니다(${why}). 이벤트 루프의 개별 지연과 가비지 컬렉션은 볼 수 없습니다.`,
} satisfies Texts<typeof english>;
