/** What the rules about requests, connections and calls to other services say, in Korean. */
import type { requestFindings as english } from '../../en/findings/requests.ts';
import type { Texts } from '../../nested.ts';
import { amount, serviceAt } from '../../../format/words.ts';
import { aboutOf, josa, share, times, waited } from '../words.ts';

type Calls = Parameters<(typeof english)['downstream.because']>[0];
type Inside = Parameters<(typeof english)['downstream.inside.title']>[0];

const usage = (utilization: number) => `사용률 ${share(utilization)}`;
const serviceName = ({ to }: Pick<Calls, 'to'>) => (to === null ? '다른 서비스' : serviceAt(to));
const eachText = ({ each }: Pick<Calls, 'each'>) => (each === null ? '' : `(요청당 약 ${waited(each)})`);

const arithmetic = ({ connections, each, rate, mean, open, inbound }: Calls) =>
  each === null || rate === null || mean === null
    ? ''
    : ` 연결 ${connections}개를 요청마다 약 ${waited(each)}씩 사용하므로 최대 초당 약 ${amount((1000 * connections) / each)}개를 처리할 수 있으며, 측정한 값은 초당 ${amount(rate)}개입니다. 요청 하나에 ${waited(mean)}가 걸리고, 그중 ${waited(mean * Math.max(0, 1 - open / inbound))} 동안 연결을 기다립니다.`;

const insideTitle = ({ pending, each, to, connections, limit }: Inside) => {
  if (limit === null)
    return `요청 ${josa(aboutOf(pending), '이/가')} 애플리케이션 안에서${to === null ? '' : ` 또는 ${serviceAt(to)}의 응답을`} 기다리며(요청당 ${waited(each)}), 여기에는 바쁜 것이 없습니다`;
  const most = Math.round(limit.atOnce);
  const source =
    connections === null
      ? `값이 ${most}인 제한을 찾으세요`
      : `${serviceName({ to })}에 열린 연결은 ${connections}개입니다`;
  return `동시에 진행되는 요청이 약 ${most}개뿐입니다(초당 ${amount(limit.rate)}개 × ${waited(limit.alone)}). ${source}`;
};

const insideCause = ({ to, connections }: Inside) => {
  if (to === null)
    return '다른 서비스로의 호출도 없습니다. 따라서 요청은 애플리케이션 자체를 기다립니다. 한 번에 조금만 들여보내는 대기열이나 세마포어, 락, 타이머입니다.';
  return connections === null
    ? `${serviceAt(to)} 연결이 열려 있으며, 연결 하나가 여러 호출을 나를 수 있습니다(HTTP/2, 데이터베이스 드라이버). 아니면 애플리케이션 자체가 한 번에 조금만 들여보냅니다(대기열, 세마포어, 락, 타이머).`
    : `데이터베이스 연결은 보통 한 번에 호출 하나만 나릅니다. 따라서 요청은 ${serviceAt(to)} 연결 ${connections}개 중 하나를 기다리거나, 애플리케이션의 다른 제한을 기다립니다.`;
};

const cpusText = ({ waitedForCpu }: Pick<Calls, 'waitedForCpu'>) =>
  waitedForCpu === null
    ? 'CPU가 비어 있습니다.'
    : `CPU는 모두 사용 중이며, 메인 스레드가 CPU를 기다린 시간은 ${share(waitedForCpu)}입니다.`;

const nothingLocal = ({ utilization, waitedForCpu, open, inbound }: Calls) =>
  [
    utilization === null
      ? []
      : `이벤트 루프는 ${usage(utilization)}이고, 풀 스레드를 기다리는 작업이 없습니다.`,
    cpusText({ waitedForCpu }),
    `따라서 이 프로세스에는 포화된 자원이 없습니다. 처리 중인 요청 ${aboutOf(inbound)} 중 ${josa(aboutOf(Math.min(open, inbound)), '이/가')} 호출의 응답을 기다립니다.`,
  ]
    .flat()
    .join(' ');

