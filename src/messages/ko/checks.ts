/** What the validity checks say, in Korean. A row's text has no full stop. */
import { fixed } from '../../format/number.ts';
import { exactTime, short, shortPercent } from '../../format/words.ts';
import type { checks as english } from '../en/checks.ts';
import type { Texts } from '../nested.ts';
import { speedChange } from './noise.ts';
import { amountOf, count, josa, term } from './words.ts';

type InFlight = Parameters<(typeof english)['check.L1.requests']>[0];
type Bounded = Parameters<(typeof english)['check.B1.exceeded']>[0];

const requests = ({ rate, ms, inFlight }: InFlight) =>
  `초당 요청 ${short(rate)}개 × ${exactTime(ms)} = 처리 중인 요청 ${short(inFlight)}개`;
const jobs = ({ rate, ms, inFlight }: InFlight) =>
  `초당 작업 ${short(rate)}개 × ${exactTime(ms)} = 처리 중인 작업 ${short(inFlight)}개`;
const declaredClients = ({ declared }: InFlight) => `선언한 클라이언트는 ${count(declared)}`;

const bounded = ({ bound, limit, throughput }: Bounded) =>
  `${bound} = 초당 최대 ${short(limit)}개, 측정값은 ${short(throughput)}개`;

/** What must lie within what. */
const nestings = {
  'server in test': ['서버가 보고한 시간', '테스트 전체 시간'],
  'server in client': ['서버가 보고한 시간', '클라이언트가 기다린 가장 긴 시간'],
  means: ['서버의 평균', '클라이언트의 평균'],
  'client in test': ['가장 긴 응답 시간', '테스트 전체 시간'],
} as const;

const limitNames = { concurrency: '동시성', workers: '워커', CPUs: 'CPU' } as const;

const inForce = (isStart: boolean) =>
  isStart ? '시작할 때의 환경 변수 기준(풀 자체는 볼 수 없음)' : '실제 적용 값';

