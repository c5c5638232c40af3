/** The figures of the first screen: what came out, against what is there now, and how well it is known. */
import { metricName } from './names.ts';
import { message, say } from '../../messages/message.ts';
import { metrics, type Estimate, type Metric } from '../../model/verdict.ts';
import { brief, duration, fixed, percent } from '../../format/number.ts';
import type { Tile } from '../page.ts';
import { capacityTiles } from './capacity.ts';
import { bestComparison } from './headline.ts';
import type { ShownRun } from './shown-run.ts';

/** More are not taken in at a glance. */
const mostTiles = 4;
/** Differences that a run cannot see, from which on its reader is warned. */
const loud = 0.1;

export function tiles(result: ShownRun): Tile[] {
  if (result.capacity) return capacityTiles(result.capacity);
  const own = result.claims.length > 0 ? claimTiles(result) : settingTiles(result);
  const known = qualityTiles(result);
  return [...own.slice(0, mostTiles - known.length), ...known];
}

function claimTiles({ claims, trials }: ShownRun): Tile[] {
  const undecided = claims.filter(({ verdict }) => verdict === 'undecided' || verdict === 'not run').length;
  const blocks = Math.max(0, ...trials.map(({ block }) => block + 1));
  return [
    {
      label: say(message('word.claims-decided')),
      value: say(message('page.tile.of', { n: claims.length - undecided, of: claims.length })),
      note: undecided === 0 ? '' : say(message('page.tile.undecided', { undecided })),
      tone: 'unsure',
    },
    {
      label: say(message('word.trials')),
      value: fixed(trials.length, 0),
      note: say(message('page.tile.blocks', { blocks })),
      tone: 'quiet',
    },
  ];
}

/** What the setting that the report is about does, and what it did before. */
function settingTiles(result: ShownRun): Tile[] {
  const { gate, summaries, comparisons } = result;
  const { objective, baseline: then, now } = shownSetting(result);
  const estimate = (cell: string, metric: Metric) =>
    summaries.find((one) => one.cell === cell)?.metrics[metric]?.value;
  const wanted = new Set<Metric>([objective, 'throughput', 'p99', 'p50', 'cpuPerRequest', 'jobMean']);
  return [...wanted].flatMap((metric): Tile[] => {
    const value = estimate(now, metric);
    if (value === undefined) return [];
    const before = now === then ? undefined : estimate(then, metric);
    const word = comparisons.find(
      (one) => one.cell === now && one.baseline === then && one.metric === metric,
    )?.word;
    return [
      {
        label: metricName(metric),
        value: figureText(metric, value),
        note:
          before === undefined
            ? ''
            : say(message(gate ? 'page.tile.base' : 'page.tile.was', { value: figureText(metric, before) })),
        tone: word === 'better' ? 'good' : word === 'worse' ? 'bad' : 'quiet',
      },
    ];
  });
}

/** The setting that the report is about, the one that it is compared with, and the figure that counts. */
function shownSetting(result: ShownRun): { objective: Metric; baseline: string; now: string } {
  const { gate, recommendation, plan } = result;
  const pair = comparisonOf(result);
  const baseline = pair?.baseline ?? plan.baseline;
  return {
    objective: gate?.metric ?? recommendation?.objective ?? pair?.metric ?? 'throughput',
    baseline,
    now: recommendation?.id ?? pair?.cell ?? baseline,
  };
}

/** The setting that the page is about. */
export const leadingCell = (result: ShownRun): string => shownSetting(result).now;

/** @returns the figure that counts, of the setting that the report is about; null where it was not measured */
export function leadingEstimate(
  result: ShownRun,
): { readonly metric: Metric; readonly cell: string; readonly estimate: Estimate } | null {
  const { objective: metric, now: cell } = shownSetting(result);
  const estimate = result.summaries.find((one) => one.cell === cell)?.metrics[metric];
  return estimate ? { metric, cell, estimate } : null;
}

function comparisonOf({ gate, comparisons, ...result }: ShownRun) {
  if (gate) return comparisons.find(({ metric }) => metric === gate.metric) ?? null;
  return result.recommendation ? null : bestComparison({ comparisons, ...result });
}

/** With its unit. */
export function figureText(metric: Metric, value: number): string {
  const { unit } = metrics[metric];
  return unit === '1/s' ? `${brief(value)}/s` : unit === 'ms' ? duration(value) : percent(value);
}

function qualityTiles({ noise, checks }: ShownRun): Tile[] {
  const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length;
  const [passed, failed] = [count('pass'), count('fail')];
  const cv = noise?.trialCv?.value;
  const resolution = noise?.resolution ?? null;
  const found: Tile[] = [];
  if (cv !== undefined)
    found.push({
      label: say(message('word.noise-per-trial')),
      value: percent(cv),
      note: resolution === null ? '' : say(message('page.tile.resolution', { resolution })),
      tone: resolution !== null && resolution > loud ? 'unsure' : 'quiet',
    });
  if (passed + failed > 0)
    found.push({
      label: say(message('word.checks-passed')),
      value: say(message('page.tile.of', { n: passed, of: passed + failed })),
      note: failed === 0 ? '' : say(message('page.tile.failed', { failed })),
      tone: 'unsure',
    });
  return found;
}