export const requestFindings = {
  'worker-imbalance.rule': '워커 간 부하 불균형',
  'worker-imbalance.unseen': '일부 워커를 관찰하지 못했습니다.',
  'worker-imbalance.even': ({ workers, most, least }) =>
    `워커 ${workers}개 중 가장 바쁜 워커의 사용률은 ${share(most)}, 가장 한가한 워커는 ${share(least)}입니다.`,
  'worker-imbalance.title': ({ workers, most, least }) =>
    `부하가 고르지 않습니다. 워커 ${workers}개 중 가장 바쁜 워커의 사용률은 ${share(most)}, 가장 한가한 워커는 ${share(least)}입니다`,
  'worker-imbalance.because':
    '클러스터는 요청이 아니라 연결을 분배하므로, keep-alive 연결의 모든 요청이 같은 워커로 갑니다. 연결이 적거나 연결마다 요청 수가 다르면 한 워커는 포화되고 다른 워커는 유휴 상태가 됩니다. 워커를 늘려도 달라지지 않습니다.',
  'worker-imbalance.expect': ({ mean, gain }) =>
    `고르게 분배하면 각 워커의 사용률은 ${share(mean)}입니다${gain === null ? '' : `(같은 처리량 기준). 또는 처리량이 최대 ${times(gain)}가 됩니다`}.`,

  'backlog.rule': '연결이 accept를 대기',
  'backlog.unseen': 'listen 대기열을 관찰하지 못했습니다.',
  'backlog.no-port': '이 프로세스는 TCP 포트를 직접 수신하지 않습니다.',
  'backlog.short': ({ mean, address }) =>
    `${address}에서 accept를 기다린 연결은 평균 ${aboutOf(mean)}입니다.`,
  'backlog.title': ({ address, mean, max, limit, isFull, isSmall, dropped }) =>
    isSmall
      ? `${address}의 listen 대기열은 연결 ${limit}개만 담을 수 있으며, 이 장비에서 연결 ${josa(aboutOf(dropped), '이/가')} 가득 찬 대기열을 만났습니다`
      : `${address}에서 연결 ${josa(aboutOf(mean), '이/가')} accept를 기다립니다${limit === null ? '' : `(${limit}개 중 최대 ${aboutOf(max)})`}${isFull && dropped > 0 ? '. 일부는 버려졌습니다' : ''}`,
  'backlog.because': ({ utilization, isLoopBusy }) =>
    isLoopBusy
      ? `이벤트 루프는 다음 턴에 연결을 accept하는데, ${usage(utilization ?? 0)}입니다. 요청당 연산을 줄이면 더 빨리 accept합니다.`
      : `이벤트 루프는 다음 턴에 연결을 accept하며, 이를 늦추는 원인은 발견되지 않았습니다${utilization === null ? '' : `(${usage(utilization)})`}. 연결이 한꺼번에 몰리거나 매우 많이 열리는 경우입니다.`,
  'backlog.expect': ({ mean, isFull, isSmall }) =>
    isFull || isSmall
      ? '한꺼번에 몰린 연결이 버려지지 않고 기다리므로 1, 3, 7초 뒤의 재시도가 없어집니다. 서버가 빨라지지는 않습니다.'
      : `유지되는 연결은 다시 accept하지 않아도 되므로 기다리는 연결이 ${aboutOf(mean)} 줄어듭니다.`,

  'downstream.rule': '요청이 다른 서비스를 대기',
  'downstream.unseen': '처리 중인 요청 수를 관찰하지 못했습니다.',
  'downstream.loop-busy': ({ utilization }) =>
    `요청은 이 프로세스에서 기다립니다(이벤트 루프 ${usage(utilization)}).`,
  'downstream.no-cpu': '요청은 이 프로세스에서 기다립니다. 메인 스레드가 CPU를 기다립니다.',
  'downstream.workers-busy': ({ busy }) => `요청은 이 프로세스에서 기다립니다(워커 스레드 ${usage(busy)}).`,
  'downstream.pool-waits': '요청은 이 프로세스에서 기다립니다. 작업이 스레드 풀을 기다립니다.',
  'downstream.few': ({ pending, each }) =>
    `처리 중인 요청은 평균 ${aboutOf(pending)}입니다${each === null ? '' : `(요청당 ${waited(each)})`}.`,
  'downstream.fast': ({ open, ...time }) =>
    `다른 서비스에 대한 호출 ${josa(aboutOf(open), '이/가')} 처리 중입니다${eachText(time)}.`,
  'downstream.title': (figures) =>
    `${serviceName(figures)}에 대한 호출 ${josa(aboutOf(figures.open), '이/가')} 응답을 기다립니다${eachText(figures)}. 이 프로세스는 원인이 아닙니다`,
  'downstream.because': nothingLocal,
  'downstream.expect': (figures) =>
    `${josa(serviceName(figures), '이/가')} 더 빨리 응답하거나 호출이 줄어야만 응답이 빨라집니다. 이 프로세스의 스레드, 프로세스, CPU를 늘려도 달라지지 않습니다.`,
  'downstream.connections.title': (figures) =>
    `${serviceName(figures)}에 대한 연결 ${figures.connections}개가 모두 응답을 기다리고, 요청 ${josa(aboutOf(Math.max(0, figures.inbound - figures.open)), '이/가')} 연결을 기다립니다`,
  'downstream.connections.because': (figures) => nothingLocal(figures) + arithmetic(figures),
  'downstream.connections.expect': (figures) =>
    `연결을 ${figures.connections * 2}개로 늘리면 처리 중인 호출이 최대 두 배가 됩니다(리틀의 법칙)${figures.gain === null ? '' : `. 처리량은 최대 ${times(figures.gain)}`}. 단, ${josa(serviceName(figures), '이/가')} 그만큼 느려지지 않아야 합니다.`,
  'downstream.idle.title': ({ pending, age }) =>
    `요청 ${josa(aboutOf(pending), '이/가')} ${waited(age)} 동안 처리 중이지만, 이 프로세스에는 바쁜 자원도 처리 중인 호출도 없습니다`,
  'downstream.idle.because': ({ utilization }) =>
    `이벤트 루프는 ${usage(utilization)}입니다. 이런 요청은 애플리케이션 안의 타이머, 대기열, 락을 기다리거나, 일부러 열어 두는 요청입니다(이벤트 스트림, 롱 폴링).`,
  'downstream.idle.expect': '일부러 열어 두는 요청이면 변경할 것이 없습니다.',

  'downstream.inside.title': insideTitle,
  'downstream.inside.because': (figures) =>
    `이벤트 루프 사용률은 ${share(figures.utilization)}이고, 풀 스레드를 기다리는 작업이 없습니다. ${cpusText(figures)} ${insideCause(figures)} 스레드, 프로세스, CPU를 늘려도 달라지지 않습니다.`,
  'downstream.inside.expect':
    '그 제한이 없으면 무언가가 바빠질 때까지 처리량이 늘어납니다. 의도한 타이머라면 제한이 아니라 시간만 걸립니다.',
  'change.find-limits':
    '한 번에 조금만 들여보내는 것을 찾아 늘리세요: 동시 실행 제한, 대기열, 세마포어, 연결 풀',

  'change.close-connections': '연결이 다시 분배되도록 주기적으로 연결을 닫으세요',
  'change.proxy-connections': '프록시가 연결을 더 많이 열거나 유지하지 않게 하세요',
  'change.longer-queue':
    '몰리는 연결에 대비해 listen 대기열을 늘리세요. 커널은 이 값과 자체 한계 중 작은 값을 사용합니다',
  'change.kernel-queue': '커널의 한계도 높이세요',
  'change.client-keep-alive': '클라이언트가 연결을 유지한다면, 새 연결이 줄도록 유휴 연결을 더 늦게 닫으세요',
  'change.who-closes':
    '누가 연결을 닫는지 확인하세요. "connection: close"가 보이면 응답마다 서버가 닫고, 아니면 클라이언트가 닫습니다',
  'change.look-at-service': (figures) => `${serviceName(figures)} 쪽을 확인하세요(자체 대기열, 느린 쿼리)`,
  'change.more-connections': (figures) =>
    `${josa(serviceName(figures), '이/가')} 감당할 수 있으면 연결을 더 여세요. 아니면 그 서비스를 확인하세요`,
  'change.call-timeout': '호출마다 타임아웃을 설정하세요',
  'change.time-steps': '요청이 어디에서 기다리는지 찾으세요. await마다 시간을 측정하세요',
} satisfies Texts<typeof english>;
