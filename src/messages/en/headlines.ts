/** The result of a run in one sentence. */
import { counted, percent } from '../../format/number.ts';
import { capital, listed, ratioFigures, rounded } from '../../format/words.ts';
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

/** Settings that are worse than another one, with the ratio to it. */
export interface Behind {
  readonly name: string;
  /** The name is the nearest of several: `and more` are larger, `and less` smaller. */
  readonly reach: 'alone' | 'and more' | 'and less';
  /** To the other one; of several settings the one nearest to 1. */
  readonly ratio: number;
}

/** More names than that hide the sentence that they stand in. */
const mostNamed = 4;

/** `pool 4, 16 and 128 are as good`; their number where they are too many to be named. */
function together(names: readonly string[], one: string, many: string): string[] {
  if (names.length === 0) return [];
  const shown = names.length > mostNamed ? counted(names.length, 'setting') : listed(names);
  return [`${shown} ${names.length === 1 ? one : many}`];
}

/** `pool 1 takes 1.82 times as long, pool 128 and more at least 1.5 times`. */
function behindText(worse: readonly Behind[], isTime: boolean): string[] {
  if (worse.length > mostNamed) return [`${counted(worse.length, 'setting')} are worse`];
  const [verb, verbs, unit] = isTime ? ['takes', 'take', ' as long'] : ['has', 'have', ' as much'];
  return worse.map(({ name, reach, ratio }, i) => {
    const isAlone = reach === 'alone';
    const bound = isAlone ? '' : ratio > 1 ? 'at least ' : 'at most ';
    const words = [name, ...(isAlone ? [] : [reach]), ...(i === 0 ? [isAlone ? verb : verbs] : [])];
    return `${words.join(' ')} ${bound}${rounded(ratio)} times${i === 0 ? unit : ''}`;
  });
}

function adviceText(
  { id, current, label, gain, keeps }: Advice & { readonly keeps: boolean },
  set: string,
): string {
  if (keeps) return `keep ${id}`;
  const texts = gain && ratioFigures(gain);
  const gained = texts ? `: ${texts.value} times its ${label} (${texts.low} to ${texts.high})` : '';
  return `${set} ${id} instead of ${current}${gained}`;
}

export const headlines = {
  'headline.nothing-measured': 'Nothing was measured: no trial gave a result.',
  'headline.nothing-compared':
    'Measured, but nothing was compared: there is no second setting with enough trials.',
  'headline.one-setting': 'One setting was measured: a comparison needs a second one.',
  'headline.once-each': ({ settings }: { settings: number }) =>
    `${counted(settings, 'setting')} were measured once each. One trial shows no spread, so there is no verdict.`,
  'headline.for-predictions':
    'Measured for predictions: one setting, which other settings are computed from.',
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
    const { value, low, high } = ratioFigures(ratio);
    const notes = [
      common,
      `${percent(confidence)} interval ${low} to ${high}`,
      above === null ? '' : `none was measured more than ${percent(above)} above it`,
    ];
    return `${capital(best)} has ${value} times the ${metric} of ${baseline} (${notes.filter((note) => note !== '').join('; ')}).`;
  },
  'headline.none-better': ({
    baseline,
    common,
    metric,
    isTime,
    equivalent,
    worse,
    undecided,
  }: {
    baseline: string;
    /** What all that was compared has in common; empty if nothing. */
    common: string;
    metric: string;
    /** It is a time that requests or jobs take. */
    isTime: boolean;
    /** Names of settings. */
    equivalent: readonly string[];
    worse: readonly Behind[];
    undecided: readonly string[];
  }) => {
    const isBest = equivalent.length + undecided.length === 0;
    const where = `in ${metric}${common === '' ? '' : ` (${common})`}`;
    const told = [
      ...together(equivalent, 'is as good', 'are as good'),
      ...behindText(worse, isTime),
      ...together(undecided, 'is undecided', 'are undecided'),
    ];
    const lead = isBest ? `${capital(baseline)} is the best` : `No setting is better than ${baseline}`;
    return `${lead} ${where}: ${told.join('; ')}.`;
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
  'headline.withheld': ({ metric }: { metric: string }) => `No ${metric} verdict: a validity check failed.`,
};
