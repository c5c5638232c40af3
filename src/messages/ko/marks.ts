/** What a mark of a chart says, in Korean. */
import { ratioTexts } from '../../format/number.ts';
import type { marks as english } from '../en/marks.ts';

export const marks: typeof english = {
  'mark.estimate': ({ name, value, bounds, trials }) =>
    [
      `${name}: ${value}${bounds === null ? '' : ` (${bounds})`}`,
      ...(trials === null ? [] : [`시행 ${trials}회`]),
    ].join(', '),
  'mark.modelled': ({ name, value }) => `${name}: ${value}, 모델로 계산한 값`,
  'mark.ratio': ({ name, baseline, ratio, word }) => {
    const { value, low, high } = ratioTexts(ratio);
    return `${name}: ${baseline}의 ${value}배 (${low}–${high}), ${word}`;
  },
  'mark.trial': ({ place, block, setting, ratio }) =>
    [
      `시행 ${place}, 블록 ${block}`,
      ...(setting === null ? [] : [setting]),
      ratio === null ? '실패' : `설정 평균의 ${ratio.toFixed(2)}배`,
    ].join(', '),
  'mark.spans': ({ spans }) =>
    spans.map(({ what, from, to }) => `${what}: ${from.toFixed(1)}–${to.toFixed(1)} ms`).join('; '),
  'mark.moment': ({ at, values }) =>
    `${at.toFixed(1)}초: ${values.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
};
