/** Where figures have to lie for a claim to hold or to be wrong, the word that follows, and what it would take to get one. */
import type {
  ClaimWord,
  Evidence,
  Interval,
  Measured,
  MeasuredRatio,
  Undecided,
} from '../../model/verdict.ts';

/** A figure as evidence. */
export type EvidenceFigure = Evidence & Interval;

/** A figure that can be held to bounds: it knows its interval at other confidences, and what more blocks would give. */
export interface Estimated extends EvidenceFigure {
  /** Ids of the cells whose trials it is made of. */
  readonly cells: readonly string[];
  readonly at: MeasuredRatio['at'];
  readonly blocksFor: MeasuredRatio['blocksFor'];
}

/** A range in which a figure may lie; without an end where none is named. */
export interface Region {
  readonly low?: number;
  readonly high?: number;
}
export const above = (low: number): readonly Region[] => [{ low }];
export const below = (high: number): readonly Region[] => [{ high }];
export const between = (low: number, high: number): readonly Region[] => [{ low, high }];
export const within = (factor: number) => between(1 / factor, factor);
export const beyond = (factor: number): readonly Region[] => [{ high: 1 / factor }, { low: factor }];

/** A figure, and where its whole interval must lie. */
export interface Need {
  readonly figure: Estimated;
  readonly lies: readonly Region[];
  /** Factor by which the truth is expected to lie from the bounds: the figure has to be twice as precise. */
  readonly margin: number;
}

/** The usual margin: the model's prediction lies at least this factor from a bound. */
const usualMargin = 1.25;

export const need =
  (lies: readonly Region[], margin = usualMargin) =>
  (figure: Estimated): Need => ({ figure, lies, margin });

/**
 * A word, and what gives it: one alternative must be shown, with all of its needs. That all hold needs no correction
 * for chance (intersection–union, Berger 1982); among several alternatives one must hold at Holm's first level.
 */
export interface Outcome {
  readonly word: 'holds' | 'refuted' | 'misread';
  readonly when: readonly (readonly Need[])[];
}

type Confidence = Pick<Measured, 'confidence'>;

/** Confidence of each claim: chance alone gives it a word in one of twenty runs at most. */
const usual: Confidence = { confidence: 0.95 };

/** Confidence at which one of so many alternatives is shown: Holm's first step. */
const levelOf = ({ when }: Outcome, { confidence }: Confidence) =>
  1 - (1 - confidence) / Math.max(1, when.length);

/** @returns the word of the first outcome that is shown */
function wordOf(outcomes: readonly Outcome[], at: Confidence): ClaimWord {
  const isShown = (outcome: Outcome) =>
    outcome.when.some((needs) => needs.length > 0 && needs.every((one) => isMet(one, levelOf(outcome, at))));
  return outcomes.find(isShown)?.word ?? 'undecided';
}

/** The one word of all parts of a claim; undecided where theirs differ. */
export function agreedWord(parts: readonly (readonly Outcome[])[], at: Confidence = usual): ClaimWord {
  const [only = 'undecided', ...others] = new Set(parts.map((outcomes) => wordOf(outcomes, at)));
  return others.length === 0 ? only : 'undecided';
}

const isMet = ({ figure, lies }: Need, at: number) => lies.some((region) => holds(region, figure.at(at)));

const holds = ({ low = -Infinity, high = Infinity }: Region, of: Pick<Interval, 'low' | 'high'>) =>
  of.low > low && of.high < high;

/**
 * What it would take to decide: the outcome that needs the fewest further blocks if every figure is where it seems to be.
 * On the line: none can be reached, since a figure lies too close to a bound, or between what would make the claim hold
 * and what would make it wrong; or parts of the claim have different words.
 */
