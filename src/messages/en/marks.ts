/** What a mark of a chart says when the pointer rests on it. */
import { counted, ratioTexts } from '../../format/number.ts';

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A label with its figures, which the chart has written in the unit of its axis. */
export interface Labelled {
  readonly name: string;
  readonly value: string;
}

export const marks = {
  'mark.estimate': ({
    name,
    value,
    bounds,
    trials,
  }: Labelled & { readonly bounds: string | null; readonly trials: number | null }) =>
    [
      `${name}: ${value}${bounds === null ? '' : ` (${bounds})`}`,
      ...(trials === null ? [] : [counted(trials, 'trial')]),
    ].join(', '),
  'mark.modelled': ({ name, value }: Labelled) => `${name}: ${value}, calculated by the model`,
  'mark.ratio': ({
    name,
    baseline,
    ratio,
    word,
  }: {
    name: string;
    baseline: string;
    ratio: Interval;
    word: string;
  }) => {
    const { value, low, high } = ratioTexts(ratio);
    return `${name}: ${value} times ${baseline} (${low}–${high}), ${word}`;
  },
  'mark.trial': ({
    place,
    block,
    setting,
    ratio,
  }: {
    place: number;
    block: number;
    setting: string | null;
    ratio: number | null;
  }) =>
    [
      `trial ${place}, block ${block}`,
      ...(setting === null ? [] : [setting]),
      ratio === null ? 'failed' : `${ratio.toFixed(2)} times the mean of its setting`,
    ].join(', '),
  'mark.spans': ({ spans }: { spans: readonly { what: string; from: number; to: number }[] }) =>
    spans.map(({ what, from, to }) => `${what}: ${from.toFixed(1)} to ${to.toFixed(1)} ms`).join('; '),
  'mark.moment': ({ at, values }: { at: number; values: readonly Labelled[] }) =>
    `${at.toFixed(1)} s: ${values.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
};
