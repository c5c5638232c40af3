/** The answer of a search for the highest rate, as every page has it: badge, tiles, picture, windows, and what to do. */
import { brief, duration, percent } from '../../format/number.ts';
import { hasCode, message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { CapacityFinding, CapacityResult, RatePoint } from '../../model/capacity.ts';
import type { ObjectiveFigure } from '../../model/objective.ts';
import { askedIn, type CapacityPlan, type Plan } from '../../model/plan.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { columnName } from './names.ts';
import type { RatesChart, RateSeries } from '../chart/rates.ts';
import type { Section, Tile, Tone, Words, Figure } from '../page.ts';
import { tableOf } from './tables.ts';

/** @returns the badge of the first screen, and its colour */
export function capacityBadge({ expect, findings }: CapacityResult): readonly [AnyMessage, Tone] {
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
  return [message(code), tone];
}

/** What limits it, and what to know. */
export function capacityReasons({ findings }: CapacityResult): AnyMessage[] {
  return findings.flatMap(({ limit, notes }) =>
    // What saturates does not explain a server that ended.
    limit && notes.every(({ code }) => code !== 'capacity.note.died') ? [limit, ...notes] : notes,
  );
}

/** What else was found: the figure on both sides of the crossing, and the model beside it. */
export function capacityDetails({ findings }: CapacityResult): Message[] {
  return findings.flatMap((one) => [...besideOf(one), ...modelOf(one)]);
}

function modelOf({ model, rate }: CapacityFinding): Message[] {
  if (!model || !rate) return [];
  const { servers, service, crossing } = model;
  const isInside = crossing !== null && crossing >= rate.low && crossing <= (rate.high ?? Infinity);
  return [message('capacity.model', { servers, service, crossing, isInside })];
}

/** A clear step below and above the crossing, from the windows that were measured nearest to it. */
const apart = 0.04;

/** What the figure is a little below the crossing, and a little above it. */
function besideOf({ points, rate }: CapacityFinding): Message[] {
  if (!rate) return [];
  const told = points.filter(
    (one) => one.purpose === 'block' && one.figure !== 'errors' && one.value !== null && !one.isLate,
  );
  const [below, above] = [1 - apart, 1 + apart].map((factor) => {
    const side = told.filter((one) =>
      factor < 1 ? (one.rate ?? 0) < rate.value : (one.rate ?? 0) > rate.value,
    );
    const at = rate.value * factor;
    return side.toSorted((a, b) => Math.abs((a.rate ?? 0) - at) - Math.abs((b.rate ?? 0) - at))[0];
  });
  if (!below?.value || !above?.value || below.figure !== above.figure) return [];
  const row = ({ rate: of, value }: RatePoint) => ({ rate: of ?? 0, value: value ?? 0 });
  return [message('capacity.beside', { figure: below.figure, rows: [row(below), row(above)] })];
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
      ? [
          tile(
            message('word.limit'),
            named.limit === null ? '–' : message('report.name', { name: named.limit }),
            share === null ? '' : percent(share),
          ),
        ]
      : []),
  ];
}

const tile = (label: Words, value: Words, note: Words = ''): Tile => ({ label, value, note });

export function capacityTiles({ findings, expect, ratio }: CapacityResult): Tile[] {
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
    ...(expect
      ? [
          tile(
            message('word.expected'),
            `${brief(expect.rate)}/s`,
            expect.share === null ? '' : percent(expect.share),
          ),
        ]
      : []),
    ...(first && !several ? boundTiles(first) : []),
  ].slice(0, 4);
}

/** @returns null where no window has a time that could be drawn */
export function capacityFigure(result: CapacityResult, plan: Plan): Figure | null {
  const { findings, expect, sentence } = result;
  const part = findings[0]?.objective.find(({ figure }) => figure !== 'errors');
  if (!part) return null;
  const { figure } = part;
  const all = findings.map((finding, i) => ({ finding, i, name: suffixOf(finding, findings.length) }));
  const series = all.flatMap(({ finding, i, name }) => seriesOf(finding, figure, i, name));
  if (series.every(({ marks }) => marks.length === 0)) return null;
  const chart: RatesChart = {
    kind: 'rates',
    axis: say(message('capacity.axis')),
    unit: say(message('capacity.unit', { figure })),
    limit: { label: `${figure} = ${duration(part.limit)}`, value: part.limit },
    series,
    intervals: all.flatMap(({ finding: { rate }, i, name }) =>
      rate ? [{ label: `${say(message('word.interval'))}${name}`, series: i, ...rate }] : [],
    ),
    models: all.flatMap(({ finding: { model }, i, name }) =>
      model?.figure === figure
        ? [{ label: `${say(message('capacity.series.model'))}${name}`, series: i, points: model.curve }]
        : [],
    ),
    expect: expect ? { label: say(message('word.expected')), rate: expect.rate } : null,
  };
  const title = say(message('capacity.figure', { figure }));
  const table = tableOf({ title, ...windowsTable(findings, plan) });
  return {
    id: 'capacity',
    title,
    sentence: say(sentence),
    chart,
    table,
  };
}

