/** What every experiment judges with: claims as rules over figures, and the figures of a run that they ask for. */
import { message, type Message } from '../../messages/message.ts';
import type { JudgedClaim } from '../../model/experiment.ts';
import type {
  ClaimWord,
  Evidence,
  Interval,
  Measured,
  Metric,
  Reading,
  Summary,
  Term,
  Undecided,
} from '../../model/verdict.ts';
import {
  agreedWord,
  impreciseCells,
  outcomesOf,
  undecidedOf,
  type Estimated,
  type EvidenceFigure,
  type Outcome,
  type Shows,
} from './outcome.ts';

/** Factor beyond which two figures differ: for two ways to measure the same, and for a gain that may be small. */
export const equality = 1.1;

/**
 * Factor within which figures are "flat", "the same" or "the best" while a setting is changed by a factor of 2 to 512. Work
 * that scaled with the setting would change by far more, and what the model predicts lies far from both.
 */
export const same = 1.25;

export type Judgement = ReturnType<JudgedClaim['judge']>;

export interface Claim extends JudgedClaim {
  /**
   * What its figures have to show, in parts that must agree; a test compares its bounds with what the model predicts. Absent for a
   * claim that rests on counts.
   */
  readonly outcomes?: (measured: Measured) => readonly (readonly Outcome[])[];
}

/** Claims by their ids without the name of the experiment. */
export type Claims = Readonly<
  Record<
    string,
    (Rule & { readonly judge?: undefined }) | (Omit<Claim, 'id'> & { readonly figures?: undefined })
  >
>;

export const claimsOf = (experiment: string, claims: Claims): Claim[] =>
  Object.entries(claims).map(([key, given]) => {
    const { text, source } = given;
    const rule = given.judge ? given : ruled(given);
    const { outcomes } = rule;
    return {
      id: `${experiment}/${key}`,
      text,
      source,
      ...rule,
      ...(outcomes && { imprecise: (measured: Measured) => outcomes(measured).flatMap(impreciseCells) }),
    };
  });

/** The cell of a ratio, or several, whose geometric mean counts. */
type Cells = string | readonly string[];

/** A ratio of a metric (throughput unless told) or of a reading of each trial; `its` is the baseline's, where it has another. */
export type Ratio = readonly [
  text: string,
  cells: Cells,
  baselines: Cells,
  metric?: Metric | Reading,
  its?: Metric | Reading,
];

/** A figure that is asked for: itself, null where intervals need more blocks; how it is read from a run; or a ratio of cells. */
type FigureRequest<Kind> = Kind | null | ((measured: Measured) => Kind | null) | Ratio;
type Asking<Kind> = readonly FigureRequest<Kind>[] | ((measured: Measured) => readonly FigureRequest<Kind>[]);

/** A claim as a table row: the figures that it asks for, and what they have to show. */
export interface Rule extends Pick<Claim, 'text' | 'source'> {
  /** Why this machine or this run cannot show the claim; null if it can. */
  readonly unless?: (measured: Measured) => Message | null;
  /** Figures that decide; if one is null the claim is not run. */
  readonly figures: Asking<Estimated>;
  /** Outcomes: the first that is shown gives the word; if none is, the claim is undecided. */
  readonly outcomes: Shows | ((measured: Measured) => Shows);
  /** Figures that the sentence names; absent: all. */
  readonly shown?: (figures: readonly Estimated[], word: ClaimWord) => readonly EvidenceFigure[];
  /** A sentence in place of the list of figures. */
  readonly sentence?: (figures: readonly Estimated[], measured: Measured) => Message;
  /** Figures that stand beside and decide nothing. */
  readonly beside?: Asking<Estimated | Evidence>;
  /** Remarks behind the figures. */
  readonly remarks?: (
    measured: Measured,
    word: ClaimWord,
    figures: readonly Estimated[],
  ) => readonly (Message | null)[];
}

/** Judges a claim by its rule. */
export function ruled(given: Rule): Pick<Claim, 'judge'> & Required<Pick<Claim, 'outcomes'>> {
  const { unless, figures, outcomes, shown, sentence, beside = [], remarks } = given;
  const found = (measured: Measured) => whole(answers(measured, figures));
  const waysOf = (own: readonly Estimated[], measured: Measured) =>
    outcomesOf(typeof outcomes === 'function' ? outcomes(measured) : outcomes, own);
  return {
    judge(measured) {
      const reason = unless?.(measured);
      if (reason) return notRun(reason);
      const own = found(measured);
      if (!own) return notRun(tooFewBlocks);
      const ways = waysOf(own, measured);
      const verdict = agreedWord([ways], measured);
      const others = answers(measured, beside).flatMap((one) => one ?? []);
      const said = remarks?.(measured, verdict, own) ?? [];
      return {
        verdict,
        because: sentence
          ? sentences(sentence(own, measured), ...said)
          : figuresSentence(shown?.(own, verdict) ?? own, said),
        evidence: [...own, ...others].map(evidenceOf),
        ...(verdict === 'undecided' && { undecided: undecidedOf([ways], measured) }),
      };
    },
    outcomes(measured) {
      const own = unless?.(measured) ? null : found(measured);
      return own ? [waysOf(own, measured)] : [];
    },
  };
}

/** The figures that are asked for; one is null where intervals need more blocks. */
function answers<Kind extends Evidence>(
  measured: Measured,
  asking: Asking<Kind>,
): readonly (Kind | Estimated | null)[] {
  const list = typeof asking === 'function' ? asking(measured) : asking;
  return list.map((asked) => {
    if (typeof asked === 'function') return asked(measured);
    return asked === null || 'value' in asked ? asked : ratioOf(measured, ...asked);
  });
}

