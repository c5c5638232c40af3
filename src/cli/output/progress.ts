/**
 * What a run says on stderr while it goes on: on a terminal one line that is drawn anew, elsewhere a line of its own from
 * time to time, so that whoever reads a log sees that it lives.
 */
import { askedIn, describeAsked, plannedTrials, type Plan } from '../../model/plan.ts';
import { message, quoted, say, type AnyMessage } from '../../messages/message.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import type { RunEvent, TimeLeft } from '../../model/event.ts';
import { oneLine } from '../../format/printable.ts';
import { pad } from '../../format/width.ts';
import { drawnLine, onScreen, type WritableTerminal } from './terminal.ts';
import { metrics } from '../../model/metric.ts';
import { askedObjective, constraintText } from '../../report/outline/conditions.ts';

interface Progress {
  show(event: RunEvent): void;
  /** Says where the run is, if nothing was said for a while: a trial may take minutes. */
  tick(): void;
  end(): void;
}

/** Shortest time between two drawings, in ms: the process that draws also keeps the trials' time, and an eye needs no more. */
const leastInterval = 250;
/** Longest silence without a terminal, in ms: a line at least every 15 s is promised, and `tick` is called every 5 s. */
const mostSilence = 9000;
/** Silence in ms after which a block that begins is worth a line: with short blocks it would be one of many. */
const leastSilence = 5000;
/** How often `tick` is to be called, in milliseconds. */
export const tickInterval = 5000;

interface ProgressOptions {
  /** Also says how each trial ended. */
  readonly isVerbose: boolean;
  /** Says only what went wrong. */
  readonly isQuiet?: boolean;
  /** A clock: monotonic milliseconds. */
  readonly now?: () => number;
}

export function progress(
  terminal: WritableTerminal,
  { isVerbose, isQuiet = false, now = () => performance.now() }: ProgressOptions,
): Progress {
  const line = drawnLine(terminal);
  let said = -Infinity;
  let began = now();
  let plan: Plan | null = null;
  let [block, blocks, of, done, resumed, expected] = [0, 0, 0, 0, 0, 0];
  /** Milliseconds after which the run ends in any case; null where nothing limits it. */
  let most: number | null = null;
  /** When a search may end, as it was last foreseen; null where that is not known. */
  let end: number | null = null;
  let [cell, phase] = ['', ''];
  /** The address at which the server was found last. */
  let found = '';

  const write = (text: string) => {
    line.clear();
    terminal.write(onScreen(text, 0, terminal).join('\n'));
    said = now();
  };
  // The plan's own guess weighs as much as two trials: the first ones correct it, one slow trial does not upset it.
  const left = (): { about: number | null; most: number | null } => {
    const spent = now() - began;
    const atMost = most === null ? null : Math.max(0, most - spent);
    if (plan?.strategy.kind === 'search') {
      const about = end === null ? 0 : end - now();
      return { about: about > 0 && about < (atMost ?? Infinity) ? about : null, most: atMost };
    }
    const each = (spent + (2 * expected) / of) / (done - resumed + 2);
    const about = Math.max(0, each * (of - done));
    // How soon a sweep is decided nobody knows: it has as many blocks as its time allows.
    if (plan?.strategy.kind === 'capacity') return { about: null, most: atMost };
    if (plan && askedIn(plan).stopping) return { about: null, most: Math.min(about, atMost ?? Infinity) };
    return { about: Math.min(about, atMost ?? Infinity), most: null };
  };
  const isOpenEnded = () => plan?.strategy.kind === 'search' || plan?.strategy.kind === 'capacity';
  const where = () => {
    const isOpen = isOpenEnded() || (plan !== null && askedIn(plan).stopping !== undefined);
    const [ofBlocks, ofTrials] = isOpen ? [null, null] : [blocks, of];
    return say(message('progress.trials', { block, blocks: ofBlocks, done, of: ofTrials, left: left() }));
  };
  const draw = () => {
    if (isQuiet) return;
    said = now();
    if (!terminal.isTTY) {
      // The trials of a capacity search are long: the window that it is at shows that it goes on.
      terminal.write(`${where()}${plan?.strategy.kind === 'capacity' ? `  ${phase}` : ''}\n`);
      return;
    }
    line.draw(`${where()}  ${cell} ${phase}`);
  };
  const isSilent = (time: number) => now() - said >= time;
  const trialText = ({ trial }: Extract<RunEvent, { type: 'trial-ended' }>) => {
    const rate = trial.sample?.outcome.throughput.toFixed(1);
    const result = trial.problem?.code ?? say(message('cli.rate', { rate: rate ?? '–' }));
    const seconds = trial.duration / 1000;
    return `${say(message('cli.trial', { done, of: isOpenEnded() ? null : of, cell: oneLine(cell), result, seconds }))}\n`;
  };
  return {
    show(event) {
      switch (event.type) {
        case 'planned':
          ({ plan } = event);
          began = now();
          done = resumed = event.done;
          of = plannedTrials(plan);
          ({ expected } = plan);
          most = askedIn(plan).stopping?.budget ?? plan.limit;
          if (most !== null) most = Math.max(0, most - event.spent);
          if (isOpenEnded() && !isQuiet) write(`${announcement(plan, event)}\n`);
          break;
        case 'step':
          end = now() + (event.left.low + event.left.high) / 2;
          if (!isQuiet) write(`${oneLine(say(event.why))}; ${leftText(event.left)}\n`);
          break;
        case 'trial-started': {
          // A trial that is repeated belongs to an earlier block: what is said does not go back.
          const isNewBlock = event.block + 1 > block;
          [cell, phase, of, blocks] = [event.cell, '', event.of, event.blocks];
          block = Math.max(block, event.block + 1);
          if (terminal.isTTY || isSilent(isNewBlock ? leastSilence : mostSilence)) draw();
          break;
        }
        case 'phase':
          phase = `(${event.phase})`;
          if (terminal.isTTY && isSilent(leastInterval)) draw();
          break;
        case 'found':
          // A port of `listen(0)` is another one each time: the first tells enough.
          if (event.address !== found && (found === '' || isVerbose))
            write(`${say(message('progress.found', event))}\n`);
          found = event.address;
          break;
        case 'trial-ended':
          done++;
          if (isVerbose) write(trialText(event));
          break;
        case 'left':
          write(`${warningText(event.problem)}\n`);
          break;
        case 'silent':
          write(`${oneLine(say(event.words))}\n`);
          break;
        case 'stopped':
        case 'judged':
          line.clear();
      }
    },
    tick() {
      if (block > 0 && isSilent(mostSilence)) draw();
    },
    end: () => line.clear(),
  };
}

