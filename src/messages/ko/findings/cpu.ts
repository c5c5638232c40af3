/** What the rules about CPUs, processes and worker threads say, in Korean. */
import { amount, bytes } from '../../../format/words.ts';
import type { cpuFindings as english } from '../../en/findings/cpu.ts';
import type { Texts } from '../../nested.ts';
import { aboutOf, amountOf, count, josa, share, times } from '../words.ts';

type Workers = Parameters<(typeof english)['workers-saturated.title']>[0];
type CpuUse = Parameters<(typeof english)['cpu-saturated.because']>[0];

const queuedText = ({ queued }: Workers) =>
  queued === null ? '' : `, 요청 ${josa(aboutOf(queued), '이/가')} 대기`;

const notTheLoop = ({ utilization, isLoopBusy }: Workers) =>
  isLoopBusy
    ? `libuv의 스레드 풀은 관련이 없습니다. 이벤트 루프 사용률도 ${share(utilization ?? 0)}입니다.`
    : `libuv의 스레드 풀은 관련이 없고 이벤트 루프도 원인이 아닙니다(${utilization === null ? '관찰하지 못함' : `사용률 ${share(utilization)}`}).`;

const workersText = ({ count: n, busy }: Pick<Workers, 'count' | 'busy'>) =>
  n === 0
    ? '일하는 워커 스레드가 없습니다'
    : `일하는 워커 스레드는 ${count(n)}, 사용률은 ${share(busy)}입니다`;

const cpuUseText = ({ used, cpus, others, load, steal }: CpuUse) =>
  `서버가 CPU ${amountOf(cpus)} 중 ${amountOf(used)}를, 다른 프로그램이 ${amountOf(others)}를${load > 0 ? `, 보낸 부하가 ${amountOf(load)}를` : ''} 사용합니다. 스레드나 프로세스를 늘려도 같은 CPU를 나누어 쓸 뿐입니다.${steal === null ? '' : ` 하이퍼바이저도 ${share(steal)}를 가져갔습니다.`}`;

const processesOn = (processes: number, cpus: number) =>
  `프로세스 ${processes}개가 CPU ${amountOf(cpus)}에서 실행됩니다.`;

