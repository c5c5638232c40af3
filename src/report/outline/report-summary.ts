/** A report in a few lines: what an index of many reports shows of each. It is kept beside the page as summary.json, in English. */
import { z } from 'zod';
import { printable } from '../../format/printable.ts';
import { amount } from '../../format/words.ts';
import { describeAsked } from '../../model/plan.ts';
import { parsedJson } from '../../model/schema/read.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { mainProcess } from '../doctor/signals.ts';
import { briefCommand } from '../doctor/words.ts';
import { message, say, whileEnglish } from '../../messages/message.ts';
import { capacityNumber } from '../pages/capacity.ts';
import { collectionPage, type Collection } from '../pages/collection.ts';
import { pageOf } from '../pages/page-of.ts';
import { said, tones, type Page } from '../page.ts';
import type { JudgedWatch } from '../next-step.ts';
import { metricName } from './names.ts';
import { shownInterval, shownRun } from './shown-run.ts';
import { figureText } from './tiles.ts';

/** A text of a summary; this program writes none that is longer. */
const shortText = z.string().max(10_000);
/** The last time that a `Date` can hold, in milliseconds. */
const lastDate = 8.64e15;

const summarySchema = z.object({
  schema: z.literal(1),
  verb: shortText,
  title: shortText,
  /** What was asked about: what an index is grouped by. */
  route: shortText,
  /** A key that is the same for all that measured the same: command or experiment, and load. */
  key: shortText,
  at: z.number().min(-lastDate).max(lastDate),
  badge: shortText,
  tone: z.enum(tones),
  sentence: shortText,
  /** The figure that is followed from run to run. Bounds are null where no interval is known; the text has the unit and the setting. */
  figure: z
    .object({
      label: shortText,
      value: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      text: shortText,
    })
    .refine(({ low, high }) => (low === null) === (high === null))
    .nullable(),
});

export type ReportSummary = Readonly<z.infer<typeof summarySchema>>;

export const runSummary = (result: RunResult): ReportSummary =>
  whileEnglish(() => {
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
  });

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

function runFigure(result: RunResult): ReportSummary['figure'] {
  const told = foundIn(result).capacity?.findings.at(-1);
  if (told) {
    const [text] = capacityNumber(told);
    const { low = null, high = null } = told.rate ?? {};
    // An interval that is open above has no second bound to draw.
    const bounds = high === null ? { low: null, high: null } : { low, high };
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

export const collectionSummary = (collection: Collection): ReportSummary =>
  whileEnglish(() => {
    const at = collection.results[0]?.run.createdAt ?? 0;
    return pageSummary(collectionPage(collection), {
      verb: 'lab',
      route: 'lab',
      key: 'lab',
      at,
      figure: null,
    });
  });

/** @param page of the watch, or of the first look that it is a part of */
export const doctorSummary = ({ watch, diagnosis }: JudgedWatch, page: Page): ReportSummary =>
  whileEnglish(() => {
    const one = mainProcess(diagnosis);
    // A process that was started again has another PID: its command is what stays.
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
  });

/** The summary of a prediction from a run that was measured for it. */
export const predictSummary = (page: Page, at: number): ReportSummary =>
  whileEnglish(() => {
    const route = routeOf(page);
    return pageSummary(page, { verb: 'predict', route, key: `predict · ${route}`, at, figure: null });
  });

/** @returns what `summary.json` says; null where it is no summary, or one of another version */
export function readSummary(json: string): ReportSummary | null {
  const { data = null } = summarySchema.safeParse(parsedJson(json));
  return printable(data);
}
