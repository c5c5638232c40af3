/** One line on stderr while a run goes on: what runs, trial k of n, time left. Nothing moves where nobody looks. */
import { plannedTrials } from '../../model/plan.ts';
import type { RunEvent, TimeLeft } from '../../model/event.ts';
import { oneLine, printable } from '../../report/terminal/printable.ts';
import { announcement } from './tune-announcement.ts';

export interface Progress {
  show(event: RunEvent): void;
  end(): void;
}

/** The process that draws is the one that keeps the trials' time: four times a second is enough for an eye. */
const leastInterval = 250;

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function progress(terminal: Terminal, isVerbose: boolean): Progress {
  let line = '';
  let drawn = -Infinity;
  let began = performance.now();
  let [of, done, resumed, expected] = [0, 0, 0, 0];
  /** Of a search: milliseconds that are left at most; it may end at any look before. */
  let most: number | null = null;
  /** Of a search: when it may end, as it was last foreseen. */
  let end: number | null = null;
  let [cell, phase] = ['', ''];

  // The plan's own guess weighs as much as two trials: the first ones correct it, one slow trial does not upset it.
  const left = () => {
    const spent = performance.now() - began;
    if (most === null) {
      const each = (spent + (2 * expected) / of) / (done - resumed + 2);
      return `, ${clockTime(Math.max(0, each * (of - done)))} left`;
    }
    const atMost = Math.max(0, most - spent);
    const about = end === null ? 0 : end - performance.now();
    return about > 0 && about < atMost
      ? `, about ${clockTime(about)} left, ${clockTime(atMost)} at most`
      : `, at most ${clockTime(atMost)} left`;
  };
  const draw = (isForced: boolean) => {
    if (!terminal.isTTY || (!isForced && performance.now() - drawn < leastInterval)) return;
    drawn = performance.now();
    const count = most === null ? ` of ${of}` : '';
    line = `trial ${most === null ? Math.min(done + 1, of) : done + 1}${count}: ${cell} ${phase}${left()}`;
    terminal.write(`\r${oneLine(line).slice(0, (terminal.columns || 80) - 1)}\u001B[K`);
  };
  const clear = () => {
    if (line !== '') terminal.write('\r\u001B[K');
    line = '';
  };
  return {
    show(event) {
      switch (event.type) {
        case 'planned':
          began = performance.now();
          done = resumed = event.done;
          of = plannedTrials(event.plan);
          expected = event.plan.expected;
          if (!event.plan.search) break;
          most = Math.max(0, (event.plan.limit ?? Infinity) - event.spent);
          terminal.write(printable(announcement(event.plan, event)));
          break;
        case 'step':
          clear();
          if (event.left) end = performance.now() + event.left.middle;
          terminal.write(`${oneLine(event.why)}${event.left ? `; ${leftText(event.left)}` : ''}\n`);
          break;
        case 'trial-started':
          [cell, phase, of] = [event.cell, '', event.of];
          draw(true);
          break;
        case 'phase':
          phase = `(${event.phase})`;
          draw(false);
          break;
        case 'trial-ended': {
          done++;
          if (!isVerbose) break;
          clear();
          const { problem, duration, sample } = event.trial;
          const result = problem ? problem.code : `${sample?.outcome.throughput.toFixed(1)} requests/s`;
          terminal.write(
            `trial ${done}${most === null ? ` of ${of}` : ''}: ${oneLine(cell)}: ${result} (${(duration / 1000).toFixed(1)} s)\n`,
          );
          break;
        }
        case 'left':
          clear();
          terminal.write(`${event.problem.code}: ${event.problem.what} ${event.problem.why}\n`);
          break;
        case 'stopped':
        case 'judged':
          clear();
      }
    },
    end: clear,
  };
}

/** Bounds so close to each other are one figure. */
const sameTime = 1.3;

function leftText({ low, middle, high }: TimeLeft): string {
  return high <= low * sameTime
    ? `about ${clockTime(middle)} left`
    : `${clockTime(low)} to ${clockTime(high)} left`;
}

function clockTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