/** Largest ratio of two bounds that are told as one figure. */
const sameTime = 1.3;

function leftText({ low, high }: TimeLeft): string {
  return say(message('cli.time-left', { low, high, isOne: high <= low * sameTime }));
}

function warningText(problem: ProblemData): string {
  const { what, why } = sayProblem(problem);
  return oneLine(say(message('cli.warning', { what, why, code: problem.code })));
}

/** @param so trials that a resumed search has already, and the milliseconds that they took */
function announcement(plan: Plan, so: { readonly done: number; readonly spent: number }): string {
  const { factors, cells, baseline, limit } = plan;
  const { search, capacity } = askedIn(plan);
  if (capacity)
    return oneLine(say(message('capacity.searching', { what: askedObjective(capacity), ms: limit })));
  if (!search) return '';
  const { objective, within, confidence, mode, constraints } = search;
  const metric = message('report.name', { name: metrics[objective].label });
  const rows: readonly (readonly [AnyMessage, AnyMessage])[] = [
    [message('word.search'), message('fact.search', { metric, within, confidence, mode, time: null })],
    ...(constraints.length > 0
      ? [
          [
            message('word.keeping'),
            message('fact.limits', { limits: constraints.map(constraintText) }),
          ] as const,
        ]
      : []),
    ...factors.map(
      ({ key, levels }) => [message('word.over'), quoted(`${key} ${levels.join(', ')}`)] as const,
    ),
    [message('word.now'), message('cli.tune.current', { id: baseline, settings: cells.length })],
    [message('word.load'), loadText(plan)],
    [message('word.time'), timeText(plan, so)],
  ];
  const lines = rows.map(([name, value]) => `  ${pad(say(name), 9, 'left')}${say(value)}`);
  const each = plan.expected / search.trials;
  const trials = limit === null ? Infinity : Math.floor(limit / each);
  if (trials < (search.range?.low ?? 0)) lines.push(`  ${say(message('cli.tune.short', { trials }))}`);
  return ['tune', ...lines, `  ${say(message('cli.tune.interrupt'))}`].join('\n');
}

function loadText(plan: Plan): AnyMessage {
  const {
    cells: [cell],
    duration: window,
    warmup,
  } = plan;
  const load = cell === undefined ? '' : describeAsked(cell);
  if (load === '' || window === null) return quoted(load);
  return askedIn(plan).search?.chooses
    ? message('cli.tune.window-chosen', { load })
    : message('cli.tune.window', { load, window, warmup });
}

function timeText(
  plan: Plan,
  { done, spent }: { readonly done: number; readonly spent: number },
): AnyMessage {
  const { expected, limit } = plan;
  const { search } = askedIn(plan);
  const trials = search?.trials ?? 1;
  const most = limit === null ? null : Math.max(0, limit - spent);
  if (done > 0) return message('cli.tune.done-before', { most, trials: done });
  const each = expected / trials;
  const { low, high } = search?.range ?? { low: trials, high: trials };
  const bound = limit ?? Infinity;
  if (low * each >= bound) return message('cli.tune.all-of-it', { bound, trials });
  const isBudget = high * each >= bound;
  return message('cli.tune.between', { low: low * each, high: isBudget ? bound : high * each, isBudget });
}