export const checks = {
  'check.row': ({ row, finding, failing, of }) => {
    const share = failing > 0 ? `${of}개 중 ${failing}개 실패` : `${of}개 중 최악`;
    return `${row}: ${finding}${of > 1 ? ` (${share})` : ''}.`;
  },
  'check.in-trials': ({ finding, failing, of }) =>
    `${finding}${of > 1 ? ` (이 설정의 시행 ${of}회 중 ${failing}회)` : ''}`,
  'check.expected': ({ sentence }) => `${sentence} 이것을 보이기 위한 측정입니다.`,
  'check.withheld': ({ check, setting, others, isWorstOfAll, sentence }) =>
    setting === null
      ? `${check}: ${sentence}`
      : `${setting}${others > 0 ? ` 외 설정 ${count(others)}` : ''}: 유효성 검사 ${check} 실패. ${isWorstOfAll ? '모든 설정 중 최악: ' : ''}${sentence}`,
  'check.no-rows': '측정된 행이 없습니다.',
  'check.no-length': '테스트 길이를 알 수 없습니다.',

  'check.L1.requests': (all) => `${requests(all)}, 선언한 동시성 ${all.declared}`,
  'check.L1.too-many': (all) =>
    `${requests(all)}이지만 ${declaredClients(all)}${all.isFloor ? '(이보다 짧은 시간에 올바른 응답은 불가능)' : ''}`,
  'check.L1.total-by-n': (all) =>
    `${requests(all)}: 정확히 하나이므로 "평균"은 전체 시간을 요청 수로 나눈 값임. ${declaredClients(all)}`,
  'check.L1.idle': (all) => `${requests(all)}이지만 ${declaredClients(all)}이며 쉬지 않음`,
  'check.L1.jobs': (all) => `${jobs(all)}, 허용된 수 ${all.declared}`,
  'check.L1.too-many-jobs': (all) =>
    `${jobs(all)}이지만 응답을 기다리는 클라이언트가 동시에 시작할 수 있는 작업은 최대 ${all.declared}개`,
  'check.L1.silent':
    '개방형 부하는 동시성을 선언하지 않거나, 평균 응답 시간을 알 수 없거나, 시계가 너무 거칠어 판단할 수 없습니다.',

  'check.L2.in-flight': ({ inFlight, declared, why }) =>
    `선언한 요청 ${declared}개 중 ${short(inFlight)}개 처리 중` +
    (why === null
      ? ''
      : why === 'batches'
        ? ': 배치마다 가장 느린 요청을 기다림'
        : ': 클라이언트가 다른 것을 기다림'),
  'check.L2.without': '처리 중인 요청 수를 시간에 따라 측정하지 않았습니다.',
  'check.L2.silent': '버스트와 개방형 부하는 처리 중인 요청 수를 일정하게 유지하지 않습니다.',

  'check.F1.soonest': ({ of, soonest, floor }) =>
    `${of === 'first' ? '첫' : '평균'} 응답 시간은 ${exactTime(soonest)}, 작업에 필요한 시간은 최소 ${exactTime(floor)}`,
  'check.F1.without': '하한(올바른 응답이 불가능한 시간)을 선언한 요청이 없습니다.',
  'check.F1.silent': '응답 시간을 측정하지 않았습니다.',

  'check.F2.jobs': ({ late, jobs: all }) => `작업 ${all}개 중 ${late}개가 마지막 응답 뒤에 종료`,
  'check.F2.published': ({ inFlight, clients, declared, behind }) =>
    `평균 ${inFlight.toFixed(0)}개 작업이 처리 중이었으나 응답을 기다리는 클라이언트 ${count(clients)}로는 ${declared}개까지 가능: 작업의 ${Math.round(behind * 100)}% 이상이 응답 뒤에 실행됨`,
  'check.F2.silent': '작업 전에 응답하는 것으로 알려진 서버이므로 작업 시간만 비교합니다.',
  'check.F2.without': '작업의 끝을 알 수 없습니다. 서버가 작업을 로그에 남기지 않습니다.',

  'check.P2.wrong': ({ wrong, asked }) =>
    `응답 ${count(asked)} 중 ${short(wrong)}개가 다른 요청의 응답이거나 증명이 없음(${shortPercent(wrong / asked)})`,
  'check.P2.proved': ({ asked }) => `응답 ${count(asked)} 중 ${fixed(asked, 0)}개에 증명이 있음`,
  'check.P2.without': '증명이나 SHA-256이 알려진 본문을 요구하는 요청이 없습니다.',

  'check.B1.within': bounded,
  'check.B1.exceeded': (all) => `${bounded(all)}(${shortPercent(all.throughput / all.limit - 1)} 초과)`,
  'check.B1.without': '처리량이 있는 행이 없습니다.',
  'check.B1.silent': '하한도 요청당 CPU 시간도 알 수 없어 상한을 구할 수 없습니다.',
  'bound.clients': ({ clients, ms }) => `클라이언트 ${count(clients)} ÷ ${short(ms)} ms`,
  'bound.cpus': ({ cpus, ms }) => `CPU ${short(cpus)}개 ÷ 요청당 CPU ${short(ms)} ms`,
  'bound.threads': ({ threads, ms }) =>
    `스레드 ${count(threads)}(풀과 이벤트 루프) ÷ 요청당 CPU ${short(ms)} ms`,

  'check.S1.speed-up': ({ ratio, base, limits, limit }) =>
    `${base}의 ${short(ratio)}배 속도, 가능한 최댓값은 min(${limits.map(({ times, by }) => `${limitNames[by]} ${short(times)}`).join(', ')}) = ${short(limit)}`,
  'check.S1.silent': '워커 수만 다른 두 설정이 없습니다.',

  'check.T1.nesting': ({ what, inner, outer }) =>
    `${nestings[what][0]} ${exactTime(inner)}, ${nestings[what][1]} ${exactTime(outer)}`,
  'check.T1.silent':
    '서버가 자체 시간을 보고하지 않고, 전체 테스트와 비교할 개별 응답 시간도 측정되지 않았습니다.',

  'check.T2.hidden': ({ server, client }) =>
    `서버 보고 ${exactTime(server)}, 클라이언트 대기 ${exactTime(client)}: 그중 ${shortPercent(1 - server / client)}는 핸들러 밖의 시간`,
  'check.T2.without': '서버가 요청 처리 시간을 보고하지 않습니다(헤더 Server-Timing: app;dur=…).',

  'check.E1.counted-as-success': ({ count: failed, sent }) =>
    `요청 ${count(sent)} 중 ${failed}개가 실패했는데 성공으로 집계됨`,
  'check.E1.failed': ({ failed, sent, kinds }) =>
    `요청 ${count(sent)} 중 ${failed}개 실패(${shortPercent(failed / Math.max(1, sent))}: ${Object.entries(
      kinds,
    )
      .map(([kind, n]) => `${kind} ${n}개`)
      .join(', ')})`,
  'check.E1.correct': ({ sent }) => `요청 ${count(sent)} 중 ${fixed(sent, 0)}개가 올바른 응답을 받음`,
  'check.E1.without': '요청의 결과를 알 수 없습니다.',

  'check.E2.warned': ({ lines, first }) => `경고 ${count(lines)}, 첫 번째: ${first}`,
  'check.E2.none': '경고 없음',
  'check.E2.without': '애플리케이션의 출력을 알 수 없습니다.',

  'check.G1.generator': ({ busy, late, lateTime, shared, name }) =>
    `${name ? `생성기 "${name}"` : '부하 생성기'} 사용률 ${shortPercent(busy)}` +
    (shared === null
      ? '(전용 CPU)'
      : `, CPU ${amountOf(shared.cpus)}의 ${shortPercent(shared.share)} 사용(CPU 전체 사용률 ${shortPercent(Math.min(1, shared.used))})`) +
    `. 늦게 보낸 요청 ${shortPercent(late)}, 전체 대기 시간의 ${shortPercent(lateTime)}`,
  'check.G1.late': ({ late }) => `요청의 ${shortPercent(late)}를 늦게 보냄(퍼센타일 위에 있는 요청만큼 많음)`,
  'check.G1.remedy': ({ sentence }) =>
    `${sentence} 피하려면 부하를 줄이거나, 서버와 생성기가 CPU를 따로 쓸 수 있게 CPU가 네 개 이상인 장비를 사용하세요. 또는 \`taskset -c 0\`으로 서버를 시작하세요. 나머지 CPU가 생성기에 남고 서버는 CPU 하나에서 측정됩니다.`,
  'check.G1.unsent': ({ due, count: unsent }) =>
    unsent > 0
      ? `보내야 할 요청(또는 반복) ${short(due)}개 중 ${short(unsent)}개를 보내지 않음(${shortPercent(unsent / due)})`
      : `보내야 할 요청(또는 반복) ${short(due)}개를 모두 보냄`,
  'check.G1.without': '부하 생성기의 CPU 사용량을 알 수 없습니다.',
  'check.G1.silent': '모든 서버가 작업을 마치기 전에 응답하므로 생성기가 영향을 주지 않습니다.',

  'check.G2.overlap': ({ name, overlap, skew }) =>
    `생성기 "${name}": 자기 측정 구간의 ${shortPercent(overlap)} 동안만 다른 생성기와 함께 부하를 줌(첫 생성기보다 ${exactTime(skew)} 늦게 시작)`,
  'check.G2.path': ({ name, path, median }) =>
    `생성기 "${name}"의 네트워크가 중앙값 ${exactTime(median)}에 ${exactTime(path)}를 더함(${shortPercent(path / median)})`,
  'check.G2.remedy': ({ sentence }) =>
    `${sentence} 서버에 더 가까운 생성기를 사용하거나, 응답이 더 오래 걸리는 설정끼리 비교하세요.`,
  'check.G2.without': '이 장비에서만 부하를 보냈습니다.',

  'check.M1.disturbed': ({ steal, others, loadPerCpu }) =>
    `${steal === null ? 'steal 알 수 없음' : `CPU 시간의 ${shortPercent(steal)}가 steal`}, ` +
    (others === null
      ? `시작 전 CPU당 부하 ${short(loadPerCpu)}`
      : `다른 프로그램이 ${shortPercent(others.share)} 사용, 전체 사용률 ${shortPercent(others.used)}`),
  'check.M1.throttled': ({ periods }) => `CPU 할당량이 스케줄링 주기 ${count(periods)}에서 cgroup을 멈춤`,
  'check.M1.speed': ({ slow, spread }) =>
    `이 장비의 속도가 변합니다. ${speedChange({ slow, spread })} 다른 무언가가 같은 코어를 사용하거나 클록이 변합니다. 비율은 이에 맞게 보정했습니다.`,
  'check.M1.without': '다른 프로그램의 부하를 알 수 없습니다.',

  'check.D1.silent': '버스트는 작업이 끝날 때까지 계속되므로 측정 구간을 정하지 않습니다.',
  'check.D1.window': ({ length, least }) => `측정 시간 ${exactTime(length)}, 필요한 시간 ${exactTime(least)}`,
  'check.D1.requests': ({ requests: n, least }) => `측정한 요청 ${short(n)}개, 필요한 요청 ${least}개`,
  'check.D1.medians': ({ length, medians, least }) =>
    `측정 구간 ${josa(exactTime(length), '은/는')} 응답 시간 중앙값의 ${short(medians)}배, 필요한 것은 ${least}배`,

  'check.D2.above': ({ percentile, requests: n, above, isMore, needed }) =>
    `요청 ${short(n)}개의 p${short(percentile * 100)}: ${short(n)} × ${short(1 - percentile)} = ${short(above)}개가 그 위에 있음${isMore ? '. 더 높은 퍼센타일은 더 적음' : ''}${needed > n ? `. 요청 ${short(needed)}개가 필요함` : ''}`,
  'check.D2.unsent': ({ due, count: dropped }) =>
    `요청(또는 반복) ${short(due)}개 중 ${short(dropped)}개를 보내지 않음. 가장 오래 기다렸을 요청의 시간이 빠짐`,
  'check.D2.without': '표시하는 퍼센타일이 없습니다.',
  'check.D2.silent': '버스트는 요청의 퍼센타일이 아니라 작업 시간으로 나타냅니다.',

  'check.C1.resolution': ({ label, unit, value, resolution }) =>
    `${term(label)} ${short(value)} ${unit}, 시계 해상도 ${short(resolution)} ${unit} (${shortPercent(resolution / value)})`,
  'check.C1.silent': '값을 잰 시계를 알 수 없습니다.',

  'check.W1.trend': ({ change, bins, of, p }) =>
    `워밍업 후에도 처리량이 시간 구간 ${of}개 중 ${bins}개에 걸쳐 ${shortPercent(Math.abs(change))} ${change < 0 ? '감소' : '증가'} (p = ${short(p)})`,
  'check.W1.first-trial': ({ setting, pace, deviations }) =>
    `첫 시행(${setting})의 처리량은 같은 설정의 다른 시행의 ${short(pace)}배입니다(편차 ${short(deviations)}).`,
  'check.W1.silent': ({ bins }) =>
    `시간 구간이 ${bins}개인 측정 구간이 없고, 시행이 네 번인 설정도 없습니다.`,

  'check.V1.gap': ({ low, high, gap, critical }) =>
    `시행 ${low.trials}회는 약 ${short(low.rate)}/s, ${high.trials}회는 약 ${short(high.rate)}/s. 간격은 편차의 ${short(gap)}배이고 우연으로 설명되는 것은 ${short(critical)}배까지`,
  'check.V1.silent': ({ trials }) => `시행이 ${trials}회인 설정이 없습니다.`,

  'check.I1.shares': ({ requests: each, statistic, p }) =>
    `워커 ${each.length}개의 요청 수 ${each.map(short).join(', ')} (χ² = ${short(statistic)}, p = ${short(p)})`,
  'check.I1.without': '워커별 요청 수를 알 수 없습니다(워커가 둘 이상인 lab의 서버만 보고합니다).',

  'check.R1.control': ({ name, value, low, high }) =>
    `${name}의 복사본이 원본과 다릅니다. 레이블만 다른데 비율이 ${short(value)}, 신뢰 구간이 ${short(low)}~${short(high)}입니다.`,
  'check.R1.repeated': ({ least, hasControl }) =>
    `모든 설정을 ${least}회 이상 측정했습니다${hasControl ? '. 기준의 복사본은 기준과 다르지 않습니다' : ''}.`,
  'check.R1.searched': ({ least, once, settings }) =>
    `탐색이 설정 ${count(settings)} 중 ${once}개를 한 번 측정한 뒤 제외했고, 나머지는 ${least}회 이상 측정했습니다.`,
  'check.R1.once': ({ rows, settings }) =>
    `설정 ${count(settings)}에 행 ${josa(count(rows), '이/가')} 하나씩 있어, 반복 시행의 편차를 알 수 없습니다.`,
  'check.R1.some-once': ({ once, settings, example }) =>
    `설정 ${count(settings)} 중 ${once}개를 한 번만 측정했습니다(예: ${example}). 편차를 알 수 없습니다.`,

  'check.Q1.empty': '모든 값이 0.000: 실행되지 않았음',
  'check.Q1.copy': ({ of, figures }) =>
    `${josa(of, '과/와')} 마지막 자리까지 같은 값(${figures.map(short).join(', ')})`,
  'check.Q1.label': ({ what, expected, found }) => `${what}: 실제 ${expected}, 레이블 ${found}`,
  'check.Q1.added-times': ({ answers, times }) =>
    `응답은 ${count(answers)}인데 응답 시간은 ${count(times)}입니다. autocannon이 coordinated omission을 보정하느라 측정하지 않은 ${count(times - answers)}를 더했습니다. --ignoreCoordinatedOmission으로 다시 실행하세요`,
  'check.Q1.sound': ({ figures }) => `값 ${count(figures)}, 복사된 값 없음, 레이블 모두 정확`,

  'check.P1.in-force': ({ what, expected, isStart }) =>
    `${what}: 요청한 값 ${expected} = ${inForce(isStart)}`,
  'check.P1.differs': ({ what, expected, found, isStart }) =>
    `${what}: 요청한 값 ${expected}, ${inForce(isStart)} ${found}`,
  'check.P1.without': '프로세스에서 다시 읽을 수 있는 설정이 없습니다.',
  'check.P1.silent': '다시 읽을 수 있는 설정을 변경하지 않았습니다.',
} satisfies Texts<typeof english>;
