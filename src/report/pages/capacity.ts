/** A search for the highest rate: the rate, windows around the crossing, what limits it, what to know. */
import { columnFormat, duration, percent } from '../../format/number.ts';
import type { CapacityFinding, CapacityResult, RatePoint } from '../../model/capacity.ts';
import {
  capacityBadge,
  capacityDetails,
  capacityFigure,
  capacityOpen,
  capacityReasons,
  capacitySection,
  capacityTiles,
} from '../outline/capacity.ts';
import { columnName } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { nextStep } from '../next-step.ts';
import type { Bars, Mark, Page } from '../page.ts';
import { failedParts, runFrame, runHead } from './run-parts.ts';
import { runSections } from './sections.ts';

export function capacityPage(result: ShownRun, found: CapacityResult): Page {
  const { expect, sentence, findings } = found;
  const drawn = capacityFigure(found, result.plan);
  const figure = drawn && { ...drawn, id: 'main', of: drawn.id };
  const [badge, tone] = capacityBadge(found);
  return {
    ...runFrame(result),
    head: runHead(result),
    verdict: { badge, tone, sentence, certainty: expect ? [expect.sentence] : [] },
    tiles: capacityTiles(found),
    figure,
    bars: findings.map((one) => windowBars(one, findings.length)).filter(({ rows }) => rows.length > 0),
    list: null,
    why: capacityReasons(found),
    apply: [],
    also: capacityDetails(found),
    open: capacityOpen(result),
    next: nextStep(result),
    details: [...runSections(result, figure, result.passages), capacitySection(result, found)],
    ...failedParts(result),
  };
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
    legend: [],
    notes: [],
    columns: [{ label: '', align: 'left' }],
    rows: rows
      .toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0))
      .map((point) => {
        const { rate, value, figure: measured } = point;
        return {
          label: format(rate ?? 0),
          value: measured === figure ? (value ?? 0) : null,
          text: value === null ? '–' : measured === 'errors' ? percent(value) : duration(value),
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
