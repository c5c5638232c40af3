/** A first look, `chokepoint -- COMMAND`, in Korean. */
import { amount, ratioFigures, rounded, time } from '../../format/words.ts';
import type { find as english, Verdict } from '../en/find.ts';
import type { Texts } from '../nested.ts';
import { quoted } from '../shell.ts';
import { count, josa, listed, percent, term } from './words.ts';

const measured = ({ label, ratio }: Omit<Verdict, 'what'>) => {
  const { value, low, high } = ratioFigures(ratio);
  return `${term(label)} ${value}배(${low}~${high})`;
};

/** `52초`, `1분 30초`. */
function waitedFor(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}초` : `${Math.floor(seconds / 60)}분 ${seconds % 60}초`;
}

const failedShare = (failed: number) => `${(100 * failed).toFixed(failed < 0.1 ? 1 : 0)}%`;

export const find = {
  'find.step.started': '시작',
  'find.step.load': '부하',
  'find.step.diagnosed': '진단',
  'find.step.proved': '증명',
  'find.step.refuted': '반증',
  'find.step.same': '차이 없음',
  'find.step.undecided': '판단 불가',
  'find.step.unmeasured': '결과 없음',
  'find.step.unproved': '증명 없음',
  'find.started': ({ where, pid, method, path, status, location, others }) =>
    [
      `${where}에서 수신${pid === null ? '' : `(pid ${pid})`}`,
      `${method} ${path} 응답 ${status}${location === null ? '' : `, ${josa(location, '으로/로')} 이동(--path ${quoted(location)}으로 요청 가능)`}`,
      ...(others.length === 0 ? [] : [`다른 포트 ${listed(others.map(String))}`]),
    ].join(', '),
  'find.load.flat': ({ last, knee, throughput }) =>
    `클라이언트 1~${last}개: ${knee}개부터 처리량이 늘지 않음(초당 요청 ${rounded(throughput)}개)`,
  'find.load.most': ({ last, throughput }) =>
    `클라이언트 1~${last}개: 처리량이 아직 늘고 있음(초당 요청 ${rounded(throughput)}개)`,
  'find.load.generator': ({ last, throughput }) =>
    `클라이언트 1~${last}개: 부하 생성기가 한계에 도달(초당 요청 ${rounded(throughput)}개)`,
  'find.load.failures': ({ last, failed }) => `클라이언트 ${last}개: 요청의 ${failedShare(failed)} 실패`,
  'find.load.time': ({ last, throughput }) =>
    `클라이언트 1~${last}개, 시간이 허용하는 만큼(초당 요청 ${rounded(throughput)}개)`,
  'find.diagnosed': ({ ms, clients, rules, rate, p99 }) =>
    `클라이언트 ${clients}개로 ${time(ms)} 관찰, ${rate === null ? '' : `초당 요청 ${rounded(rate)}개, `}${p99 === null ? '' : `p99 ${time(p99)}, `}규칙 ${count(rules)}`,
  'find.as-it-is': ({ name }) => `현재 ${name}`,
  'find.compared': ({ now, what, blocks }) => `${now}, ${what}: 번갈아 ${count(blocks, '블록')} 측정`,

  'find.proved': ({ what, ...rest }) => `${what}: ${measured(rest)}, 증명됨`,
  'find.refuted': ({ what, ...rest }) =>
    `${josa(what, '을/를')} 설정하지 마세요: 측정 결과 ${measured(rest)}`,
  'find.same': ({ what, ...rest }) => `${what}: 차이가 없습니다, ${measured(rest)}`,
  'find.undecided': ({ what, ...rest }) => `${what}: 판단할 수 없습니다, ${measured(rest)}`,
  'find.unmeasured': ({ what }) => `${what}: 측정했지만 결과가 없습니다`,
  'find.change': ({ label, from, to }) => `${label} ${time(from)} → ${time(to)}`,
  'find.rates': ({ from, to }) => `초당 요청 ${rounded(from)} → ${rounded(to)}개`,
  'find.price': ({ blocks, seconds }) =>
    `약 ${count(blocks, '블록')}(${waitedFor(1000 * seconds)}) 더 측정하면 판정됨`,
  'find.no-price': '이 장비에서는 더 측정해도 판정하기 어려움',
  'find.because.problem': ({ what, code }) => `${what} [${code}]`,
  'find.short-jobs': ({ work, threads }) =>
    `풀 작업이 짧아서 스레드 하나로 모두 처리할 수 있고(CPU ${amount(work)}개 분량), 스레드 ${threads}개에 나누는 비용이 작업 자체보다 큽니다`,
  'find.tried-short': ({ work, threads }) =>
    `풀 작업이 짧아서 시도했습니다(스레드 ${threads}개에서 CPU ${amount(work)}개 분량)`,
  'find.tried-other': ({ title }) =>
    `첫 번째 결과에는 밖에서 바꿀 설정이 없고 다른 결과에 있어서 시도했습니다: ${title}`,
  'find.tried-beside': '첫 번째 변경은 코드에 있고, 이 설정은 밖에서 바꿀 수 있어서 시도했습니다',
  'find.cost.p99': ({ longer, from, to, isSure }) =>
    `p99가 ${percent(longer)} ${isSure ? '길어집니다' : '길었지만 통계적으로 유의하지 않습니다'}(${time(from)} → ${time(to)})`,
  'find.finding': ({ title, because }) => `${title}. ${because}`,
  'find.not-helped': ({ title }) => `${title}. 측정 결과, 이 변경은 여기서 도움이 되지 않습니다`,
  'find.takes': ({ throughput, clients }) =>
    `클라이언트 ${clients}개의 요청을 초당 ${rounded(throughput)}개 처리합니다. 포화된 자원이 없습니다.`,
  'find.at-least': ({ throughput }) =>
    `초당 요청 최소 ${rounded(throughput)}개: 부하 생성기가 한계에 도달했으므로 서버는 더 처리할 수 있습니다`,
  'find.fails': ({ clients, failed }) =>
    `클라이언트 ${clients}개에서 요청의 ${failedShare(failed)}가 실패했습니다`,

  'find.unproved.unknown': '진단이 없어 시도할 설정이 없음',
  'find.unproved.code': '코드나 구성을 바꿔야 하므로 밖에서 설정할 것이 없음',
  'find.unproved.others': '다른 프로그램이 CPU를 사용하고 있어 작은 차이를 볼 수 없음',
  'find.unproved.healthy': '권장하는 설정이 없음',
  'find.unproved.own-size': ({ size, asked }) =>
    `풀의 스레드가 ${asked}개가 아니라 ${size}개: 명령이나 코드에서 설정함`,
  'find.unproved.processes': '프로세스 수는 "node SCRIPT"일 때만 시도할 수 있음',
  'find.unproved.same': '권장하는 설정이 이미 적용되어 있음',
  'find.unproved.interrupted': '그 전에 중단됨',
  'find.unproved.failed': ({ what, code }) => `${what} [${code}]`,

  'find.next.tune': '모든 크기와 프로세스 수',
  'find.next.longer': '더 많은 클라이언트로 더 오래 관찰',
  'find.next.capacity': '감당할 수 있는 부하',
  'find.next.again': '변경한 뒤 다시 측정',
  'find.next.decide': '판정함',

  'find.announcement': ({ ms, most }) =>
    `병목을 찾는 데 약 ${waitedFor(ms)}, 설정을 증명하면 최대 ${waitedFor(most)}`,
  'find.starting': '서버를 시작하는 중',
  'find.warming': '서버가 응답함, 워밍업 중',
  'find.raising': ({ clients, throughput }) =>
    `부하를 늘리는 중: 클라이언트 ${clients}개, 초당 요청 ${rounded(throughput)}개`,
  'find.watching': ({ clients, at, all }) =>
    `클라이언트 ${clients}개로 관찰하는 중: ${(all / 1000).toFixed(1)}초 중 ${(at / 1000).toFixed(1)}초`,
  'find.proving': ({ what, now, ms }) => `${what}, ${now} 비교 측정 중: 약 ${waitedFor(ms)}`,

  'find.badge.proved': '증명됨',
  'find.badge.refuted': '반증됨',
  'find.badge.same': '차이 없음',
  'find.badge.undecided': '판단 불가',
  'find.page.proof': '설정의 증명',
  'find.page.run': ({ run }) => `실행 ${run}의 모든 시행, 유효성 검사와 노이즈`,
  'find.page.load': '클라이언트 수에 따른 처리량',
  'find.page.clients': '클라이언트',
  'find.page.rate': '초당 요청',
  'find.page.knee': '포화 지점',
  'find.page.diagnosed': '진단한 부하',
  'find.page.generator': '생성기',
  'find.page.failed': '실패',
  'find.page.mean': '평균 응답 시간',
  'find.page.ratio': '비율',
} satisfies Texts<typeof english>;
