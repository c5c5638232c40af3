/** What a search says, in Korean. */
import { ratioFigures, rounded, tenthPercent, wholePercent } from '../../format/words.ts';
import type { Bound, Look, Scope, tune as english } from '../en/tune.ts';
import type { Texts } from '../nested.ts';
import { count, josa, listed, term } from './words.ts';

interface Ratio {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a ratio of two settings says about the first. */
const words = {
  better: '더 좋음',
  worse: '더 나쁨',
  equivalent: '사실상 같음',
  undecided: '유의미한 차이 없음',
} as const;

const settings = (n: number) => `설정 ${count(n)}`;
function interval(ratio: Ratio): string {
  const { low, high } = ratioFigures(ratio);
  return `${low}~${high}`;
}

function amount(value: number, unit: string): string {
  if (unit === '') return tenthPercent(value);
  const number = value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === '1/s' ? `${number}/s` : `${number} ${unit}`;
}

const relations = { 'at most': '이하', 'at least': '이상' } as const;
const boundText = ({ figure, relation, limit, unit }: Bound) =>
  `${term(figure)} ${amount(limit, unit)} ${relations[relation]}`;

/** A bound is rounded away from what it promises. */
const percentUp = (share: number) => `${Math.ceil(1000 * share) / 10}%`;

function comparedText({ measured, compared, isPartial }: Scope): string {
  if (compared === measured) return `측정한 ${settings(measured)}`;
  return isPartial
    ? `비교한 ${settings(compared)}`
    : `측정한 ${settings(measured)} 중 조건을 만족하는 ${compared}개`;
}

/** A search saves its trials where it cannot promise anything: of these settings nothing is said. */
function leftOut({ droppedEarly, droppedAfter, notCompared, measured }: Scope): string {
  const after = droppedAfter === 2 ? '시행 두 번' : '첫 시행들';
  const early =
    droppedEarly.length > 0
      ? ` ${after} 뒤에 제외됨(통계적으로 확인되지 않음): ${listed(droppedEarly)}.`
      : '';
  const others =
    notCompared.length > 0
      ? ` 측정한 ${settings(measured)} 중 다른 설정이 더 유망해 최종 비교에서 제외됨: ${listed(notCompared)}.`
      : '';
  return early + others;
}

const nextLook = ({ look, reuses }: Look) =>
  `다음 분석은 ${reuses ? `전체 ${look}블록` : `새로운 ${look}블록`} 뒤`;

const endings = {
  budget: '시간 소진',
  interrupted: '중단됨',
  'last look': '블록 수에 비해 노이즈가 큼',
  infeasible: '조건을 어기거나 어길 수 있음',
  'only begun': '탐색이 막 시작됨',
} as const;

const rules = {
  current: '이만큼 가까운 설정 중에서는 현재 설정을 유지합니다.',
  'fewest changes':
    '이만큼 가까운 설정 중에서는 변경하는 변수가 가장 적은 것을, 그중에서도 가장 작은 것을 권장합니다.',
  smallest: '그중 가장 작은 것을 권장합니다. 더 큰 설정은 측정할 수 있는 이득 없이 비용만 늘어납니다.',
} as const;

const ratioOf = (one: Ratio & { readonly id: string }, than: string) =>
  `${one.id} (${than}의 ${ratioFigures(one).value}배, ${interval(one)})`;

export const tune = {
  'tune.why.current-first': '탐색: 최적 위치를 모델로 예측하기 위해 현재 설정부터 측정',
  'tune.why.coarse-grid': ({ count: n, of }) => `탐색: ${settings(of)} 중 ${n}개를 측정해 범위 파악`,
  'tune.why.not-far-off': ({ count: n }) => `탐색: 가장 좋은 것에 크게 뒤지지 않는 ${settings(n)} 재측정`,
  'tune.why.around-prediction': ({ count: n, of }) =>
    `탐색: ${settings(of)} 중 모델이 예측한 최적값 주변의 ${n}개`,
  'tune.why.model-was-wrong': ({ count: n, of }) => `탐색: 모델이 틀려 ${settings(of)} 중 ${n}개를 측정`,
  'tune.why.refine': ({ count: n }) => `세분: 가장 좋은 설정들의 사이와 주변 ${settings(n)}`,
  'tune.why.certify': ({ ids, ...look }) => `검증: ${listed(ids)} 중 가장 좋은 설정 확인, ${nextLook(look)}`,
  'tune.why.certify-fewer-changes': ({ certified, ...look }) =>
    `검증: 변경이 더 적은 설정이 ${listed(certified)}만큼 좋은지 확인, ${nextLook(look)}`,

  'tune.nothing-measured': '권장할 설정이 없습니다. 결과를 낸 시행이 없습니다.',
  'tune.none-feasible': ({ measured, infeasible, unknown, nearest }) =>
    [
      unknown.length === 0
        ? `권장할 설정이 없습니다. ${measured === 1 ? '측정한 설정 하나가 실패했거나 조건을 어겼습니다' : `측정한 ${settings(measured)} 중 정상 동작하면서 조건을 지키는 것이 없습니다`}.`
        : `권장할 설정이 없습니다. 측정한 ${settings(measured)} 중 ${infeasible}개가 조건을 어기거나 실패했습니다. ${josa(listed(unknown), '이/가')} 조건을 지키는지는 더 비교하지 않아 알 수 없습니다.`,
      nearest &&
        `가장 가까운 것은 ${nearest.id}입니다(${nearest.unit === '' ? `오류율 ${amount(nearest.value, '')}` : `${term(nearest.label)} ${amount(nearest.value, nearest.unit)}`}, 요청한 값은 ${amount(nearest.limit, nearest.unit)} ${relations[nearest.relation]}).`,
    ]
      .filter((one) => one !== null)
      .join(' '),
  'tune.certified': ({ id, confidence, within, ...scope }) => {
    const best = `${comparedText(scope)} 중 최선`;
    const close = within === null ? `${best}입니다` : `${best}의 ${tenthPercent(within)} 이내입니다`;
    return `${tenthPercent(confidence)} 신뢰 수준에서 ${josa(id, '은/는')} ${close}.${leftOut(scope)}`;
  },
  'tune.not-certified': ({ id, ended, confidence, atMost, within, undecided, equivalent, ...scope }) => {
    const bound =
      atMost === null
        ? `${josa(id, '은/는')} 추측일 뿐입니다.`
        : `${tenthPercent(confidence)} 신뢰 수준에서 ${josa(id, '은/는')} ${comparedText(scope)} 중 최선의 ${percentUp(atMost)} 이내입니다${
            atMost > within
              ? `. 요청한 값은 ${tenthPercent(within)}입니다.`
              : '. 단, 같은 블록으로 이 설정을 골랐습니다.'
          }`;
    return [
      `검증되지 않았습니다(${endings[ended]}). ${bound}`,
      undecided.length > 0 ? ` 유의미한 차이가 없는 설정: ${listed(undecided)}.` : '',
      equivalent.length > 0 ? ` 동등한 설정: ${listed(equivalent)}.` : '',
      leftOut(scope),
    ].join('');
  },
  'tune.certainty-withheld': ({ certainty, why }) =>
    `검증되지 않았습니다. 유효성 검사를 통과하지 못했습니다. 값만 보면: ${certainty} 그러나: ${why}`,
  'tune.no-answer': ({ why }) => `권장할 설정이 없습니다. ${why}`,
  'tune.check-voids': ({ check, sentence }) => `유효성 검사 ${check} 실패: ${sentence}`,
  'tune.pool-not-in-force': ({ asked, found }) =>
    `풀 크기 ${josa(listed(asked), '을/를')} 요청했지만 모든 시행에서 ${josa(found, '이/가')} 적용되었습니다. 서버가 시작할 때 풀 크기를 직접 설정합니다.`,
  'tune.variable-not-in-force': ({ name, asked, found }) =>
    `${josa(name, '을/를')} ${josa(listed(asked), '으로/로')} 요청했지만 모든 시행에서 ${josa(found, '이/가')} 적용되었습니다. 서버를 시작하는 명령이나 스크립트가 이를 직접 설정합니다.`,
  'tune.pool-not-in-force.todo':
    '코드나 시작 스크립트에서 그 설정을 제거하고 다시 tune을 실행하세요. 또는 다른 변수에서 크기를 읽게 하고 그 변수를 튜닝하세요: --vary env:NAME=4,8,16',
  'tune.variable-not-in-force.todo':
    '서버를 시작하는 명령이나 스크립트에서 그 설정을 제거하고 다시 tune을 실행하세요.',
  'tune.scope': ({ key, low, high, factor }) =>
    `${key} ${low}~${high} 전체에 대해서는, ${factor}배보다 좁은 봉우리가 곡선에 없을 때만 성립합니다.`,
  'tune.gain': ({ id, label, word, ...ratio }) =>
    `${id}의 ${josa(term(label), '은/는')} 현재 설정의 ${ratioFigures(ratio).value}배(${interval(ratio)})입니다: ${words[word]}.`,
  'tune.gain-checked': ({ gain }) => `${gain} 실패한 유효성 검사는 이 값에도 영향을 줍니다.`,
  'tune.side-effect': ({ id, isBetter, objective, label, ...ratio }) =>
    `${isBetter ? `${josa(id, '은/는')} ${term(objective)} 면에서 더 좋지만, ` : `${id}의 `}${josa(term(label), '은/는')} 현재 설정의 ${ratioFigures(ratio).value}배(${interval(ratio)})입니다.`,
  'tune.better-elsewhere': ({ rival, id, word, objective, figures }) => {
    const alike =
      word === 'equivalent'
        ? `${term(objective)} 면에서 ${josa(id, '과/와')} 사실상 같지만`
        : `${term(objective)} 면에서 ${josa(id, '과/와')} 유의미한 차이가 없지만`;
    const others = figures.map(
      ({ label, ...ratio }) =>
        `${josa(term(label), '이/가')} ${ratioFigures(ratio).value}배(${interval(ratio)})`,
    );
    return `${josa(rival, '은/는')} ${alike} ${others.join(', ')}입니다. 그것이 더 중요하면 이 설정을 사용하세요.`;
  },
  'tune.edge': ({ key, size, end }) =>
    `${josa(`${key}=${size}`, '은/는')} 시도한 값 중 가장 ${end === 'largest' ? '큽니다. 더 큰' : '작습니다. 더 작은'} 값이 더 좋을 수 있습니다.`,
  'tune.failed-trials': ({ id, failed, trials }) =>
    `${id}의 시행 ${count(trials, '회')} 중 ${failed}회가 실패했습니다.`,
  'tune.wrong-answers': ({ limit, wrong }) =>
    `잘못되거나 누락된 응답 때문에 제외했습니다(${limit === 0 ? '허용하지 않음' : `최대 ${Number((100 * limit).toPrecision(3))}%까지 허용`}): ${wrong
      .map(({ id, errors }) => `${id} (${Number((100 * errors).toPrecision(2))}%)`)
      .join(', ')}.`,
  'tune.failed-settings': ({ ids }) => `${josa(listed(ids), '은/는')} 두 번 결과를 내지 못해 제외했습니다.`,
  'tune.constraint-undecided': ({ ids, isBetter, ...bound }) =>
    `${isBetter ? '더 좋을 수 있는 ' : ''}${josa(listed(ids), '이/가')} 조건(${boundText(bound)})을 지키는지 확실하지 않습니다. 신뢰 구간에 한계값이 들어 있습니다.`,
  'tune.bounded': ({ label, than, settings: those }) =>
    `측정 구간에 ${josa(term(label), '을/를')} 구할 만큼 요청이 많지 않아 하한만 알 수 있습니다: ${those
      .map(({ id, atLeast, answers, ratio }) => {
        const times = ratio === null ? '' : `, ${than}의 ${Number(ratio.toPrecision(2))}배 이상`;
        return `${id} ${amount(atLeast, 'ms')} 이상${times}(응답 ${count(Math.round(answers))})`;
      })
      .join('; ')}.`,
  'tune.current-not-measured': ({ id }) =>
    `현재 설정 ${josa(id, '이/가')} 결과를 내지 못해, 그 대비 이득을 알 수 없습니다.`,
  'tune.check-failed': ({ why }) => `유효성 검사도 통과하지 못했습니다: ${why}`,
  'tune.check-spared': ({ check, most, hides }) =>
    `유효성 검사 ${check}에 실패했지만 검증 결과는 유효합니다. ` +
    (check === 'G2'
      ? `네트워크는 평균 응답 시간의 최대 ${Number((100 * most).toFixed(1))}%였고, 최종 비교의 모든 설정에서 거의 같았습니다. `
      : `${check === 'G1' ? '부하 생성기는' : '장비의 다른 작업은'} 사용 중인 CPU의 최대 ${Number((100 * most).toFixed(1))}%를 차지했고, 최종 비교의 모든 설정에서 거의 같았습니다. `) +
    `이 때문에 가려지는 다른 설정의 이득은 ${hides <= 0 ? '없습니다' : `최대 ${percentUp(hides)}입니다`}. 이것이 없으면 모든 처리량이 더 높습니다.`,

  'tune.advice.none': '권장하는 설정이 없습니다.',
  'tune.advice.keep': ({ id, kept, isOpen }) =>
    `${isOpen ? '우선 ' : ''}현재 설정을 유지하세요: ${id}.${kept === null ? '' : ` ${kept}.`}`,
  'tune.advice.keep-for-now': ({ id, isCompared }) =>
    `우선 현재 설정을 유지하세요: ${id}. ${isCompared ? '더 유력한 설정이 없습니다.' : '다른 설정을 권장하기에는 측정이 부족합니다.'}`,
  'tune.advice.set': ({ id, current }) => `${josa(id, '으로/로')} 설정하세요. 현재 설정은 ${current}입니다.`,
  'tune.advice.guess': ({ id, current }) => `가장 유력한 설정은 ${id}입니다. 현재 설정은 ${current}입니다.`,
  'tune.as-good': ({ id, within, others, rule }) =>
    `${tenthPercent(within)} 이내: ${others.map((one) => ratioOf(one, id)).join(', ')}. ${rules[rule]}`,
  'tune.tied': ({ id, others }) =>
    `통계적으로 동률(검증에는 영향 없음): ${others.map((one) => ratioOf(one, id)).join(', ')}.`,
  'tune.limit': ({ id, limit, loop, loopWaits, pool, queued, server, generator, others }) => {
    const busy = [
      `이벤트 루프 ${wholePercent(loop)}${loopWaits >= 0.01 ? `(CPU 대기 ${wholePercent(loopWaits)})` : ''}`,
      ...(pool === null ? [] : [`풀 스레드 ${wholePercent(pool)}(대기 작업 ${rounded(queued)}개)`]),
    ];
    const users = [
      `서버 ${wholePercent(server)}`,
      `부하 생성기 ${wholePercent(generator)}`,
      ...(others === null ? [] : [`다른 프로그램 ${wholePercent(others)}`]),
    ];
    const shares = `사용률: ${busy.join(', ')}. CPU: ${users.join(', ')}`;
    if (limit === null)
      return `${id}에서는 포화된 자원이 없습니다. 처리량은 클라이언트 수 또는 서버가 기다리는 대상으로 제한됩니다(${shares}).`;
    return `${id}의 병목은 ${limit === 'CPU' ? '모두 사용 중인 CPU' : term(limit)}입니다(${shares}).`;
  },
  'tune.cost': ({ id, from, to }) => {
    const [before, after] = [from, to].map((one) => Number(one.toPrecision(3)));
    const change = to < from ? `${wholePercent(1 - to / from)} 감소` : `${wholePercent(to / from - 1)} 증가`;
    return `${id}에서 요청당 서버 CPU 시간이 ${before} ms에서 ${josa(`${after} ms`, '으로/로')} ${change}합니다.`;
  },
} satisfies Texts<typeof english>;
