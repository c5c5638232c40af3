/** The first screen of a page, and the labels of the sections below it, in Korean. */
import { ratioFigures } from '../../format/words.ts';
import type { page as english } from '../en/page.ts';
import type { Texts } from '../nested.ts';
import { about, count, josa, listed, percent, range, term } from './words.ts';

type Best = Parameters<(typeof english)['page.answer.best']>[0];

/** `처리량 1.93배`. */
const times = (ratio: Best['ratio'], label: string) => `${term(label)} ${ratioFigures(ratio).value}배`;

export const page = {
  'page.badge.claims': ({ decided, of }) => `${of}개 중 ${decided}개 판정`,
  'page.badge.improved': '개선',
  'page.badge.no-gain': '이득 없음',
  'page.badge.undecided': '판단 불가',
  'page.badge.withheld': '유효하지 않음',
  'page.badge.measured': '측정됨',
  'page.badge.not-measured': '측정 안 됨',
  'page.badge.gate.pass': '통과',
  'page.badge.gate.fail': '실패',
  'page.badge.gate.undecided': '판단 불가',
  'page.badge.gate.unmeasured': '측정 안 됨',
  'page.badge.certified': ({ confidence }) => `검증됨, ${percent(confidence)}`,
  'page.badge.not-certified': '검증 안 됨',
  'page.badge.none': '설정 없음',
  'page.badge.bottleneck': '병목',
  'page.badge.healthy': '정상',
  'page.badge.no-traffic': '트래픽 없음',
  'page.badge.cannot-tell': '판단 불가',

  'page.answer.best': ({ best, baseline, metric, ratio }) =>
    `${best}: ${baseline} 대비 ${times(ratio, metric)}`,
  'page.answer.best-rest': ({ ratio, confidence, common }) =>
    `${percent(confidence)} 신뢰 구간 ${range(ratio)}${common === '' ? '' : `; ${common}`}`,
  'page.answer.set': ({ id, current, label, gain }) =>
    gain
      ? `${josa(id, '으로/로')} 설정: ${times(gain, label)}`
      : `${current} 대신 ${josa(id, '으로/로')} 설정`,
  'page.answer.guess': ({ id, label, gain }) =>
    `가장 유력한 설정: ${id}${gain ? `, ${times(gain, label)}` : ''}`,
  'page.answer.keep': ({ id }) => `${id} 유지`,
  'page.answer.gain-rest': ({ ratio, current }) => `${current} 대비 신뢰 구간 ${range(ratio)}.`,

  'page.tile.claims': '판정된 주장',
  'page.tile.trials': '시행',
  'page.tile.blocks': ({ blocks }) => count(blocks, '블록'),
  'page.tile.noise': '시행당 노이즈',
  'page.tile.resolution': ({ resolution }) => `${percent(resolution)}부터 구분 가능`,
  'page.tile.checks': '통과한 유효성 검사',
  'page.tile.of': ({ n, of }) => `${of}개 중 ${n}개`,
  'page.tile.failed': ({ failed }) => `실패 ${failed}`,
  'page.tile.undecided': ({ undecided }) => `판단 불가 ${undecided}`,
  'page.tile.was': ({ value }) => `이전 ${value}`,
  'page.tile.base': ({ value }) => `기준 ${value}`,
  'page.tile.cpu': 'CPU 사용률',
  'page.tile.pool': '사용 중인 풀 스레드',
  'page.tile.rate': '초당 요청',
  'page.tile.wait': '평균 스레드 대기 시간',
  'page.tile.loop': '이벤트 루프 사용률',
  'page.tile.waiting': ({ jobs }) => `대기 작업 ${jobs}개`,
  'page.tile.delay': ({ time }) => `최대 지연 ${time}`,
  'page.tile.share': ({ part, all }) => `${all} 중 ${part}`,
  'page.tile.unseen': '관찰 못함',

  'page.files': '이 페이지의 데이터:',
  'page.index.link': '모든 리포트',
  'page.index.title': '리포트',
  'page.index.trends': '추세',
  'page.index.newest': '최신순',
  'page.index.count': ({ reports }) => `리포트 ${reports}개.`,

  'page.todo': '할 일',
  'page.todo.apply': '서버를 시작하는 곳에서 설정하세요:',
  'page.todo.change': ({ what }) => `${what}:`,
  'page.todo.expect': ({ text }) => `기대 효과: ${text}`,
  'page.todo.other-ways': ({ ways }) => `다른 방법 ${count(ways)}`,
  'page.todo.keep': ({ id }) => `변경할 것이 없습니다. ${josa(id, '을/를')} 유지하세요.`,
  'page.todo.nothing': '변경할 것이 없습니다.',
  'page.todo.resume': '실행이 중단되었습니다. 이어서 실행하세요:',
  'page.todo.measure-more':
    '노이즈 때문에 결과를 알 수 없습니다. 다른 프로그램을 닫고 더 많은 블록을 측정하세요:',
  'page.todo.fix': '실패한 유효성 검사가 알려 주는 원인을 수정하고 다시 측정하세요:',
  'page.todo.claims': ({ undecided, seconds }) =>
    `판단하지 못한 주장 ${count(undecided)} 판정하기(${about(1000 * seconds)} 더):`,
  'page.todo.own-server': '직접 만든 서버의 병목을 찾으세요:',
  'page.todo.gate-passed': '할 일이 없습니다. 변경의 영향이 허용 손실 안에 있습니다.',
  'page.todo.gate-failed': '변경의 비용이 어디에서 생기는지 찾으세요:',
  'page.todo.deeper': '프로세스를 더 자세히 관찰하세요:',
  'page.todo.places': ({ places }) => `같은 설정을 하는 다른 곳: ${listed(places)}`,

  'page.caption.against': ({ label, baseline, better, worse, equivalent, undecided }) => {
    const groups = [
      [better, '더 좋음'],
      [equivalent, '동등'],
      [worse, '더 나쁨'],
      [undecided, '판단 불가'],
    ] as const;
    const told = groups.flatMap(([names, word]) => (names.length === 0 ? [] : `${listed(names)} ${word}`));
    return `${term(label)}, ${baseline} 대비: ${told.join('; ')}.`;
  },
  'page.caption.counts': ({ label, words }) => {
    const names = { better: '더 좋음', equivalent: '동등', worse: '더 나쁨', undecided: '판단 불가' };
    const told = Object.entries(names).flatMap(([word, name]) => {
      const n = words.filter((one) => one === word).length;
      return n === 0 ? [] : `${name} ${n}`;
    });
    return `${term(label)}, 기준 대비: ${told.join(', ')}.`;
  },
  'page.caption.range': ({ label, low, high }) =>
    `${term(label)} 범위: ${low.value} (${low.setting})부터 ${high.value} (${high.setting})까지.`,
  'page.caption.single': '설정이 하나뿐입니다.',

  'page.chart.claims': '판정별 주장',
  'page.chart.best': '권장',
  'page.chart.now': '현재',

  'page.section.quality': '측정 품질',
  'page.quality.noise': ({ noise, resolution }) =>
    `시행당 노이즈 ${percent(noise)}${resolution === null ? '' : `. ${percent(resolution)} 미만의 차이는 이 장비에서 구분할 수 없습니다`}.`,
  'page.claims.price': ({ blocks, seconds }) =>
    `${count(blocks, '블록')} 더 측정하면 판정할 수 있습니다(${about(1000 * seconds)}).`,
  'page.claims.no-price': '블록을 늘려도 판정하기 어렵습니다.',
} satisfies Texts<typeof english>;
