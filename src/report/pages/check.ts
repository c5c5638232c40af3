/** The page of `check`: what result files of other tools say, and what the validity checks say of them. */
import { columnFormat, duration } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { hasCode, message, say, type AnyMessage } from '../../messages/message.ts';
import type { CheckResult } from '../../model/check.ts';
import { percentiles, type Metric } from '../../model/metric.ts';
import type { PublishedCheck, PublishedRun } from '../../model/published.ts';
import { byWeight, outcomeName } from '../outline/checks.ts';
import { columnName, metricName } from '../outline/names.ts';
import { aligned, emptyPage, fixOf } from '../page.ts';
import type { Bars, Mark, Page, Tone, Words } from '../page.ts';

type PublishedSetting = PublishedCheck['settings'][number];

/** @param given figures from files that may be anybody's */
export function checkPage(given: PublishedCheck): Page {
  const found = printable(given);
  const { settings, differences, checks } = found;
  // Settings that were not measured in the same way have to be measured again.
  const isUnlike = differences.some(({ code }) => code === 'published.differ');
  const repairs = [...found.repairs, ...(isUnlike ? [message('published.repair.same')] : [])];
  const files = settings.map(({ runs }) => runs.map(({ file }) => file).join(' ')).join(' vs ');
  return {
    ...emptyPage,
    head: {
      verb: 'check',
      title: files,
      about: [],
      figures: [],
      facts: settings.map((one) => (settings.length > 1 ? `${one.cell}: ` : '') + factsOf(one).join(', ')),
    },
    verdict: { ...wordOf(found), sentence: found.sentence },
    bars: [barsOf(found)],
    apply: repairs.map(fixOf),
    also: otherRatios(found),
    open: repairs.length > 0 ? [] : found.missing.slice(0, 1),
    quality: qualityOf(found),
    details: [
      {
        id: 'checks',
        title: message('word.Validity-checks'),
        blocks: [
          {
            kind: 'rows',
            rows: checks.map(({ id, outcome, sentence }) => ({
              badge: outcomeName(outcome),
              tone: outcomes[outcome],
              name: id,
              title: message(`check.${id}.title`),
              text: sentence,
            })),
          },
        ],
      },
    ],
  };
}

const outcomes = { pass: 'good', fail: 'bad', 'not applicable': 'quiet' } as const;

const wordTones = { better: 'good', worse: 'bad', equivalent: 'same' } as const;

function wordOf({ sentence, canCompare, ratios }: PublishedCheck): { badge: Words; tone: Tone } {
  const word = hasCode(sentence, 'published.compared') ? ratios[0]?.word : undefined;
  if (word && word !== 'undecided') return { badge: message(`word.${word}`), tone: wordTones[word] };
  if (!canCompare) return { badge: message('word.not-valid'), tone: 'bad' };
  return sentence.code.startsWith('published.sound')
    ? { badge: message('word.measured'), tone: 'good' }
    : { badge: message('word.undecided'), tone: 'unsure' };
}

function factsOf({ runs }: PublishedSetting): string[] {
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
function barsOf(found: PublishedCheck): Bars {
  const runs = found.settings.flatMap((setting) => setting.runs);
  const thin = meaningless(found);
  const shown = (run: PublishedRun, metric: (typeof times)[number]) => {
    const isHidden =
      thin.has(metric) || found.hidden.some((one) => one.file === run.file && one.metric === metric);
    const value = run.percentiles.find(({ share }) => share === percentiles[metric])?.value;
    return isHidden ? null : (value ?? null);
  };
  const rates = texts(runs.map(({ throughput }) => throughput));
  const cells = [
    texts(runs.map((run) => (thin.has('mean') ? null : run.mean))),
    ...times.map((metric) => texts(runs.map((run) => shown(run, metric)))),
  ];
  return {
    label: columnName('file'),
    unit: columnName('per-second'),
    columns: aligned(
      'right',
      (['mean', ...times] as const).map((name) => columnName(`${name}-ms`)),
    ),
    rows: runs.map(({ name, file, throughput }, i) => ({
      label: runs.length > 1 ? `${name} ${fileName(file)}` : fileName(file),
      value: throughput,
      text: rates[i] ?? '',
      cells: cells.map((column) => ({ text: column[i] ?? '' })),
    })),
  };
}

/** The texts of a column, all in one format; a dash for what is null. */
function texts(values: readonly (number | null)[]): string[] {
  const format = columnFormat(values.filter((value) => value !== null));
  return values.map((value) => (value === null ? '–' : format(value)));
}

const longestName = 24;

/** A file's name; of a long path its end, which says more than its beginning. */
function fileName(file: string): string {
  return file.length <= longestName ? file : `…${file.slice(1 - longestName)}`;
}

/** Metrics that failed checks hide of every run. */
function meaningless({ checks }: PublishedCheck): ReadonlySet<Metric> {
  const failed = checks.filter(({ outcome, effect }) => outcome === 'fail' && effect === 'hide');
  return new Set(failed.flatMap(({ metrics = [] }) => metrics));
}

/** Ratios that the sentence does not say; none where it says that there is nothing to compare. */
function otherRatios(found: PublishedCheck): Words[] {
  const { ratios, sentence, hidden } = found;
  const isSaid = sentence.code === 'published.compared';
  if (!isSaid && sentence.code !== 'published.undecided' && sentence.code !== 'published.one-each') return [];
  const unseen = new Set([...meaningless(found), ...hidden.map(({ metric }) => metric)]);
  const others = ratios.slice(isSaid ? 1 : 0).filter(({ metric }) => !unseen.has(metric));
  const said = others.map(({ metric, value, low, high }) =>
    say(message('check-page.ratio', { label: nameOf(metric), ratio: { value, low, high } })),
  );
  return said.length === 0 ? [] : [`B ÷ A: ${said.join(' · ')}`];
}

const nameOf = (metric: Metric) => (metric in percentiles ? metric : metricName(metric));

function qualityOf({ checks, hidden, settings }: PublishedCheck): Page['quality'] {
  const isAlone = settings.flatMap(({ runs }) => runs).length === 1;
  const failed = checks
    .filter(({ outcome }) => outcome === 'fail')
    .toSorted(byWeight)
    .map((check): readonly [Mark, AnyMessage] => {
      const isWeak = check.effect === 'hide' || check.effect === 'note';
      return [isWeak ? 'warning' : 'worse', failedText(check, isAlone)];
    });
  // Of each run the highest percentile that is hidden; one run is enough to show how.
  const [hides] = [...Map.groupBy(hidden, ({ name }) => name).values()].flatMap((own) => own.at(-1) ?? []);
  const passed = checks.flatMap(({ id, outcome }) => (outcome === 'pass' ? id : []));
  const others = checks.filter(({ outcome }) => outcome === 'not applicable').length;
  return [
    ...failed,
    ...(hides ? [['warning', isAlone ? hides.why : message('check-page.hidden', hides)] as const] : []),
    ...(passed.length > 0 ? [['better', message('check-page.passed', { checks: passed })] as const] : []),
    ...(others > 0 ? [['left', message('check-page.others', { checks: others })] as const] : []),
  ];
}

/** @param isAlone there is one run: its name says nothing */
function failedText({ id, sentence }: CheckResult, isAlone: boolean): AnyMessage {
  const title = message(`check.${id}.title`);
  return isAlone && hasCode(sentence, 'check.row')
    ? message('check-page.failed-alone', { title, id, finding: sentence.params.finding })
    : message('check-page.failed', { title, id, sentence });
}
