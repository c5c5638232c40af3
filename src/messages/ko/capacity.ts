/** 목표를 지키는 최대 요청률을 찾을 때의 문장. */
import { fixed } from '../../format/number.ts';
import { exactTime, ratioFigures, rounded, shortPercent, wholePercent } from '../../format/words.ts';
import { firstSearch, type capacity as english } from '../en/capacity.ts';
import type { Texts } from '../nested.ts';
import { lasted, listed } from './words.ts';

const value = (figure: string, amount: number) =>
  figure === 'errors' ? shortPercent(amount) : exactTime(amount);
const span = (ms: number) => (ms >= 1000 && ms < 120_000 ? `${rounded(ms / 1000)}초` : lasted(ms));
const name = (figure: string) => (figure === 'errors' ? '오류율' : figure === 'mean' ? '평균' : figure);
const perSecond = (rate: number) => `초당 ${rounded(rate)}건`;
const rates = (all: readonly number[]) => listed(all.map((rate) => `${rounded(rate)}건`));
const limits: Readonly<Record<string, string>> = {
  CPU: '여기서는 CPU가 한계입니다. 모두 사용 중입니다',
  'pool threads': '여기서는 풀 스레드가 한계입니다',
  'event loop': '여기서는 이벤트 루프가 한계입니다',
  'load generator': '여기서는 서버가 아니라 부하 생성기가 한계입니다',
};

