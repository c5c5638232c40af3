/** What the rules about the event loop say, in Korean. */
import { amount, bytes, time } from '../../../format/words.ts';
import type { loopFindings as english } from '../../en/findings/loop.ts';
import type { Texts } from '../../nested.ts';
import { hotText, placeText } from '../code-words.ts';
import { stateName } from '../pool-words.ts';
import { amountOf, josa, share, times } from '../words.ts';

export const loopFindings = {
  'loop.utilization': ({ utilization }) => `이벤트 루프 사용률은 ${share(utilization)}입니다.`,

  'loop-saturated.rule': '이벤트 루프 포화',
  'loop-saturated.unseen': '이벤트 루프를 관찰하지 못했습니다.',
  'loop-saturated.no-cpu': ({ utilization, waited }) =>
    `이벤트 루프 사용률은 ${share(utilization)}이지만, 그중 CPU 대기가 ${share(waited)}입니다. 다른 스레드가 CPU를 사용합니다.`,
  'loop-saturated.blocked': ({ utilization, ran }) =>
    `메인 스레드 사용률은 ${share(utilization)}이지만 실제 연산은 ${share(ran)}뿐입니다. 나머지는 블로킹 상태였습니다.`,
  'loop-saturated.title': ({ utilization, hot }) =>
    `이벤트 루프가 포화 상태입니다(사용률 ${share(utilization)}${hot ? `, 그중 ${share(hot.total)}: ${hotText(hot)}` : ''})`,
  'loop-saturated.because': ({ free, taken, beside, ...more }) =>
    [
      'JavaScript는 프로세스마다 스레드 하나에서 실행되며, 이 스레드에 남은 시간이 없습니다.',
      free !== null
        ? `CPU ${josa(amountOf(free), '이/가')} 비어 있습니다.${more.isSpread ? '' : ` 프로세스를 ${more.serving}개에서 ${more.processes}개로 늘리면 처리량이 최대 ${times(more.gain ?? 1)}가 됩니다.`}`
        : taken === null
          ? '남은 CPU도 없습니다.'
          : `남은 CPU도 없습니다. 다른 프로그램이 CPU ${amountOf(taken.cpus)} 중 ${amountOf(taken.others)}를${taken.load > 0 ? `, 보낸 부하가 ${amountOf(taken.load)}를` : ''} 사용합니다.`,
      beside
        ? `이 스레드는 ${share(beside.ran)}의 시간 동안 실행되고 ${share(beside.waited)}의 시간 동안 CPU를 기다렸습니다. ${beside.isOwn ? '그동안 같은 프로세스의 다른 스레드가 계산했습니다' : `다른 프로그램이 CPU ${amountOf(beside.cpus)} 중 ${amountOf(beside.others)}를 사용합니다`}.`
        : [],
      '스레드 풀의 작업은 이 이벤트 루프에서 나오므로 풀을 늘려도 도움이 되지 않습니다.',
    ]
      .flat()
      .join(' '),
  'loop-saturated.expect': ({ processes, serving, gain, free, isDevelopment, isSpread, hot }) => {
    if (isDevelopment) return '요청당 CPU 사용이 줄어듭니다. 얼마나 줄어드는지는 측정해야 알 수 있습니다.';
    if (isSpread)
      return `프로세스를 ${serving}개에서 ${processes}개로 늘리면 처리량이 최대 ${times(gain ?? 1)}가 됩니다. 한계는 비어 있는 CPU ${amountOf(free ?? 0)}입니다.`;
    return hot
      ? `이벤트 루프 시간의 최대 ${josa(share(hot.total), '이/가')} 다른 요청을 위해 비워집니다.`
      : '비어 있는 CPU가 없습니다. 요청당 연산을 줄여야 처리량이 늘어납니다.';
  },

  'loop-blocked.rule': '개별 작업이 이벤트 루프를 블로킹',
  'loop-blocked.probe-only': '이벤트 루프의 개별 지연은 프로브로만 볼 수 있습니다.',
  'loop-blocked.short': ({ p99, longest }) =>
    `타이머 지연은 p99 ${time(Math.round(p99 * 10) / 10)}, 최대 ${time(Math.round(longest))}였습니다.`,
  'loop-blocked.no-cpu': ({ longest, waited }) =>
    `타이머가 최대 ${time(Math.round(longest))} 늦었지만, 메인 스레드가 ${share(waited)}의 시간 동안 CPU를 기다렸습니다.`,
  'loop-blocked.gc': ({ longest }) =>
    `가비지 컬렉션 때문에 타이머가 최대 ${time(Math.round(longest))} 늦었습니다.`,
  'loop-blocked.title': ({ longest, hot }) =>
    `개별 작업이 이벤트 루프를 최대 ${time(Math.round(longest))} 동안 블로킹합니다${hot ? `(주로 ${hotText(hot)})` : ''}`,
  'loop-blocked.because': ({ utilization, isBusy }) =>
    `${isBusy ? `이벤트 루프 사용률이 ${share(utilization)}이고` : `이벤트 루프가 과부하 상태는 아니지만(사용률 ${share(utilization)})`} 개별 작업이 루프를 블로킹하며, 그동안 다른 요청은 처리되지 않습니다. 스레드 풀과 CPU는 원인이 아닙니다.`,
  'loop-blocked.expect': ({ longest, isMovable }) =>
    isMovable
      ? `워커 스레드로 옮겨도 그 작업의 소요 시간은 같지만, 다른 요청이 최대 ${time(Math.round(longest))}씩 기다리는 일은 없어집니다.`
      : `호출을 줄이거나 짧게 하면 다른 요청이 기다리는 시간이 ${time(Math.round(longest))}보다 짧아집니다.`,

  'blocking-calls.rule': '동기 호출이 이벤트 루프를 블로킹',
  'blocking-calls.unseen': '메인 스레드를 관찰하지 못했습니다.',
  'blocking-calls.lock-or-gc': ({ atLocks }) =>
    `메인 스레드가 ${share(atLocks)}의 시간 동안 같은 프로세스의 다른 스레드를 기다렸습니다. 원인은 가비지 컬렉션이나 락이며, 프로세스 안의 프로브로 구분할 수 있습니다.`,
  'blocking-calls.rare': ({ blocked }) =>
    `메인 스레드가 블로킹 호출에 있었던 시간은 ${share(blocked)}입니다.`,
  'blocking-calls.title': ({ part, found, call, caller }) =>
    `이벤트 루프가 ${share(part)}의 시간 동안 블로킹됩니다(${found ? stateName(found) : (call ?? '호출')}${caller ? `, 호출 위치: ${placeText(caller)}` : ''})`,
  'blocking-calls.because': ({ found }) => {
    const how =
      found?.state === 'waiting'
        ? '락이 풀렸다는 알림을 받는 대신 락을 직접 기다립니다'
        : `호출을 스레드 풀에 넘기지 않고 직접 실행합니다${found ? '. 끝날 때까지 기다리기도 합니다' : ''}`;
    return `메인 스레드가 ${how}. 그동안 어떤 요청도 읽거나 응답하지 못합니다. 스레드 풀은 관련이 없으므로 풀 스레드를 늘려도 도움이 되지 않습니다.`;
  },
  'blocking-calls.expect': ({ part }) =>
    `이벤트 루프가 ${share(part)}의 시간을 되찾습니다. 대신 그 호출은 스레드 풀에서 여러 개가 동시에 기다리므로 풀의 대기열을 다시 확인하세요.`,

  'long-gc.rule': '가비지 컬렉션이 이벤트 루프를 블로킹',
  'long-gc.probe-only': '가비지 컬렉션은 프로브로만 볼 수 있습니다.',
  'long-gc.short': ({ part, longest }) =>
    `가비지 컬렉션이 ${share(part)}의 시간을 사용했고, 가장 긴 것은 ${amount(longest)} ms였습니다.`,
  'long-gc.outside-little': ({ v8 }) =>
    `V8 자체 스레드가 CPU ${amount(v8)}개를 사용했습니다. 전체 가비지 컬렉션이 계속되지는 않습니다. 짧은 것은 프로브로만 볼 수 있습니다.`,
  'long-gc.outside.title': ({ v8, ran }) =>
    `가비지 컬렉션이 많은 시간을 차지합니다. V8 자체 스레드가 CPU ${amount(v8)}개, 메인 스레드가 ${amount(ran)}개를 사용합니다`,
  'long-gc.outside.because': ({ rss, isLarge }) =>
    `이 스레드는 처음 몇 초 동안 컴파일한 뒤에는 거의 가비지 컬렉션만 하며, 관찰하는 동안 대부분 일했습니다. 컬렉션마다 메인 스레드가 일부 시간 동안 멈추고 모든 요청이 기다립니다. ${isLarge ? `전체 컬렉션은 매번 유지 중인 모든 데이터(메모리 ${bytes(rss)})를 훑습니다.` : '힙이 작으므로, 요청마다 많은 객체를 만들고 버리거나 힙이 한도에 가깝습니다.'} 얼마나 멈추는지는 프로브로만 볼 수 있습니다(--attach).`,
  'long-gc.outside.expect':
    '유지하는 데이터를 줄이거나 공간을 늘리면 컬렉션이 드물어집니다. 그만큼의 CPU 시간과 멈춤이 요청 처리에 돌아갑니다.',
  'long-gc.title': ({ part, longest }) =>
    `가비지 컬렉션이 ${share(part)}의 시간을 사용하며, 한 번에 최대 ${amount(longest)} ms가 걸립니다`,
  'long-gc.because': ({ count }) =>
    `가비지 컬렉션(이번 관찰에서 ${count}회)이 실행될 때마다 메인 스레드가 멈추고 모든 요청이 기다립니다. 스레드 풀은 원인이 아니며, 프로세스를 늘려도 각 프로세스에서 같은 일이 일어납니다.`,
  'long-gc.expect': ({ part, isOld }) =>
    `최대 ${share(part)}의 시간을 요청 처리에 쓸 수 있습니다.${isOld ? ' 메모리에 유지하는 데이터가 줄면 가장 긴 멈춤도 짧아집니다.' : ''}`,

  'stopped.rule': '시그널로 정지된 프로세스',
  'stopped.unseen': '프로세스의 상태를 관찰하지 못했습니다.',
  'stopped.rare': ({ part }) => `정지되어 있던 시간은 ${share(part)}입니다.`,
  'stopped.title': ({ part }) =>
    `프로세스가 ${share(part)}의 시간 동안 정지 상태(T)이며 아무 일도 하지 않습니다`,
  'stopped.because':
    'SIGSTOP, SIGTSTP(터미널의 Ctrl+Z) 또는 디버거가 프로세스를 정지시켰습니다. SIGCONT를 받을 때까지 어떤 스레드도 실행되지 않습니다. 커널은 계속 연결을 받지만 그 연결은 모두 기다립니다. 스레드 풀과 부하는 원인이 아닙니다.',
  'stopped.expect': '정지된 지점부터 다시 실행되어 기다리던 요청에 응답합니다.',

  'change.profile-running': '무엇을 연산하는지 찾으세요. CPU 프로파일에 함수 이름이 나옵니다',
  'change.profile-large-heap': ({ stop }) =>
    `CPU 프로파일로 무엇을 연산하는지 찾으세요. 힙이 커서 자동으로 수집하지 않았습니다. 수집을 시작하면 프로세스가 약 ${time(Math.round(stop / 100) * 100)} 동안 멈춥니다`,
  'change.in-pool': ({ hot }) =>
    `풀에서 연산하게 하세요. 이벤트 루프에서 실행되는 함수: ${hotText(hot)}. 콜백을 쓰는 형태는 풀에서 실행됩니다`,
  'change.fewer-middleware': ({ hot }) =>
    `프레임워크 자체가 시간을 씁니다(${hotText(hot)}). 응답하는 핸들러 앞의 미들웨어와 라우트를 줄이세요`,
  'change.less-native': ({ hot }) =>
    `이 호출의 일을 줄이거나 워커 스레드에서 호출하세요. 이벤트 루프를 점유하는 함수: ${hotText(hot)}`,
  'change.find-native': ({ named }) =>
    `CPU 프로파일에 JavaScript가 거의 없습니다(최대 ${share(named)}). 애드온이 있는 패키지가 동기식으로 호출한 네이티브 코드가 연산합니다. 찾아서 줄이거나(데이터베이스라면 인덱스), 워커 스레드에서 호출하세요`,
  'change.profile-again': ({ hot }) =>
    `가장 비용이 큰 함수의 CPU 시간을 줄이고(${hotText(hot)}) 전후의 프로파일을 비교하세요`,
  'change.cheaper-function': ({ hot }) => `가장 비용이 큰 함수부터 연산을 줄이세요: ${hotText(hot)}`,
  'change.move-function': ({ place }) =>
    `${josa(placeText(place), '을/를')} 워커 스레드로 옮기세요. 그동안 이벤트 루프가 다른 요청을 처리합니다`,
  'change.fewer-calls': ({ hot }) => `호출을 줄이고 결과를 캐시하세요: ${hotText(hot)}`,
  'change.production':
    '프로덕션 모드로 시작하세요. NODE_ENV=production이 없으면 프레임워크가 검사를 더 하고 캐시를 덜 사용합니다',
  'change.less-json': ({ hot }) =>
    `생성하는 JSON을 줄이세요(${hotText(hot)}). 전체 행 대신 한 페이지, 사용하는 필드만, 같은 응답은 캐시한 텍스트, 스키마에 맞춘 직렬화기를 사용하세요`,
  'change.in-pieces': '작업을 나누어 그 사이에 다른 요청이 실행되게 하세요',
  'change.wait-async': '이벤트 루프를 블로킹하지 않고 기다리세요',
  'change.async-call': '비동기 호출을 사용하세요',
  'change.trace-sync-io':
    '이벤트 루프의 첫 번째 턴 이후에 일어나는 모든 동기 호출을 스택과 함께 출력하게 하세요',
  'change.keep-less':
    '유지하는 데이터를 줄이세요. 크기가 제한된 캐시나 힙 밖의 캐시(버퍼, Redis, 데이터베이스)를 사용하세요. 전체 컬렉션은 매번 유지 중인 모든 객체를 훑습니다',
  'change.heap-limit': ({ size }) =>
    `V8 힙의 한계를 ${size} MiB로 높이세요(컨테이너에는 그보다 3분의 1 정도 더 많은 메모리를 할당하세요)`,
  'change.heap-profile': '무엇이 유지되고 무엇이 반복해서 할당되는지 확인하세요',
  'change.see-collections':
    '어떤 컬렉션인지 확인하세요. "Scavenge"는 젊은 객체, "Mark-Compact"는 유지 중인 모든 데이터의 컬렉션입니다. 한도에 가까우면 컬렉션 뒤에도 힙이 줄지 않습니다',
  'change.young-space': '신세대 공간을 늘리세요. 짧은 컬렉션이 줄고, 구세대로 넘어가는 객체도 줄어듭니다',
  'change.continue': '무엇이 정지시켰는지 확인한 뒤(디버거는 TracerPid에 표시됩니다) 다시 실행하세요',
} satisfies Texts<typeof english>;
