/** What a page of at most 30 lines says, in Korean. */
import type { terminal as english } from '../en/terminal.ts';
import { exactTime as milliseconds } from '../../format/words.ts';
import type { Texts } from '../nested.ts';
import { count, percent } from './words.ts';

const time = (seconds: number) => (seconds < 100 ? `${seconds}초` : `${Math.ceil(seconds / 60)}분`);
const price = (blocks: number, seconds: number) =>
  `약 ${count(blocks, '블록')}(${time(seconds)}) 더 측정하면 판정할 수 있습니다`;

export const terminal = {
  'terminal.machine': ({ cpus, node }) => `CPU ${cpus}개 · Node ${node}`,
  'terminal.trials': ({ trials, blocks }) => `${count(trials, '회')} 측정(${count(blocks, '블록')})`,
  'terminal.baseline': '기준',
  'terminal.versus': ({ baseline }) => `${baseline} 대비`,
  'terminal.ratio': '비율',
  'terminal.interval': '95% 구간',
  'terminal.more-settings': ({ settings }) => `설정 ${count(settings)} 더: --verbose`,
  'terminal.better': '더 나음',
  'terminal.worse': '더 나쁨',
  'terminal.equivalent': '5% 이내',
  'terminal.undecided': '판단 불가',

  'terminal.claim.holds': '사실',
  'terminal.claim.refuted': '사실 아님',
  'terminal.claim.misread': '해석 오류',
  'terminal.claim.undecided': '판단 불가',
  'terminal.claim.not-run': '미실행',

  'terminal.cpu': ({ baseline, setting, before, after }) =>
    `요청당 CPU: ${baseline} ${before} ms, ${setting} ${after} ms.`,

  'terminal.more-claims': ({ claims }) => `${count(claims)} 더: --verbose`,
  'terminal.claims-noise': ({ claims, blocks, seconds }) =>
    `${count(claims)} 판단 불가: ${price(blocks, seconds)}`,
  'terminal.claims-on-the-line': ({ claims }) =>
    `${count(claims)} 판단 불가: 경계에 너무 가까워 블록을 늘려도 판정하기 어렵습니다`,
  'terminal.claims-withheld': ({ claims }) => `${count(claims)} 판단 불가: 유효성 검사를 통과하지 못했습니다`,
  'terminal.claims-open': ({ claims }) => `${count(claims)} 판단 불가: 측정 결과가 서로 어긋납니다`,
  'terminal.settings-noise': ({ settings, blocks, seconds }) =>
    `설정 ${count(settings)} 판단 불가: ${price(blocks, seconds)}.`,

  'terminal.gate-noise': ({ blocks, seconds }) => `${price(blocks, seconds)}.`,
  'terminal.gate-on-the-line': '손실이 허용치에 너무 가까워 블록을 늘려도 판정하기 어렵습니다.',

  'terminal.checks-passed': ({ passed, noted }) =>
    `유효성 검사 ${count(passed)} 통과${noted.length === 0 ? '' : `; 판정에 영향 없음: ${noted.join(', ')}`}`,
  'terminal.check-failed': ({ title, consequence, id }) => `${consequence} 실패한 검사: ${title}. [${id}]`,
  'terminal.percentiles-hidden': ({ consequence, id }) => `${consequence} [${id}]`,
  'terminal.disturbed': ({ repeated, failed, foreign }) =>
    [
      repeated === 0 ? '' : `재측정 ${count(repeated, '회')}`,
      failed === 0 ? '' : `실패 ${count(failed, '회')}`,
      foreign === 0 ? '' : `다른 프로그램의 CPU 사용 ${count(foreign, '회')}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  'terminal.noise': ({ spread, resolution }) =>
    `측정당 편차 ${percent(spread)}${resolution === null ? '' : `: ${percent(resolution)} 미만의 차이는 구분할 수 없습니다`}`,
  'terminal.generators': ({ generators, path, overlap, isFirstAlone }) =>
    `요청을 보낸 생성기: ${generators.map(({ name, share }) => `${name}(전체의 ${percent(share)})`).join(', ')}` +
    (isFirstAlone ? '. 클라이언트가 하나일 때는 첫 번째만 보냄' : '') +
    (path === null ? '' : `. 네트워크가 ${milliseconds(path)}를 더함`) +
    (generators.length === 1 ? '' : `. 측정 구간의 ${percent(overlap)} 동안 함께 부하를 줌`),
  'terminal.generator-failed': ({ trials, what }) => `측정 ${count(trials, '회')} 손실: ${what}`,

  'terminal.setting': '설정',
  'terminal.pair': ({ ratios, better, worse, equivalent, undecided }) => {
    const words = [
      [better, '더 나음'],
      [worse, '더 나쁨'],
      [equivalent, '동등'],
      [undecided, '판단 불가'],
    ] as const;
    const told = words.flatMap(([n, word]) => (n === 0 ? [] : [`${word} ${count(n)}`]));
    return `두 번째 실행 ÷ 첫 번째 실행, 비율 ${count(ratios)}: ${told.join(', ')}.`;
  },
  'terminal.pair-nothing':
    '비교할 수 있는 설정이 없습니다. 같은 부하에서 양쪽 모두 두 번 이상 측정한 설정이 필요합니다.',
  'terminal.pair-apart': '서로 다른 시각에 측정했습니다. 그사이 장비에서 일어난 일이 비율에 포함됩니다.',
  'terminal.pair-next': '판정하려면 두 설정을 sweep 한 번으로 함께 측정하세요.',

  'terminal.report-command': ({ run }) => `{chokepoint} runs report ${run}`,
  'terminal.next-decide': '판단 불가 항목 판정',
  'terminal.next-fixed': '문제를 해결한 뒤',
  'terminal.next-all': '모든 표와 검사, 측정 조건',
  'terminal.next-predict': '측정 없이 다른 크기를 예측',
  'terminal.next-tune': '다른 크기까지 모두 탐색',
  'terminal.next-own': '내 서버의 병목',
} satisfies Texts<typeof english>;
