/** The run as a report shows it, made once: what every table and figure of it is taken from. */
import { answerMetrics, lateTolerance, metrics, type Metric } from '../../model/metric.ts';
import type {
  Comparison,
  Estimate,
  Interval,
  RunResult,
  Passage,
  Picture,
  Said,
} from '../../model/verdict.ts';
import { plotLayout, type PlotLayout } from './plot-layout.ts';
import { authored, authoredUnder } from '../../messages/message.ts';

export interface ShownRun extends RunResult {
  /** All trials, those of the control as well. */
  readonly allTrials: RunResult['trials'];
  /** The layout of the cells that are shown. */
  readonly layout: PlotLayout;
  /** Cells whose server answers before its work is done. */
  readonly premature: ReadonlySet<string>;
  readonly focus: Focus;
}

/** What the answer is about: one figure of one setting, held against another one. */
export interface Focus {
  readonly metric: Metric;
  readonly cell: string;
  readonly baseline: string;
  /** All comparisons of that metric. */
  readonly comparisons: readonly Comparison[];
  /** Comparisons that are better than their baseline, the best first. */
  readonly winners: readonly Comparison[];
  /** The comparison that a headline names: of settings as good as the best, the smallest one. Null where none is better. */
  readonly best: Comparison | null;
}

/** @returns the run in the language that is spoken, without its control, unmeasured cells of a search, and figures of premature answers */
export function shownRun(given: RunResult): ShownRun {
  const premature = prematureCells(given);
  const result = authoredRun(withoutUntried(withoutControl(withoutPremature(given, premature))));
  const layout = plotLayout(result.plan);
  return { ...result, allTrials: given.trials, layout, premature, focus: focusOf(result, layout) };
}

function focusOf({ answer, plan, comparisons, summaries }: RunResult, layout: PlotLayout): Focus {
  // Where requests come by the clock, throughput is what was asked for: only the response time can differ.
  const isOpen = plan.cells.every(({ load }) => load.kind === 'rate' || load.kind === 'poisson');
  const telling: readonly Metric[] = isOpen
    ? ['p50', 'p99', 'throughput', 'jobMean']
    : ['throughput', 'jobMean'];
  const metric =
    (answer.kind === 'gate' ? answer.gate.metric : null) ??
    (answer.kind === 'tune' ? answer.recommendation.objective : null) ??
    telling.find((one) => comparisons.some((other) => other.metric === one)) ??
    comparisons[0]?.metric ??
    telling.find((one) => summaries.some((other) => other.metrics[one])) ??
    'throughput';
  const those = comparisons.filter((one) => one.metric === metric);
  const winners = those.filter(({ word }) => word === 'better').toSorted((a, b) => gainOf(b) - gainOf(a));
  const place = ({ cell }: Comparison) => layout.axis.levels.indexOf(layout.levelOf(cell, layout.axis));
  // Among settings as good as the best, chance decides which one measured best.
  const [best = null] = winners
    .filter(
      (one, _, [most = one]) =>
        one.baseline === most.baseline && gainOf(one) * (1 + most.delta) >= gainOf(most),
    )
    .toSorted((a, b) => place(a) - place(b));
  const [first] = answer.kind === 'gate' ? those : [];
  const baseline =
    answer.kind === 'tune'
      ? plan.baseline
      : ((best ?? first)?.baseline ?? mainBaseline(those, plan.baseline));
  const named = answer.kind === 'tune' ? answer.recommendation.id : (first ?? best)?.cell;
  return { metric, cell: named ?? baseline, baseline, comparisons: those, winners, best };
}

/** What a setting gains over its baseline: above 1 is better. */
export function gainOf({ metric, ratio }: Comparison): number {
  return metrics[metric].better === 'higher' ? ratio.value : 1 / ratio.value;
}

/** The baseline with most settings held against it, the plan's own before others: the picture shows these. */
function mainBaseline(those: readonly Comparison[], planned: string): string {
  const sizes = [...Map.groupBy(those, ({ baseline }) => baseline)].map(
    ([baseline, of]) => [baseline, of.length + (baseline === planned ? 0.5 : 0)] as const,
  );
  return sizes.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? planned;
}

/**
 * Cells whose server answers before its work is done. What a client then sees is the speed of an empty answer: its throughput
 * and response times measure nothing, and beside honest ones they would always win.
 */
function prematureCells({ trials }: RunResult): ReadonlySet<string> {
  const early = trials.filter(({ sample }) => (sample?.jobs?.afterLastResponse ?? 0) > lateTolerance);
  return new Set(early.map(({ cell }) => cell));
}