export function undecidedOf(parts: readonly (readonly Outcome[])[], measured: Measured): Undecided {
  const { plan, trials, confidence } = measured;
  const open = parts.filter((outcomes) => wordOf(outcomes, measured) === 'undecided');
  // Further blocks make another answer, which may be wrong with half the chance of this one.
  const next = { confidence: 1 - (1 - confidence) / 2 };
  const blocks = Math.max(
    ...open.map((outcomes) => Math.min(...outcomes.map((outcome) => blocksOf(outcome, next)))),
  );
  if (!Number.isFinite(blocks)) return { kind: 'on the line' };
  // A run that is continued measures what is open, and nothing else.
  const asked = new Set(open.flat().flatMap(({ when }) => when.flat().flatMap(({ figure }) => figure.cells)));
  const times = plan.cells
    .filter(({ id }) => asked.has(id))
    .map(({ id }) => trials.filter(({ cell }) => cell === id).map(({ duration }) => duration))
    .map((own) => own.reduce((sum, one) => sum + one, 0) / Math.max(1, own.length));
  const block = times.reduce((sum, one) => sum + one, 0);
  return { kind: 'noise', blocks, seconds: Math.ceil((blocks * block) / 1000) };
}

/**
 * Cells of figures that are not precise enough: their half-width is more than half of the margin. A precise figure decides the
 * claim in about 98 of 100 runs, if the truth lies where it is expected.
 */
export function impreciseCells(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ when }) =>
    when.flat().flatMap(({ figure, margin }) => {
      const half = Math.log(figure.high / figure.value);
      return half > Math.log(margin) / 2 ? figure.cells : [];
    }),
  );
}

/** Further blocks until the outcome is shown, at the present spread. */
function blocksOf(outcome: Outcome, at: Confidence): number {
  const level = levelOf(outcome, at);
  return Math.min(...outcome.when.map((needs) => Math.max(...needs.map((one) => moreBlocks(one, level)))));
}

/** @returns Infinity if more blocks would hardly help */
function moreBlocks({ figure, lies }: Need, at: number): number {
  const region = lies.find(
    ({ low = -Infinity, high = Infinity }) => figure.value > low && figure.value < high,
  );
  if (!region) return Infinity;
  const edges = [region.low, region.high].flatMap((edge) => edge ?? []);
  const needed = edges.map((edge) => {
    const blocks = figure.blocksFor(edge, at);
    return blocks === 'on the line' ? Infinity : Math.max(0, blocks - figure.n);
  });
  return Math.max(0, ...needed);
}

/** Ways to show something of the figures of a claim: one of them is enough. */
export type Ways = (figures: readonly Estimated[]) => Outcome['when'];
type NeedOf = ReturnType<typeof need>;

/** All figures lie in the region. */
export const allLie = (...lies: Parameters<typeof need>): Ways => together(need(...lies));
/** One of the figures lies in the region. */
export const anyLies = (...lies: Parameters<typeof need>): Ways => either(need(...lies));
/** Each figure lies where it must, by its place; the last place is that of all that follow. */
export const together =
  (...needs: readonly NeedOf[]): Ways =>
  (figures) => [figures.map(byPlace(needs))];
export const either =
  (...needs: readonly NeedOf[]): Ways =>
  (figures) =>
    figures.map((one, place) => [byPlace(needs)(one, place)]);

const byPlace = (needs: readonly NeedOf[]) => (figure: Estimated, place: number) =>
  (needs[place] ?? needs.at(-1) ?? need([]))(figure);

/** What figures have to show for each word, in the order in which the words are tried. */
export type Shows = Readonly<Partial<Record<Outcome['word'], Ways>>>;

export const outcomesOf = (shows: Shows, figures: readonly Estimated[]): readonly Outcome[] =>
  Object.entries(shows).map(([word, ways]) => ({ word: word as Outcome['word'], when: ways(figures) }));

/** All figures must lie on one side of a bound; the claim is refuted if all lie on the other side of `refuted`. */
export const allAbove = (bound = 1, refuted = bound, margin = usualMargin): Shows => ({
  holds: allLie(above(bound), margin),
  refuted: allLie(below(refuted), margin),
});
export const allBelow = (bound = 1, refuted = bound, margin = usualMargin): Shows => ({
  holds: allLie(below(bound), margin),
  refuted: allLie(above(refuted), margin),
});
/** All figures must lie within a factor of 1; one that is shown to lie beyond it refutes the claim. */
export const allWithin = (factor: number): Shows => ({
  holds: allLie(within(factor)),
  refuted: anyLies(beyond(factor)),
});
