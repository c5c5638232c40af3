/** The result of a run in one sentence. */
import { counted, percent, range, ratioTexts } from '../../format/number.ts';
import { capital, listed } from '../../format/words.ts';
import type { Nested } from '../nested.ts';

type Ratio = {
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

/** How many claims ended with each verdict. */
type Balance = {
  readonly holds: number;
  readonly refuted: number;
  readonly misread: number;
  readonly undecided: number;
  readonly notRun: number;
};

/** What a search recommends, and what it gains over the current setting. */
export interface Advice {
  readonly id: string;
  readonly current: string;
  /** Of the objective. */
  readonly label: string;
  /** Null where it is not known, or the current setting is kept. */
  readonly gain: Ratio | null;
}

/** More names than that hide the sentence that they stand in. */
const mostNamed = 4;

function adviceText(
  { id, current, label, gain, keeps }: Advice & { readonly keeps: boolean },
  set: string,
): string {
  if (keeps) return `keep ${id}`;
  const texts = gain && ratioTexts(gain);
  const gained = texts ? `: ${texts.value} times its ${label} (${texts.low} to ${texts.high})` : '';
  return `${set} ${id} instead of ${current}${gained}`;
}

export const headlines = {
  'headline.nothing-measured': 'Nothing was measured: no trial gave a result.',
  'headline.nothing-compared':
    'Measured, but nothing was compared: there is no second setting with enough trials.',
  'headline.claims-and-best': ({ claims, best }: { claims: Nested; best: Nested }) => `${claims} ${best}`,
  'headline.claims': ({ claims, balance }: { claims: number; balance: Balance }) => {
    const phrases = [
      [balance.holds, 'holds', 'hold'],
      [balance.refuted, 'is refuted', 'are refuted'],
      [balance.misread, 'is misread', 'are misread'],
      [balance.undecided, 'is undecided', 'are undecided'],
      [balance.notRun, 'was not run', 'were not run'],
    ] as const;
    const told = phrases.flatMap(([n, one, many]) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]));
    return `Of ${counted(claims, 'claim')} ${listed(told)}.`;
  },
  'headline.best': ({
    best,
    baseline,
    metric,
    ratio,
    confidence,
    common,
    above,
  }: {
    best: string;
    baseline: string;
    metric: string;
    ratio: Ratio;
    confidence: number;
    /** What both settings have in common; empty if nothing. */
    common: string;
    /** No setting was measured further above it than this, where others are as good; else null. */
    above: number | null;
  }) => {
    const notes = [
      common,
      `${percent(confidence)} interval ${range(ratio)}`,
      above === null ? '' : `none was measured more than ${percent(above)} above it`,
    ];
    return `${capital(best)} has ${ratioTexts(ratio).value} times the ${metric} of ${baseline} (${notes.filter((note) => note !== '').join('; ')}).`;
  },
  'headline.none-better': ({
    baseline,
    common,
    metric,
    equivalent,
    worse,
    undecided,
  }: {
    baseline: string;
    /** What all that was compared has in common; empty if nothing. */
    common: string;
    metric: string;
    equivalent: number;
    worse: number;
    undecided: number;
  }) => {
    const balance = [
      [equivalent, equivalent === 1 ? 'is equivalent' : 'are equivalent'],
      [worse, worse === 1 ? 'is worse' : 'are worse'],
      [undecided, 'undecided'],
    ] as const;
    const told = balance.flatMap(([n, word]) => (n === 0 ? [] : [`${n} ${word}`]));
    return `No setting beat ${baseline} in ${metric}${common === '' ? '' : ` (${common})`}: ${told.join(', ')}.`;
  },
  'headline.tune-certified': ({ confidence, ...advice }: Advice & { keeps: boolean; confidence: number }) =>
    `${capital(adviceText(advice, 'set'))}. Certified with ${percent(confidence)} confidence.`,
  'headline.tune-not-certified': ({
    isWithheld,
    rivals,
    ...advice
  }: Advice & {
    keeps: boolean;
    isWithheld: boolean;
    /** Ids without a significant difference from it. */
    rivals: readonly string[];
  }) => {
    const names = rivals.length > mostNamed ? counted(rivals.length, 'setting') : listed(rivals);
    const doubt = isWithheld
      ? ' A validity check failed.'
      : rivals.length > 0
        ? ` Within the noise of it: ${names}.`
        : '';
    return `Not certified: ${adviceText(advice, 'the best guess is')}${advice.keeps ? ' for now' : ''}.${doubt}`;
  },
  'headline.tune-undecided': ({
    id,
    current,
    label,
    gain,
    rivals,
  }: Advice & {
    /** Ids that it cannot be told from, the current one first. */
    rivals: readonly string[];
  }) => {
    const names =
      rivals.length > mostNamed ? `${current} and ${counted(rivals.length - 1, 'other')}` : listed(rivals);
    const texts = gain && ratioTexts(gain);
    const gained = texts
      ? ` (${texts.value} times the ${label} of ${current}, ${texts.low} to ${texts.high})`
      : '';
    return `Undecided: ${id} looks best, but the difference from ${names} is within the noise${gained}.`;
  },
  'headline.withheld': ({ metric }: { metric: string }) => `No ${metric} verdict: a validity check failed.`,
};