/** The run without the figures of answers that came too early; their jobs stay. */
function withoutPremature(result: RunResult, early: ReadonlySet<string>): RunResult {
  if (early.size === 0) return result;
  const kept = <Value>(cell: string, figures: Readonly<Partial<Record<Metric, Value>>>) =>
    early.has(cell)
      ? Object.fromEntries(
          Object.entries(figures).filter(([metric]) => !answerMetrics.includes(metric as Metric)),
        )
      : figures;
  return {
    ...result,
    measurements: result.measurements.map((one) => ({ ...one, metrics: kept(one.cell, one.metrics) })),
    summaries: result.summaries.map((one) => ({ ...one, metrics: kept(one.cell, one.metrics) })),
    comparisons: result.comparisons.filter(
      ({ cell, metric }) => !early.has(cell) || !answerMetrics.includes(metric),
    ),
  };
}

/** The run without the control, a copy of the baseline: it is told of where the noise is, and nobody asked for it as a setting. */
function withoutControl(result: RunResult): RunResult {
  const controls = new Set(result.plan.cells.filter(({ control }) => control).map(({ id }) => id));
  return withCells(result, (cell) => !controls.has(cell));
}

/** The run without cells that a search left unmeasured on purpose: a row of dashes would look like a failure. */
function withoutUntried(result: RunResult): RunResult {
  if (result.plan.strategy.kind !== 'search') return result;
  const tried = new Set(result.trials.map(({ cell }) => cell));
  const isAnyTried = result.plan.cells.some(({ id }) => tried.has(id));
  return isAnyTried ? withCells(result, (cell) => tried.has(cell)) : result;
}

function withCells({ plan, ...result }: RunResult, isShown: (cell: string) => boolean): RunResult {
  return {
    ...result,
    plan: { ...plan, cells: plan.cells.filter(({ id }) => isShown(id)) },
    summaries: result.summaries.filter(({ cell }) => isShown(cell)),
    measurements: result.measurements.filter(({ cell }) => isShown(cell)),
    trials: result.trials.filter(({ cell }) => isShown(cell)),
  };
}

/** Fewest trials for an interval: two have one degree of freedom, Student's factor is 12.7, and the interval is chance itself. */
const fewestTrials = 3;
/** Largest ratio of an interval's bounds: from a third of a figure to three times as much says only that nothing is known. */
const widest = 10;

/** @returns null where the trials say too little about their own spread; the comparisons pool that of all settings, and still tell */
export function shownInterval({
  low,
  high,
  trials,
}: Pick<Estimate, 'low' | 'high' | 'trials'>): Pick<Interval, 'low' | 'high'> | null {
  if (low === null || high === null) return null;
  return trials.length >= fewestTrials && high <= widest * low ? { low, high } : null;
}

const inWords = (one: Said) => (typeof one === 'string' ? authored(one) : one);

/** Translates a line of a listing, without its indentation and without a comma at its end. */
const inLine = (line: string) => line.replace(/\S(?:.*[^\s,])?/, (words) => authored(words));

/**
 * Translates what the author of an experiment wrote in English: its question, its design, its claims, its passages.
 * @returns the result as it is where nobody but the program wrote it
 */
function authoredRun(result: RunResult): RunResult {
  const { answer, plan, passages } = result;
  if (answer.kind !== 'lab') return result;
  const code = `experiment.${plan.name}`;
  const claims = answer.claims.map((claim) => ({
    ...claim,
    text: authored(claim.text, code, claim.id.slice(plan.name.length + 1)),
    source: authored(claim.source),
    evidence: claim.evidence.map((one) => ({ ...one, text: authored(one.text), unit: authored(one.unit) })),
  }));
  const question = authored(answer.question, code);
  const design = answer.design.map((text, i) => authored(text, code, `design-${i + 1}`));
  return { ...result, answer: { ...answer, question, design, claims }, passages: passages.map(passage) };
}

function passage({ title, paragraphs, tables, listings, pictures }: Passage<Said>): Passage<Said> {
  const written: readonly Said[] = paragraphs.filter((one) => typeof one === 'string');
  const under = (head: Said, text: Said, place: string) =>
    typeof head === 'string' && typeof text === 'string' ? authoredUnder(head, text, place) : text;
  return {
    title: inWords(title),
    paragraphs: paragraphs.map((one) => under(title, one, `text-${written.indexOf(one) + 1}`)),
    tables: tables.map(({ note, ...table }) => ({
      title: inWords(table.title),
      ...(note !== undefined && { note: under(table.title, note, 'note') }),
      columns: table.columns.map(({ label, align }) => ({ label: inWords(label), align })),
      rows: table.rows.map((row) => row.map(inWords)),
    })),
    ...(listings && {
      listings: listings.map((one) => ({ title: inWords(one.title), lines: one.lines.map(inLine) })),
    }),
    ...(pictures && { pictures: pictures.map(picture) }),
  };
}

const picture = ({ title, axis, unit, lines, ...drawn }: Picture): Picture => ({
  ...drawn,
  title: authored(title),
  axis: { ...axis, label: authored(axis.label) },
  unit: authored(unit),
  lines: lines.map(({ label, points }) => ({
    label: authored(label),
    points: points.map((point) => ({
      ...point,
      level: typeof point.level === 'string' ? authored(point.level) : point.level,
    })),
  })),
});
