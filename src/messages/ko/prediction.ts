/** What the model of a server predicts and what it gives no answer for, in Korean. */
import type { predictionTexts as english } from '../en/prediction.ts';
import type { Texts } from '../nested.ts';
import { quoted } from '../shell.ts';
import { josa, lasted, percent } from './words.ts';

/** Small figures of a model: 3 digits say all. */
const figure = (value: number) => String(Number(value.toPrecision(3)));
const ms = (value: number) => `${figure(value)} ms`;
const times = (value: number) => value.toPrecision(2);
const busyCpus = (cpu: number) => `CPU 사용률 ${Math.floor(100 * cpu)}%`;
/** @param foreign part of the CPUs */
const others = (foreign: number | null) =>
  foreign === null ? '' : ` 그동안 다른 프로세스가 CPU의 ${percent(foreign)}를 사용했습니다.`;
const settings = (count: number) => (count === 1 ? '다른 설정' : `다른 설정 ${count}개`);

/** Who would wait for longer. */
const longest = 3_600_000;
const settled = (wait: number) => (wait < longest ? lasted(wait) : '1시간');

/** @param factor below 1: less than that */
const beyond = (factor: number) =>
  factor > 1 ? `의 ${factor}배를 넘습니다` : `의 1/${Math.round(1 / factor)}에 못 미칩니다`;

const knowing = (cells: readonly string[]) => `${cells.join(', ')}의 시행만 아는 모델이`;

