/** What stands on the page of a prediction in a terminal, beside what the model itself says, in Korean. */
import { rounded, time } from '../../format/words.ts';
import type { predictionPage as english } from '../en/prediction-page.ts';
import type { Texts } from '../nested.ts';
import { count as counted, josa, percent } from './words.ts';

type Now = Parameters<(typeof english)['predict.nothing']>[0];
type Gain = Parameters<(typeof english)['predict.better']>[0];

const nowText = ({ throughput, mean, setting }: Now) =>
  `${setting}에서 측정한 값은 ${rounded(throughput)}/s, ${time(mean)}입니다.`;

const ratio = (value: number) => value.toFixed(2);
const factor = ({ value, low, high, isTime }: Gain) =>
  `${isTime ? '평균 응답 시간이 ' : '처리량이 '}${ratio(value)}배(${ratio(low)}~${ratio(high)}) ${isTime ? '짧아' : '늘어'}`;

export const predictionPage = {
  'predict.subject': ({ server, load, cpus }) => `${server} · ${load} · CPU ${counted(cpus)}`,
  'predict.basis': ({ run, cell, trials }) => `실행 ${run}, ${cell}의 시행 ${counted(trials, '회')} 기준`,
  'predict.setting': ({ pool, processes }) => `풀 ${pool}${processes > 1 ? `, 프로세스 ${processes}개` : ''}`,
  'predict.nothing': (now) => `예측한 것이 없습니다. ${nowText(now)}`,
  'predict.as-measured': ({ limit, ...now }) => `${nowText(now)} ${limit}.`,
  'predict.other-load': (now) => `다른 부하에서의 예측입니다. ${nowText(now)}`,
  'predict.better': (gain) => `예측: ${gain.label}에서 ${factor(gain)}집니다. ${nowText(gain)}`,
  'predict.perhaps': (gain) =>
    `예측: ${gain.label}에서 ${factor(gain)}질 수 있습니다. 단, 범위에 변화 없음이 포함됩니다. ${nowText(gain)}`,
  'predict.none-better': ({ label, limit, ...now }) =>
    `더 나은 설정이 예측되지 않습니다. ${label}의 병목: ${limit}. ${nowText(now)}`,
  'predict.column.setting': '설정',
  'predict.column.rate': '요청/s',
  'predict.column.range': '90% 구간',
  'predict.column.mean': '평균',
  'predict.column.limit': '병목',
  'predict.column.measured': '측정값',
  'predict.now': '현재',
  'predict.too-wide': '측정한 설정에서 멀어 예측이 유용하지 않습니다. 직접 측정하세요.',
  'predict.further': ({ count }) => `설정 ${counted(count)} 더: --verbose`,
  'predict.model': ({ throughput, mean, modelThroughput, modelMean }) =>
    `측정값 ${rounded(throughput)}/s를 ${rounded(modelThroughput)}/s로, ${josa(time(mean), '을/를')} ${josa(time(modelMean), '으로/로')} 계산`,
  'predict.accuracy': ({ throughput, mean }) =>
    `그 설정에서의 정확도: 처리량 ±${percent(throughput)}, 평균 ±${percent(mean)}. 멀수록 구간이 넓어짐`,
  'predict.verbose': '--verbose: 퍼센타일, 사용률, 입력값',

  'limit-name.clients': '클라이언트',
  'limit-name.none': '없음',
  'limit-name.cpu': 'CPU',
  'limit-name.event-loop': '이벤트 루프',
  'limit-name.slow-io-queue': '느린 I/O 대기열',
  'limit-name.pool': '풀',
  'limit-name.load-generator': '부하 생성기',
  'limit-name.nearly-cpu': 'CPU에 근접',
  'limit-name.pool-and-cpu': '풀, CPU에 근접',
  'limit-name.event-loop-and-cpu': '이벤트 루프, CPU에 근접',
} satisfies Texts<typeof english>;
