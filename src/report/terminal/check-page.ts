/** What `check` says of result files of other tools, on at most 30 lines; with `--verbose` every check. */
import { columnFormat, duration } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { shorten, wrap } from '../../format/width.ts';
import { hasCode, message, say, type AnyMessage } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { quoted } from '../../messages/shell.ts';
import type { CheckEffect, CheckResult } from '../../model/check.ts';
import { percentiles, type Metric } from '../../model/metric.ts';
import type { PublishedCheck, PublishedRun } from '../../model/published.ts';
import { columnName, metricName } from '../outline/names.ts';
import { fitLines } from '../render/fit-lines.ts';
import { besideLabel, commandLines, gutter, labelled, mark, withoutUnicode, type Mark } from './skeleton.ts';
import { finished, terminalStyle, type TerminalStyle, type TextOptions } from '../render/terminal-style.ts';
import { checksText } from '../report.ts';
import { tableLines } from '../render/text-table.ts';

type Setting = PublishedCheck['settings'][number];

const mostRows = 8;

/** @returns the page, ending with a line break */
export function checkPage(given: PublishedCheck, options: TextOptions): string {
  const { detail = 'normal', isUnicode = true, columns } = options;
  const found = printable(given);
  const terminal = terminalStyle(options);
  const sentence = wrap(say(found.sentence), terminal.width - gutter);
  const result = besideLabel(
    'label.result',
    sentence.map((line) => terminal.style('bold', line)),
    terminal,
  );
  const quality = qualityLines(found, terminal, false);
  const lines =
    detail === 'brief'
      ? result
      : fitLines([
          { lines: headLines(found, terminal), rank: 0 },
          { lines: figureLines(found, terminal), rank: 1 },
          { lines: result, rank: 0 },
          { lines: labelled('label.also', otherRatios(found), terminal), rank: 2 },
          { lines: quality, short: qualityLines(found, terminal, true), rank: 3 },
          { lines: nextLines(found, terminal), rank: 0 },
        ]);
  const every = detail === 'verbose' ? ['', checksText(found.checks, columns)] : [];
  const page = finished([...lines, ...every]);
  return isUnicode ? page : withoutUnicode(page);
}

function headLines({ settings }: PublishedCheck, { width, style }: TerminalStyle): string[] {
  const files = settings.map(({ runs }) => runs.map(({ file }) => file).join(' ')).join(' vs ');
  const title = 'chokepoint check     ';
  const facts = settings.map((setting) => {
    const name = settings.length > 1 ? `${setting.cell}  ` : '';
    return shorten(name + factsOf(setting).join(' · '), width);
  });
  return [style('bold', title.trimEnd()) + shorten(`     ${files}`, width - title.length + 5), ...facts];
}

function factsOf({ runs }: Setting): string[] {
  const [first] = runs;
  if (!first) return [];
  const { length } = first;
  const all = (text: (run: PublishedRun) => string) => [...new Set(runs.map(text))].join(' / ');
  const answered = sum(runs, (run) => run.answered ?? 0);
  const wrong = sum(runs, ({ answers }) => (answers ? answers.countedAsSuccess + answers.lost : 0));
  const unread = sum(runs, (run) => run.unread);
  return [
    all(({ source }) => source),
    all((run) => say(loadOf(run))),
    ...(length === null ? [] : [duration(length)]),
    say(message('check-page.requests', { requests: answered, wrong })),
    ...(runs.length > 1 ? [say(message('check-page.runs', { runs: runs.length }))] : []),
    ...(unread > 0 ? [say(message('check-page.unread', { lines: unread }))] : []),
  ];
}

const sum = (runs: readonly PublishedRun[], value: (run: PublishedRun) => number) =>
  runs.reduce((all, run) => all + value(run), 0);

function loadOf({ load, clients, atMost, rate }: PublishedRun): AnyMessage {
  if (load === 'closed') return message('check-page.closed', { clients });
  if (load === 'open') return message('check-page.open', { rate });
  return message('check-page.unknown', { clients: clients ?? atMost });
}

const times = ['p50', 'p90', 'p99'] as const;

/** A row for each file; what is hidden is a dash. */
function figureLines(found: PublishedCheck, { width, paint }: TerminalStyle): string[] {
  const runs = found.settings.flatMap((setting) => setting.runs);
  const thin = meaningless(found);
  const shown = (run: PublishedRun, metric: keyof typeof percentiles) => {
    const isHidden =
      thin.has(metric) || found.hidden.some((one) => one.file === run.file && one.metric === metric);
    const value = run.percentiles.find(({ share }) => share === percentiles[metric])?.value;
    return isHidden ? null : (value ?? null);
  };
  const values = [
    runs.map((run) => run.throughput),
    runs.map((run) => (thin.has('mean') ? null : run.mean)),
    ...times.map((metric) => runs.map((run) => shown(run, metric))),
  ];
  const formats = values.map((column) => columnFormat(column.flatMap((one) => one ?? [])));
  const grid = {
    title: '',
    note: '',
    columns: [
      { label: columnName('file'), align: 'left' as const, rank: 0 },
      { label: columnName('requests'), align: 'right' as const, rank: 0 },
      { label: columnName('mean-ms'), align: 'right' as const, rank: 3 },
      ...times.map((metric) => ({
        label: columnName(metric),
        align: 'right' as const,
        rank: metric === 'p90' ? 2 : 0,
      })),
    ],
    rows: runs.slice(0, mostRows).map((run, i) => [
      { text: runs.length > 1 ? `${run.name} ${fileName(run.file)}` : fileName(run.file) },
      ...values.map((column, at) => {
        const value = column[i] ?? null;
        return { text: value === null ? '–' : (formats[at]?.(value) ?? '') };
      }),
    ]),
  };
  const left = runs.length - mostRows;
  return ['', ...tableLines(grid, width, paint), ...(left > 0 ? [`  +${left}`] : [])];
}

