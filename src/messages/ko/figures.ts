/** Titles, axes and sentences of the figures, in Korean. */
import type { figures as english } from '../en/figures.ts';
import type { Texts } from '../nested.ts';
import { count, percent } from './words.ts';

const among = (common: string) => (common === '' ? '' : ` (${common})`);

export const figures = {
  'figure.requests-unit': '초당 요청',
  'figure.against': ({ title, axis }) => `${axis}별 ${title}`,
  'figure.throughput': '처리량',
  'figure.latency': '응답 시간',
  'figure.jobs': '작업 완료 시간',
  'figure.log': ({ unit }) => `${unit} (로그 눈금)`,
  'figure.log2': ({ axis }) => `${axis} (log₂ 눈금)`,
  'figure.measured': '측정',
  'figure.modelled': ({ line }) => `${line} 모델`.trim(),
  'figure.hollow': '속이 빈 표시는 시행이 적어 구간이 없습니다.',
  'figure.arrow': '화살표: 구간이 그림 밖으로 이어집니다.',
  'figure.model-line': '점선은 모델의 값입니다.',
  'figure.model-median': '표시가 없는 점선은 같은 모델의 중앙값입니다.',
  'figure.panels-left': ({ panels }) => `나머지 그림 ${count(panels)}는 표에만 있습니다.`,
  'figure.groups-left': ({ groups }) => `나머지 그룹 ${count(groups)}는 표에만 있습니다.`,

  'figure.forest': '기준 대비 설정별 비교',
  'figure.forest-group': ({ metric, better, common, rows, all }) =>
    `${metric}, ${better === 'higher' ? '높을수록' : '낮을수록'} 좋음${among(common)}${rows < all ? `, ${all}개 중 처음 ${rows}개` : ''}`,
  'figure.ratio-to': ({ baseline }) => `${baseline} 대비 비율 (로그 눈금)`,
  'figure.counted': ({ n, word }) => `${word} ${count(n)}`,
  'figure.own-baselines': ({ counts }) => `각자의 기준 대비: ${counts}.`,
  'figure.metric-against': ({ metric, baseline, counts }) => `${metric}, ${baseline} 대비: ${counts}`,

  'figure.order': '측정 순서에 따른 시행',
  'figure.order-sentence': ({ most, drift }) =>
    `모든 시행이 설정 평균의 ${percent(most)} 이내입니다. 실행의 후반부가 전반부보다 ${percent(Math.abs(drift))} ${drift < 0 ? '느립니다' : '빠릅니다'}.`,
  'figure.order-label': '처리율 ÷ 설정 평균',
  'figure.order-axis': '측정 순서에 따른 시행, 세로선은 블록의 경계',
  'figure.order-note': '처리율: 요청 수. 작업이 끝나기 전에 응답하는 서버는 작업 수.',

  'figure.requests': ({ common }) => `시간에 따른 요청${among(common)}`,
  'figure.requests-sample': ({ common }) => `요청 표본, 예정 시각 기준${among(common)}`,
  'figure.slowest': ({ slowest }) =>
    `가장 느린 요청: ${slowest.map(({ time, setting, shown }) => `${setting} ${time}(표시한 ${count(shown)} 중)`).join('; ')}.`,
  'figure.since-window': '측정 구간 시작부터의 ms',
  'figure.since-due': '요청 예정 시각부터의 ms',
  'figure.window-note': '측정 구간 시작부터의 밀리초입니다.',
  'figure.jobs-over-time': ({ common }) => `시간에 따른 작업(서버 측정)${among(common)}`,
  'figure.first-last': ({ settings }) =>
    `첫 작업과 마지막 작업의 완료 시각: ${settings.map(({ low, high, setting }) => `${setting} ${low}, ${high}`).join('; ')}.`,
  'figure.jobs-note': '측정 구간 시작부터의 밀리초입니다. 작업을 끝난 순서로 열 등분했습니다.',
  'figure.span.wait': '예정됨, 아직 보내지 않음',
  'figure.span.server': '보냄, 응답 없음',
  'figure.span.receive': '응답 수신 중',
  'figure.span.job': '작업: 제출부터 완료까지',
  'figure.span.failed': '실패',
} satisfies Texts<typeof english>;
