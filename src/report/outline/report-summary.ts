/** A report in a few lines: what an index of many reports shows of each. It is kept beside the page as summary.json, in English. */
import type { JudgedWatch } from '../next-step.ts';
import { printable } from '../../format/printable.ts';
import { amount } from '../../format/words.ts';
import { describeAsked } from '../../model/plan.ts';
import type { EpochMilliseconds } from '../../model/units.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { mainProcess } from '../doctor/signals.ts';
import { briefCommand } from '../doctor/words.ts';
import { message, say, whileEnglish } from '../../messages/message.ts';
import { capacityNumber } from '../pages/capacity.ts';
import { collectionPage, type Collection } from '../pages/collection.ts';
import { pageOf } from '../pages/page-of.ts';
import { said, tones, type Page, type Tone } from '../page.ts';
import { metricName } from './names.ts';
import { shownInterval, shownRun } from './shown-run.ts';
import { figureText } from './tiles.ts';

/** The figure that is followed from run to run. Bounds are null where no interval is known. */
export interface SummaryFigure {
  readonly label: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** With its unit, its interval and the setting that it is of. */
  readonly text: string;
}

export interface ReportSummary {
  readonly schema: 1;
  readonly verb: string;
  readonly title: string;
  /** What was asked about: what an index is grouped by. */
  readonly route: string;
  /** The same for all that measured the same: command or experiment, and load. */
  readonly key: string;
  readonly at: EpochMilliseconds;
  readonly badge: string;
  readonly tone: Tone;
  readonly sentence: string;
  readonly figure: SummaryFigure | null;
}

export const runSummary = (result: RunResult) => whileEnglish(() => summaryOfRun(result));

function summaryOfRun(result: RunResult): ReportSummary {
  const { plan, run } = result;
  const page = pageOf(result);
  const loads = new Set(plan.cells.map(describeAsked));
  const isLab = plan.subject.kind !== 'command';
  const route = routeOf(page);
  return pageSummary(page, {
    verb: isLab ? 'lab' : plan.name,
    route,
    key: [route, ...(isLab ? [plan.scale] : []), ...(loads.size === 1 ? loads : [])].join(' · '),
    at: run.createdAt,
    figure: runFigure(result),
  });
}

const routeOf = ({ head }: Page) =>
  [head.title, ...head.about.slice(0, 1)]
    .map(said)
    .filter((one) => one !== '')
    .join(' · ');

/** What an index shows of a page. */
function pageSummary(
  { head, verdict }: Page,
  rest: Omit<ReportSummary, 'schema' | 'title' | 'badge' | 'tone' | 'sentence'>,
): ReportSummary {
  const { badge, tone, sentence } = verdict;
  const title = [head.title, ...head.figures].map(said).join(' · ');
  return printable({ schema: 1, ...rest, title, badge: said(badge), tone, sentence: said(sentence) });
}

function runFigure(result: RunResult): SummaryFigure | null {
  const told = foundIn(result).capacity?.findings.at(-1);
  if (told) {
    const [text] = capacityNumber(told);
    const bounds = { low: told.rate?.low ?? null, high: told.rate?.high ?? null };
    const label = say(message('word.capacity'));
    return told.about === null ? null : { label, value: told.about, ...bounds, text: text ?? '' };
  }
  const { summaries, focus } = shownRun(result);
  const { metric, cell } = focus;
  const estimate = summaries.find((one) => one.cell === cell)?.metrics[metric];
  if (!estimate) return null;
  const { value } = estimate;
  const interval = shownInterval(estimate);
  const range = interval
    ? ` (${figureText(metric, interval.low)} – ${figureText(metric, interval.high)})`
    : '';
  return {
    label: metricName(metric),
    value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    text: `${figureText(metric, value)}${range}, ${cell}`,
  };
}

export const collectionSummary = (collection: Collection) =>
  whileEnglish(() => summaryOfCollection(collection));

function summaryOfCollection(collection: Collection): ReportSummary {
  const page = collectionPage(collection);
  const at = collection.results[0]?.run.createdAt ?? 0;
  return pageSummary(page, { verb: 'lab', route: 'lab', key: 'lab', at, figure: null });
}

/** @param page of the watch, or of the first look that it is a part of */
export const doctorSummary = (report: JudgedWatch, page: Page) =>
  whileEnglish(() => summaryOfWatch(report, page));

/** A process that was started again has another PID: its command is what stays. */
function summaryOfWatch({ watch, diagnosis }: JudgedWatch, page: Page): ReportSummary {
  const one = mainProcess(diagnosis);
  const route = watch.target.type === 'pid' && one ? briefCommand(one.command) : routeOf(page);
  const rate = diagnosis.service.requests?.rate ?? null;
  const value = rate ?? one?.cpu.used;
  const label = say(message(rate === null ? 'gauge.label.cpu' : 'gauge.label.rate'));
  return pageSummary(page, {
    // A first look has no verb.
    verb: page.head.verb || 'find',
    route,
    key: `doctor · ${route}`,
    at: watch.startedAt,
    figure: value === undefined ? null : { label, value, low: null, high: null, text: amount(value) },
  });
}

/** Of a prediction from a run that was measured for it. */
export const predictSummary = (page: Page, at: EpochMilliseconds) =>
  whileEnglish(() =>
    pageSummary(page, {
      verb: 'predict',
      route: routeOf(page),
      key: `predict · ${routeOf(page)}`,
      at,
      figure: null,
    }),
  );

/** Longer texts are not those of this program. */
const longest = 10_000;
/** The last time that a `Date` can hold, in milliseconds. */
const lastDate = 8.64e15;

/** @returns what `summary.json` says; null where it is no summary, or one of another version */
export function readSummary(json: string): ReportSummary | null {
  try {
    const found = JSON.parse(json) as unknown;
    return isSummary(found) ? printable(found) : null;
  } catch {
    return null;
  }
}

function isSummary(found: unknown): found is ReportSummary {
  if (!isRecord(found) || found['schema'] !== 1) return false;
  const { verb, title, route, key, badge, sentence, tone, at, figure } = found;
  return (
    [verb, title, route, key, badge, sentence].every(isText) &&
    tones.some((one) => one === tone) &&
    isFigure(at) &&
    Math.abs(at) <= lastDate &&
    (figure === null || isSummaryFigure(figure))
  );
}

function isSummaryFigure(found: unknown): boolean {
  if (!isRecord(found)) return false;
  const { label, text, value, low, high } = found;
  const areBounds = low === null ? high === null : isFigure(low) && isFigure(high);
  return isText(label) && isText(text) && isFigure(value) && areBounds;
}

const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === 'object' && found !== null;
const isText = (found: unknown) => typeof found === 'string' && found.length <= longest;
const isFigure = (found: unknown): found is number => typeof found === 'number' && Number.isFinite(found);