export const capacity: Texts<typeof english> = {
  'capacity.objective': ({ parts }) =>
    parts.map(({ figure, limit }) => `${name(figure)} < ${value(figure, limit)}`).join(', '),
  'capacity.knee': ({ figure, limit }) =>
    `${name(figure)} < ${value(figure, limit)} (가벼운 부하에서의 시간의 세 배: 포화 지점)`,
  'capacity.bounded': ({ what, value: rate, low, high }) =>
    `${perSecond(rate)}까지 (${high === null ? `${rounded(low)} 이상` : `${rounded(low)}–${rounded(high)}`}) ${what} 조건이 지켜집니다.`,
  'capacity.falling': ({ what, first, last, within }) => {
    const from = first === null || last === null ? '' : ` (${perSecond(first)}에서 ${rounded(last)}건으로`;
    const end = from === '' ? '' : within === null ? ')' : `, ${span(within)} 사이)`;
    return `${what} 조건을 지키는 요청률이 서버가 오래 실행될수록 낮아집니다${from}${end}. 계속 유지되는 요청률을 제시할 수 없습니다.`;
  },
  'capacity.at-least': ({ what, rate, isDisturbed }) =>
    `적어도 ${perSecond(rate)}까지 ${what} 조건이 지켜집니다. ${
      isDisturbed
        ? '그 위에서는 다른 프로그램이 CPU를 쓰는 동안 부하 생성기가 늦었습니다. 부하가 적은 장비에서 측정하면 더 알 수 있습니다'
        : '부하 생성기가 더 보낼 수 없습니다'
    }.`,
  'capacity.never-alone': ({ what, figure, value: amount }) =>
    `${what} 조건은 어떤 요청률에서도 지켜지지 않습니다. 클라이언트 하나만 있어도 ${name(figure)} = ${value(figure, amount)}입니다.`,
  'capacity.never': ({ what, rate }) =>
    `${what} 조건은 시도한 어떤 요청률에서도 지켜지지 않았습니다${rate === null ? '' : ` (${perSecond(rate)}까지 낮춤)`}.`,
  'capacity.bracketed': ({ what, about, kept, broken, allKept, allBroken }) =>
    kept === null
      ? `${what} 조건을 지키는 요청률은 ${perSecond(broken ?? 0)} 미만입니다. ${rates(allBroken)}에서 지켜지지 않았고 지켜진 요청률은 없습니다.`
      : broken === null
        ? `적어도 ${perSecond(kept)}까지 ${what} 조건이 지켜집니다. 지켜지지 않은 요청률은 없습니다.`
        : `약 ${perSecond(about ?? kept)}까지 ${what} 조건이 지켜집니다. ${rates(allKept)}에서는 지켜졌고 ${rates(allBroken)}에서는 지켜지지 않았습니다. 아직 구간은 없습니다.`,
  'capacity.unmeasured': '알 수 있는 것이 없습니다. 끝까지 측정한 구간이 없습니다.',
  'capacity.unmeasured-late': ({ rate }) =>
    `알 수 있는 것이 없습니다. 시도한 모든 요청률(${perSecond(rate)}까지 낮춤)에서 부하 생성기가 늦었습니다. 부하 생성기에 CPU가 더 필요합니다. 다른 프로그램을 멈추거나 더 큰 장비을 쓰세요.`,
  'capacity.compared': ({ what, one, other, first, second, ratio, word }) => {
    const { value: times, low, high } = ratioFigures(ratio);
    const lead =
      word === 'undecided'
        ? `${other}, ${one} 사이에 유의한 차이가 없습니다`
        : `${one} 대비 ${other} 설정이 견디는 부하가 더 ${word === 'better' ? '많습니다' : '적습니다'}`;
    return `${lead}: ${times}× (${low}–${high}). ${what} 조건은 ${other}에서 ${perSecond(second)}까지, ${one}에서 ${rounded(first)}건까지 지켜집니다.`;
  },
  'capacity.compared-withheld': ({ what, one, other, first, second, ratio, check }) => {
    const { value: times, low, high } = ratioFigures(ratio);
    return `${one} 대비 ${other} 설정이 더 많은 부하를 견디는지의 판정을 보류합니다. ${check} 검사가 실패했습니다. 측정값: ${times}× (${low}–${high}). ${what} 조건은 ${other}에서 ${perSecond(second)}까지, ${one}에서 ${rounded(first)}건까지 지켜집니다.`;
  },
  'capacity.void': ({ check }) =>
    `알 수 있는 것이 없습니다. ${check} 검사가 실패하여 이 설정의 시행을 세지 않습니다.`,
  'capacity.both': ({ one, other, first, second }) => `${one}: ${first} ${other}: ${second}`,
  'capacity.expect.kept': ({ rate, share }) =>
    `기대한 ${perSecond(rate)}은 감당할 수 있습니다${share === null ? '' : ` (용량의 ${wholePercent(share)})`}.`,
  'capacity.expect.missed': ({ what, rate }) =>
    `기대한 ${perSecond(rate)}은 ${what} 조건으로는 확실히 감당할 수 없습니다.`,
  'capacity.expect.undecided': ({ rate, share, why }) =>
    `기대한 ${perSecond(rate)}을 감당할 수 있는지 판정할 수 없습니다${share === null ? '' : ` (추정값의 ${wholePercent(share)})`}. ${why}`,
  'capacity.open': ({ check, low, high, kept, isLate }) => {
    if (check !== null) return `${check} 검사가 실패했습니다.`;
    if (low !== null)
      return `추정값의 구간(${high === null ? `${rounded(low)} 이상` : `${rounded(low)}–${rounded(high)}`}) 안에 있습니다.`;
    if (isLate) return `부하 생성기가 ${perSecond(kept ?? 0)}보다 많이 보내지 못했습니다.`;
    return `${kept === null ? '지켜진 요청률이 없고' : `${perSecond(kept)}은 지켜졌지만`} 구간을 구하기에는 측정이 부족합니다.`;
  },
  'capacity.expect.falls': ({ rate, first, last }) =>
    `기대한 ${perSecond(rate)}을 감당할 수 있는지 판정할 수 없습니다. 서버가 오래 실행될수록 감당하는 요청률이 낮아집니다${first === null || last === null ? '' : ` (${perSecond(first)}에서 ${rounded(last)}건으로)`}.`,
  'capacity.expect.withheld': ({ rate, check }) =>
    `기대한 ${perSecond(rate)}을 감당할 수 있는지의 판정을 보류합니다. ${check} 검사가 실패했습니다.`,
  'capacity.limit': ({ rate, limit, loop, loopWaits, pool, queued, server, generator, others }) => {
    const named =
      limit === null
        ? loopWaits >= 0.1
          ? '서버가 여기서 CPU를 기다립니다. 서버 자체에서 포화된 것은 없습니다'
          : '밖에서 볼 수 있는 것 중 포화된 것은 없습니다. 요청은 서버 자체(자체 제한, 잠금)나 뒤에 있는 다른 서비스를 기다립니다'
        : (limits[limit] ?? `여기서는 ${limit}: 한계입니다`);
    const usage = [
      `이벤트 루프 ${wholePercent(loop)}${loopWaits >= 0.01 ? `, CPU 대기 ${wholePercent(loopWaits)}` : ''}`,
      ...(pool === null ? [] : [`풀 스레드 ${wholePercent(pool)}, 대기 작업 ${rounded(queued)}개`]),
      `CPU ${wholePercent(server)}, 부하 생성기 ${wholePercent(generator)}${(others ?? 0) >= 0.05 ? `, 다른 프로그램 ${wholePercent(others ?? 0)}` : ''}`,
    ];
    return `${named} (${perSecond(rate)}에서 ${usage.join('; ')}).`;
  },
  'capacity.model': ({ servers, service, crossing, isInside }) => {
    const queue = `동시에 ${fixed(servers, 0)}건, 건당 ${span(service)}`;
    if (crossing === null) return `단순 대기열 모델(${queue})은 이를 지키지 못합니다.`;
    return `단순 대기열 모델(${queue})은 ${perSecond(crossing)}입니다. ${isInside ? '측정값과 일치합니다' : '서버는 이와 다르게 동작합니다'}.`;
  },
  'capacity.beside': ({ figure, rows }) =>
    `${rows.map(({ rate, value: amount }) => `${perSecond(rate)}에서 ${name(figure)} ${value(figure, amount)}`).join(', ')}.`,
  'capacity.note.died': ({ rate, times }) =>
    `서버가 ${perSecond(rate)} 부하에서 종료되었습니다${times > 1 ? ` (${times}번)` : ''}. 마지막 출력은 보고서에 있습니다.`,
  'capacity.note.few': ({ requests }) =>
    `측정 구간의 요청이 약 ${fixed(requests, 0)}건으로 이 백분위수에는 너무 적습니다. 더 낮은 백분위수(p90, p95)나 더 긴 --budget을 지정하세요.`,
  'capacity.note.uneven':
    '블록의 절반에서 더 높은 요청률이 더 나았습니다. 이 값은 요청률만으로 정해지지 않습니다(가끔 무엇인가 멈춥니다).',
  'capacity.note.grows': ({ factor }) =>
    `목표를 지키는 요청률에서도 측정 구간 안에서 시간이 ${rounded(factor)}배까지 늘어납니다. 몇 초 동안 맞는 것이 몇 시간 동안은 아닐 수 있습니다(누수, 차오르는 디스크).`,
  'capacity.note.falls':
    '새 프로세스마다 같은 요청률에서도 뒤의 측정일수록 여유가 줄어듭니다. 요청이나 시간에 따라 무엇인가 커집니다(누수, 목록, 차오르는 디스크).',
  'capacity.note.slower': ({ factor }) =>
    `첫 탐색 뒤에는 클라이언트 하나만 있어도 전보다 ${rounded(factor)}배 오래 걸립니다. 서버가 실행될수록 느려지므로 어떤 요청률도 오래 유지되지 않을 수 있습니다.`,
  'capacity.note.stalls': ({ every, longest, isNever }) =>
    `서버가 약 ${span(every)}마다 최대 ${span(longest)} 동안 멈춥니다. 낮은 요청률에서도 그렇습니다(가비지 컬렉션, 루프를 막는 작업).${isNever ? ' 어떤 요청률로도 피할 수 없습니다. 멈춤을 없애거나, 멈춤에 깨지지 않는 목표(p50)를 지정하세요.' : ''}`,
  'capacity.note.warming': ({ factor }) =>
    `서버가 처음 몇 초 동안은 나중보다 ${rounded(factor)}배 오래 걸립니다. 그래서 프로세스마다 첫 측정 전에 10초를 더 두었습니다.`,
  'capacity.note.mostly-late': ({ windows, of }) =>
    `측정 구간 ${of}개 중 ${windows}개에서 부하 생성기가 늦었습니다. 나머지는 구간을 구하기에 너무 적습니다. 부하 생성기에 CPU가 더 필요합니다. 다른 프로그램을 멈추거나 더 큰 장비을 쓰세요.`,
  'capacity.note.generator': ({ rate, windows }) =>
    `${perSecond(rate)} 이상에서 부하 생성기가 늦은 구간 ${fixed(windows, 0)}개는 세지 않았습니다.`,
  'capacity.note.stuck': '과부하 뒤 8초 안에 서버가 회복되지 않았습니다. 믿기 전에 다시 시작하세요.',
  'capacity.ended': ({ reason }) => `탐색 종료: ${reason}.`,
  'capacity.price': ({ blocks, seconds, share }) =>
    `블록 약 ${blocks}개(${span(seconds * 1000)})를 더 측정하면 ±${wholePercent(share)}가 됩니다.`,
  'capacity.badge.bounded': '측정됨',
  'capacity.badge.at-least': '적어도',
  'capacity.badge.falling': '시간에 따라 낮아짐',
  'capacity.badge.never': '지켜지지 않음',
  'capacity.badge.bracketed': '두 요청률 사이',
  'capacity.badge.unmeasured': '측정 안 됨',
  'capacity.badge.expect.kept': '기대 부하 충족',
  'capacity.badge.expect.missed': '기대 부하 미달',
  'capacity.badge.expect.undecided': '판정 불가',
  'capacity.tile.capacity': '용량',
  'capacity.tile.expected': '기대 부하',
  'capacity.tile.kept': '지켜진 최고 요청률',
  'capacity.tile.broken': '깨진 최저 요청률',
  'capacity.tile.limit': '한계',
  'capacity.figure': ({ figure }) => `요청률에 따른 ${name(figure)}`,
  'capacity.axis': '초당 요청 수 (푸아송 도착)',
  'capacity.unit': ({ figure }) => `${name(figure)}, ms`,
  'capacity.series.window': '측정 구간, 블록마다 새 프로세스',
  'capacity.series.first': '첫 탐색',
  'capacity.series.interval': '95% 구간',
  'capacity.series.model': '단순 대기열 (모델)',
  'capacity.series.expect': '기대 부하',
  'capacity.point': ({ figure, rate, value: amount, block }) =>
    `${perSecond(rate)}: ${amount === null ? '응답 없음' : `${name(figure)} ${value(figure, amount)}`} (블록 ${block})`,
  'capacity.windows': '모든 측정 구간',
  'capacity.windows-note':
    '구간 추정에는 블록의 측정만 쓰입니다. "생성기": 부하 생성기가 늦어 서버에 대해 말해 주지 않는 측정입니다.',
  'capacity.purpose.clients': '클라이언트 32개',
  'capacity.purpose.alone': '클라이언트 하나',
  'capacity.purpose.climb': '올리기',
  'capacity.purpose.halve': '이등분',
  'capacity.purpose.drain': '비우기',
  'capacity.purpose.block': '블록',
  'capacity.word.kept': '지켜짐',
  'capacity.word.broken': '깨짐',
  'capacity.word.generator': '생성기',
  'capacity.died': '서버 종료',
  'capacity.load': '푸아송 도착, 요청률은 탐색이 정함',
  'capacity.plan': ({ what, precision, time: limit }) =>
    `${what}, ±${wholePercent(precision)}까지${limit === null ? '' : ` 또는 ${limit} 동안`}`,
  'capacity.searching': ({ what, ms }) =>
    `${what} 조건의 최대 요청률: 첫 탐색에 약 50초${ms !== null && ms < firstSearch ? `(${span(ms)}로는 그 뒤의 블록을 측정할 수 없습니다)` : `, 그 뒤 새 프로세스의 블록${ms === null ? '' : `, 최대 약 ${span(ms)}`}`}. Ctrl-C를 누르면 지금까지 알아낸 것을 보여 줍니다.`,
  'capacity.any-knee': 'p99가 가벼운 부하에서의 시간의 세 배 미만(포화 지점)',
  'capacity.next-cause': '무엇이 한계이고 무엇을 바꿀지',
  'capacity.next-longer': '블록을 더 측정하여 구간 구하기',
};