export const cpuFindings = {
  'cpu-throttled.rule': 'CPU 할당량이 프로세스를 정지',
  'cpu-throttled.no-quota': 'CPU 할당량이 설정되어 있지 않습니다.',
  'cpu-throttled.unseen': '할당량 때문에 얼마나 자주 멈췄는지 알 수 없습니다.',
  'cpu-throttled.rare': ({ quota, throttled }) =>
    `CPU ${amountOf(quota)}의 할당량이 스케줄링 주기의 ${share(throttled)}에서 프로세스를 멈췄습니다.`,
  'cpu-throttled.title': ({ quota, throttled, delay }) =>
    `CPU ${amountOf(quota)}의 할당량이 스케줄링 주기의 ${share(throttled)}에서 프로세스를 멈췄습니다${delay === null ? '' : `(타이머 지연 p99 ${amount(delay)} ms)`}`,
  'cpu-throttled.because': ({ used, isPoolFine }) =>
    `평균 사용량은 CPU ${amountOf(used)}입니다. 하지만 스레드들이 한 스케줄링 주기(보통 100 ms) 안에 할당량을 모두 써 버려, 이벤트 루프를 포함한 모든 스레드가 다음 주기까지 멈췄습니다.${isPoolFine ? ' 작업은 풀 스레드를 제때 얻으므로 풀은 원인이 아닙니다.' : ''}`,
  'cpu-throttled.expect': ({ used }) =>
    `순간 최대 사용량에 맞게 할당량을 늘리면 최대 한 주기씩 멈추는 일이 없어집니다. 평균 사용량은 CPU ${josa(amountOf(used), '으로/로')} 같습니다.`,

  'cpu-saturated.rule': '모든 CPU가 사용 중',
  'cpu-saturated.free': ({ used, cpus }) => `사용 중인 CPU: ${amount(cpus)}개 중 ${amount(used)}개.`,
  'cpu-saturated.collector': ({ used, cpus, collector }) =>
    `사용 중인 CPU: ${amount(cpus)}개 중 ${amount(used)}개. 그중 ${amount(collector)}개는 가비지 컬렉션이 씁니다.`,
  'cpu-saturated.wait-unseen': ({ used, cpus }) =>
    `사용 중인 CPU: ${amount(cpus)}개 중 ${amount(used)}개. 스레드가 CPU를 기다렸는지는 관찰하지 못했습니다.`,
  'cpu-saturated.short-wait': ({ used, cpus, waited }) =>
    `사용 중인 CPU: ${amount(cpus)}개 중 ${amount(used)}개. 하지만 메인 스레드가 CPU를 기다린 시간은 ${share(waited)}뿐입니다.`,
  'cpu-saturated.title': ({ cpus, waited, isFull }) =>
    `${isFull ? `${cpus === 1 ? '하나뿐인 CPU가' : `CPU ${amount(cpus)}개가 모두`} 사용 중이며` : 'CPU 시간이 거의 남아 있지 않으며'}, 이벤트 루프가 ${share(waited)}의 시간 동안 CPU를 기다립니다`,
  'cpu-saturated.because': cpuUseText,
  'cpu-saturated.expect': '요청당 CPU 시간을 줄이거나 CPU를 늘려야만 처리량이 늘어납니다.',
  'cpu-saturated.others.title': ({ others, machine, waited }) =>
    `다른 프로그램이 장비의 CPU ${amountOf(machine)} 중 ${amountOf(others)}를 사용하며, 이벤트 루프가 ${share(waited)}의 시간 동안 CPU를 기다립니다`,
  'cpu-saturated.others.because': cpuUseText,
  'cpu-saturated.others.expect': '전용 CPU(다른 장비 또는 CPU set)가 있으면 더 이상 기다리지 않습니다.',

  'processes.one': '프로세스가 하나입니다.',
  'too-many-processes.rule': 'CPU보다 많은 프로세스',
  'too-many-processes.few': ({ processes, cpus }) => processesOn(processes, cpus),
  'too-many-processes.room': ({ processes, cpus, used }) =>
    `${processesOn(processes, cpus)} 서로 느려지게 하지는 않습니다. 사용 중인 CPU: ${amount(used)}개.`,
  'too-many-processes.title': ({ processes, cpus, waited }) =>
    `프로세스 ${processes}개가 CPU ${amountOf(cpus)}를 나누어 쓰며 사용 시간의 ${share(waited)} 동안 CPU를 기다립니다`,
  'too-many-processes.because': ({ used, cpus }) =>
    `사용 중인 CPU: ${amount(cpus)}개 중 ${amount(used)}개. 프로세스를 CPU보다 늘려도 처리량은 늘지 않습니다. 컨텍스트 스위칭과 메모리 비용이 들고, 다른 프로세스가 유휴 상태일 때도 요청이 한 프로세스에서 기다립니다.`,
  'too-many-processes.expect': ({ useful, freed }) =>
    `프로세스 ${count(useful)}로 처리량은 거의 같고, 메모리가 ${bytes(freed)} 줄며 대기 시간도 짧아집니다.`,

  'workers-saturated.rule': '워커 스레드 포화',
  'workers-saturated.none': '워커 스레드가 없습니다.',
  'workers-saturated.idle': (figures) => `${workersText(figures)}.`,
  'workers-saturated.no-queue': (figures) =>
    `${workersText(figures)}. 처리 중인 요청은 ${aboutOf(figures.pending)}로, 동시에 처리할 수 있는 수를 넘지 않습니다.`,
  'workers-saturated.title': (figures) =>
    `애플리케이션의 워커 스레드 ${count(figures.count)}: 사용률 ${share(figures.busy)}${queuedText(figures)}`,
  'workers-saturated.because': (figures) =>
    `모든 워커 스레드가 계속 일하고 있으며 CPU ${josa(amountOf(figures.free), '이/가')} 비어 있습니다. 대기열은 애플리케이션 안, 워커 스레드 앞에 있습니다. ${notTheLoop(figures)}`,
  'workers-saturated.expect': ({ size, count: n, gain }) =>
    `워커 스레드 ${size}개는 CPU가 허용하면 최대 ${amount(size / n)}배의 작업을 처리합니다. 처리량은 ${times(gain ?? 1)}가 됩니다.`,
  'workers-saturated.no-cpu.title': (figures) =>
    `애플리케이션의 워커 스레드 ${count(figures.count)}: 사용률 ${share(figures.busy)}, 비어 있는 CPU 없음${queuedText(figures)}`,
  'workers-saturated.no-cpu.because': (figures) =>
    `워커 스레드는 CPU ${amountOf(figures.cpus)} 중 ${amountOf(figures.ran)}를 사용했고, 사용 시간의 ${share(figures.waited)} 동안 CPU를 기다렸습니다. ${figures.others >= 0.5 ? `다른 프로그램이 CPU ${amountOf(figures.others)}를 사용합니다. ` : ''}워커 스레드를 늘려도 같은 CPU를 나누어 쓸 뿐입니다. ${notTheLoop(figures)}`,
  'workers-saturated.no-cpu.expect':
    '처리량은 작업당 CPU 시간과 CPU 수로만 정해집니다. 대기열의 크기를 제한하면 받아들인 요청의 대기 시간이 짧게 유지됩니다.',

  'change.quota-limit': 'CPU limit을 높이거나, limit을 없애고 request만 유지하세요',
  'change.quota-pool': ({ size }) =>
    `연산하는 풀 스레드를 ${count(size)}로 제한하세요. 스레드를 늘려도 같은 할당량을 나누어 쓸 뿐입니다`,
  'change.quota-gc': '동시에 연산하는 스레드를 줄이세요. 가비지 컬렉션이 최대 4개를 더 사용합니다',
  'change.find-cpu-users':
    '어떤 프로그램이 CPU를 사용하는지, 지금 이 장비에서 실행되어야 하는지 확인하세요(배치 작업, 빌드, 백업. 부하 생성기는 다른 장비에 두세요)',
  'change.lower-priority': '다른 프로그램의 우선순위를 가장 낮추거나 다른 CPU를 할당하세요',
  'change.cpu-weight': '서비스 설정에서도 똑같이 하세요. CPU weight(기본값 100)나 별도의 CPU를 지정하세요',
  'change.reject': '그때까지는 제때 처리할 수 없는 요청을 거절하여 나머지 요청에 빨리 응답하세요',
  'change.fewer-processes': ({ size }) => `CPU 수만큼 프로세스를 시작하세요: ${size}개`,
  'change.fewer-in-pm2': 'PM2에서도 똑같이 하세요',
  'change.more-workers': ({ size }) => `워커 스레드 ${size}개를 시작하세요. 각각에 CPU가 하나씩 있습니다`,
  'change.profile-workers':
    '워커 스레드가 무엇을 연산하는지 찾아(스레드마다 프로파일 하나) 줄이거나 CPU를 늘리세요',
  'change.bound-workers': '제때 처리할 수 없는 요청을 거절하여 나머지 요청의 대기 시간을 줄이세요',
} satisfies Texts<typeof english>;
