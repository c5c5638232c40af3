/** The answer of a search for the highest rate on at most 30 lines: the rate, windows around the crossing, what limits it, what to know. */
import { columnFormat, duration, percent } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { wrap } from '../../format/width.ts';
import { message, say, type Message } from '../../messages/message.ts';
import type { CapacityFinding, CapacityResult, RatePoint } from '../../model/capacity.ts';
import type { RunResult } from '../../model/verdict.ts';
import { capacityDetails, capacityOpen, capacityReasons, capacityStep } from '../outline/capacity.ts';
import { columnName } from '../outline/names.ts';
import { mainFailure, nextStep } from '../outline/next-step.ts';
import { shownRun, type ShownRun } from '../outline/shown-run.ts';
import { fitLines } from '../render/fit-lines.ts';
import { qualityLines } from './quality-lines.ts';
import { failureLines, runHead } from './run-page.ts';
import { barTable, besideLabel, commandLines, gutter, labelled, type BarRow } from './skeleton.ts';
import type { TerminalStyle } from '../render/terminal-style.ts';

const mostRows = 7;
const fewestRows = 4;
/** With the empty line before them: what takes most away comes first. */
const fewestQuality = 3;

/** @param report the file of the page; without it the command that writes it is named */
export function capacityPage(
  given: RunResult,
  found: CapacityResult,
  report: string | undefined,
  terminal: TerminalStyle,
): string[] {
  const result = shownRun(printable(given));
  const { width, style } = terminal;
  const open = capacityOpen(given).map(say);
  const quality = qualityLines(result, terminal);
  const reasons = capacityReasons(found).map(say);
  const details = capacityDetails(found).map(say);
  const sentence = wrap(say(found.sentence), width - gutter).map((line) => style('bold', line));
  return fitLines([
    { lines: runHead(result, [], terminal), rank: 0 },
    { lines: besideLabel('label.result', sentence, terminal), rank: 0 },
    { lines: tableLines(found, mostRows, terminal), short: tableLines(found, fewestRows, terminal), rank: 4 },
    { lines: failureLines(result, terminal), rank: 0 },
    { lines: labelled('label.why', reasons, terminal), rank: 0 },
    { lines: labelled('label.also', details, terminal), rank: 3 },
    { lines: labelled('label.open', open, terminal), rank: 3 },
    { lines: quality, short: quality.slice(0, fewestQuality), rank: 1 },
    { lines: footLines(result, found, report, terminal), rank: 0 },
  ]);
}

/** The windows nearest to the crossing, by rate. */
function tableLines({ findings }: CapacityResult, most: number, terminal: TerminalStyle): string[] {
  return findings.flatMap((finding) => {
    const rows = nearest(finding, findings.length > 1 ? Math.ceil(most / 2) : most);
    if (rows.length === 0) return [];
    const figure = finding.objective[0]?.figure ?? 'p99';
    const format = columnFormat(rows.map(({ rate }) => rate ?? 0));
    const table = {
      label: findings.length > 1 ? finding.cell : columnName('requests'),
      unit: figure,
      // One overload would make all other bars vanish.
      most: 3 * (finding.objective[0]?.limit ?? Infinity),
      columns: [{ label: '', align: 'left' as const }],
      rows: rows.map((point): BarRow => {
        const { rate, value, figure: of, word, isLate, purpose } = point;
        const text = value === null ? '–' : of === 'errors' ? percent(value) : duration(value);
        const cell =
          word === 'kept' && !(isLate && purpose === 'block')
            ? { text: '', mark: 'better' as const }
            : { text: '', mark: word === 'broken' ? ('worse' as const) : ('undecided' as const) };
        const label = format(rate ?? 0);
        return { label, value: of === figure ? (value ?? 0) : null, text, cells: [cell] };
      }),
    };
    return ['', ...barTable(table, terminal)];
  });
}

function nearest({ points, about, rate, kept, broken }: CapacityFinding, most: number): RatePoint[] {
  const tried = points.filter(({ rate: at, purpose }) => at !== null && purpose !== 'drain');
  const ofBlocks = tried.filter(({ purpose }) => purpose === 'block');
  const middle = about ?? kept ?? broken ?? 1;
  const far = (one: RatePoint) => Math.abs(Math.log((one.rate ?? 1) / middle));
  return (rate ? ofBlocks : tried)
    .toSorted((a, b) => far(a) - far(b))
    .slice(0, most)
    .toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0));
}

function footLines(
  result: ShownRun,
  found: CapacityResult,
  report: string | undefined,
  terminal: TerminalStyle,
): string[] {
  const { width, style } = terminal;
  const isOther = mainFailure(result) !== null || result.run.status === 'interrupted';
  const { command, why } = isOther ? nextStep(result) : capacityStep(found, result.plan);
  const place = report ?? say(message('terminal.report-command', { run: result.run.id }));
  const lines = commandLines(command, width - gutter).map((line) => style('cyan', line));
  const reason: Message = why;
  return [
    ...besideLabel(
      'label.report',
      wrap(place, width - gutter).map((line) => style('dim', line)),
      terminal,
    ),
    ...besideLabel('label.next', [...lines, style('dim', say(reason))], terminal).slice(1),
  ];
}