export const predictionTexts = {
  'limit.clients': '클라이언트가 병목: 응답을 받은 뒤에 다음 요청을 보냄',
  'limit.arrivals': '병목 없음: 들어오는 요청을 서버가 모두 처리함',
  'limit.cpu': 'CPU가 병목: 설정으로는 늘릴 수 없고, 연산을 줄이거나 코어를 늘려야 함',
  'limit.event-loop': '이벤트 루프가 병목: JavaScript는 프로세스마다 스레드 하나에서 실행됨',
  'limit.slow-io-queue': '느린 I/O 대기열이 병목: DNS 조회는 풀 스레드의 절반만 사용함',
  'limit.pool-threads': '풀 스레드가 병목',
  'limit.load-generator': '부하 생성기가 병목: 스레드 하나로 보내며, 서버는 더 처리할 수 있음',
  'limit.nearly-cpu': ({ cpu }) => `CPU가 병목에 가까움: ${busyCpus(cpu)}`,
  'limit.pool-threads-and-cpu': ({ cpu }) => `풀 스레드가 병목이고 CPU도 병목에 가까움: ${busyCpus(cpu)}`,
  'limit.event-loop-and-cpu': ({ cpu }) => `이벤트 루프가 병목이고 CPU도 병목에 가까움: ${busyCpus(cpu)}`,
  'limit.cpu-passed': 'CPU가 병목: 여기의 다른 설정이 CPU를 더 잘 사용함',

  'no-model.load': ({ kind }) =>
    `이 부하(${kind})에는 모델이 예측할 정상 상태가 없습니다. closed, rate, poisson에는 있습니다.`,
  'no-model.script': 'k6 스크립트의 요청이며, 요청 사이에 얼마나 기다리는지 알 수 없습니다.',
  'no-model.several-kinds': '요청의 종류가 여럿이며, 카운터로는 종류별 비용을 알 수 없습니다.',
  'no-model.growing-queue':
    '요청이 처리 속도보다 빨리 들어왔습니다. 계속 늘어나는 대기열에는 평균 길이가 없습니다.',
  'no-model.unsteady': ({ settlingMs }) =>
    `거의 포화되어 대기열이 ${settled(settlingMs)} 안에 정상 상태가 되지 않습니다. 따라서 응답 시간은 한 측정 구간의 값일 뿐입니다.`,
  'no-model.misfit': ({ throughput, mean }) =>
    `모델을 맞춘 설정에서도 처리량이 ${percent(throughput)}, 평균이 ${percent(mean)} 어긋납니다.`,
  'no-model.unwatched': '서버가 어디에 시간을 썼는지 보여 주는 유효한 시행이 없습니다.',
  'no-model.pool-unread': 'libuv의 풀을 읽을 수 없어 작업이 얼마나 기다리는지 알 수 없습니다.',
  'no-model.early-answers': '작업이 끝나기 전에 응답하므로 응답으로는 작업에 대해 알 수 없습니다.',
  'no-model.imbalance': ({ ratio }) =>
    `프로세스 간 부하가 고르지 않습니다. 가장 바쁜 프로세스가 평균의 ${ratio.toFixed(1)}배입니다.`,
  'no-model.pool-undersampled': ({ computedMs, heldMs }) =>
    `요청마다 풀 스레드가 ${ms(computedMs)} 동안 연산했는데 점유된 시간은 ${ms(heldMs)}뿐입니다. 풀을 충분히 자주 읽지 못했습니다.`,
  'no-model.other-threads': ({ othersMs, allMs }) =>
    `요청당 CPU ${ms(allMs)} 중 ${josa(ms(othersMs), '은/는')} 이벤트 루프도 풀도 아닌 스레드(예: 워커)에서 사용되었습니다. 모델에는 그런 스레드가 없습니다.`,
  'no-model.unseen-wait': ({ ratio, foreign }) =>
    `카운터에 따르면 실제의 ${times(ratio)}배를 처리할 수 있습니다. 락이나 포화된 다른 서버처럼 카운터에 보이지 않는 것이 요청을 지연시킵니다.${others(foreign)}`,
  'no-model.contradiction': ({ ratio, foreign }) =>
    `카운터에 따르면 실제의 ${times(ratio)}배만 처리할 수 있습니다. 부하 생성기의 값과 모순됩니다.${others(foreign)}`,
  'out-of-range.pool': ({ most }) => `libuv는 풀의 스레드를 ${most}개로 제한합니다.`,
  'out-of-range.setting': ({ value, key, times: factor }) =>
    `${key === 'cpus' ? 'CPU' : key} ${josa(String(value), '은/는')} 측정한 값${beyond(factor)}.`,
  'out-of-range.load': ({ load, times: factor }) => `${josa(load, '은/는')} 측정한 부하${beyond(factor)}.`,
  'out-of-range.overload': ({ limit, perSecond }) =>
    `요청이 처리 속도보다 빨리 들어옵니다(${limit}, 초당 ${perSecond.toLocaleString('en')}개).`,
  'out-of-range.unsteady': ({ settlingMs }) =>
    `거의 포화 상태입니다. 대기열이 ${settled(settlingMs)} 안에 정상 상태가 되지 않으므로 응답 시간은 측정 시점에 따라 달라집니다.`,

  'calibration.other-cell': ({ cell, why, other }) =>
    `이 실행의 기준인 ${cell}에서는 예측할 수 없습니다. ${why} 대신 ${josa(other, '을/를')} 바탕으로 예측합니다. 다른 설정은 --cell ID로 지정하세요.`,
  'calibration.take-cell': ({ cell }) =>
    `이 실행에서 보정할 수 있는 설정을 사용하세요: --cell ${quoted(cell)}`,
  'calibration.measure-again':
    '이 버전으로 Linux에서, 다른 프로그램이 없는 장비에서, 한 종류의 요청으로 다시 측정하세요: {chokepoint} predict -- COMMAND',
  'calibration.cell-near': ({ cell }) => `"${cell}"을(를) 찾으셨나요?`,
  'calibration.cell-unknown': '그중 하나를 --cell로 지정하거나 --cell을 빼세요.',
  'calibration.pool-in-force': ({ asked, inForce }) =>
    `풀 크기 ${josa(String(asked), '을/를')} 요청했지만 ${josa(String(inForce), '이/가')} 적용되었습니다(유효성 검사 P1 실패). 서버가 풀 크기를 직접 설정합니다. 모델은 풀 크기 ${inForce}에 맞췄습니다.`,
  'calibration.short-jobs':
    '풀 작업이 매우 짧아 스레드를 깨우는 CPU 비용이 중요합니다. 모델은 이 비용을 작업 시간으로 계산하며, 풀 크기에 따라 어떻게 달라지는지는 모릅니다. 따라서 다른 크기에서는 오차가 클 수 있습니다.',
  'calibration.unexplained': ({ share }) =>
    `카운터로 설명되는 것은 요청 시간의 ${percent(share)}입니다. 나머지는 모든 자원에 나누어 배분했습니다.`,
  'calibration.foreign': ({ share }) =>
    `측정하는 동안 다른 프로세스가 CPU의 ${percent(share)}를 사용했습니다. 예측은 이것이 계속된다고 가정합니다.`,
  'calibration.few-trials': ({ trials }) =>
    `시행 ${trials}회를 바탕으로 합니다. 구간을 좁히려면 더 측정하세요.`,
  'calibration.no-p99': 'p99는 예측하지 않습니다. 확인할 만큼 요청을 측정하지 않았습니다.',
  'calibration.guessed-speed': ({ disturbed }) =>
    `여러 CPU의 합산 속도를 ${disturbed === null ? '이 장비에서 측정하지 않고 CPU 수로 추정했습니다' : `장비가 유휴 상태가 아니어서(${disturbed}) CPU 수로 추정했습니다. 유휴 상태일 때 다시 예측하세요`}. 범위는 CPU를 추가할 때 속도의 절반만 늘어나는 경우까지 포함합니다.`,
  'calibration.accuracy': ({ throughput, mean, trials, spread }) =>
    `모델의 오차는 처리량 ${percent(throughput)}, 평균 ${percent(mean)}이며, ${trials < 2 ? '시행 한 번으로는 편차를 알 수 없음' : `시행 ${trials}회의 차이는 ${percent(spread)}`}`,
  'calibration.others-within': ({ fit, others: count }) =>
    `${fit}. 같은 실행의 ${josa(settings(count), '이/가')} 예측 범위 안에 있음`,
  'calibration.other-beyond': ({ fit, cell, beyond: by }) =>
    `${fit}. 같은 실행의 ${josa(cell, '이/가')} 예측 범위를 ${percent(by)} 벗어남`,

  'equivalent-fit.all-slower': '카운터로 설명되지 않는 시간만큼 모든 자원이 더 오래 걸리는 경우',
  'equivalent-fit.sockets': '소켓과 타이머가 카운터로 설명되지 않는 시간을 사용하는 경우',
  'equivalent-fit.no-wait': '풀 작업이 CPU 외에는 아무것도 기다리지 않는 경우',
  'equivalent-fit.no-wait-slower': '풀 작업이 CPU 외에는 아무것도 기다리지 않고 전체가 더 오래 걸리는 경우',
  'equivalent-fit.half-cpus': 'CPU를 추가할 때마다 속도의 절반만 늘어나는 경우',
  'equivalent-fit.unequal': '요청마다 비용이 다른 경우',

  'run-model.none': ({ cell, why }) => `모델을 표시하지 않습니다. ${cell}에서는 예측할 수 없습니다. ${why}`,
  'run-model.drawn': ({ cells }) => `${knowing(cells)} 다른 설정을 예측합니다.`,
  'run-model.error': ({ cells, others: count, throughput, mean }) =>
    `${knowing(cells)} ${josa(settings(count), '을/를')} 예측합니다. 오차의 중앙값은 처리량 ${percent(throughput)}, 평균 응답 시간 ${percent(mean)}입니다.`,

  'prediction.utilisation': '이벤트 루프와 풀은 사용률이며, CPU를 기다린 시간을 포함합니다.',
  'prediction.interval':
    '저희 실행에서 측정값 10개 중 9개가 이 범위에 들어왔습니다. 측정한 설정에서 멀수록, 여러 모델이 데이터에 맞을수록 범위가 넓어집니다.',
  'prediction.unseen-wait': ({ seen, needed, perSecond }) =>
    `동시에 대기하는 것으로 관찰된 풀 작업은 최대 ${figure(seen)}개이고, 이 설정에는 ${figure(needed)}개가 필요합니다. 작업이 기다리는 대상이 관찰된 것의 두 배까지만 처리한다면 ${figure(perSecond)}/s가 됩니다.`,
  'prediction.too-wide':
    '측정한 설정에서 너무 멀어 유용한 추정이 아닙니다. 그 설정을 측정하거나 가까운 곳에서 보정하세요.',
  'prediction.accuracy': ({ throughput, mean, because }) =>
    `보정한 설정에서: 처리량 ± ${percent(throughput)}, 평균 ± ${percent(mean)}. ${because}.`,

  'demands-file.not-an-object': 'JSON 객체가 들어 있지 않습니다.',
  'demands-file.lacks': ({ key }) => `"${key}"이(가) 없거나 타입이 다릅니다.`,
  'demands-file.schema': ({ schema }) => `스키마가 ${schema}이며, 이 버전은 1을 읽습니다.`,
  'what-if.no-key': '키와 "="로 시작해야 합니다.',
  'what-if.clients-and-rate': '부하는 clients와 rate 중 하나만 가질 수 있습니다.',
  'what-if.too-many': ({ settings: count, most }) =>
    `설정이 ${count}개입니다. 최대 ${most}개까지 예측합니다.`,
  'what-if.unknown-key': ({ key, near }) =>
    near === null
      ? `모델은 "${key}"를 알지 못합니다. 그 효과는 측정해야 합니다.`
      : `"${key}"라는 키는 없습니다. "${near}"을(를) 찾으셨나요?`,
  'what-if.from-one': '1 이상의 수를 지정하세요.',
  'what-if.rate': 'rate는 0보다 큰 수입니다.',
  'what-if.level': ({ key, orCores }) =>
    `${key}의 값은 1 이상의 정수입니다${orCores ? '("cores"도 가능)' : ''}.`,
} satisfies Texts<typeof english>;