const longestName = 24;

/** The end of a long path says more than its beginning. */
function fileName(file: string): string {
  return file.length <= longestName ? file : `…${file.slice(1 - longestName)}`;
}

/** What failed checks hide of every run. */
function meaningless({ checks }: PublishedCheck): ReadonlySet<Metric> {
  const failed = checks.filter(({ outcome, effect }) => outcome === 'fail' && effect === 'hide');
  return new Set(failed.flatMap(({ metrics = [] }) => metrics));
}

/** What the sentence does not say; none where it says that there is nothing to compare. */
function otherRatios(found: PublishedCheck): string[] {
  const { ratios, sentence, hidden } = found;
  const isSaid = sentence.code === 'published.compared';
  if (!isSaid && sentence.code !== 'published.undecided' && sentence.code !== 'published.one-each') return [];
  const unseen = new Set([...meaningless(found), ...hidden.map(({ metric }) => metric)]);
  const others = ratios.slice(isSaid ? 1 : 0).filter(({ metric }) => !unseen.has(metric));
  const texts = others.map(({ metric, value, low, high }) =>
    say(message('check-page.ratio', { label: nameOf(metric), ratio: { value, low, high } })),
  );
  return texts.length === 0 ? [] : [`B ÷ A: ${texts.join(' · ')}`];
}

const nameOf = (metric: Metric) => (metric in percentiles ? metric : metricName(metric));

/** The strongest first. */
const weights: readonly CheckEffect[] = ['silence', 'void', 'undecided', 'hide', 'note'];
const signs: Readonly<Record<CheckEffect, Mark>> = {
  silence: 'worse',
  void: 'worse',
  undecided: 'worse',
  hide: 'warning',
  note: 'warning',
};

/** @param isShort only what must be so, without what was found */
function qualityLines(found: PublishedCheck, terminal: TerminalStyle, isShort: boolean): string[] {
  const { checks, hidden, settings } = found;
  const isAlone = settings.flatMap(({ runs }) => runs).length === 1;
  const ids = (outcome: CheckResult['outcome']) =>
    checks.flatMap((check) => (check.outcome === outcome ? [check.id] : []));
  const failed = checks
    .filter(({ outcome }) => outcome === 'fail')
    .toSorted((a, b) => weights.indexOf(a.effect) - weights.indexOf(b.effect))
    .map((check): readonly [Mark, string] => [signs[check.effect], failedText(check, isAlone, isShort)]);
  // Of a stall the highest percentile says all, and one run is enough to show how.
  const [hides] = [...Map.groupBy(hidden, ({ name }) => name).values()].flatMap((own) => own.at(-1) ?? []);
  const [passed, others] = [ids('pass'), ids('not applicable').length];
  const rows: readonly (readonly [Mark, string])[] = [
    ...failed,
    ...(hides ? [['warning', say(isAlone ? hides.why : message('check-page.hidden', hides))] as const] : []),
    ...(passed.length > 0
      ? [['better', say(message('check-page.passed', { checks: passed }))] as const]
      : []),
    ...(others > 0 ? [['left', say(message('check-page.others', { checks: others }))] as const] : []),
  ];
  const lines = rows.flatMap(([sign, words]) =>
    wrap(words, terminal.width - gutter - 2).map((line, i) =>
      i === 0 ? `${mark(sign, terminal)} ${line}` : `  ${line}`,
    ),
  );
  return besideLabel('label.quality', lines, terminal);
}

/** @param isAlone there is one run: its name says nothing */
function failedText({ id, sentence }: CheckResult, isAlone: boolean, isShort: boolean): string {
  const title = say(message(`check.${id}.title`));
  if (isShort) return `${title} [${id}]`;
  return isAlone && hasCode(sentence, 'check.row')
    ? say(message('check-page.failed-alone', { title, id, finding: sentence.params.finding }))
    : say(message('check-page.failed', { title, id, sentence }));
}

/** What to do about what failed; else the same command with the option that it lacks, to which its value is to be added. */
function nextLines({ settings, missing, repairs }: PublishedCheck, terminal: TerminalStyle): string[] {
  if (repairs.length > 0)
    return besideLabel(
      'label.next',
      repairs.flatMap((one) => wrap(say(one), terminal.width - gutter)),
      terminal,
    );
  const files = settings.map(({ runs }) => runs.map(({ file }) => quoted(file)).join(' '));
  const between = settings.some(({ runs }) => runs.length > 1) ? ' vs ' : ' ';
  const lines = missing
    .slice(0, 1)
    .flatMap((one) => [
      ...commandLines(
        `${program()} check ${files.join(between)} ${one.params.option.replace(/[A-Z]$/, '')}`,
        terminal.width - gutter,
      ).map((line) => terminal.style('cyan', line)),
      ...wrap(say(one), terminal.width - gutter).map((line) => terminal.style('dim', line)),
    ]);
  return besideLabel('label.next', lines, terminal);
}
