/** What the whole of a prediction says in a terminal, in Korean. */
import { columnFormat, date } from '../../format/number.ts';
import { time as duration } from '../../format/words.ts';
import type { predictionReport as english } from '../en/prediction-report.ts';
import type { Texts } from '../nested.ts';
import { count as counted } from './words.ts';

const rate = (value: number) => `${columnFormat([value])(value)}/s`;
const bound = (value: number) => columnFormat([value])(value);

export const predictionReport = {
  'prediction-report.predicted': '예측',
  'prediction-report.out-of-range': '예측할 수 없는 설정',
  'prediction-report.interval': '예측 구간',
  'prediction-report.accuracy': '모델의 정확도',
  'prediction-report.inputs': '입력값',

  'prediction-report.setting': ({ load, processes, pool, cpus }) =>
    `${load}, 프로세스 ${counted(processes)}, 풀 ${pool}, CPU ${Number(cpus.toFixed(1))}개`,
  'prediction-report.none': ({ setting, throughput, mean }) =>
    `${setting}의 측정값은 ${rate(throughput)}, 평균 ${duration(mean)}입니다. 다른 설정은 예측하지 않았습니다.`,
  'prediction-report.answer': ({ setting, throughput, mean, best, bestThroughput, range, bestMean, limit }) =>
    `${setting}의 측정값은 ${rate(throughput)}, 평균 ${duration(mean)}입니다. ${best}의 예측값은 ${rate(bestThroughput)}(${range}), 평균 ${duration(bestMean)}입니다. ${limit}.`,
  'prediction-report.range': ({ low, high }) => `${bound(low)}~${bound(high)}`,
  'prediction-report.limit-note': ({ limit, note }) => `${limit}. ${note}`,

  'prediction-report.column.setting': '설정',
  'prediction-report.column.throughput': '요청/초',
  'prediction-report.column.mean': '평균 ms',
  'prediction-report.column.median': '중앙값 ms',
  'prediction-report.column.loop': '루프',
  'prediction-report.column.pool': '풀',
  'prediction-report.column.cpus': 'CPU',
  'prediction-report.column.fit': '측정한 설정',
  'prediction-report.measured': '측정',
  'prediction-report.model': '모델',
  'prediction-report.measured-there': ({ trials }) => `측정, 시행 ${counted(trials, '회')}`,

  'prediction-report.from': '측정',
  'prediction-report.from-run': ({ cell, run, at, trials }) =>
    `실행 ${run}의 ${cell}, ${date(at)}, 시행 ${counted(trials, '회')}`,
  'prediction-report.server': '서버',
  'prediction-report.its-setting': '설정',
  'prediction-report.machine': '장비',
  'prediction-report.request': '요청당 비용',
  'prediction-report.loop-cpu': ({ time }) => `이벤트 루프 ${duration(time)}`,
  'prediction-report.pool-cpu': ({ time, jobs }) =>
    `풀 CPU ${duration(time)}${jobs > 1 ? `(작업 ${counted(jobs)})` : ''}`,
  'prediction-report.pool-wait': ({ time }) => `풀 작업의 대기 ${duration(time)}`,
  'prediction-report.other-cpu': ({ time }) => `다른 스레드 ${duration(time)}`,
  'prediction-report.delay': ({ time }) => `소켓과 타이머 ${duration(time)}`,
  'prediction-report.generator-cpu': ({ time }) => `부하 생성기 ${duration(time)}`,
  'prediction-report.or-else': '다른 가능성',
  'prediction-report.variants': ({ variants }) => variants.join('; 또는 '),
  'prediction-report.speed': 'CPU 속도',
  'prediction-report.speed-of': ({ threads, alone, at, isMeasured, isStretched }) => {
    const curve =
      threads === null || alone === null
        ? ''
        : `스레드 ${threads}개가 단독으로 실행되는 스레드 ${alone.toFixed(2)}개만큼 일함`;
    const source = isMeasured ? '측정함' : 'CPU 수로 추정함';
    return `${curve}(${at === null ? source : `${date(at)}에 측정`})${isStretched ? '. 그보다 많은 CPU에는 같은 곡선을 늘려서 적용' : ''}`;
  },
  'prediction-report.load': '부하',
  'prediction-report.load-elsewhere': '다른 장비에서 보냄: 생성기의 CPU를 계산에서 제외',
  'prediction-report.load-here': '측정할 때처럼 같은 CPU에서 보냄. --load-elsewhere를 쓰면 계산에서 제외',
  'prediction-report.load-apart': '별도의 CPU에서 보냄',
} satisfies Texts<typeof english>;
