/** What the doctor's whole report says around the texts of its rules, in Korean. */
import { date } from '../../format/number.ts';
import { amount, rounded, serviceAt, time } from '../../format/words.ts';
import type { doctorReport as english } from '../en/doctor-report.ts';
import type { Texts } from '../nested.ts';
import { stateName } from './pool-words.ts';
import { count as counted, percent } from './words.ts';

export const doctorReport = {
  'doctor.title': ({ subject }) => `진단: ${subject}`,
  'doctor.byline': ({ at, seen, processes, probed, node }) => {
    const inside = `외부와 내부에서 관찰${probed === processes ? '' : `(내부는 ${counted(probed)})`}`;
    return `${date(at)} · ${time(seen)} · 프로세스 ${counted(processes)}${node === null ? '' : ` · Node ${node}`} · ${probed === 0 ? '외부에서 관찰' : inside}`;
  },
  'doctor.pids': ({ pids, more }) => `PID ${pids.join(', ')}${more > 0 ? ` 외 ${counted(more)}` : ''}`,
  'doctor.app': ({ app }) => `PM2 애플리케이션 ${app}`,
  'doctor.footer': ({ watch, version }) =>
    `관찰 ${watch}, chokepoint ${version} 버전으로 진단했습니다. 같은 폴더의 watch.json은 "{chokepoint} doctor --replay watch.json"으로 다시 진단할 수 있습니다.`,

  'doctor.status.bottleneck': '병목',
  'doctor.status.healthy': '정상',
  'doctor.status.no-traffic': '트래픽 없음',
  'doctor.status.cannot-tell': '판단 불가',
  'doctor.severity.critical': '심각',
  'doctor.severity.warning': '경고',
  'doctor.severity.info': '참고',
  'doctor.answer.finding': '발견',
  'doctor.answer.fine': '이상 없음',
  'doctor.answer.cannot-tell': '판단 불가',
  'doctor.answer.does-not-apply': '해당 없음',

  'doctor.interrupted': ({ seen }) => `${time(seen)} 뒤에 중단되었습니다. 그때까지 관찰한 내용입니다.`,
  'doctor.ended': ({ seen }) => `서버가 ${time(seen)} 뒤에 종료되었습니다.`,
  'doctor.steal': ({ share }) =>
    `하이퍼바이저가 CPU 시간의 ${percent(share)}를 가져갔습니다. 다른 가상 머신이 같은 CPU를 사용합니다.`,
  'doctor.others': ({ others, cpus, service }) =>
    `관찰하는 동안 ${service === null ? '' : `${serviceAt(service)} 등 `}다른 프로그램이 장비의 CPU ${counted(cpus)} 중 ${amount(others)}개를 사용했습니다.${service === null ? ' 조용한 장비에서보다 수치가 낮습니다.' : ''}`,
  'doctor.failed-requests': ({ failed, due }) =>
    `요청 ${counted(due)} 중 ${counted(failed)}가 실패했거나 잘못된 응답을 받았습니다.`,

  'doctor.findings': '진단 결과',
  'doctor.rules': '규칙별 결과',
  'doctor.notes': '참고 사항',
  'doctor.unseen': '관찰하지 못한 것',
  'doctor.change': ({ what }) => `변경: ${what}`,
  'doctor.or': ({ what }) => `또는: ${what}`,
  'doctor.other-ways': '다른 방법',
  'doctor.how': '변경 방법',
  'doctor.what-to-expect': '기대 효과:',
  'doctor.see-yourself': '직접 확인하려면:',
  'doctor.see-more': ({ help }) => `더 많이 관찰하려면(프로세스에 미치는 영향은 ${help} 참고):`,

  'doctor.unseen.queue': '풀 대기열',
  'doctor.unseen.probe': '프로브로만 볼 수 있는 것',
  'doctor.unseen.process': '외부에서 본 프로세스',
  'doctor.unseen.connections': '연결',
  'doctor.unseen.note': ({ about }) => `프로브: ${about}`,

  'doctor.load': '부하',
  'doctor.load-sent': ({ engine, due, throughput }) =>
    `${engine}: 요청 ${counted(due)}, 초당 ${rounded(throughput)}개`,
  'doctor.response-time': '응답 시간',
  'doctor.on-average': ({ mean }) => `평균 ${time(mean)}`,
  'doctor.load-cost': '부하의 비용',
  'doctor.load-share': ({ share }) => `CPU 하나의 ${percent(share)}`,

  'doctor.processes': '프로세스',
  'doctor.processes-note':
    'CPU: 사용한 CPU / 사용할 수 있는 CPU. 루프: 이벤트 루프가 일한 시간의 비율. 대기: 지금 들어온 작업이 풀 스레드를 기다리는 시간. 줄표: 관찰하지 못함.',
  'doctor.serving': ({ processes }) => `서비스 중 ${counted(processes)}`,
  'doctor.no-wait': '없음',
  'doctor.waits-over': ({ oldest }) => `${time(oldest)} 초과`,
  'doctor.places': '풀 스레드의 위치',
  'doctor.state': (state) => stateName(state),
  'doctor.capture': '트레이스 이벤트로 본 풀 작업',
  'doctor.capture-note': '작업의 전체 시간이며 스레드를 기다린 시간을 포함합니다.',
  'doctor.capture-cut': ({ pid, taken, rate }) =>
    `${pid === null ? '' : `PID ${pid}: `}${time(taken)} 뒤에 수집을 끝냈습니다. 초당 이벤트 ${counted(Math.round(rate))}는 일하는 프로세스에 요구하기에 너무 많습니다.`,
  'doctor.capture-ended-early': ({ taken }) => `${time(taken)}, 일찍 끝남`,
  'doctor.no-job': '관찰된 작업 없음',

  'doctor-figure.pool-busy.title': '작업 중인 풀 스레드',
  'doctor-figure.pool-busy.unit': '스레드',
  'doctor-figure.pool-busy.busy': '사용 중',
  'doctor-figure.pool-busy.level': '풀의 스레드 수',
  'doctor-figure.pool-busy.seen': ({ busy, size, full }) =>
    `풀 스레드${size === null ? '' : ` ${size}개`} 중 평균 ${amount(busy)}개가 작업 중이었습니다${full === null ? '' : `. 빈 스레드가 없던 시간은 ${percent(full)}입니다`}`,
  'doctor-figure.pool-queue.title': '풀 스레드를 기다리는 작업',
  'doctor-figure.pool-queue.unit': '작업',
  'doctor-figure.pool-queue.waiting': '대기',
  'doctor-figure.pool-queue.seen': ({ mean, max }) =>
    `평균 ${amount(mean)}개, 최대 ${amount(max)}개의 작업이 기다렸습니다`,
  'doctor-figure.pool-wait.title': '작업이 풀 스레드를 기다리는 시간',
  'doctor-figure.pool-wait.unit': 'ms',
  'doctor-figure.pool-wait.median': '중앙값',
  'doctor-figure.pool-wait.longest': '최댓값',
  'doctor-figure.pool-wait.seen': ({ jobs, p50, longest }) =>
    `프로브의 작업 ${counted(jobs)} 중 절반이 ${time(p50)} 이상 기다렸고, 가장 오래 기다린 작업은 ${time(longest)}입니다`,
  'doctor-figure.loop-utilization.title': '이벤트 루프 사용률',
  'doctor-figure.loop-utilization.unit': '시간의 비율',
  'doctor-figure.loop-utilization.utilization': '사용률',
  'doctor-figure.loop-utilization.level': '전체 시간',
  'doctor-figure.loop-utilization.seen': ({ share }) => `전체 시간의 ${percent(share)} 동안 일했습니다`,
  'doctor-figure.loop-delay.title': '이벤트 루프의 지연',
  'doctor-figure.loop-delay.unit': 'ms',
  'doctor-figure.loop-delay.longest': '최댓값',
  'doctor-figure.loop-delay.seen': ({ p50, max }) =>
    `타이머의 지연은 중앙값 ${time(p50)}, 최대 ${time(max)}입니다`,
  'doctor-figure.cpu.title': 'CPU 사용량',
  'doctor-figure.cpu.unit': 'CPU',
  'doctor-figure.cpu.used': '사용',
  'doctor-figure.cpu.level': '사용할 수 있는 CPU',
  'doctor-figure.cpu.seen': ({ used, available, throttled }) =>
    `CPU ${amount(available)}개 중 ${amount(used)}개를 사용했습니다${throttled === null ? '' : `. 할당량 때문에 주기의 ${percent(throttled)}에서 프로세스가 멈췄습니다`}`,

  'doctor-figure.highest': ({ value, unit }) =>
    `최댓값은 ${rounded(value)}입니다${unit === null ? '(1은 전체 시간)' : `(단위: ${unit})`}`,
  'doctor-figure.sentence': ({ clause, of, omitted }) =>
    `${of === null ? '' : `가장 높은 ${of}: `}${clause}.${omitted > 0 ? ` 나머지 프로세스 ${counted(omitted)}는 그리지 않았습니다.` : ''}`,
  'doctor-figure.of-process': ({ title, pid }) => `${title}(${pid})`,

  'live.looking': '관찰 중 …',
  'live.foot': 'Ctrl-C를 누르면 리포트와 함께 끝납니다',
  'live.clock': ({ at, all }) => `${at.toFixed(1)}${all === null ? '' : `/${rounded(all)}`}초`,
  'live.of': ({ value, all }) => `${value}/${all}`,
  'live.cpu': 'CPU',
  'live.loop': '루프',
  'live.pool': '풀',
  'live.queue': '대기열',
  'live.wait': '대기',
  'live.more': ({ processes }) => `… 프로세스 ${counted(processes)} 더`,
  'live.looking-at': ({ processes }) => `프로세스 ${counted(processes)} 관찰 중`,
} satisfies Texts<typeof english>;
