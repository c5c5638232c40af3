/** The result of a run in one sentence, in Korean. */
import { ratioFigures, rounded } from '../../format/words.ts';
import type { Advice, Behind, headlines as english } from '../en/headlines.ts';
import type { Texts } from '../nested.ts';
import { count, josa, listed, percent, term } from './words.ts';

/** More names than that hide the sentence that they stand in. */
const mostNamed = 4;

const reaches = { alone: '', 'and more': ' 이상', 'and less': ' 이하' } as const;

function together(names: readonly string[], word: string): string[] {
  if (names.length === 0) return [];
  return [`${names.length > mostNamed ? `설정 ${count(names.length)}` : names.join(', ')} ${word}`];
}

function behindText(worse: readonly Behind[]): string[] {
  if (worse.length > mostNamed) return [`설정 ${count(worse.length)} 더 나쁨`];
  return worse.map(({ name, reach, ratio }) => {
    const bound = reach === 'alone' ? '' : ratio > 1 ? ' 이상' : ' 이하';
    return `${name}${reaches[reach]} ${rounded(ratio)}배${bound}`;
  });
}

/** `pool=16으로 설정하세요(현재 pool=4): 처리량이 3.20배(3.00~3.40)`. */
function adviceText({ current, label, gain }: Advice, set: string): string {
  const texts = gain && ratioFigures(gain);
  const gained = texts ? `, ${term(label)} ${texts.value}배(${texts.low}~${texts.high})` : '';
  return `${set}(현재 설정 ${current}${gained})`;
}

export const headlines = {
  'headline.nothing-measured': '측정된 값이 없습니다. 결과를 낸 시행이 없습니다.',
  'headline.one-setting': '설정 하나만 측정했습니다. 비교하려면 두 번째 설정이 필요합니다.',
  'headline.once-each': ({ settings }) =>
    `설정 ${settings}개를 한 번씩 측정했습니다. 한 번으로는 편차를 알 수 없어 판정하지 않습니다.`,
  'headline.for-predictions': '예측을 위해 측정했습니다. 이 설정에서 다른 설정을 계산합니다.',
  'headline.nothing-compared': '측정했지만 비교하지 못했습니다. 시행이 충분한 두 번째 설정이 없습니다.',
  'headline.claims-and-best': ({ claims, best }) => `${claims} ${best}`,
  'headline.claims': ({ claims, balance }) => {
    const verdicts = [
      [balance.holds, '사실'],
      [balance.refuted, '사실 아님'],
      [balance.misread, '해석 오류'],
      [balance.undecided, '판단 불가'],
      [balance.notRun, '미실행'],
    ] as const;
    const told = verdicts.flatMap(([n, word]) => (n === 0 ? [] : [`${word} ${count(n)}`]));
    return `주장 ${count(claims)} 중 ${listed(told)}입니다.`;
  },
  'headline.best': ({ best, baseline, metric, ratio, confidence, common, above }) => {
    const { value, low, high } = ratioFigures(ratio);
    const notes = [
      common,
      `${percent(confidence)} 신뢰 구간 ${low}~${high}`,
      above === null ? '' : `이보다 ${percent(above)} 넘게 나은 설정은 측정되지 않음`,
    ];
    return `${best}의 ${josa(term(metric), '은/는')} ${baseline}의 ${value}배입니다(${notes.filter((note) => note !== '').join('; ')}).`;
  },
  'headline.none-better': ({ baseline, common, metric, equivalent, worse, undecided }) => {
    const isBest = equivalent.length + undecided.length === 0;
    const told = [...together(equivalent, '동등'), ...behindText(worse), ...together(undecided, '판단 불가')];
    const where = common === '' ? '' : `${common}: `;
    const lead = isBest ? `${josa(baseline, '이/가')} 가장 좋습니다` : `${baseline}보다 나은 설정이 없습니다`;
    return `${term(metric)} 기준으로 ${lead}(${where}${told.join('; ')}).`;
  },
  'headline.tune-certified': ({ confidence, ...advice }) =>
    advice.keeps
      ? `현재 설정 ${josa(advice.id, '을/를')} 유지하세요. ${percent(confidence)} 신뢰 수준으로 검증되었습니다.`
      : `${adviceText(advice, `${josa(advice.id, '으로/로')} 변경하세요`)}. ${percent(confidence)} 신뢰 수준으로 검증되었습니다.`,
  'headline.tune-not-certified': ({ isWithheld, rivals, ...advice }) => {
    const names = rivals.length > mostNamed ? `설정 ${count(rivals.length)}` : listed(rivals);
    const doubt = isWithheld
      ? ' 유효성 검사를 통과하지 못했습니다.'
      : rivals.length > 0
        ? ` 노이즈 범위 안의 다른 설정: ${names}.`
        : '';
    const best = advice.keeps
      ? `우선 ${josa(advice.id, '을/를')} 유지하세요`
      : adviceText(advice, `가장 유력한 설정은 ${advice.id}입니다`);
    return `검증되지 않았습니다. ${best}.${doubt}`;
  },
  'headline.withheld': ({ metric }) => `유효성 검사를 통과하지 못해 ${term(metric)} 판정을 내리지 않습니다.`,
} satisfies Texts<typeof english>;
