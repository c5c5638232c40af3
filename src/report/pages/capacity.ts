/** A search for the highest rate: the rate, windows around the crossing, what limits it, what to know. */
import { brief, columnFormat, duration, percent } from '../../format/number.ts';
import { hasCode, message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { CapacityFinding, CapacityResult, RatePoint } from '../../model/capacity.ts';
import type { ObjectiveFigure } from '../../model/objective.ts';
import { askedIn, type Plan } from '../../model/plan.ts';
import { columnName, nameOf } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { mostTiles } from '../outline/tiles.ts';
import type { RateSeries } from '../chart/rates.ts';
import {
  column,
  columnOf,
  type Bars,
  type Figure,
  type Mark,
  type Page,
  type Table,
  type Tile,
  type Tone,
  type Words,
} from '../page.ts';
import { failedParts, runFrame } from './run-parts.ts';
import { runSections } from './sections.ts';

export function capacityPage(result: ShownRun, found: CapacityResult): Page {
  const { expect, sentence, findings } = found;
  const table = windowsTable(findings, result.plan);
  const drawn = figureOf(found, table);
  const figure = drawn && { ...drawn, id: 'main', of: drawn.id };
  return {
    ...runFrame(result),
    verdict: { ...badgeOf(found), sentence, certainty: expect ? [expect.sentence] : [] },
    tiles: capacityTiles(found),
    figure,
    bars: findings.map((one) => windowBars(one, findings.length)).filter(({ rows }) => rows.length > 0),
    why: findings.flatMap(({ limit, notes }) =>
      // What saturates does not explain a server that ended.
      limit && notes.every(({ code }) => code !== 'capacity.note.died') ? [limit, ...notes] : notes,
    ),
    open: openOf(result, found),
    details: [
      ...runSections(result, figure),
      {
        id: 'windows',
        title: message('word.Every-window'),
        hint: message('capacity.windows-note'),
        blocks: [{ kind: 'table', table, isNamed: true }],
      },
    ],
    ...failedParts(result),
  };
}

function badgeOf({ expect, findings }: CapacityResult): { badge: AnyMessage; tone: Tone } {
  const badges = {
    kept: ['word.expected-load-kept', 'good'],
    missed: ['word.expected-load-missed', 'bad'],
    undecided: ['word.undecided', 'unsure'],
    bounded: ['word.measured', 'good'],
    falling: ['word.falls-with-time', 'bad'],
    'at least': ['word.at-least', 'quiet'],
    never: ['word.not-kept', 'bad'],
    bracketed: ['word.between-two-rates', 'unsure'],
    unmeasured: ['word.not-measured', 'bad'],
  } as const;
  const [code, tone] = badges[expect?.word ?? findings.at(-1)?.word ?? 'unmeasured'];
  return { badge: message(code), tone };
}

/** @returns the one number as it stands in a tile and a list, with its interval; null where there is none */
export function capacityNumber({ about, rate, fall, kept, broken, word }: CapacityFinding) {
  const range = rate ? `${brief(rate.low)}–${rate.high === null ? '' : brief(rate.high)}` : '';
  if (fall?.first && fall.last) return [`${brief(fall.first)} → ${brief(fall.last)}/s`, ''] as const;
  if (about === null) return [null, ''] as const;
  const sign = word === 'at least' || broken === null ? '≥ ' : kept === null ? '< ' : rate ? '' : '≈ ';
  return [`${sign}${brief(about)}/s`, range] as const;
}

/** The windows that the number lies between, and what limits the server there. */
function boundTiles({ kept, broken, limit }: CapacityFinding): Tile[] {
  const named = hasCode(limit, 'capacity.limit') ? limit.params : null;
  const share =
    named?.limit === 'event loop' ? named.loop : named?.limit === 'pool threads' ? named.pool : null;
  return [
    ...(kept === null ? [] : [tile(message('word.highest-rate-kept'), `${brief(kept)}/s`)]),
    ...(broken === null ? [] : [tile(message('word.lowest-rate-broken'), `${brief(broken)}/s`)]),
    ...(named
      ? [tile(message('word.limit'), named.limit === null ? '–' : nameOf(named.limit), shareText(share))]
      : []),
  ];
}

const tile = (label: Words, value: Words, note: Words = ''): Tile => ({ label, value, note });
const shareText = (share: number | null) => (share === null ? '' : percent(share));

function capacityTiles({ findings, expect, ratio }: CapacityResult): Tile[] {
  const [first] = findings;
  const several = findings.length > 1;
  return [
    ...findings.flatMap((finding): Tile[] => {
      const [text, range] = capacityNumber(finding);
      if (text === null || (expect && !several)) return [];
      return [tile(several ? finding.cell : message('word.capacity'), text, range)];
    }),
    ...(ratio
      ? [tile(message('word.ratio'), `${brief(ratio.value)}×`, `${brief(ratio.low)}–${brief(ratio.high)}`)]
      : []),
    ...(expect ? [tile(message('word.expected'), `${brief(expect.rate)}/s`, shareText(expect.share))] : []),
    ...(first && !several ? boundTiles(first) : []),
  ].slice(0, mostTiles);
}

/** @returns null where no window has a time that could be drawn */
function figureOf({ findings, expect, sentence }: CapacityResult, table: Table): Figure | null {
  const part = findings[0]?.objective.find(({ figure }) => figure !== 'errors');
  if (!part) return null;
  const { figure } = part;
  const all = findings.map((finding, i) => ({
    finding,
    series: i,
    suffix: findings.length > 1 ? ` · ${finding.cell}` : '',
  }));
  const named = say(message('word.interval'));
  const series = all.flatMap((one) => seriesOf(one.finding, figure, one.series, one.suffix));
  if (series.every(({ marks }) => marks.length === 0)) return null;
  return {
    id: 'capacity',
    title: say(message('capacity.figure', { figure })),
    sentence: say(sentence),
    chart: {
      kind: 'rates',
      axis: say(message('capacity.axis')),
      unit: say(message('capacity.unit', { figure })),
      limit: { label: `${figure} = ${duration(part.limit)}`, value: part.limit },
      series,
      intervals: all.flatMap(({ finding: { rate }, series: n, suffix }) =>
        rate ? [{ label: named + suffix, series: n, ...rate }] : [],
      ),
      expect: expect ? { label: say(message('word.expected')), rate: expect.rate } : null,
    },
    table,
  };
}

function seriesOf(
  { points }: CapacityFinding,
  figure: ObjectiveFigure,
  series: number,
  name: string,
): RateSeries[] {
  const told = points.filter(({ rate, purpose }) => rate !== null && purpose !== 'drain');
  return [false, true].map((isHollow) => ({
    label: `${say(message(isHollow ? 'word.first-search' : 'capacity.series.window'))}${name}`,
    series,
    isHollow,
    marks: told.flatMap(({ rate, value, figure: of, purpose, block }) => {
      if ((purpose !== 'block') !== isHollow || of !== figure || value === null || rate === null) return [];
      return [{ rate, value, text: say(message('capacity.point', { figure, rate, value, block })) }];
    }),
  }));
}

const figureText = (figure: ObjectiveFigure, value: number | null) =>
  value === null ? '–' : figure === 'errors' ? percent(value) : duration(value);

/** A table of every window. */
function windowsTable(findings: readonly CapacityFinding[], plan: Plan): Table {
  const main = askedIn(plan).capacity?.objective[0]?.figure ?? 'p99';
  const several = findings.length > 1;
  return {
    title: say(message('capacity.figure', { figure: main })),
    columns: [
      ...(several ? [column('setting')] : []),
      column('block', 'right'),
      column('kind'),
      column('rate', 'right'),
      columnOf(main, 'right'),
      column('per-second', 'right'),
      column('verdict'),
    ],
    rows: findings.flatMap(({ cell, points }) =>
      points.map((point) => {
        const { block, purpose, rate, figure, value, throughput } = point;
        return [
          ...(several ? [cell] : []),
          String(block),
          say(message(`capacity.purpose.${purpose}`)),
          rate === null ? '–' : brief(rate),
          `${figureText(figure, value)}${figure === main ? '' : ` (${figure})`}`,
          brief(throughput),
          wordOf(point),
        ].map((text) => ({ text }));
      }),
    ),
  };
}

function wordOf({ hasDied, rate, purpose, isLate, word }: RatePoint): string {
  if (hasDied) return say(message('word.server-ended'));
  if (rate === null || purpose === 'drain') return '';
  return say(message(`word.${isLate && purpose === 'block' ? 'generator' : word}`));
}

/** Most further blocks that anybody would wait for. */
const mostBlocks = 60;

/** What the interval that was asked for would cost, where it was not reached; null where nothing is open, or nobody would wait. */
function priceOf({ plan, trials }: ShownRun, { findings }: CapacityResult): Message | null {
  const precision = askedIn(plan).capacity?.precision ?? 0;
  const wide = findings.flatMap(({ rate, blocks }) =>
    rate ? [{ blocks, half: Math.log((rate.high ?? rate.value * 2) / rate.low) / 2 }] : [],
  );
  const [widest] = wide.toSorted((a, b) => b.half - a.half);
  const later = trials.filter(({ block }) => block > 0);
  if (!widest || later.length === 0 || widest.half <= 1.1 * Math.log1p(precision)) return null;
  const blocks = Math.ceil(widest.blocks * ((widest.half / Math.log1p(precision)) ** 2 - 1));
  const each = later.reduce((sum, trial) => sum + trial.duration, 0) / 1000 / widest.blocks;
  if (blocks > mostBlocks) return null;
  return message('capacity.price', { blocks, seconds: blocks * each, share: precision });
}

/** Why no more was measured, be there time left or not, and what more would cost. */
function openOf(result: ShownRun, found: CapacityResult): Message[] {
  const { status, reason } = result.run;
  const isTold = status === 'finished' && reason !== null && reason.code !== 'stop.all-blocks';
  const ended = isTold ? message('capacity.ended', { reason }) : null;
  return [ended, priceOf(result, found)].filter((one) => one !== null);
}

/** The windows nearest to the crossing, by rate. */
function windowBars(finding: CapacityFinding, of: number): Bars {
  const [part] = finding.objective;
  const figure = part?.figure ?? 'p99';
  const rows = nearest(finding);
  const format = columnFormat(rows.map(({ rate }) => rate ?? 0));
  return {
    label: of > 1 ? finding.cell : columnName('per-second'),
    unit: figure,
    // One overload would make all other bars vanish.
    most: 3 * (part?.limit ?? Infinity),
    columns: [{ label: '', align: 'left' }],
    rows: rows
      .toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
      .map((point) => {
        const { rate, value, figure: measured } = point;
        return {
          label: format(rate ?? 0),
          value: measured === figure ? (value ?? 0) : null,
          text: figureText(measured, value),
          weight: rows.indexOf(point),
          cells: [{ text: '', mark: markOf(point) }],
        };
      }),
  };
}

function markOf({ word, isLate, purpose }: RatePoint): Mark {
  if (word === 'kept') return isLate && purpose === 'block' ? 'undecided' : 'better';
  return word === 'broken' ? 'worse' : 'undecided';
}

function nearest({ points, about, rate, kept, broken }: CapacityFinding): RatePoint[] {
  const tried = points.filter(({ rate: at, purpose }) => at !== null && purpose !== 'drain');
  const ofBlocks = tried.filter(({ purpose }) => purpose === 'block');
  const middle = about ?? kept ?? broken ?? 1;
  const far = (one: RatePoint) => Math.abs(Math.log((one.rate ?? 1) / middle));
  return (rate ? ofBlocks : tried).toSorted((a, b) => far(a) - far(b)).slice(0, mostWindows);
}

const mostWindows = 8;
