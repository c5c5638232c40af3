/** What the pages of all runs have in common: their head, how good the measurement is, the failure that all trials ended with. */
import { brief, duration } from '../../format/number.ts';
import { hasCode, message, type AnyMessage, type Message } from '../../messages/message.ts';
import { quoted } from '../../messages/shell.ts';
import { percentiles } from '../../model/metric.ts';
import { askedIn, describeAsked, describeRoute, windowOf } from '../../model/plan.ts';
import { chosenWindow } from '../../model/sample.ts';
import { foundIn } from '../../model/verdict.ts';
import { askedObjective } from '../outline/conditions.ts';
import { tellingChecks, type FailedCheck } from '../outline/checks.ts';
import { mainFailure } from '../outline/failures.ts';
import { generatorFailure, generatorLine } from '../outline/generators.ts';
import { headline } from '../outline/headline.ts';
import { columnName, nameOf } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { nextStep } from '../next-step.ts';
import { emptyPage, fixOf, type Head, type Mark, type Page, type Words } from '../page.ts';

/** @param also what else the command asked for */
export function runHead(result: ShownRun, also: readonly Words[] = []): Head {
  const { run, plan, trials, allTrials, host } = result;
  const { question } = foundIn(result);
  const { subject } = plan;
  const { capacity } = askedIn(plan);
  const isCommand = subject.kind === 'command';
  // A search chooses its rates and its windows: the page says what it was asked for instead.
  const loads = capacity ? [askedObjective(capacity)] : [...new Set(plan.cells.map(describeAsked))];
  const [first] = capacity ? [] : plan.cells;
  const window = first && windowOf(plan, { ...first, ...chosenWindow(trials) }).duration;
  const route = describeRoute(plan.cells);
  const command = isCommand ? subject.command.map(briefWord).join(' ') : '';
  return {
    verb: isCommand ? plan.name : `lab ${plan.name}`,
    title: isCommand ? route || command : message('report.lab', { name: plan.name }),
    about: isCommand
      ? [
          route === '' ? '' : command,
          ...also,
          ...loads,
          window == null ? '' : message('fact.time', { ms: window }),
        ]
      : [],
    figures: isCommand ? headFigures(result) : [],
    ...(question !== undefined && { question }),
    facts: [
      message('terminal.machine', {
        cpus: host.effectiveCpus,
        node: (isCommand ? serverNode(trials) : null) ?? briefVersion(host.node),
      }),
      message('terminal.trials', {
        trials: allTrials.length,
        blocks: Math.max(0, ...allTrials.map(({ block }) => block + 1)),
      }),
      message('fact.time', { ms: allTrials.reduce((sum, trial) => sum + trial.duration, 0) }),
      ...(run.status === 'finished' ? [] : [nameOf(run.status)]),
      run.id,
    ],
  };
}

/** Most characters of code in a word of a command: what stands behind them counts more. */
const longestCode = 24;

/** A word of a command; code in it is cut. */
function briefWord(word: string): string {
  const [start = ''] = word.trim().split('\n');
  const isCode = /\s/.test(word) && word.length > longestCode;
  return quoted(isCode ? `${start.slice(0, longestCode)}…` : word);
}

/** What came of it: rate and p99 of the setting that the page is about. */
function headFigures(result: ShownRun): Words[] {
  const own = result.summaries.find(({ cell }) => cell === result.focus.cell)?.metrics;
  return [
    ...(own?.throughput ? [`${brief(own.throughput.value)} ${columnName('per-second')}`] : []),
    ...(own?.p99 ? [`p99 ${duration(own.p99.value)}`] : []),
  ];
}

const briefVersion = (node: string) => node.replace(/^v?(\d+\.\d+).*/, '$1');

/** What the servers ran on, which need not be the Node of this program; null where no trial tells. */
function serverNode(trials: ShownRun['trials']): string | null {
  const nodes = trials.flatMap(({ effective }) => effective.flatMap(({ node }) => node ?? []));
  const versions = [...new Set(nodes.map(briefVersion))].toSorted();
  return versions.length === 0 ? null : versions.join(', ');
}

/** Lines of the server's last output that are shown. */
const mostOutput = 4;