const suffixOf = ({ cell }: CapacityFinding, of: number) => (of > 1 ? ` · ${cell}` : '');

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

function windowsTable(findings: readonly CapacityFinding[], plan: Plan) {
  const { capacity } = askedIn(plan);
  const several = findings.length > 1;
  const text = (figure: ObjectiveFigure, value: number | null) =>
    value === null ? '–' : figure === 'errors' ? percent(value) : duration(value);
  return {
    columns: [
      ...(several ? [{ label: columnName('setting'), align: 'left' as const }] : []),
      { label: columnName('block'), align: 'right' as const },
      { label: columnName('kind'), align: 'left' as const },
      { label: columnName('rate'), align: 'right' as const },
      { label: capacity?.objective[0]?.figure ?? 'p99', align: 'right' as const },
      { label: columnName('per-second'), align: 'right' as const },
      { label: columnName('verdict'), align: 'left' as const },
    ],
    rows: findings.flatMap(({ cell, points }) =>
      points.map(({ block, purpose, rate, figure, value, throughput, word, isLate, hasDied }) => [
        ...(several ? [cell] : []),
        String(block),
        say(message(`capacity.purpose.${purpose}`)),
        rate === null ? '–' : brief(rate),
        `${text(figure, value)}${figure === (capacity?.objective[0]?.figure ?? 'p99') ? '' : ` (${figure})`}`,
        brief(throughput),
        hasDied
          ? say(message('word.server-ended'))
          : rate === null || purpose === 'drain'
            ? ''
            : say(message(`word.${isLate && purpose === 'block' ? 'generator' : word}`)),
      ]),
    ),
  };
}

/** What was asked for, in words. */
export function askedObjective({ objective }: CapacityPlan): Message {
  const parts = objective.map(({ figure, limit }) => ({ figure, limit }));
  return parts.length === 0 ? message('capacity.any-knee') : message('capacity.objective', { parts });
}

/** More blocks than these nobody waits for. */
const mostBlocks = 60;

/** What the interval that was asked for would cost, where it was not reached; null where nothing is open, or nobody would wait. */
function capacityPrice(given: RunResult): Message | null {
  const { plan, trials } = given;
  const { capacity } = foundIn(given);
  const precision = askedIn(plan).capacity?.precision ?? 0;
  const wide = capacity?.findings.flatMap(({ rate, blocks }) =>
    rate ? [{ blocks, half: Math.log((rate.high ?? rate.value * 2) / rate.low) / 2 }] : [],
  );
  const widest = wide?.toSorted((a, b) => b.half - a.half)[0];
  const later = trials.filter(({ block }) => block > 0);
  if (!widest || later.length === 0 || widest.half <= 1.1 * Math.log1p(precision)) return null;
  const blocks = Math.ceil(widest.blocks * ((widest.half / Math.log1p(precision)) ** 2 - 1));
  const each = later.reduce((sum, trial) => sum + trial.duration, 0) / 1000 / widest.blocks;
  return blocks > mostBlocks
    ? null
    : message('capacity.price', { blocks, seconds: blocks * each, share: precision });
}

/** Why no more was measured, be there time left or not, and what more would cost. */
export function capacityOpen(result: RunResult): Message[] {
  const { run } = result;
  const price = capacityPrice(result);
  const ended = run.status === 'finished' ? run.reason : null;
  return [
    ...(ended ? [message('capacity.ended', { reason: ended })] : []),
    ...(price === null ? [] : [price]),
  ];
}

/** Every window. */
export function capacitySection({ plan }: RunResult, { findings }: CapacityResult): Section {
  const table = tableOf({ title: '', ...windowsTable(findings, plan) });
  return {
    id: 'windows',
    title: message('word.Every-window'),
    hint: message('capacity.windows-note'),
    blocks: [{ kind: 'table', table, isNamed: true }],
  };
}
