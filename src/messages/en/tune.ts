/** What a search says: what each block is for, what it recommends, how certain that is, and what to know besides. */
import { counted } from '../../format/number.ts';
import { listed, ratioFigures, rounded, tenthPercent, wholePercent } from '../../format/words.ts';
import type { Maybe, Nested, Numbers } from '../nested.ts';

type Ratio = Numbers<'value' | 'low' | 'high'>;

/** A constraint with its unit, empty for a share: `p99 at most 200 ms`. */
export interface Bound {
  readonly figure: string;
  readonly relation: 'at most' | 'at least';
  readonly limit: number;
  readonly unit: string;
}

/** What a certificate is about, and what it is not about. */
export interface Scope {
  /** Settings that were measured, and those of them that are compared with the recommended one. */
  readonly measured: number;
  readonly compared: number;
  /** Whether settings that may be feasible are not among the compared. */
  readonly isPartial: boolean;
  readonly droppedEarly: readonly string[];
  /** Trials of each of these. */
  readonly droppedAfter: number;
  readonly notCompared: readonly string[];
}

/**
 * Shares: of one CPU for each loop, of the pool threads (null: not used, or not known), of all CPUs. `queued`: jobs that wait for a
 * pool thread.
 */
type Usage = Numbers<'loop' | 'loopWaits' | 'queued' | 'server' | 'generator'> & Maybe<'pool' | 'others'>;

/** What a ratio of two settings says about the first. */
const words = {
  better: 'better',
  worse: 'worse',
  equivalent: 'practically the same',
  undecided: 'no significant difference',
} as const;

type Word = keyof typeof words;

const settings = (count: number) => counted(count, 'setting');
const list = (ids: readonly string[]) => ids.join(', ');
function interval(ratio: Ratio): string {
  const { low, high } = ratioFigures(ratio);
  return `${low} to ${high}`;
}

function amount(value: number, unit: string): string {
  if (unit === '') return tenthPercent(value);
  const number = value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === '1/s' ? `${number}/s` : `${number} ${unit}`;
}

const boundText = ({ figure, relation, limit, unit }: Bound) =>
  `${figure} ${relation} ${amount(limit, unit)}`;

/** A bound is rounded away from what it promises. */
const percentUp = (share: number) => `${Math.ceil(1000 * share) / 10}%`;

function comparedText({ measured, compared, isPartial }: Scope): string {
  if (compared === measured) return `${settings(measured)} measured`;
  return isPartial
    ? `${settings(compared)} that were compared`
    : `${compared} feasible of ${settings(measured)} measured`;
}

/** A search saves its trials where it cannot promise anything: of these settings nothing is said. */
function leftOut({ droppedEarly, droppedAfter, notCompared, measured }: Scope): string {
  const after = droppedAfter === 2 ? 'two trials' : 'the first trials';
  const early =
    droppedEarly.length > 0
      ? ` Dropped after ${after} (not statistically confirmed): ${list(droppedEarly)}.`
      : '';
  const others =
    notCompared.length > 0
      ? ` Not in the final comparison, because others of the ${settings(measured)} measured looked more promising: ${list(notCompared)}.`
      : '';
  return early + others;
}

/** `reuses`: whether the blocks of the screening count. */
export interface Look {
  readonly look: number;
  readonly reuses: boolean;
}

const nextLook = ({ look, reuses }: Look) =>
  `next analysis after ${look} ${reuses ? 'blocks in all' : 'fresh blocks'}`;

const endings = {
  budget: 'the time was used up',
  interrupted: 'interrupted',
  'last look': 'too much noise for the number of blocks',
  infeasible: 'it breaks a constraint, or may break one',
  'only begun': 'the search had only begun',
} as const;