export const nothingMeasured: Page['verdict'] = {
  badge: message('word.not-measured'),
  tone: 'bad',
  sentence: message('headline.nothing-measured'),
};

/** Parts of a page where no trial counts: why, and what to do. Null where something was measured. */
export function failedParts(result: ShownRun): Pick<Page, 'verdict' | 'why' | 'apply'> | null {
  const failure = mainFailure(result);
  if (failure === null) return null;
  const { code, what, why, todo, output } = failure;
  const last = output.filter((line) => line.trim() !== '').slice(-mostOutput);
  return {
    verdict: nothingMeasured,
    why: [`${what} ${why} [${code}]`, ...last.map((line) => `| ${line}`)],
    apply: [fixOf(todo)],
  };
}

/** What is the same in the pages of all runs. */
export function runFrame(result: ShownRun): Omit<Page, 'verdict'> {
  const { run, host } = result;
  return {
    ...emptyPage,
    head: runHead(result),
    quality: qualityRows(result),
    next: nextStep(result),
    report: message('terminal.report-command', { run: run.id }),
    footer: message('report.footer', { run: run.id, at: run.createdAt, version: host.chokepoint }),
  };
}

/** What failed and what passed, what the reader must know, and the noise. */
function qualityRows(result: ShownRun): (readonly [Mark, AnyMessage])[] {
  const { noise, warnings } = result;
  const spread =
    noise?.trialCv &&
    message('terminal.noise', { spread: noise.trialCv.value, resolution: noise.resolution });
  const from = generatorLine(result.trials);
  // Where nothing was measured, the failure is what the page is about.
  const lost = mainFailure(result) ? null : generatorFailure(result.trials);
  const isSaid = ({ code }: Message) =>
    counts.has(code) || (code === 'warning.one-block' && headline(result).code === 'headline.once-each');
  return [
    ...checkRows(result),
    ...warnings.filter((one) => !isSaid(one)).map((one) => ['warning', one] as const),
    ...(lost ? [['worse', lost] as const] : []),
    ...(from ? [['better', from] as const] : []),
    ...(spread ? [['warning', spread] as const] : []),
    ...disturbances(warnings).map((one) => ['warning', one] as const),
  ];
}

/** What the failed checks take away, the most first, each consequence once; then what passed. */
function checkRows(result: ShownRun): (readonly [Mark, AnyMessage])[] {
  const { checks, plan } = result;
  if (plan.subject.kind === 'program' || checks.length === 0) return [];
  const { noted = [], felt = [] } = Object.groupBy(tellingChecks(result), ({ consequence }) =>
    consequence === '' ? 'noted' : 'felt',
  );
  const groups = Map.groupBy(felt, ({ consequence }) => consequence);
  const passed = checks.filter(({ outcome }) => outcome === 'pass').length;
  return [
    ...Array.from(groups, ([consequence, members]) => ['worse', failedRow(consequence, members)] as const),
    ...(passed > 0
      ? [['better', message('terminal.checks-passed', { passed, noted: noted.map(({ id }) => id) })] as const]
      : []),
  ];
}

function failedRow(consequence: string, members: readonly FailedCheck[]): AnyMessage {
  const id = members.map((one) => one.id).join(', ');
  // What is needed for a percentile is in the consequence already.
  const isHidden = members.every(
    ({ effect, metrics }) => effect === 'hide' && metrics.every((metric) => metric in percentiles),
  );
  return isHidden
    ? message('terminal.percentiles-hidden', { consequence, id })
    : message('terminal.check-failed', {
        consequence,
        title: members.map(({ title }) => title).join('; '),
        id,
      });
}

/** Warnings that are told together, in one line. */
const counts: ReadonlySet<string> = new Set<Message['code']>(['warning.failed', 'warning.foreign-cpu']);

function disturbances(warnings: readonly Message[]): AnyMessage[] {
  const failed = warnings.find((one) => hasCode(one, 'warning.failed'))?.params.failed ?? 0;
  const foreign = warnings.find((one) => hasCode(one, 'warning.foreign-cpu'))?.params.trials ?? 0;
  return failed + foreign === 0 ? [] : [message('terminal.disturbed', { failed, foreign })];
}
