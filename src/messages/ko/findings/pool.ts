/** What the rules about waiting jobs say, in Korean. */
import { amount, short, time } from '../../../format/words.ts';
import type { poolFindings as english } from '../../en/findings/pool.ts';
import type { Texts } from '../../nested.ts';
import { kindName } from '../pool-words.ts';
import { aboutOf, amountOf, count, josa, share, times, waited } from '../words.ts';

type Given<Code extends keyof typeof english> = (typeof english)[Code] extends (params: infer P) => string
  ? P
  : never;
type Blind = Given<'pool-too-small.unseen'>;
type TooSmall = Given<'pool-too-small.title'>;
type Waiting = Pick<TooSmall, 'size' | 'queued' | 'wait'>;
type Why = Pick<TooSmall, 'size' | 'threads' | 'kind' | 'loop' | 'areCpusFree'>;
type Kinds = Given<'change.limit-to-cpus'>;

const caps: Readonly<Record<TooSmall['cap'], string>> = {
  none: '없음',
  threads: '권장하는 최대 크기',
  CPU: '포화될 CPU',
  memory: '메모리 한계',
  tasks: '태스크 수 한계(pids.max)',
};

function blind({ peek, probe }: Blind): string {
  const reasons = [
    peek === null ? [] : `프로세스의 메모리를 읽을 수 없음(${peek})`,
    probe === null ? [] : `프로세스에 프로브가 없음(${probe})`,
  ];
  return reasons.flat().join(', ') || '측정값이 도착하지 않음';
}

function waiting({ queued, wait, size }: Waiting): string {
  const jobs = queued === null ? '작업이' : `작업 ${josa(aboutOf(queued), '이/가')}`;
  const threads = size === 1 ? '하나뿐인 풀 스레드를' : `풀 스레드 ${josa(count(size), '을/를')}`;
  return `${jobs} ${threads}${wait === null ? '' : ` ${waited(wait)}`} 기다립니다`;
}

function whyThreads({ threads, kind, loop, size, areCpusFree }: Why): string {
  return [
    threads
      ? `스레드의 사용 시간 중 ${share(threads.blocked)}는 커널에서 블로킹된 시간이고 ${share(threads.running)}는 CPU에서 실행된 시간이므로, 스레드를 추가해도 서로 느려지지 않습니다.`
      : `스레드의 상태를 관찰하지 못했습니다.${areCpusFree ? ' CPU가 비어 있으므로 스레드를 늘리는 것이 좋습니다.' : ''}`,
    kind === null ? [] : `대기 중인 작업은 대부분 ${kindName(kind)}입니다.`,
    loop === null ? [] : `이벤트 루프는 병목이 아닙니다(사용률 ${share(loop)}).`,
    `작업이 들어올 때 ${size === 1 ? '하나뿐인 스레드가' : `스레드 ${size}개가 모두`} 사용 중이었습니다.`,
  ]
    .flat()
    .join(' ');
}

function kindsList({ kinds, isKnown }: Kinds): string {
  return kinds.length === 0 ? '작업' : kinds.map(kindName).join(isKnown ? ', ' : ' 또는 ');
}

const cpusText = (cpus: number) => `CPU ${amountOf(cpus)}`;
const insteadOfWait = (wait: number | null) =>
  wait === null ? '대기열에서 기다리지 않고' : `${waited(wait)} 기다리지 않고`;

