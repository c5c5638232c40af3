/** What the pages of all runs have in common: their head, the failure that all trials ended with, the figures that count. */
import { brief, duration } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import { quoted } from '../../messages/shell.ts';
import { askedIn, describeAsked, describeRoute, windowOf } from '../../model/plan.ts';
import { chosenWindow } from '../../model/sample.ts';
import { askedObjective } from '../outline/capacity.ts';
import { mainFailure } from '../next-step.ts';
import { columnName, nameOf } from '../outline/names.ts';
import type { ShownRun } from '../outline/shown-run.ts';
import { leadingCell } from '../outline/tiles.ts';
import { qualityRows } from './quality.ts';
import { fixOf, type Head, type Page, type Words } from '../page.ts';

/** @param also what else the command asked for */
export function runHead(result: ShownRun, also: readonly Words[] = []): Head {
  const { run, plan, trials, host, question } = result;
  const { subject } = plan;
  const { capacity } = askedIn(plan);
  const isCommand = subject.kind === 'command';
  // A search chooses its rates and its windows: what it was asked for is what tells.
  const loads = capacity ? [askedObjective(capacity)] : [...new Set(plan.cells.map(describeAsked))];
  const [first] = capacity ? [] : plan.cells;
  const window = first && windowOf(plan, { ...first, ...chosenWindow(trials) }).duration;
  const route = describeRoute(plan.cells);
  const command = isCommand ? subject.command.map(quoted).join(' ') : '';
  return {
    verb: isCommand ? plan.name : `lab ${plan.name}`,
    title: isCommand ? route || command : message('report.lab', { name: plan.name }),
    about: isCommand
      ? [route === '' ? '' : command, ...also, ...loads, window == null ? '' : duration(window)]
      : [],
    figures: isCommand ? headFigures(result) : [],
    ...(question !== undefined && { question }),
    facts: [
      message('terminal.machine', {
        cpus: host.effectiveCpus,
        node: (isCommand ? serverNode(trials) : null) ?? briefVersion(host.node),
      }),
      message('terminal.trials', {
        trials: trials.length,
        blocks: Math.max(0, ...trials.map(({ block }) => block + 1)),
      }),
      duration(trials.reduce((sum, trial) => sum + trial.duration, 0)),
      ...(run.status === 'finished' ? [] : [nameOf(run.status)]),
      run.id,
    ],
  };
}

/** What came of it: rate and p99 of the setting that the page is about. */
function headFigures(result: ShownRun): Words[] {
  const own = result.summaries.find(({ cell }) => cell === leadingCell(result))?.metrics;
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

/** Of what the server said last. */
const mostOutput = 4;

/** Where no trial counts: why, and what to do. Null where something was measured. */
export function failedParts(result: ShownRun): Pick<Page, 'verdict' | 'why' | 'apply'> | null {
  const failure = mainFailure(result);
  if (failure === null) return null;
  const { code, what, why, todo, output } = failure;
  const last = output.filter((line) => line.trim() !== '').slice(-mostOutput);
  return {
    verdict: {
      badge: message('word.not-measured'),
      tone: 'bad',
      sentence: message('headline.nothing-measured'),
      certainty: [],
    },
    why: [`${what} ${why} [${code}]`, ...last.map((line) => `| ${line}`)],
    apply: [fixOf(todo)],
  };
}

/** What is the same in the pages of all runs. */
export function runFrame(result: ShownRun): Pick<Page, 'warnings' | 'quality' | 'report' | 'footer'> {
  const { run, host } = result;
  return {
    // They stand among what is known of the quality.
    warnings: [],
    quality: qualityRows(result),
    report: message('terminal.report-command', { run: run.id }),
    footer: message('report.footer', {
      run: run.id,
      at: run.createdAt,
      version: host.chokepoint,
    }),
  };
}