/** What is stored of a figure. */
function evidenceOf({ text, unit, value, low, high, n }: Evidence): Evidence {
  return { text, unit, value, low, high, n };
}

/** @returns the list without its type's null; null if it is empty or has one */
export function whole<Item>(list: readonly (Item | null)[]): Item[] | null {
  const found = list.flatMap((one) => one ?? []);
  return found.length > 0 && found.length === list.length ? found : null;
}

/**
 * The judgement of a claim that no rule can express.
 * @param remarks sentences behind the figures
 * @param shown the figures that its sentence names; by default all of the evidence
 */
export function judged(
  verdict: ClaimWord,
  evidence: readonly EvidenceFigure[],
  remarks: readonly (Message | null)[] = [],
  shown: readonly EvidenceFigure[] = evidence,
  undecided?: Undecided,
): Judgement {
  return {
    verdict,
    because: figuresSentence(shown, remarks),
    evidence: evidence.map(evidenceOf),
    ...(undecided && { undecided }),
  };
}

function figuresSentence(shown: readonly EvidenceFigure[], remarks: readonly (Message | null)[]): Message {
  const figures = shown.map(({ text, unit, value, low, high }) => ({ text, unit, value, low, high }));
  return sentences(message('claim.figures', { figures }), ...remarks);
}

/** @returns one message that says them one after the other */
function sentences(...list: readonly (Message | null)[]): Message {
  const said = list.flatMap((one) => one ?? []);
  const [only] = said;
  return only && said.length === 1 ? only : message('claim.sentences', { sentences: said });
}

export function notRun(because: Message): Judgement {
  return { verdict: 'not run', because, evidence: [] };
}

/** CPUs as the plan took them: the level that its baseline stands on. */
export function cpusOf({ host }: Measured): number {
  return Math.max(1, Math.ceil(host.effectiveCpus));
}

/** A figure that was counted or read, without an interval. */
export function plain(text: string, unit: string, value: number, n: number): Evidence {
  return { text, unit, value, low: null, high: null, n };
}

/** The figure that terms make together; null where too few blocks have all of them. */
function estimated(measured: Measured, text: string, unit: string, terms: readonly Term[]): Estimated | null {
  const found = measured.contrast(terms);
  return (
    found && { ...found, text, unit, n: found.blocks, cells: [...new Set(terms.map(({ cell }) => cell))] }
  );
}

export function ratioOf(
  measured: Measured,
  ...[text, cells, baselines, metric = 'throughput', its = metric]: Ratio
): Estimated | null {
  const others = [baselines].flat();
  const all = [cells].flat();
  const terms = all.flatMap((cell, i): Term[] => [
    { metric, cell, weight: 1 / all.length },
    { metric: its, cell: others[i] ?? '', weight: -1 / all.length },
  ]);
  return estimated(measured, text, '×', terms);
}

/** Levels of a factor at which the cell was measured, ascending. */
export function measuredLevels(
  { plan, summaries }: Measured,
  key: string,
  cellAt: (level: number) => string,
): number[] {
  const counted = new Set(summaries.flatMap(({ cell, trials }) => (trials > 0 ? cell : [])));
  const levels = new Set(plan.cells.map(({ setting }) => Number(setting[key])));
  return [...levels].filter((level) => counted.has(cellAt(level))).toSorted((a, b) => a - b);
}

/** Metrics that were measured of a cell: for what is told, and no verdict rests on. */
export const metricsOf = ({ summaries }: Measured, cell: string): Summary['metrics'] =>
  summaries.find((one) => one.cell === cell)?.metrics ?? {};

/** The mean over cells that count alike: geometric, since it is made of logarithms. */
export function levelOfCells(
  measured: Measured,
  metric: Reading,
  text: string,
  unit: string,
  cells: readonly string[],
): Estimated | null {
  return estimated(
    measured,
    text,
    unit,
    cells.map((cell) => ({ metric, cell, weight: 1 / cells.length })),
  );
}

/** Whether the whole interval lies on that side of the bound; false where there is no figure. */
export const isAbove = (of: Interval | null, bound = 1): boolean => of !== null && of.low > bound;
export const isBelow = (of: Interval | null, bound = 1): boolean => of !== null && of.high < bound;

export const tooFewBlocks = message('claim.too-few-blocks');

/** Programs that some experiments use where they are there, and how they are installed. */
const programs = {
  pm2: { program: 'PM2', install: 'npm install pm2' },
  piscina: { program: 'piscina', install: 'npm install piscina' },
  ab: { program: 'ApacheBench (ab)', install: 'sudo apt-get install apache2-utils' },
} as const;
export type Program = keyof typeof programs;

export const notFound = (name: Program): Message => message('claim.not-installed', programs[name]);

/** Why a claim is not run whose part needs a program that was not found when the run was planned. */
export function notInstalled({ plan }: Measured, name: Program): Message | null {
  return plan.absent?.includes(name) ? notFound(name) : null;
}

/** What some experiments use of Node, and since when it is there. */
const nodeFeatures = { 'handed-sockets': '24.20, or 26.6', 'whole-files': '26.8' } as const;
export type NodeFeature = keyof typeof nodeFeatures;

/** Why a claim is not run whose part needs a newer Node than the one for which the run was planned. */
export function notInNode({ plan }: Measured, name: NodeFeature): Message | null {
  return plan.absent?.includes(name) ? message('claim.needs-node', { version: nodeFeatures[name] }) : null;
}

/** The 97.5% quantile of the normal distribution. */
const z = 1.96;

/** A share that was counted, with its 95% interval (Wilson 1927): it stays within 0 and 1, also for none or all. */
export function countedShare(text: string, count: number, of: number): EvidenceFigure {
  const value = count / of;
  const centre = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)];
  return { text, unit: 'share', value, low, high, n: of };
}