export const poolFindings = {
  'pool.unused': '스레드 풀을 사용하지 않았습니다.',
  'pool.no-wait': '스레드를 기다리는 작업이 없습니다.',
  'pool.wait-unseen': '작업이 기다리는지 관찰하지 못했습니다.',
  'pool.size-unknown': '풀 스레드의 수를 알 수 없습니다.',
  'pool.threads-unseen': '풀 스레드의 상태를 관찰하지 못했습니다.',
  'pool.short-jobs': '풀 스레드는 매우 짧은 작업만 실행했습니다.',

  'pool-too-small.rule': '다른 작업이 커널에서 기다리는 동안 작업이 풀 스레드를 대기',
  'pool-too-small.size-unknown': (why) => `풀 스레드의 수를 알 수 없습니다: ${blind(why)}.`,
  'pool-too-small.unseen': (why) => `풀 스레드의 대기 시간을 관찰하지 못했습니다: ${blind(why)}.`,
  'pool-too-small.free-thread': ({ busy, size }) =>
    `풀 스레드 ${count(size)} 중 평균 ${amount(busy)}개가 작업을 실행했고, 작업이 들어올 때 빈 스레드가 있었습니다.`,
  'pool-too-small.fine': ({ busy, size, wait, queued }) =>
    `${busy === null ? `풀의 스레드는 ${count(size)}입니다` : `스레드 ${count(size)} 중 평균 ${amount(busy)}개가 작업을 실행했습니다`}. ${wait === null ? `스레드를 기다린 작업은 ${aboutOf(queued ?? 0)}입니다` : `작업은 스레드를 ${waited(wait)} 기다렸습니다`}.`,
  'pool-too-small.starved':
    '작업이 기다리지만 CPU를 기다리는 것입니다. 스레드를 늘려도 같은 CPU를 나누어 쓸 뿐입니다.',
  'pool-too-small.flood': ({ wanted }) =>
    `대기 중인 작업이 너무 많아 작업마다 스레드를 줄 수 없습니다. 스레드 ${wanted}개가 필요합니다.`,
  'pool-too-small.no-room': ({ cap }) => `작업이 기다리지만 스레드를 더 늘릴 여유가 없습니다(${caps[cap]}).`,
  'pool-too-small.title': (jobs) =>
    `${waiting(jobs)}. 풀 크기를 ${josa(String(jobs.advised), '으로/로')} 늘리세요`,
  'pool-too-small.because': whyThreads as (jobs: TooSmall) => string,
  'pool-too-small.expect': ({ busy, queued, wait, advised, most, gain, cpuGain, cap, isClosed }) => {
    if (busy === null || queued === null)
      return `대기열을 관찰하지 못했으므로 ${josa(String(advised), '은/는')} 첫 단계일 뿐입니다. 다시 측정하고, 대기 시간이 줄어드는 동안 계속 늘리세요.`;
    const effect =
      wait === null
        ? ''
        : ` ${waited(wait)}의 대기 시간이 ${cap === 'none' ? '거의 사라집니다.' : '줄어듭니다.'}`;
    const throughput =
      gain === null
        ? isClosed
          ? '응답을 기다리는 클라이언트가 더 빨리 다시 요청하므로 처리량이 늘어납니다. 얼마나 늘어나는지는 측정해야 압니다.'
          : '평균적으로는 풀이 밀리지 않았으므로 처리량은 같습니다.'
        : `작업이 기다리는 대상이 병목이 되지 않으면 처리량은 약 ${times(gain)}가 됩니다(CPU만 보면 ${times(cpuGain)}까지 가능).`;
    const enough =
      cap === 'none'
        ? `스레드 ${advised}개면 모두에게 충분합니다.`
        : `스레드 ${josa(count(advised), '은/는')} 더 많은 작업을 동시에 실행합니다.`;
    const held = cap === 'none' ? '' : ` 풀 크기의 제한 요인은 ${caps[cap]}입니다.`;
    return `리틀의 법칙: 작업 ${aboutOf(busy)}가 실행되고 ${aboutOf(queued)}가 기다립니다(95%의 시간 동안 최대 ${most}개). ${enough}${effect} ${throughput}${held}`;
  },

  'pool-starved-of-cpu.rule': '풀 스레드가 CPU를 대기',
  'pool-starved-of-cpu.fine': ({ cpu }) =>
    `풀 스레드는 필요할 때 CPU를 얻습니다. 사용 시간 중 CPU가 필요한 시간은 ${share(cpu)}입니다.`,
  'pool-starved-of-cpu.title': ({ queued, wait, size, cpus }) =>
    `${queued === null ? '대기열의 작업이' : `대기열의 작업 ${josa(aboutOf(queued), '이/가')}`}${wait === null ? '' : ` 각각 ${waited(wait)}`} 기다립니다. 풀 스레드 ${josa(count(size), '이/가')} ${josa(cpusText(cpus), '을/를')} 두고 경쟁하므로 스레드를 늘려도 도움이 되지 않습니다`,
  'pool-starved-of-cpu.because': ({ running, waitedForCpu, throttled, quota }) =>
    `사용 중인 스레드는 시간의 ${share(running)}를 실행에, ${share(waitedForCpu)}를 CPU 대기에 썼습니다${throttled && quota !== null ? `. CPU 할당량(${cpusText(quota)})이 스케줄링 주기의 ${share(throttled)}에서 스레드를 멈췄습니다` : ''}. 스레드를 추가하면 이 스레드들과 이벤트 루프의 CPU 시간을 빼앗습니다.`,
  'pool-starved-of-cpu.expect': ({ each, rate, cpus, isFlood, ...kinds }) =>
    `${isFlood ? `${josa(kindsList(kinds), '을/를')} 제한하면 다른 작업이 빈 스레드를 얻습니다. ` : ''}작업당 CPU 시간을 줄이거나 CPU를 늘리면 처리량이 늘어납니다.${each === null || rate === null ? '' : ` 요청 하나에 CPU ${time(each)}가 필요하므로 ${josa(cpusText(cpus), '은/는')} 스레드 수와 관계없이 초당 최대 ${short((1000 * cpus) / each)}개의 요청을 처리할 수 있습니다(현재 초당 ${short(rate)}개).`}`,
  'pool-starved-of-cpu.library.title': ({ helpers, cpus, threads, kind, ...jobs }) =>
    `${waiting(jobs)}. ${josa(kindName(kind), '은/는')} 라이브러리 자체 스레드${threads === null ? '' : `(${threads})`}에서 연산하며, 이 스레드가 ${cpusText(cpus)} 중 ${amountOf(helpers)}를 사용합니다`,
  'pool-starved-of-cpu.library.because': ({ running, blocked }) =>
    `풀 스레드는 그 스레드를 기다립니다. 사용 시간 중 블로킹이 ${share(blocked)}, CPU 실행이 ${share(running)}입니다. 풀 스레드를 늘리면 그 스레드도 늘어나 같은 CPU를 나누어 쓸 뿐입니다.`,
  'pool-starved-of-cpu.library.expect': ({ cpus }) =>
    `${cpusText(cpus)}에서 더 적은 스레드로 같은 처리량을 냅니다. 작업당 CPU 시간을 줄이거나 CPU를 늘려야만 처리량이 늘어납니다.`,

  'pool-hog.rule': '한 종류의 작업이 다른 작업을 지연',
  'pool-hog.unseen': '대기열을 작업 종류별로 관찰하지 못했습니다.',
  'pool-hog.mixed': '여러 종류의 작업이 기다리며, 대부분을 차지하는 종류는 없습니다.',
  'pool-hog.alone': ({ kind }) =>
    `대기 중인 작업이 모두 한 종류(${kind})이므로 다른 종류를 지연시키지 않습니다.`,
  'pool-hog.blocked': '스레드를 점유한 작업은 연산하지 않습니다. 제한하기보다 스레드를 늘리는 것이 낫습니다.',
  'pool-hog.behind': ({ kind }) =>
    `대기 중인 작업은 대부분 ${kindName(kind)}이지만, 스레드를 점유한 작업은 네이티브 라이브러리의 스레드에서 연산합니다.`,
  'pool-hog.title': ({ kind, share: part, isHolder, victims, wait }) =>
    `${josa(kindName(kind), '이/가')} ${isHolder ? `사용 중인 풀 스레드의 ${share(part)}를 점유하고` : `풀을 채우고(대기열의 ${share(part)})`}, ${josa(victims.map(kindName).join(', '), '이/가')} 그 뒤에서${wait === null ? '' : ` ${waited(wait)}`} 기다립니다`,
  'pool-hog.because': ({ kind, cpu, helpers, isStarved, slots }) =>
    `풀에는 모든 종류의 작업이 들어온 순서대로 처리되는 대기열 하나만 있습니다. ${helpers === null ? `스레드는 연산 중입니다(사용 시간의 ${share(cpu)}를 CPU 실행과 대기에 사용).` : `풀 스레드는 애드온 라이브러리의 자체 스레드를 기다리며, 이 스레드가 CPU ${amountOf(helpers)}를 사용합니다.`}${isStarved ? ' 비어 있는 CPU가 없으므로 스레드만 늘리면 같은 CPU를 나누어 쓸 뿐입니다.' : ''} ${josa(kindName(kind), '을/를')} 제한해도 그 처리량은 줄지 않고, 짧은 작업에 스레드 ${josa(count(slots), '이/가')} 남습니다.`,
  'pool-hog.expect': ({ kind, victims: [first = 'other'], wait, most, cpus }) =>
    `${josa(kindName(first), '은/는')} ${insteadOfWait(wait)} 바로 빈 스레드를 얻습니다. ${kindName(kind)} 전체의 소요 시간은 전과 같습니다. 동시에 ${most}개면 CPU를 ${most >= cpus ? '모두' : '거의 모두'} 사용합니다.`,
  'pool-hog.flood.title': (jobs) =>
    `${waiting(jobs)}. ${josa(kindName(jobs.hog), '을/를')} 제한하세요. 모두 실행하려면 스레드 ${jobs.wanted}개가 필요합니다`,
  'pool-hog.flood.because': ({ advisable, ...why }) =>
    `스레드는 ${advisable}개를 넘지 않는 것이 좋습니다. 작업이 기다리는 대상(디스크, 네트워크 파일 시스템)을 모두 동시에 사용하고, 스레드마다 메모리가 필요하며, 작은 파일 호출은 서로 느려집니다. ${whyThreads(why)}`,
  'pool-hog.flood.expect': ({ wait, advisable }) =>
    `다른 작업은 ${insteadOfWait(wait)} 바로 빈 스레드를 얻습니다. 제한한 작업의 소요 시간은 전과 같습니다. 그 처리량이 너무 낮으면 풀 크기를 ${advisable}까지 단계적으로 늘리고 제한도 함께 늘리세요.`,

  'pool-too-large.rule': '연산하는 풀 스레드가 CPU보다 많음',
  'pool-too-large.small': ({ size }) => `풀의 스레드(${count(size)})가 CPU보다 많지 않습니다.`,
  'pool-too-large.fine': ({ wanted, cpus }) =>
    `풀 스레드는 ${cpusText(cpus)} 중 평균 ${amountOf(wanted)}를 필요로 했습니다.`,
  'pool-too-large.busy': '스레드가 이만큼 있어도 작업이 기다립니다. CPU가 부족합니다.',
  'pool-too-large.unfelt': '연산하는 스레드가 CPU보다 많지만 이벤트 루프는 늦어지지 않았습니다.',
  'pool-too-large.title': ({ busy, size, cpus, useful }) =>
    `풀 스레드 ${size}개 중 ${josa(amountOf(busy), '이/가')} ${cpusText(cpus)}에서 연산합니다. 풀 크기를 ${josa(String(useful), '으로/로')} 줄이세요`,
  'pool-too-large.because': ({ running, waitedForCpu, useful, delay }) =>
    `사용 시간의 ${share(running)} 동안 실행되고 ${share(waitedForCpu)} 동안 CPU를 기다렸습니다. 스레드 ${count(useful)}로도 같은 작업을 처리합니다. 이벤트 루프가 이 스레드들과 CPU를 두고 경쟁합니다${delay === null ? '' : `(타이머 지연 p99 ${amount(delay)} ms)`}.`,
  'pool-too-large.expect': ({ useful, cpus, busy }) =>
    `스레드 ${count(useful)}로 ${josa(cpusText(cpus), '을/를')} 모두 사용할 수 있으므로 처리량은 같습니다. 이벤트 루프와 경쟁하는 스레드가 ${Math.round(busy)}개에서 ${count(useful)}로 줄어듭니다. (CPU 할당량 1개로 측정한 결과: 스레드 4개의 처리량이 1개와 같았고, 이벤트 루프 지연 p99는 1 ms에서 55 ms로 늘었습니다.) 커널에서 기다리는 작업도 이 풀을 사용한다면, 풀 대신 연산하는 작업을 제한하세요.`,

  'pool-lock.rule': '풀 스레드가 락을 대기',
  'pool-lock.rare': ({ atLock }) => `사용 중인 스레드가 락을 기다린 시간은 ${share(atLock)}입니다.`,
  'pool-lock.no-holder':
    '모든 스레드가 기다리고 일하는 스레드가 없습니다. 풀 밖의 무언가를 기다리고 있습니다.',
  'pool-lock.cpu': '락을 가진 스레드가 CPU를 기다리기 때문에 다른 스레드가 락을 기다립니다.',
  'pool-lock.own-threads.title': ({ count: threadCount, used, kind, threads, ...jobs }) =>
    `${waiting(jobs)}. ${josa(kindName(kind), '은/는')} 라이브러리 자체 스레드 ${count(threadCount)}${threads === null ? '' : `(${threads})`}를 기다리며, 이 스레드는 시간의 ${share(used)} 동안 일합니다`,
  'pool-lock.own-threads.because': ({ blocked }) =>
    `풀 스레드는 그 스레드가 일을 끝낼 때까지 사용 시간의 ${share(blocked)} 동안 블로킹됩니다. 풀 스레드를 늘려도 같은 스레드를 기다릴 뿐입니다. 비어 있는 CPU가 있습니다.`,
  'pool-lock.own-threads.expect': ({ count: threadCount }) =>
    `처리량은 그 스레드 ${count(threadCount)}에 달려 있습니다. 라이브러리에 설정이 있으면 그 수를 늘리고, 아니면 작업당 일을 줄이세요. 제한을 두면 다른 작업이 쓸 풀 스레드가 남습니다.`,
  'pool-lock.title': ({ atLock, busy, working }) =>
    `풀 스레드가 사용 시간의 ${share(atLock)} 동안 락을 기다립니다(${amount(busy)}개 중 ${amount(working)}개만 진행)`,
  'pool-lock.because': ({ same, working }) =>
    `스레드가 작업을 실행하다가 다른 스레드가 락을 풀 때까지 기다립니다${same > 1 ? `. 그중 ${same}개는 같은 락에서 발견되었습니다` : ''}. 그래서 스레드 수와 관계없이 동시에 진행되는 작업은 ${aboutOf(working)}입니다. 기다리는 작업마다 다른 작업이 쓸 수 있는 스레드를 점유합니다. CPU와 디스크는 원인이 아닙니다.`,
  'pool-lock.expect': ({ useful, busy, waiting: held, wait }) =>
    `스레드가 ${amount(busy)}개에서 ${count(useful)}로 줄어도 이 작업의 처리량은 같습니다. 스레드 ${amount(held)}개가 비워지고 다른 작업이 더 이상${wait === null ? '' : ` ${waited(wait)}`} 기다리지 않습니다. 락을 잡는 시간을 줄여야만 처리량이 늘어납니다.`,

  'change.one-by-one': ({ kind, most }) =>
    `락을 공유하는 ${josa(kindName(kind), '을/를')} 차례로 제출하세요(동시에 ${most}개). 공유할 필요가 없으면 각각 별도의 연결이나 핸들을 사용하세요`,
  'change.limit-to-cpus': (kinds) =>
    `동시에 실행되는 ${josa(kindsList(kinds), '을/를')} CPU 수 이하로 제한하세요. 다른 작업이 빈 스레드를 얻습니다`,
  'change.limit-computing': ({ kind, most, cpus }) =>
    `CPU ${count(cpus)}에서 동시에 실행되는 ${josa(kindName(kind), '을/를')} 최대 ${most}개로 제한하세요`,
  'change.limit-kind': ({ kind, most, slots }) =>
    `동시에 실행되는 ${josa(kindName(kind), '을/를')} 최대 ${most}개로 제한하고, 다른 작업에 스레드 ${josa(count(slots), '을/를')} 남기세요`,
  'change.pool-size': ({ size }) => `풀 스레드 ${count(size)}로 시작하세요`,
  'change.pool-size-service': '서비스 설정에서 지정하세요(해당하는 것을 선택)',
  'change.less-cpu': (kinds) =>
    `${kindsList(kinds)}에 쓰는 CPU를 줄이세요. 횟수를 줄이거나 비용이 작은 방법을 사용하세요`,
  'change.one-thread-each':
    '애플리케이션이 이 값을 늘렸거나 musl 또는 jemalloc에서 실행된다면, 이미지마다 스레드 하나만 사용하게 하세요(그 밖에는 sharp의 기본값). 풀 스레드가 이미 여러 이미지를 동시에 처리합니다',
  'change.more-processes': ({ processes }) =>
    `포트를 공유하는 프로세스 ${processes}개로 실행하세요(메모리는 프로세스마다 따로)`,
  'change.more-processes-pm2': ({ processes }) =>
    `PM2로 포트를 공유하는 프로세스 ${processes}개를 실행하세요(메모리는 프로세스마다 따로)`,
  'change.more-cpu': 'CPU를 더 할당하세요',
} satisfies Texts<typeof english>;
