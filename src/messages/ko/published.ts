/** What is said of result files of other load tools, in Korean. */
import { duration, ratioTexts } from '../../format/number.ts';
import { exactTime, short } from '../../format/words.ts';
import type { published as english } from '../en/published.ts';
import type { Texts } from '../nested.ts';
import { count, josa, listed, term } from './words.ts';

const verdicts: Readonly<Record<string, string>> = {
  better: '95% 신뢰도로 더 좋습니다.',
  worse: '95% 신뢰도로 더 나쁩니다.',
  equivalent: '95% 신뢰도로 차이가 5% 이내입니다.',
};

const without = (except: readonly string[]) =>
  except.length === 0 ? '' : ` 단, ${josa(listed(except), '은/는')} 제외합니다(아래 참고).`;

const differing: Readonly<Record<string, string>> = {
  tool: '도구',
  clients: '클라이언트 수',
  rate: '초당 요청',
};

export const published = {
  'published.one-run': '파일 하나는 한 번의 실행입니다. 비교하려면 설정마다 두 번 이상 필요합니다.',
  'published.hidden.stall': ({ metric, shown, max, least }) =>
    `${metric}: 응답을 기다리는 클라이언트는 서버가 멈춘 동안 요청을 보내지 않아 표시하지 않습니다. 가장 긴 응답(${exactTime(max)})이 서버의 멈춤이었다면, 정해진 시각에 보내는 요청의 ${josa(metric, '은/는')} ${exactTime(shown)}가 아니라 ${exactTime(least)} 이상입니다.`,
  'published.withheld.hidden': '이 부하에서는 드러나지 않습니다.',
  'published.withheld.other': ({ deciding }) => `판정은 ${term(deciding)}에 대해서만 합니다.`,
  'published.differ': ({ key, a, b }) =>
    `두 설정의 부하가 다릅니다: ${differing[key] ?? key} ${a.join(', ')} 대 ${b.join(', ')}.`,
  'published.mixed': ({ key, values }) =>
    `실행마다 부하가 다릅니다: ${differing[key] ?? key} ${values.join(', ')}. 설정이 둘이면 파일 사이에 "vs"를 쓰세요.`,
  'published.lengths': ({ shortest, longest }) =>
    `실행 길이가 다릅니다: ${duration(shortest)}~${duration(longest)}.`,
  'published.load-unknown':
    '요청을 정해진 속도로 보냈는지 파일에 없습니다. --clients=N이나 --rate=R을 지정하세요.',
  'published.unlike': ({ difference }) => `비교할 수 없는 값입니다. ${difference}`,
  'published.unsound': ({ checks }) => `비교에 쓸 수 없는 값입니다: ${listed(checks)} 실패.`,
  'published.one-each': ({ label, ratio }) =>
    `B의 ${josa(term(label), '은/는')} A의 ${short(ratio)}배입니다. 한 번씩으로는 편차를 알 수 없어 판정하지 않습니다. 각각 세 번 이상 실행하세요.`,
  'published.compared': ({ label, word, except, ...ratio }) => {
    const { value, low, high } = ratioTexts(ratio);
    return `B의 ${josa(term(label), '은/는')} A의 ${value}배(${low}~${high})입니다. ${verdicts[word] ?? ''}${without(except)}`;
  },
  'published.undecided': ({ label, value, runs, enough }) =>
    `각 ${runs}회로는 판정할 수 없습니다. B의 ${josa(term(label), '은/는')} A의 ${short(value)}배이지만, 같은 설정의 실행끼리 차이가 너무 큽니다. ${enough === null ? '각각 100회를 실행해도 판정하기 어렵습니다.' : `편차가 이대로라면 각각 약 ${enough}회로 판정할 수 있습니다.`}`,
  'published.no-verdict': ({ label, why }) => `${josa(term(label), '은/는')} 판정하지 않습니다. ${why}`,
  'published.sound': ({ except }) => `비교에 쓸 수 있는 값입니다.${without(except)}`,
  'published.sound-alone': ({ except }) =>
    `설정마다 더 반복하면 비교에 쓸 수 있는 값입니다.${without(except)}`,
  'published.missing': ({ option, checks }) =>
    `${josa(option, '을/를')} 지정하면 ${listed(checks)} 검사를 할 수 있습니다. ${option.startsWith('--rate') ? '보내기로 한 초당 요청 수' : '테스트의 클라이언트 수'}를 붙이세요.`,
  'published.says-clients': ({ clients, told }) =>
    `파일에 있는 클라이언트 수는 ${josa(String(told), '이/가')} 아니라 ${count(clients)}입니다.`,
  'published.says-closed':
    '이 도구는 정해진 시각에 보내지 않습니다. 클라이언트마다 응답을 받은 뒤 바로 다시 요청합니다.',
  'published.above-rate': ({ sent, rate }) =>
    `초당 요청이 ${short(sent)}개입니다. 정해진 시각에 보냈다면 초당 ${short(rate)}개를 넘지 않습니다.`,
  'published.all-failed': ({ lost, kinds }) =>
    `요청 ${count(lost)} 가운데 응답을 받은 것이 없습니다(${Object.entries(kinds)
      .map(([kind, times]) => `${kind}: ${times}`)
      .join(', ')}).`,
  'published.repair.added': 'wrk는 느린 응답 뒤에 측정하지 않은 시간을 더합니다. oha로 다시 테스트하세요.',
  'published.repair.milliseconds':
    '이 도구는 1ms 단위로만 세므로 이 응답 시간에는 너무 거칩니다. oha나 wrk2로 다시 테스트하세요.',
  'published.repair.seconds':
    'k6가 초 단위로 기록했습니다. 환경 변수 K6_CSV_TIME_FORMAT=unix_nano를 주고 다시 테스트하세요.',
  'published.unknown': 'k6, oha, vegeta, autocannon, wrk, ab의 알려진 출력이 아닙니다.',
  'published.empty': '비어 있습니다. 도구가 중단되었거나 실패했거나, 결과를 다른 곳에 썼습니다.',
  'published.unfinished': ({ tool, bytes }) =>
    `${tool === null ? 'JSON으로' : `${tool}의 출력으로`} 시작하지만 ${bytes}바이트에서 완성되지 않은 채 끝납니다. 도구가 중단되었거나 아무것도 측정하지 않았습니다.`,
  'published.no-answer': ({ source }) => `${source} 파일이며, 응답을 받은 요청이나 그 비율이 없습니다.`,
  'published.torn': ({ lines, requests }) =>
    `읽을 수 없는 줄이 ${count(lines)}이고 응답은 ${count(requests)}입니다. 남은 것은 시험 전체가 아닙니다.`,

  'check-page.closed': ({ clients }) =>
    clients === null ? '폐쇄형 부하' : `폐쇄형 부하, 클라이언트 ${count(clients)}`,
  'check-page.open': ({ rate }) => (rate === null ? '개방형 부하' : `개방형 부하, 초당 ${short(rate)}개`),
  'check-page.unknown': ({ clients }) =>
    clients === null ? '부하가 파일에 없음' : `동시에 최대 ${count(clients)}`,
  'check-page.requests': ({ requests, wrong }) =>
    `응답 ${count(requests)}${wrong > 0 ? `, 오류 ${count(wrong)}` : ''}`,
  'check-page.runs': ({ runs }) => `실행 ${count(runs, '회')}`,
  'check-page.unread': ({ lines }) => `읽을 수 없는 줄 ${count(lines)}`,
  'check-page.passed': ({ checks }) => `검사 ${count(checks.length)} 통과: ${checks.join(' ')}`,
  'check-page.others': ({ checks }) =>
    `검사 ${count(checks)} 해당 없음: 필요한 것이 결과 파일에 없음(--verbose)`,
  'check-page.failed': ({ title, id, sentence }) => `${title} [${id}]: ${sentence}`,
  'check-page.failed-alone': ({ title, id, finding }) => `${title} [${id}]: ${finding}.`,
  'check-page.hidden': ({ name, why }) => `${name}: ${why}`,
  'check-page.ratio': ({ label, ratio: { value, low, high } }) => {
    if (low === null || high === null) return `${term(label)} ${short(value)}배`;
    const texts = ratioTexts({ value, low, high });
    return `${term(label)} ${texts.value}배(${texts.low}~${texts.high})`;
  },
} satisfies Texts<typeof english>;
