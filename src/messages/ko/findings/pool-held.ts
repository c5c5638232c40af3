/** What the rules about held pool threads, DNS lookups and the size of the pool say, in Korean. */
import { amount, time } from '../../../format/words.ts';
import type { poolHeldFindings as english } from '../../en/findings/pool-held.ts';
import type { Texts } from '../../nested.ts';
import { stateName } from '../pool-words.ts';
import { count, josa, share, times, waited } from '../words.ts';

const holders = (longest: number) =>
  `이 스레드들은 관찰이 끝날 때까지 최대 ${time(longest)} 동안 실행되지 않았습니다`;

export const poolHeldFindings = {
  'pool-stuck.rule': '끝나지 않는 작업이 풀 스레드를 점유',
  'pool-stuck.fine': '한곳에 오래 머문 풀 스레드가 없습니다.',
  'pool-stuck.computing': ({ cpu }) =>
    `풀 스레드가 연산하거나, 연산하는 스레드를 기다립니다. 사용 시간 중 CPU가 필요한 시간은 ${share(cpu)}입니다.`,
  'pool-stuck.files.title': ({ stuck, size, at }) =>
    `풀 스레드 ${size}개 중 ${stuck}개가 멈춰 있습니다(${stateName(at)})`,
  'pool-stuck.files.because': ({ stuck, size, longest }) =>
    `${holders(longest)}. 파일 시스템 또는 파이프 반대편의 프로세스가 응답하지 않습니다. ${stuck >= size ? '남은 스레드가 없어 프로세스의 모든 파일 호출, DNS 조회, crypto 작업이 기다립니다.' : '같은 호출이 추가될 때마다 스레드를 하나씩 더 점유합니다.'} 풀을 늘려도 가득 차는 시점이 늦어질 뿐입니다.`,
  'pool-stuck.files.expect': ({ stuck }) =>
    `나머지 애플리케이션이 스레드 ${josa(count(stuck), '을/를')} 다시 사용할 수 있습니다. 이후 멈춘 호출은 종료할 수 없는 스레드가 아니라 종료할 수 있는 프로세스를 블로킹합니다.`,
  'pool-stuck.held.title': ({ stuck, size, at }) =>
    `풀 스레드 ${size}개 중 ${stuck}개가 계속 점유되어 있습니다(${stateName(at)})`,
  'pool-stuck.held.because': ({ longest }) =>
    `${holders(longest)}. 파일 호출 중도 아닙니다. 컨슈머처럼 네이티브 애드온 안에서 기다리는 작업이거나, 스레드를 얻지 못한 다른 작업을 기다리는 작업입니다. 필요한 스레드 수는 작업의 연산량이 아니라 개수로 정해집니다.`,
  'pool-stuck.held.expect': ({ stuck, isRaise, advised, queued, rest }) =>
    isRaise
      ? `스레드를 점유하는 작업에 ${count(stuck)}, 대기 중인 작업 ${josa(count(queued), '과/와')} 다른 작업에 ${advised - stuck}개를 사용합니다. 이런 작업이 하나 늘 때마다 스레드가 하나 더 필요합니다: 크기 ≥ 점유된 스레드 + ${rest}.`
      : `이런 작업을 최대 ${advised}개로 제한하면 대기 중인 작업에 스레드 ${josa(count(rest), '이/가')} 남습니다.`,
  'pool-stuck.silent.title': ({ seconds, size }) =>
    `${seconds}초 동안 끝난 풀 작업이 없습니다. ${size === null ? '모든 스레드가' : `스레드 ${size}개가 모두`} 점유되어 있습니다`,
  'pool-stuck.silent.because': ({ seconds }) =>
    `프로브가 일정한 간격으로 제출한 작업이 하나도 끝나지 않았고, 가장 오래된 작업은 ${seconds}초 동안 기다렸습니다. 스레드의 상태를 읽을 수 없어, 파일 시스템이 멈췄는지 작업들이 서로를 기다리는지는 알 수 없습니다.`,
  'pool-stuck.silent.expect': '스레드가 다시 비면 새 작업이 바로 시작됩니다.',
  'change.file-process':
    '이런 파일 시스템은 타임아웃을 둔 별도 프로세스에서 읽으세요(같은 프로세스의 타임아웃으로는 스레드가 풀려나지 않습니다)',
  'change.see-file':
    '먼저 무엇인지 확인하세요. "fifo"이면 반대편을 연 프로세스가 없는 파이프이고, 2초 안에 답이 없으면 응답하지 않는 파일 시스템입니다',
  'change.read-pipe':
    '파이프라면 반대편을 기다리지 않고 열어 이벤트 루프(epoll)에서 읽으세요. 그러면 스레드가 필요하지 않습니다',
  'change.soft-mount': '네트워크 파일 시스템이라면 무한히 기다리지 않고 타임아웃 뒤에 실패하게 하세요',
  'change.limit-holders': ({ most }) => `스레드를 점유하는 작업을 최대 ${most}개로 제한하세요`,
  'change.see-threads': ({ isUnread }) =>
    `스레드의 위치를 확인하세요${isUnread ? '. root로, 또는 ptrace 권한이 있는 같은 사용자로 doctor를 실행하거나 직접 보세요' : ''}`,

  'pool-size-not-in-force.rule': '적용된 풀 크기가 요청한 크기와 다름',
  'pool-size-not-in-force.unseen': '프로세스의 환경 변수를 읽을 수 없습니다.',
  'pool-size-not-in-force.default': ({ size }) =>
    `요청한 크기가 없으며, 스레드 ${josa(count(size), '이/가')} 적용되어 있습니다.`,
  'pool-size-not-in-force.fine': ({ size }) =>
    `요청한 대로 스레드 ${josa(count(size), '이/가')} 적용되어 있습니다.`,
  'pool-size-not-in-force.in-code': ({ text, size }) =>
    `UV_THREADPOOL_SIZE는 "${text}"이지만 스레드 ${josa(count(size), '이/가')} 적용되어 있습니다. 코드에서 충분히 일찍 설정했습니다.`,
  'pool-size-not-in-force.title': ({ text, asked, size, isPlain, wait }) => {
    const inForce = `적용된 것은 ${count(size)}입니다${wait === null ? '' : `. 작업이 스레드를 ${waited(wait)} 기다립니다`}`;
    return isPlain
      ? `풀 스레드 ${josa(count(asked), '을/를')} 요청했지만 ${inForce}`
      : `UV_THREADPOOL_SIZE가 "${text}"이며 libuv는 이를 ${josa(String(asked), '으로/로')} 읽습니다. ${inForce}`;
  },
  'pool-size-not-in-force.because': ({ isPlain, isPm2 }) =>
    isPlain
      ? `libuv는 첫 작업이 들어올 때 이 변수를 한 번만 읽습니다. 코드, .env 파일, 나중에 import되는 모듈에서 설정한 값은 너무 늦습니다. ES 모듈을 로드하는 것만으로도 이미 풀이 사용되었을 수 있습니다.${isPm2 ? ' PM2는 클러스터 모드에서 스크립트를 로드하기 전에 로그 파일을 열며, 이것도 풀 작업입니다.' : ''} 프로세스 밖에서 설정한 값은 항상 적용됩니다.`
      : 'libuv는 텍스트 앞부분의 숫자만 읽습니다. 숫자가 없으면 0으로 읽고, 0은 스레드 1개가 됩니다. 변수가 없을 때의 4개보다 적으며, 경고도 나오지 않습니다.',
  'pool-size-not-in-force.expect': ({ wanted, gain }) =>
    `첫 작업부터 스레드 ${josa(count(wanted), '을/를')} 사용합니다${gain === null ? '' : `. 처리량은 약 ${times(gain)}가 됩니다`}.`,

  'slow-lane.rule': 'DNS 조회끼리 대기',
  'slow-lane.unseen': 'DNS 조회의 대기열을 관찰하지 못했습니다.',
  'slow-lane.fine': '기다린 DNS 조회가 없습니다.',
  'slow-lane.short': ({ wait }) => `DNS 조회의 대기 시간은 ${waited(wait)}입니다.`,
  'slow-lane.like-others': ({ wait, other }) =>
    `DNS 조회의 대기 시간(${waited(wait)})이 다른 작업(${waited(other)})과 비슷합니다. 원인은 풀 전체입니다.`,
  'slow-lane.probe-alone': '프로브만 DNS를 조회합니다. 이를 기다리는 것은 없습니다.',
  'slow-lane.all-wait': 'DNS 조회도 다른 모든 작업도 기다립니다. 원인은 풀 전체입니다.',
  'slow-lane.title': ({ wait, other, queued }) =>
    `DNS 조회${wait === null ? ` ${amount(queued)}개가` : `가 ${waited(wait)}`} 스레드를 기다리지만 ${other === null ? '풀의 나머지는 비어 있습니다' : `다른 작업은 ${waited(other)} 기다립니다`}. 풀이 작은 것이 아니라 DNS가 느립니다`,
  'slow-lane.because': ({ cap, size, areAtResolver }) =>
    `libuv에서 DNS 조회는 ${size === null ? '스레드' : `스레드 ${size}개`} 중 최대 ${cap === null ? '절반' : `${cap}개`}만 사용할 수 있습니다. DNS 조회가 이를 모두 사용하고 있습니다${areAtResolver ? '. 이 스레드들은 리졸버의 응답을 기다립니다' : ''}. 스레드를 늘리면 동시에 기다리는 조회만 늘어날 뿐 빨라지지 않습니다.`,
  'slow-lane.expect': ({ wait }) =>
    `캐시된 이름은 스레드가 필요하지 않습니다. 이름마다 첫 요청을 제외하면 ${wait === null ? 'DNS 조회의 대기 시간이' : `${waited(wait)}의 대기 시간이`} 사라집니다.`,
  'change.cache-dns':
    '풀을 사용하지 않고 이름을 조회하고 결과를 캐시하세요. dns.resolve*는 스레드가 아니라 소켓을 사용합니다(/etc/hosts는 읽지 않습니다)',
  'change.keep-alive': '연결을 유지하세요. 재사용하는 연결은 DNS 조회가 필요하지 않습니다',
  'change.fix-resolver': '리졸버를 수정하세요. 응답하지 않는 네임 서버는 시도할 때마다 5초가 걸립니다',
} satisfies Texts<typeof english>;