export const tune = {
  'tune.why.current-first':
    'bracket: the current setting first, so that a model can predict where the best may be',
  'tune.why.coarse-grid': ({ count, of }: Numbers<'count' | 'of'>) =>
    `bracket: ${count} of ${settings(of)}, to see where to look`,
  'tune.why.not-far-off': ({ count }: Numbers<'count'>) =>
    `bracket: again the ${settings(count)} that ${count === 1 ? 'is' : 'are'} not far below the best`,
  'tune.why.around-prediction': ({ count, of }: Numbers<'count' | 'of'>) =>
    `bracket: ${count} of ${settings(of)}, around the best that the model predicts`,
  'tune.why.model-was-wrong': ({ count, of }: Numbers<'count' | 'of'>) =>
    `bracket: ${count} of ${settings(of)}, because the model was wrong`,
  'tune.why.refine': ({ count }: Numbers<'count'>) =>
    `refine: ${settings(count)} between and beside those that are near the top`,
  'tune.why.certify': ({ ids, ...look }: { ids: readonly string[] } & Look) =>
    `certify: which is best of ${list(ids)}; ${nextLook(look)}`,
  'tune.why.certify-fewer-changes': ({ certified, ...look }: { certified: readonly string[] } & Look) =>
    `certify: whether a setting that changes less is as good as ${list(certified)}; ${nextLook(look)}`,

  'tune.nothing-measured': 'Nothing is recommended: no trial gave a result.',
  'tune.none-feasible': ({
    measured,
    infeasible,
    unknown,
    nearest,
  }: {
    measured: number;
    /** Settings that are known to break a constraint, or to fail; and ids of the others. */
    infeasible: number;
    unknown: readonly string[];
    /** The setting that breaks its constraints least. `label`: of the figure. */
    nearest: (Bound & { readonly id: string; readonly label: string; readonly value: number }) | null;
  }) =>
    [
      unknown.length === 0
        ? `Nothing is recommended: ${measured === 1 ? 'the only setting measured fails or breaks a constraint' : `none of the ${settings(measured)} measured works and keeps the constraints`}.`
        : `Nothing is recommended: ${infeasible} of the ${settings(measured)} measured ${infeasible === 1 ? 'breaks a constraint or fails' : 'break a constraint or fail'}. It is not known whether ${listed(unknown)} would keep the constraints: that was not compared further.`,
      nearest &&
        `${nearest.id} comes nearest: ${nearest.unit === '' ? `${amount(nearest.value, '')} errors` : `${nearest.label} ${amount(nearest.value, nearest.unit)}`}, but ${nearest.relation} ${amount(nearest.limit, nearest.unit)} was requested.`,
    ]
      .filter((one) => one !== null)
      .join(' '),
  'tune.certified': ({
    id,
    confidence,
    within,
    ...scope
  }: Scope & {
    id: string;
    confidence: number;
    /** Null: it is the best itself. */
    within: number | null;
  }) => {
    const best = `the best of the ${comparedText(scope)}`;
    const close = within === null ? best : `within ${tenthPercent(within)} of ${best}`;
    return `With ${tenthPercent(confidence)} confidence, ${id} is ${close}.${leftOut(scope)}`;
  },
  'tune.not-certified': ({
    id,
    ended,
    confidence,
    atMost,
    within,
    undecided,
    equivalent,
    ...scope
  }: Scope & {
    id: string;
    ended: keyof typeof endings;
    confidence: number;
    /** How far below the best it may be; null where that says nothing. */
    atMost: number | null;
    /** What was asked for. */
    within: number;
    undecided: readonly string[];
    equivalent: readonly string[];
  }) => {
    const bound =
      atMost === null
        ? `${id} is only a guess.`
        : `with ${tenthPercent(confidence)} confidence, ${id} is within ${percentUp(atMost)} of the best of the ${comparedText(scope)}${
            atMost > within
              ? `; ${tenthPercent(within)} was requested.`
              : ', but the same blocks were used to choose it.'
          }`;
    return [
      `Not certified (${endings[ended]}): ${bound}`,
      undecided.length > 0 ? ` No significant difference from it: ${list(undecided)}.` : '',
      equivalent.length > 0 ? ` As good as it: ${list(equivalent)}.` : '',
      leftOut(scope),
    ].join('');
  },
  'tune.certainty-withheld': ({ certainty, why }: { certainty: Nested; why: Nested }) =>
    `Not certified: a validity check failed. By the figures alone: ${certainty} But ${why}`,
  'tune.no-answer': ({ why }: { why: Nested }) => `Nothing is recommended. ${why}`,
  'tune.check-voids': ({ check, sentence }: { check: string; sentence: Nested }) =>
    `Check ${check} failed: ${sentence}`,
  'tune.pool-not-in-force': ({ asked, found }: { asked: readonly string[]; found: string }) =>
    `Pools of ${listed(asked)} were requested, but ${found} is in force in every trial: the server sets its pool size itself when it starts.`,
  'tune.variable-not-in-force': ({
    name,
    asked,
    found,
  }: {
    name: string;
    asked: readonly string[];
    found: string;
  }) =>
    `${name} was requested as ${listed(asked)}, but ${found} is in force in every trial: the command or script that starts the server sets it itself.`,
  'tune.pool-not-in-force.todo':
    'Remove that from its code or start script, and tune again. Or let it read the size from another variable, and tune that one: --vary env:NAME=4,8,16.',
  'tune.variable-not-in-force.todo': 'Remove that from the command or script that starts it, and tune again.',
  /** `factor`: to each side of a peak. */
  'tune.scope': ({ key, low, high, factor }: { key: string } & Numbers<'low' | 'high' | 'factor'>) =>
    `For every ${key} from ${low} to ${high}, this holds only if the curve has no peak narrower than a factor of ${factor}.`,
  'tune.gain': ({ id, label, word, ...ratio }: Ratio & { id: string; label: string; word: Word }) =>
    `${id} has ${ratioFigures(ratio).value} times the ${label} of the current setting (${interval(ratio)}): ${words[word]}.`,
  'tune.gain-checked': ({ gain }: { gain: Nested }) => `${gain} The failed check affects this figure too.`,

  'tune.side-effect': ({
    id,
    isBetter,
    objective,
    label,
    ...ratio
  }: Ratio & {
    id: string;
    /** In the objective, with confidence. */
    isBetter: boolean;
    objective: string;
    label: string;
  }) =>
    `${isBetter ? `${id} is better in ${objective}, but its ${label}` : `The ${label} of ${id}`} is ${ratioFigures(ratio).value} times that of the current setting (${interval(ratio)}).`,
  'tune.better-elsewhere': ({
    rival,
    id,
    word,
    objective,
    figures,
  }: {
    rival: string;
    id: string;
    word: 'equivalent' | 'undecided';
    objective: string;
    figures: readonly (Ratio & { readonly label: string })[];
  }) => {
    const alike =
      word === 'equivalent'
        ? `is practically the same as ${id} in ${objective}`
        : `has no significant difference from ${id} in ${objective}`;
    const others = figures.map(
      ({ label, ...ratio }) =>
        `its ${label} is ${ratioFigures(ratio).value} times as large (${interval(ratio)})`,
    );
    return `${rival} ${alike}, but ${others.join(', and ')}: use it if that matters more to you.`;
  },
  'tune.edge': ({ key, size, end }: { key: string; size: number; end: 'largest' | 'smallest' }) =>
    `${key}=${size} is the ${end} that was tried: a ${end === 'largest' ? 'larger' : 'smaller'} one may be better still.`,
  'tune.failed-trials': ({ id, failed, trials }: { id: string; failed: number; trials: number }) =>
    `${failed} of ${counted(trials, 'trial')} of ${id} failed.`,
  'tune.wrong-answers': ({
    limit,
    wrong,
  }: {
    limit: number;
    wrong: readonly { readonly id: string; readonly errors: number }[];
  }) =>
    `Left out because of wrong or missing answers (${limit === 0 ? 'none was' : `at most ${Number((100 * limit).toPrecision(3))}% were`} allowed): ${wrong
      .map(({ id, errors }) => `${id} (${Number((100 * errors).toPrecision(2))}%)`)
      .join(', ')}.`,
  'tune.failed-settings': ({ ids }: { ids: readonly string[] }) =>
    `${list(ids)} gave no result twice, and ${ids.length === 1 ? 'was' : 'were'} left out.`,
  'tune.constraint-undecided': ({
    ids,
    isBetter,
    ...bound
  }: Bound & { ids: readonly string[]; isBetter: boolean }) =>
    `It is not certain whether ${listed(ids)}${isBetter ? ', which would be better,' : ''} would keep ${boundText(bound)}: the interval includes the limit.`,
  'tune.bounded': ({
    label,
    than,
    settings: those,
  }: {
    /** Of the percentile. */
    label: string;
    /** The recommended setting. */
    than: string;
    settings: readonly {
      readonly id: string;
      readonly atLeast: number;
      readonly answers: number;
      readonly ratio: number | null;
    }[];
  }) =>
    `Too few requests in a window for the ${label} itself, so only a lower bound is known: ${those
      .map(({ id, atLeast, answers, ratio }) => {
        const times = ratio === null ? '' : `, ${Number(ratio.toPrecision(2))} times that of ${than} or more`;
        return `${id} at least ${amount(atLeast, 'ms')}${times} (${counted(Math.round(answers), 'answer')})`;
      })
      .join('; ')}.`,
  'tune.current-not-measured': ({ id }: { id: string }) =>
    `The current setting, ${id}, gave no result: the gain over it is not known.`,
  'tune.check-failed': ({ why }: { why: Nested }) => `A validity check failed as well: ${why}`,
  'tune.check-spared': ({ check, most, hides }: { check: string; most: number; hides: number }) =>
    `Check ${check} failed, but the certificate stays valid: ` +
    (check === 'G2'
      ? `the network makes up at most ${Number((100 * most).toFixed(1))}% of the mean response time, about the same for every setting in the final comparison. `
      : `${check === 'G1' ? 'the load generator' : 'something else on the machine'} took at most ${Number((100 * most).toFixed(1))}% of the CPUs in use, about the same from every setting in the final comparison. `) +
    `That hides ${hides <= 0 ? 'no' : `at most ${percentUp(hides)} of an`} advantage of another setting. Without it, every throughput would be higher.`,

  'tune.advice.none': 'No setting is recommended.',
  /** `isOpen`: a validity check failed. */
  'tune.advice.keep': ({ id, kept, isOpen }: { id: string; kept: Nested | null; isOpen: boolean }) =>
    kept === null
      ? `Keep the current setting: ${id}.`
      : `Keep the current setting${isOpen ? ' for now' : ''}, ${id}: ${kept}.`,
  'tune.advice.keep-for-now': ({ id, isCompared }: { id: string; isCompared: boolean }) =>
    `Keep the current setting for now: ${id}. ${isCompared ? 'No other setting is a better guess.' : 'Too little was measured to recommend another one.'}`,
  'tune.advice.set': ({ id, current }: { id: string; current: string }) =>
    `Set ${id}. The current setting is ${current}.`,
  'tune.advice.guess': ({ id, current }: { id: string; current: string }) =>
    `The best guess is ${id}. The current setting is ${current}.`,
  'tune.as-good': ({
    id,
    within,
    others,
    rule,
  }: {
    id: string;
    within: number;
    others: readonly (Ratio & { readonly id: string })[];
    /** Why it is this one of them. */
    rule: keyof typeof rules;
  }) => `Within ${tenthPercent(within)}: ${others.map((one) => ratioOf(one, id)).join(', ')}. ${rules[rule]}`,
  'tune.tied': ({ id, others }: { id: string; others: readonly (Ratio & { readonly id: string })[] }) =>
    `Statistically tied (does not affect the certificate): ${others.map((one) => ratioOf(one, id)).join(', ')}.`,
  'tune.limit': ({
    id,
    limit,
    loop,
    loopWaits,
    pool,
    queued,
    server,
    generator,
    others,
  }: {
    id: string;
    /** The saturated resource; null: none. */
    limit: string | null;
  } & Usage) => {
    const busy = [
      `event loop ${wholePercent(loop)}${loopWaits >= 0.01 ? ` and ${wholePercent(loopWaits)} waiting for a CPU` : ''}`,
      ...(pool === null ? [] : [`pool threads ${wholePercent(pool)} with ${rounded(queued)} jobs waiting`]),
    ];
    const users = [
      `server ${wholePercent(server)}`,
      `load generator ${wholePercent(generator)}`,
      ...(others === null ? [] : [`other programs ${wholePercent(others)}`]),
    ];
    const shares = `(busy: ${busy.join(', ')}; CPU use: ${users.join(', ')})`;
    if (limit === null)
      return `With ${id} nothing is saturated: throughput is limited by the number of clients, or by something that the server waits for ${shares}.`;
    const named = { CPU: 'the CPUs, which are all in use', 'load generator': 'the load generator' }[limit];
    return `${id} is limited by ${named ?? `its ${limit}`} ${shares}.`;
  },
  /** `from`, `to`: milliseconds of the server's CPU for a request. */
  'tune.cost': ({ id, from, to }: { id: string } & Numbers<'from' | 'to'>) => {
    const [before, after] = [from, to].map((one) => Number(one.toPrecision(3)));
    const change = to < from ? `${wholePercent(1 - to / from)} less` : `${wholePercent(to / from - 1)} more`;
    return `Each request takes ${change} of the server's CPU with ${id}: ${after} ms instead of ${before} ms.`;
  },
};

function ratioOf(one: Ratio & { readonly id: string }, than: string): string {
  const { value, low, high } = ratioFigures(one);
  return `${one.id} (${value} [${low}–${high}] times ${than})`;
}

const rules = {
  current: 'Among settings so close to the best, the current one is kept.',
  'fewest changes':
    'Among settings so close to the best, one that changes the fewest variables is recommended, and of those the smallest.',
  smallest: 'The smallest of them is recommended: the larger ones cost more for no measurable gain.',
} as const;
